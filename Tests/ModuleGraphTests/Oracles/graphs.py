"""Writes graphs.json: what networkx says of random graphs, as short hashes.

python3 graphs.py > graphs.json        (made with networkx 3.6.1 and graphviz's tred 2.43.0)

A line is [seed, vertices, edges, answers]: RandomGraph.swift makes the same graph of the same seed, and GraphOracleTests
makes the same answers, in the order of ANSWERS, six hexadecimal digits each; "------" where networkx would take too long.
"""

import itertools
import json
import subprocess
import sys

import networkx as nx

MASK = (1 << 64) - 1
ANSWERS = """components heights depths successors predecessors reduction distances shortest shortestCount
simplePaths simpleCount chain heaviest dominators feedback cycles""".split()
COUNT = 2000
DEEP = [10**6 + 7, 10**6 + 15]
TRED = 0


class SplitMix:
    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) % bound


def shuffled(g, items):
    for last in range(len(items) - 1, 0, -1):
        other = g.below(last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def graph(seed):
    """(kind, vertices, edges, generator); edges may repeat, and lead from a vertex to itself."""
    g = SplitMix(seed)
    kind = seed % 8
    if kind == 0:  # sparse
        n = 1 + g.below(40)
        edges = [(g.below(n), g.below(n)) for _ in range(g.below(2 * n + 1))]
    elif kind == 1:  # dense
        n = 1 + g.below(12)
        edges = [(g.below(n), g.below(n)) for _ in range(g.below(n * n + 1))]
    elif kind in (2, 3):  # acyclic; nearly acyclic
        n = 2 + g.below(30)
        edges = []
        for _ in range(g.below(4 * n)):
            a, b = g.below(n), g.below(n)
            if a != b:
                edges.append((max(a, b), min(a, b)))
        if kind == 3:
            edges += [(g.below(n), g.below(n)) for _ in range(1 + g.below(3))]
    elif kind == 4:  # layered
        n = 6 + g.below(60)
        layers = 2 + g.below(5)
        edges = []
        for _ in range(g.below(3 * n)):
            a, b = g.below(n), g.below(n)
            if a * layers // n > b * layers // n:
                edges.append((a, b))
    elif kind == 5:  # disconnected
        n = 1 + g.below(50)
        edges = []
        for _ in range(g.below(3 * n)):
            a = g.below(n)
            b = a // 7 * 7 + g.below(7)
            if b < n:
                edges.append((a, b))
    elif kind == 6:  # a ring with chords
        n = 1 + g.below(14) if g.below(4) else 21 + g.below(6)
        edges = [(v, (v + 1) % n) for v in range(n)]
        edges += [(g.below(n), g.below(n)) for _ in range(g.below(8))]
    else:  # deep: a ladder; every 64th without edges; great ones from seed 10**6 on
        n = 100 + g.below(150) if seed < 10**6 else 100_000
        edges = [] if seed % 64 == 63 else [(v, v + 1) for v in range(n - 1)]
        edges += [(v, v + 2) for v in range(n - 2) if g.below(3) == 0 and edges]
    names = shuffled(g, list(range(n)))
    return kind, n, [(names[a], names[b]) for a, b in edges], g


def digest(numbers):
    value = 0xCBF29CE484222325
    for number in numbers:
        value = ((value ^ (number & MASK)) * 0x100000001B3) & MASK
    return f"{value >> 40:06x}"


def reduction(graph, condensed, component):
    kept = set(nx.transitive_reduction(condensed).edges)
    return sorted((a, b) for a, b in graph.edges if component[a] == component[b] or (component[a], component[b]) in kept)


def tred(graph):
    global TRED
    TRED += 1
    text = "digraph {" + "".join(f"{v};" for v in graph) + "".join(f"{a}->{b};" for a, b in graph.edges) + "}"
    lines = subprocess.run(["tred"], input=text, capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted(tuple(map(int, line.strip().rstrip(";").split(" -> "))) for line in lines if "->" in line)


def longest(dag, weight):
    """The heaviest path's weight, as the longest path over edges that weigh what their end does."""
    dag = dag.copy()
    for _, b, data in dag.edges(data=True):
        data["weight"] = weight(b)
    dag.add_edges_from(("start", v, {"weight": weight(v)}) for v in list(dag))
    return nx.dag_longest_path_length(dag)


def feedback(graph):
    """The size of the smallest set, by trying sets of edges; None where that takes too long."""
    total = nx.number_of_selfloops(graph)
    plain = nx.DiGraph(edge for edge in graph.edges if edge[0] != edge[1])
    for members in nx.strongly_connected_components(plain):
        part = plain.subgraph(members)
        edges = sorted(part.edges)
        if len(edges) > 28:
            return None
        for size in range(len(edges)):
            if size > 4:
                return None
            if any(nx.is_directed_acyclic_graph(nx.restricted_view(part, [], removed))
                   for removed in itertools.combinations(edges, size)):
                total += size
                break
    return total


def first_cycle(graph):
    for bound in range(1, len(graph) + 1):
        found = [cycle[cycle.index(min(cycle)):] + cycle[:cycle.index(min(cycle))]
                 for cycle in nx.simple_cycles(graph, length_bound=bound)]
        if found:
            return min(found)


def flat(rows):
    return [number for row in rows for number in [len(row), *row]]


def answers(kind, n, edges, g):
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    source, target, second = g.below(n), g.below(n), g.below(n)
    weights = [g.below(10) for _ in range(n)]
    small, great = kind != 7, n == 100_000
    condensed = nx.condensation(graph)
    component = condensed.graph["mapping"]
    members = {c: data["members"] for c, data in condensed.nodes(data=True)}
    heights = {c: i for i, level in enumerate(nx.topological_generations(condensed.reverse())) for c in level}
    depths = {c: i for i, level in enumerate(nx.topological_generations(condensed)) for c in level}
    yield [min(members[component[v]]) for v in range(n)]
    yield [heights[component[v]] for v in range(n)]
    yield [depths[component[v]] for v in range(n)]
    yield None if great else [len(nx.descendants(graph, v)) for v in range(n)]
    yield None if great else [len(nx.ancestors(graph, v)) for v in range(n)]
    reduced = None if great else reduction(graph, condensed, component)
    if nx.is_directed_acyclic_graph(graph) and n < 40:
        assert tred(graph) == reduced, "tred and networkx differ"
    yield None if great else flat(reduced)
    distances = nx.single_source_shortest_path_length(graph, source)
    yield [distances.get(v, -1) for v in range(n)]
    reachable = target in distances
    shortest = list(itertools.islice(nx.all_shortest_paths(graph, source, target), 20001)) if reachable and not great else []
    yield (min(shortest) if shortest else []) if len(shortest) <= 20000 and not great else None
    yield [len(shortest)] if len(shortest) <= 20000 and not great else None
    paths = list(itertools.islice(nx.all_simple_paths(graph, source, target), 3001)) if reachable and small else []
    paths.sort(key=lambda path: (len(path), path))
    known = small and len(paths) <= 3000
    yield flat(paths[:40]) if known else None
    yield [len(paths)] if known else None
    yield [longest(condensed, lambda c: 1) if n else 0]
    yield [longest(condensed, lambda c: sum(weights[v] for v in members[c]))]
    rooted = nx.DiGraph(graph)
    rooted.add_edges_from(("root", root) for root in {source, second})
    dominators = nx.immediate_dominators(rooted, "root")
    yield [-1 if dominators.get(v, "root") in ("root", None) else dominators[v] for v in range(n)]
    size = feedback(graph)
    yield None if size is None else [size]
    cyclic = [c for c in nx.strongly_connected_components(graph) if len(c) > 1 or graph.has_edge(*[*c, *c][:2])]
    yield flat(first_cycle(graph.subgraph(c)) for c in sorted(cyclic, key=min))


rows = []
for seed in [*range(COUNT), *DEEP]:
    kind, n, edges, g = graph(seed)
    found = ["------" if numbers is None else digest(numbers) for numbers in answers(kind, n, edges, g)]
    assert len(found) == len(ANSWERS)
    rows.append(json.dumps([seed, n, len(edges), "".join(found)], separators=(",", ":")))
print("[\n" + ",\n".join(rows) + "\n]")
print(f"{TRED} reductions compared with tred's", file=sys.stderr)

"""Writes timelines.json: random builds, and what networkx makes of them.

python3 timelines.py > timelines.json        (made with networkx 3.6.1)

Half of the builds run a driver for each module, which unblocks dependents at its end; the others run all compilers
themselves and unblock dependents at emit-module. An event is [process, parent, start, end, kind, module] in ms.
The longest chain through a piece of work is the longest path once that piece weighs more than everything else.
"""

import heapq
import json
import math
import random

import networkx as nx

BONUS = 10**9


def modules_of(rng):
    names = [f"M{index}" for index in range(rng.randint(1, 9))]
    edges = {name: sorted(rng.sample(names[:i], rng.randint(0, min(i, 3)))) for i, name in enumerate(names)}
    return names, edges


class Build:
    def __init__(self, rng, cores):
        self.rng, self.cores = rng, cores
        self.events, self.nodes, self.edges, self.process = [], [], [], 100
        self.lanes = [0] * cores

    def event(self, parent, start, end, kind, module):
        self.process += 1
        self.events.append([self.process, parent, start, end, kind, module])
        return self.process

    def piece(self, start, end, module, *after):
        self.nodes.append((end - start, module))
        self.edges += [(node, len(self.nodes) - 1) for node in after]
        return len(self.nodes) - 1


def schedule(lanes, count, ready):
    """Yields the task to start next and when: whichever could start first, the lowest number of those."""
    done = [0] * len(count)
    while any(done[i] < count[i] for i in range(len(count))):
        able = [(max(ready(i), lanes[0]), i) for i in range(len(count)) if done[i] < count[i]]
        start, task = min(able)
        done[task] += 1
        heapq.heappop(lanes)
        yield task, start


def drivers(rng, names, edges, cores):
    """Each module by one driver, which runs as many compilers at once as there are cores."""
    build, ends, last = Build(rng, cores), {}, {}
    known = lambda name: max([ends.get(d, math.inf) for d in edges[name]], default=0)
    for task, at in schedule(build.lanes, [1] * len(names), lambda i: known(names[i])):
        name, start = names[task], at + rng.randint(0, 9)
        begin = start + rng.randint(1, 60)
        lead = build.piece(start, begin, name, *[last[d] for d in edges[name]])
        places, children = [begin] * cores, []
        for kind in ["emitModule"] + ["compile"] * rng.randint(1, 4):
            at = heapq.heappop(places)
            children.append((at, at + rng.randint(20, 900), kind))
            heapq.heappush(places, children[-1][1])
        done = max(end for _, end, _ in children)
        end = done + rng.randint(0, 20)
        driver = build.event(1, start, end, "plan", name)
        pieces = [build.piece(a, b, name, lead) for a, b, _ in children]
        for a, b, kind in children:
            build.event(driver, a, b, kind, name)
        last[name], ends[name] = build.piece(done, end, name, *pieces), end
        heapq.heappush(build.lanes, end)
    return build, "atModuleEnd"


def flat(rng, names, edges, cores):
    """All compilers by the builder."""
    build, emitted, jobs = Build(rng, cores), {}, {name: [] for name in names}
    kinds = [["emitModule"] + ["compile"] * rng.randint(1, 3) for _ in names]
    known = lambda name: max([emitted.get(d, math.inf) for d in edges[name]], default=0)
    for task, at in schedule(build.lanes, [len(k) for k in kinds], lambda i: known(names[i])):
        name, start = names[task], at + rng.randint(0, 9)
        job = (start, start + rng.randint(20, 900), kinds[task][len(jobs[name])])
        heapq.heappush(build.lanes, job[1])
        build.event(1, *job, name)
        emitted.setdefault(name, job[1])
        jobs[name].append(job)
    starts = {name: min(start for start, _, _ in jobs[name]) for name in names}
    ends = {name: max(end for _, end, _ in jobs[name]) for name in names}
    early = any(emitted[d] <= starts[m] < ends[d] for m in names for d in edges[m])
    nodes = {}
    for name in names:
        after = [nodes[d][0] for d in edges[name]] if early else [node for d in edges[name] for node in nodes[d]]
        nodes[name] = [build.piece(start, end, name, *after) for start, end, _ in jobs[name]]
    return build, "atEmitModule" if early else "atModuleEnd"


def longest(nodes, edges, heavy=None):
    graph = nx.DiGraph()
    weight = [w + (BONUS if index == heavy else 0) for index, (w, _) in enumerate(nodes)]
    for index in range(len(nodes)):
        graph.add_edge(index, "end", weight=weight[index])
    for a, b in edges:
        graph.add_edge(a, b, weight=weight[a])
    return nx.dag_longest_path_length(graph) - (0 if heavy is None else BONUS)


cases = []
for seed in range(400):
    rng = random.Random(seed)
    names, edges = modules_of(rng)
    cores = rng.randint(1, 4)
    build, model = (drivers if seed % 2 == 0 else flat)(rng, names, edges, cores)
    length = longest(build.nodes, build.edges)
    slack = {name: length for name in names}
    for index, (_, name) in enumerate(build.nodes):
        slack[name] = min(slack[name], length - longest(build.nodes, build.edges, index))
    cases.append(
        {
            "seed": seed, "cores": cores, "dependencies": edges, "events": build.events, "model": model,
            "longest": length, "slack": slack,
        }
    )  # fmt: skip
print(json.dumps(cases, separators=(",", ":")))

"""Step detection here and elsewhere: F1 on the annotated series of TCPD and on 1,000 hostile synthetic series.

    swift build -c release --product Benchmarks
    python3 -m venv venv && venv/bin/pip install apache-otava asv ruptures
    venv/bin/python steps.py .build/release/Benchmarks [TCPD's folder]

Made with apache-otava 0.8.0, asv 0.6.6, ruptures 1.1.10, numpy 2.2.0. TCPD is github.com/alan-turing-institute/TCPD: the
series that lie there are read, none is downloaded.

F1 is that of van den Burg and Williams, “An Evaluation of Change Point Detection Algorithms” (2020): a margin of five
values for everybody, and the first value counts as found by all, so that finding nothing where nothing is scores 1.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

MARGIN = 5


def hostile(seed):
    """A series of each kind of trouble at random, or several, and where its level changes for good."""
    rng = np.random.default_rng([20261122, seed])
    count = int(rng.integers(40, 240))
    deviation = rng.uniform(0.5, 3)
    values = 100 + noise(rng, count, deviation)
    if rng.random() < 0.3:  # drift
        values += np.linspace(0, rng.uniform(-4, 4) * deviation, count)
    steps = []
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.35, 0.35, 0.2, 0.1]))):
        place = int(rng.integers(12, count - 12))
        if all(abs(place - other) >= 15 for other in steps):
            steps.append(place)
            values[place:] += rng.choice([-1, 1]) * rng.uniform(1, 4) * deviation
    if rng.random() < 0.5:  # spikes, each alone
        for place in np.flatnonzero(rng.random(count) < rng.uniform(0.01, 0.05)):
            values[place] += rng.choice([-1, 1, 1, 1]) * rng.uniform(5, 20) * deviation
    machine = machines(rng, count)
    if machine.any():
        values[machine == 1] += rng.choice([-1, 1]) * rng.uniform(2, 10) * deviation
    lines = [np.flatnonzero(machine == number).tolist() for number in sorted(set(machine))]
    return {
        "name": f"hostile-{seed}", "values": [[round(float(v), 4) for v in values]], "lines": lines,
        "truth": {"0": sorted(steps)},
    }


def noise(rng, count, deviation):
    """Noise of one kind, which may change."""
    kind = rng.integers(4)
    values = [
        lambda n: rng.normal(size=n),
        lambda n: rng.standard_t(3, size=n) / 1.3,
        lambda n: rng.laplace(size=n) / 1.41,
        lambda n: correlated(rng, n, 0.3),
    ][kind](count) * deviation
    if rng.random() < 0.3:
        place = int(rng.integers(10, count - 10))
        values[place:] *= rng.uniform(1.5, 3) if rng.random() < 0.5 else 1 / rng.uniform(1.5, 3)
    return values


def machines(rng, count):
    """The machine of each value: one, or two, in turns by chance or one after the other."""
    if rng.random() >= 0.2:
        return np.zeros(count, int)
    return rng.integers(0, 2, count) if rng.random() < 0.5 else (np.arange(count) >= count // 2).astype(int)


def correlated(rng, count, factor):
    noise = rng.normal(size=count)
    for index in range(1, count):
        noise[index] = factor * noise[index - 1] + (1 - factor**2) ** 0.5 * noise[index]
    return noise


def annotated(folder):
    with open(f"{folder}/annotations.json") as file:
        annotations = json.load(file)
    for name in sorted(annotations):
        path = f"{folder}/datasets/{name}/{name}.json"
        if not os.path.exists(path):
            continue
        with open(path) as file:
            data = json.load(file)
        values = [dimension["raw"] for dimension in data["series"]]
        known = [i for i in range(data["n_obs"]) if all(v[i] is not None for v in values)]
        yield {"name": name, "values": values, "lines": [known], "truth": annotations[name]}


def deviation(values):
    """Of the noise, by the differences of neighbours: what every penalty needs to know."""
    scatter = np.median(np.abs(np.diff(values))) / 0.6744897501960817 / 2**0.5
    return max(scatter, 1e-4 * abs(np.median(values)), 1e-9)


def otava(values):
    from otava.analysis import compute_change_points

    return [point.index for point in compute_change_points(values)[0]]


def asv(values):
    from asv.step_detect import detect_steps

    return [step[0] for step in detect_steps(values)[1:]]


def ruptures(search, penalty, model="l2"):
    """Penalties: that of its documentation for known noise, log(n) σ² with the deviation of all values; the Bayesian
    information criterion with the deviation of the noise; and for its default kernel the one of its introduction."""

    def detect(values):
        import ruptures as rpt

        scaled = np.array(values, float) / deviation(values)
        weight = {"whole": np.var(scaled), "noise": 2, "ten": 10 / np.log(len(values))}[penalty]
        finder = (rpt.Pelt if search == "pelt" else rpt.Binseg)(model=model, min_size=2, jump=1)
        return finder.fit(scaled).predict(pen=np.log(len(values)) * weight)[:-1]

    return detect


OTHERS = {
    "otava": otava,
    "asv": asv,
    "pelt, l2, whole": ruptures("pelt", "whole"),
    "pelt, l2, noise": ruptures("pelt", "noise"),
    "pelt, rbf, 10": ruptures("pelt", "ten", "rbf"),
    "binseg, l2, whole": ruptures("binseg", "whole"),
    "binseg, l2, noise": ruptures("binseg", "noise"),
    "nothing": lambda values: [],
}


def own(program, series):
    """What is found here: all series at once."""
    lists = [[s["values"][d][i] for i in line] for s in series for d in range(len(s["values"])) for line in s["lines"]]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(lists, file)
        file.flush()
        output = subprocess.run(
            [program, "steps"], env={**os.environ, "MODGAUGE_SERIES": file.name}, capture_output=True, check=True)
    return iter(json.loads(line) for line in output.stdout.decode().splitlines() if line.strip().startswith("["))


def found(series, detect):
    """The places in the whole series: machines are told apart for everybody."""
    places = set()
    for values in series["values"]:
        for line in series["lines"]:
            if len(line) < 4:
                continue
            places |= {line[place] for place in detect([float(values[i]) for i in line])}
    return sorted(places)


def hits(truth, places):
    """Each true place takes one found one within the margin, the nearest first."""
    taken = set()
    left = set(places)
    for tau in truth:
        near = [(abs(tau - place), place) for place in left if abs(tau - place) <= MARGIN]
        if near:
            left.remove(min(near)[1])
            taken.add(tau)
    return taken


def score(truth, places):
    people = {name: set(points) | {0} for name, points in truth.items()}
    places = set(places) | {0}
    union = set().union(*people.values())
    precision = len(hits(sorted(union), places)) / len(places)
    recall = np.mean([len(hits(sorted(points), places)) / len(points) for points in people.values()])
    return 0 if precision + recall == 0 else 2 * precision * recall / (precision + recall)


def table(title, series, answers):
    print(f"\n{title}: {len(series)} series")
    print(f"{'':22}{'mean F1':>9}{'pooled F1':>11}{'found':>8}{'right':>8}{'true':>8}")
    for name, places in answers.items():
        scores = [score(s["truth"], p) for s, p in zip(series, places)]
        single = [next(iter(s["truth"].values())) for s in series]
        right = sum(len(hits(t, p)) for t, p in zip(single, places))
        count, true = sum(map(len, places)), sum(map(len, single))
        pooled = 2 * right / max(1, count + true) if all(len(s["truth"]) == 1 for s in series) else float("nan")
        print(f"{name:22}{np.mean(scores):9.3f}{pooled:11.3f}{count:8}{right:8}{true:8}")


def main():
    program = sys.argv[1]
    sets = {"hostile": [hostile(seed) for seed in range(1000)]}
    if len(sys.argv) > 2:
        sets["TCPD"] = list(annotated(sys.argv[2]))
    for title, series in sets.items():
        answers = own(program, series)
        mine = [found(s, lambda values, answers=answers: next(answers)) for s in series]
        every = {"modgauge": mine}
        cache = os.environ.get("STEPS_CACHE")
        path = f"{cache}/{title}.json" if cache else None
        if path and os.path.exists(path):
            with open(path) as file:
                every |= json.load(file)
        else:
            every |= {name: [[int(p) for p in found(s, detect)] for s in series] for name, detect in OTHERS.items()}
            if path:
                with open(path, "w") as file:
                    json.dump({name: every[name] for name in OTHERS}, file)
        table(title, series, every)


if __name__ == "__main__":
    main()

"""Writes scipy_answers.json: what numpy and scipy make of samples that Samples.swift draws from the same seeds.

python3 scipy_answers.py > scipy_answers.json        (made with numpy 2.4.6, scipy 1.17.1)

Answer i is that of seed i + 1. With ties or zeros scipy's own exact modes are wrong, so those p values come from
enumerating all signs, all divisions into two series, or all arrangements.
"""

import json
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
from scipy import stats
from scipy.stats._resampling import _bca_interval


class SeededGenerator:
    """SplitMix64, as in Sources/ModuleGraph/Algorithms/SeededGenerator.swift."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        mask = 2**64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & mask
        return mixed ^ (mixed >> 31)

    def below(self, bound):
        return self.next() % bound

    def unit(self):
        return (self.next() >> 11) * 2.0**-53


def two_sided(statistics, observed):
    """Twice the smaller tail of statistics that are all equally likely."""
    statistics = np.asarray(statistics)
    return min(1.0, 2 * min(np.mean(statistics <= observed + 1e-9), np.mean(statistics >= observed - 1e-9)))


# Wilcoxon's signed-rank test.


def differences(seed):
    g = SeededGenerator(seed)
    kind = seed % 10
    count = 150 + g.below(50) if kind < 2 else 1 + g.below(14 if kind < 6 else 40)
    tied = 1 <= kind < 6
    return kind, [(g.below(9) - 4) / 4 if tied else g.unit() - 0.3 for _ in range(count)]


def enumerated_signed_rank(values):
    values = np.array([v for v in values if v != 0])
    if len(values) == 0:
        return 1.0
    ranks = stats.rankdata(np.abs(values))
    signs = np.array(list(product([0, 1], repeat=len(values))))
    return two_sided(signs @ ranks, ranks[values > 0].sum())


def signed_rank(seed):
    kind, values = differences(seed)
    if kind < 2:
        assert np.count_nonzero(values) > 100
        return stats.wilcoxon(values, method="asymptotic", correction=True).pvalue
    if kind < 6:
        p = enumerated_signed_rank(values)
        if seed < 40 and np.count_nonzero(values) > 1:
            method = stats.PermutationMethod(n_resamples=np.inf)
            assert abs(p - stats.wilcoxon(values, method=method).pvalue) < 1e-12
        return p
    return stats.wilcoxon(values, method="exact").pvalue


# Hodges and Lehmann's ratio of pairs.


def pairs(seed):
    g = SeededGenerator(seed)
    if seed % 3 == 0:
        references = [1.0 + g.below(4) for _ in range(1 + g.below(14))]
        return [(r * [0.5, 1, 2, 4][g.below(4)], r) for r in references]
    return [(5 + 10 * g.unit(), 5 + 12 * g.unit()) for _ in range(1 + g.below(30))]


def signed_rank_cut(n):
    weights = np.array([1.0])
    for rank in range(1, n + 1):
        weights = np.convolve(weights, np.r_[0.5, np.zeros(rank - 1), 0.5])
    below = np.cumsum(weights)
    cut = max(k for k in range(len(below)) if 2 * below[k] <= 0.05)
    return cut, 1 - 2 * below[cut]


def paired_ratio(seed):
    logs = np.array([np.log(a / b) for a, b in pairs(seed)])
    n = len(logs)
    walsh = np.sort([(logs[i] + logs[j]) / 2 for i in range(n) for j in range(i, n)])
    answer = [np.exp(np.median(walsh))]
    if n >= 6:
        cut, level = signed_rank_cut(n)
        tied = seed % 3 == 0
        p = enumerated_signed_rank(np.round(logs, 9)) if tied else stats.wilcoxon(logs, method="exact").pvalue
        answer += [np.exp(walsh[cut]), np.exp(walsh[len(walsh) - 1 - cut]), level, p]
    return answer


# Mann and Whitney's test, and Hodges and Lehmann's ratio of unpaired runs.


def series(seed):
    g = SeededGenerator(seed)
    kind = seed % 10
    sizes = (35 + g.below(10), 40 + g.below(10)) if kind < 2 else [1 + g.below(7 if kind < 6 else 20) for _ in "12"]
    tied = 1 <= kind < 6
    return kind, *[[1.0 + g.below(5) if tied else 5 + (10 + i) * g.unit() for _ in range(s)] for i, s in enumerate(sizes)]


def mann_whitney(seed):
    kind, first, second = series(seed)
    if kind < 2:
        return stats.mannwhitneyu(first, second, method="asymptotic").pvalue
    if kind < 6:
        ranks = stats.rankdata(first + second)
        sums = [sum(ranks[list(c)]) for c in combinations(range(len(ranks)), len(first))]
        p = two_sided(sums, sum(ranks[: len(first)]))
        if seed < 40 and min(len(first), len(second)) > 1:
            method = stats.PermutationMethod(n_resamples=np.inf)
            assert abs(p - stats.mannwhitneyu(first, second, method=method).pvalue) < 1e-12
        return p
    return stats.mannwhitneyu(first, second, method="exact").pvalue


@cache
def arrangements(m, n, u):
    """Of how many arrangements of m and n values U is u: Mann and Whitney's recurrence."""
    if u < 0 or u > m * n:
        return 0
    if m == 0 or n == 0:
        return 1
    return arrangements(m - 1, n, u - n) + arrangements(m, n - 1, u)


def unpaired_ratio(seed):
    kind, first, second = series(seed)
    logs = np.sort([np.log(a) - np.log(b) for a in first for b in second])
    answer = [np.exp(np.median(logs))]
    m, n = len(first), len(second)
    if kind < 2:
        return answer
    counts = np.cumsum([arrangements(m, n, u) for u in range(m * n + 1)])
    below = counts / counts[-1]
    cuts = [k for k in range(len(below)) if 2 * below[k] <= 0.05]
    if cuts:
        answer += [np.exp(logs[cuts[-1]]), np.exp(logs[m * n - 1 - cuts[-1]]), 1 - 2 * below[cuts[-1]]]
    return answer


# Quantiles, many p values, Student's t, trends, the bootstrap.


def values(seed):
    g = SeededGenerator(seed)
    share = g.unit()
    tied = seed % 3 == 0
    return share, [float(g.below(5)) if tied else 10 * g.unit() for _ in range(1 + g.below(20))]


def quantiles(seed):
    share, sample = values(seed)
    return [np.quantile(sample, share), stats.iqr(sample)]


def benjamini_hochberg(seed):
    g = SeededGenerator(seed)
    tied = seed % 3 == 0
    return list(
        stats.false_discovery_control([g.below(5) / 20 if tied else g.unit() ** 2 for _ in range(1 + g.below(6))]))


def student_quantile(seed):
    g = SeededGenerator(seed)
    freedom = 1000 + g.below(9000) if seed % 10 == 0 else 1 + g.below(60)
    return stats.t.ppf(0.0001 + 0.9998 * g.unit(), freedom)


def trend(seed):
    g = SeededGenerator(seed)
    kind = seed % 10
    count = 51 + g.below(50) if kind == 0 else 3 + g.below(5 if kind < 4 else 48)
    sample = [1.0 + g.below(4) if kind < 4 else 5 + 10 * g.unit() for _ in range(count)]
    score = lambda v: sum(np.sign(b - a) for a, b in combinations(v, 2))
    if kind == 0:
        size = lambda n: n * (n - 1) * (2 * n + 5) / 18
        deviation = np.sqrt(size(count) - sum(size(t) for t in np.unique(sample, return_counts=True)[1]))
        return min(1.0, 2 * stats.norm.sf((abs(score(sample)) - 1) / deviation))
    if kind < 4:
        return two_sided([score(v) for v in permutations(sample)], score(sample))
    return stats.kendalltau(range(count), sample, method="exact").pvalue


def bootstrap(seed):
    g = SeededGenerator(seed)
    sample = np.array([5 + 10 * g.unit() for _ in range(5 + g.below(20))])
    statistic = (lambda v, axis=-1: np.mean(v, axis=axis)) if seed % 2 else (lambda v, axis=-1: np.quantile(v, 0.9, axis=axis))
    replicates = np.array([statistic(sample[[g.below(len(sample)) for _ in sample]]) for _ in range(500)])
    low, high, _ = _bca_interval((sample,), statistic, -1, 0.025, replicates, None, np)
    return [np.quantile(replicates, low), np.quantile(replicates, high)]


def binomial_interval(seed):
    g = SeededGenerator(seed)
    trials = 1 + g.below(10_000 if seed % 10 == 0 else 60)
    interval = stats.binomtest(g.below(trials + 1), trials).proportion_ci(method="exact")
    return [interval.low, interval.high]


def rounded(value):
    return [rounded(v) for v in value] if isinstance(value, list) else float(f"{value:.11g}")


def answers(function, count):
    return [rounded(function(seed)) for seed in range(1, count + 1)]


print(
    json.dumps(
        {
            "signedRank": answers(signed_rank, 1000),
            "pairedRatio": answers(paired_ratio, 500),
            "mannWhitney": answers(mann_whitney, 1000),
            "unpairedRatio": answers(unpaired_ratio, 400),
            "quantiles": answers(quantiles, 1000),
            "benjaminiHochberg": answers(benjamini_hochberg, 1000),
            "studentQuantile": answers(student_quantile, 1000),
            "trend": answers(trend, 500),
            "bootstrap": answers(bootstrap, 40),
            "binomialInterval": answers(binomial_interval, 200),
        },
        separators=(",", ":"),
    )
)

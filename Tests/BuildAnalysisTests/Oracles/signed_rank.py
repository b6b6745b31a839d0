"""Writes signed_rank.json: paired ratios, and what numpy and scipy make of them.

python3 signed_rank.py > signed_rank.json        (made with numpy 2.4.6, scipy 1.17.1)

With ties or zeros scipy's own exact mode is wrong, so the p value is that of enumerating all signs.
"""

import json
import numpy as np
from scipy import stats

rng = np.random.default_rng(20260101)
cases = []
for index in range(120):
    n = int(rng.integers(1, 15))
    reference = rng.uniform(5, 20, n)
    arm = reference * np.exp(rng.normal(rng.choice([0, 0.02, -0.3]), 0.05, n))
    if index % 3 == 0:  # ties and zeros
        reference = np.round(reference)
        arm = np.where(rng.random(n) < 0.3, reference, reference * rng.choice([0.5, 2.0, 4.0], n))
    logs = np.log(arm / reference)
    walsh = np.sort([(logs[i] + logs[j]) / 2 for i in range(n) for j in range(i, n)])
    case = {"arm": arm.tolist(), "reference": reference.tolist(), "ratio": float(np.exp(np.median(walsh)))}
    if n >= 6 and np.any(logs != 0):
        method = stats.PermutationMethod(n_resamples=np.inf)
        case["p"] = float(stats.wilcoxon(logs, method=method).pvalue)
    if n >= 6:
        # The exact distribution of the signed-rank sum, by convolution.
        weights = np.array([1.0])
        for rank in range(1, n + 1):
            weights = np.convolve(weights, np.r_[0.5, np.zeros(rank - 1), 0.5])
        below = np.cumsum(weights)
        cut = max(k for k in range(len(below)) if 2 * below[k] <= 0.05)
        case |= {
            "low": float(np.exp(walsh[cut])),
            "high": float(np.exp(walsh[len(walsh) - 1 - cut])),
            "level": float(1 - 2 * below[cut]),
        }
    cases.append(case)
print(json.dumps(cases))

"""The figures of a campaign of forecasts.py: a row for each change, their table, and what follows from all of them."""

import statistics


def edited_rows(change, answer):
    return [row for row in answer["rebuilds"] if row["module"].split("/")[-1] == change["edited"]["module"]]


def changed_file(change, answer):
    """The path in its module of the file that the prediction is about."""
    return edited_rows(change, answer)[0]["after"]["visible"]["changedFile"]


def says(change, answer):
    """Whether an answer has a figure for the build: only rebuilds that a proposal changes have one."""
    return change.get("scenario") != "incremental" or bool(edited_rows(change, answer))


class Row:
    """A change: what was predicted, and what came."""

    def __init__(self, workspace, change, answer, recorded, builds, came, raw):
        """`builds` are the wall times of single builds, `came` is the estimate from all of them."""
        self.workspace, self.name, self.recorded, self.came, self.raw = workspace, change["name"], recorded, came, raw
        self.builds = builds
        self.take(answer, change)
        self.error = self.wall / came["wall"] - 1
        self.cpu_error = self.cpu / came["cpu"] - 1
        self.raw_error = self.wall / raw - 1
        self.holds = self.low <= came["wall"] <= self.high
        self.held = sum(self.low <= build <= self.high for build in builds)

    def take(self, answer, change):
        predicted = answer["predicted"]
        before, after = predicted["before"], predicted["after"]
        self.estimate(predicted["seconds"], predicted["cpuSeconds"])
        # The plain estimates, and both scaled so that they are right for the unchanged build.
        work = self.cpu / after["cores"]
        self.plain = [after["criticalPathSeconds"], work]
        self.scaled = [
            self.recorded["wall"] * after["criticalPathSeconds"] / before["criticalPathSeconds"],
            self.recorded["wall"] * work / (self.recorded["cpu"] / before["cores"]),
        ]

    def estimate(self, wall, cpu):
        self.wall, self.low, self.high, self.cpu = wall["value"], wall["low"], wall["high"], cpu["value"]

    def is_closer(self, estimates):
        return all(abs(self.wall - self.came["wall"]) < abs(other - self.came["wall"]) for other in estimates)


class EditedRow(Row):
    """A build after a file was edited. The plain estimates are that everything above its module is compiled, and work ÷ cores."""

    def take(self, answer, change):
        after = edited_rows(change, answer)[0]["after"]
        self.estimate(after["visible"]["seconds"], after["visible"]["cpuSeconds"])
        self.plain = self.scaled = [after["seconds"], self.cpu / answer["predicted"]["after"]["cores"]]


def percent(share):
    return f"{100 * share:+.1f} %"


def table(rows):
    yield "| workspace | change | recorded | predicted | 90 % interval | builds in it | measured | error | critical path alone | work ÷ cores | CPU: predicted | measured | error |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        came = row.came["wall"]
        mark = "" if row.holds else " ✗"
        yield (
            f"| {row.workspace} | {row.name} | {row.recorded['wall']:.2f} | {row.wall:.2f} | {row.low:.2f}–{row.high:.2f}{mark} "
            f"| {row.held} of {len(row.builds)} | {came:.2f} | {percent(row.error)} | {percent(row.plain[0] / came - 1)} | {percent(row.plain[1] / came - 1)} "
            f"| {row.cpu:.2f} | {row.came['cpu']:.2f} | {percent(row.cpu_error)} |")


def summary(rows):
    count = len(rows)

    def errors(key):
        return sorted(abs(getattr(row, key)) for row in rows)

    def line(name, key):
        values = errors(key)
        ninth = values[min(count - 1, -(-9 * count // 10) - 1)]
        return (
            f"- **{name}: median error {100 * statistics.median(values):.1f} %**, 9 of 10 within {100 * ninth:.1f} %, greatest "
            f"{100 * values[-1]:.1f} %; {sum(value <= 0.08 for value in values)} of {count} are within 8 %.")

    yield line("Wall time", "error")
    yield line("CPU time", "cpu_error")
    yield line("Wall time without the correction by turns", "raw_error")
    held, builds = sum(row.held for row in rows), sum(len(row.builds) for row in rows)
    yield (
        f"- **90 % intervals, which are those of one build, contain {held} of {builds} builds** ({100 * held / builds:.0f} %; the goal is 85 to 95 %), "
        f"and {sum(row.holds for row in rows)} of the {count} estimates from all builds of a change.")
    yield (
        f"- Closer than both plain estimates, the critical path alone and work ÷ cores, in **{sum(row.is_closer(row.plain) for row in rows)} of {count}**; "
        f"closer than both after each is scaled to be right for the unchanged build, in {sum(row.is_closer(row.scaled) for row in rows)}.")

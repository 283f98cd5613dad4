#!/usr/bin/env python3
"""make_tasks.py [--check]: a BenchExec task definition for each example that states verdicts in its first comment.

--check writes nothing and fails if a file is missing, stale or too many.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parent.parent / "examples"
TASKS = HERE / "tasks"
LINE = re.compile(r"^\s*(?:\(\*)?\s*expect\s+(tso|sc|pso)\s+(SAFE|UNSAFE|UNKNOWN)\b", re.MULTILINE)


def expectations(text):
    """[(memory model, True | False | None)] of a model's first comment; None: no verdict is known to be reached."""
    comment = text[: text.find("*)")]
    verdicts = {"SAFE": True, "UNSAFE": False, "UNKNOWN": None}
    return [(model, verdicts[verdict]) for model, verdict in LINE.findall(comment)]


def definition(model, found):
    up = "../" * (len(model.relative_to(EXAMPLES).parts) - 1)
    lines = ["format_version: '2.0'", "", f"input_files: '{up}../../../examples/{model.relative_to(EXAMPLES).as_posix()}'", "", "properties:"]
    for memory, verdict in found:
        lines.append(f"  - property_file: {up}../properties/{memory}.prp")
        if verdict is not None:
            lines.append(f"    expected_verdict: {str(verdict).lower()}")
    return "\n".join(lines) + "\n"


def all_tasks():
    tasks = {}
    for model in sorted(EXAMPLES.rglob("*.cub")):
        found = expectations(model.read_text())
        if found:
            tasks[TASKS / model.relative_to(EXAMPLES).with_suffix(".yml")] = definition(model, found)
    return tasks


def check(tasks):
    wrong = [path for path, text in tasks.items() if not path.exists() or path.read_text() != text]
    wrong += [path for path in TASKS.rglob("*.yml") if path not in tasks]
    for path in wrong:
        print(f"{path}: not what make_tasks.py makes", file=sys.stderr)
    return 1 if wrong else 0


def main():
    tasks = all_tasks()
    if sys.argv[1:] == ["--check"]:
        return check(tasks)
    if sys.argv[1:]:
        print(__doc__, file=sys.stderr)
        return 2
    for path in TASKS.rglob("*.yml"):
        path.unlink()
    for path, text in tasks.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    print(f"{len(tasks)} task definitions")
    return 0


if __name__ == "__main__":
    sys.exit(main())

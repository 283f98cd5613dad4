#!/usr/bin/env python3
"""test_parapet.py PROGRAM: the tool-info module on real runs of PROGRAM, with stand-ins for the parts of BenchExec that it uses.

BenchExec itself is not needed: the stand-ins have its names and signatures and nothing more.
"""

import collections
import importlib.util
import pathlib
import subprocess
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.dont_write_bytecode = True
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())

Task = collections.namedtuple("Task", "input_files options property_file single_input_file")
Limits = collections.namedtuple("Limits", "cputime walltime memory", defaults=(None, None, None))
ExitCode = collections.namedtuple("ExitCode", "value signal")
Run = collections.namedtuple("Run", "cmdline exit_code output")


class BaseTool2:
    def _version_from_tool(self, executable, arg="--version", use_stderr=False, ignore_stderr=False, line_prefix=None):
        for line in subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout.splitlines():
            if line.startswith(line_prefix):
                return line[len(line_prefix):].strip()
        return ""


class Locator:
    def find_executable(self, executable_name, subdir=""):
        assert executable_name == "parapet"
        return PROGRAM


def stand_ins():
    """The modules that parapet.py imports."""
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    template, result = types.ModuleType("benchexec.tools.template"), types.ModuleType("benchexec.result")
    template.BaseTool2 = BaseTool2
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN, result.RESULT_ERROR = "true", "false", "unknown", "ERROR"
    package.tools, package.result, tools.template = tools, result, template
    for module in (package, tools, template, result):
        sys.modules[module.__name__] = module


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(tool, model, memory, options=(), limits=Limits()):
    file = str(model)
    task = Task([file], {}, str(HERE / "properties" / (memory + ".prp")) if memory else None, file)
    command = tool.cmdline(tool.executable(Locator()), list(options), task, limits)
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100)
    code = ExitCode(None, -ended.returncode) if ended.returncode < 0 else ExitCode(ended.returncode, None)
    return Run(command, code, ended.stdout.splitlines())


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")


def main():
    stand_ins()
    tool = load(HERE / "parapet.py", "parapet").Tool()
    tasks = load(HERE / "make_tasks.py", "make_tasks")
    expect("name", tool.name(), "Parapet")
    expect("version", bool(tool.version(PROGRAM)), True)
    locks = ROOT / "examples" / "locks"
    for file in ("naive_mutex.cub", "naive_mutex_nofence.cub", "peterson.cub", "peterson_nofence.cub"):
        for memory, verdict in tasks.expectations((locks / file).read_text()):
            ended = run(tool, locks / file, memory, ["--stats"], Limits(cputime=60))
            expect(f"{file} under {memory}", tool.determine_result(ended), str(verdict).lower())
            expect("nodes", int(tool.get_value_from_output(ended.output, "nodes")) > 0, True)
    endless = ROOT / "tests" / "golden" / "report" / "endless.cub"
    expect("time limit", tool.determine_result(run(tool, endless, None, limits=Limits(cputime=1))), "TIMEOUT")
    expect("node limit", tool.determine_result(run(tool, endless, None, ["--max-nodes", "5"])), "unknown")
    expect("no model", tool.determine_result(run(tool, HERE / "none.cub", "tso")), "ERROR (input)")
    expect("a signal", tool.determine_result(Run([], ExitCode(None, 11), [])), "ERROR")
    for definition in (HERE / "tasks").rglob("*.yml"):
        for line in definition.read_text().splitlines():
            path = line.split(": ")[1].strip("'") if "_file" in line else None
            expect(f"{definition} names {path}", path is None or (definition.parent / path).exists(), True)
    print("ok")


if __name__ == "__main__":
    main()

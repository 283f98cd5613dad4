"""BenchExec tool-info module for Parapet.

Put this folder on the Python path (or copy the file into benchexec/tools) and name the tool "parapet" in a benchmark definition. The
property file of a task says the memory model: its name is tso.prp, sc.prp or pso.prp.
"""

import os

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Verdicts are exit codes: 0 SAFE, 1 UNSAFE, 2 bad input, 3 UNKNOWN, 4 internal error or rejected evidence."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("parapet", subdir="build/release")

    def name(self):
        return "Parapet"

    def project_url(self):
        return ""

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="parapet")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--quiet"]
        if task.property_file:
            command += ["--model", os.path.splitext(os.path.basename(task.property_file))[0]]
        # The harness enforces the limits. A soft limit of our own, a little below, lets a search end with UNKNOWN and its reason.
        seconds = rlimits.cputime or rlimits.walltime
        if seconds and "--timeout" not in options:
            command += ["--timeout", str(max(1, seconds - max(1, seconds // 20)))]
        return command + list(options) + ["--", task.single_input_file]

    def determine_result(self, run):
        if run.exit_code.signal:
            return result.RESULT_ERROR
        code = run.exit_code.value
        if code == 0:
            return result.RESULT_TRUE_PROP
        if code == 1:
            return result.RESULT_FALSE_PROP
        if code == 3:
            timeout = any(line.startswith("UNKNOWN: time limit") for line in run.output)
            return "TIMEOUT" if timeout else result.RESULT_UNKNOWN
        return result.RESULT_ERROR + {2: " (input)", 4: " (internal)"}.get(code, "")

    def get_value_from_output(self, output, identifier):
        """Statistics by name (`nodes`, `cover_tests`, ...): give `--stats` as an option and a column per name."""
        for line in output:
            words = line.split()
            if len(words) >= 2 and words[0] == identifier:
                return words[1]
        return None

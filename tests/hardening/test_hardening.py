"""What the linker and the compiler were told to check: test_hardening.py TOOL SOURCE-FOLDER CXX

The tool is looked at with readelf; of the release, which takes long to build, one file is compiled.
"""
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest

tool = ""
source = ""
compiler = ""

FLAGS = ("-D_FORTIFY_SOURCE=2", "-fstack-protector-strong", "-D_GLIBCXX_ASSERTIONS")
# Where the bounds of containers are not checked: no text of a file is looked at there.
CALCULATING = {"core", "graph", "pcst", "projection", "structure", "data", "objective", "solver", "reference",
               "baseline", "edge_table.cpp", "edge_table_builder.cpp", "name_table.cpp"}
PROGRAM = """
#include <cstring>
#include <vector>
void fill(char* bytes, const char* text, std::size_t size);
std::size_t sum(const std::vector<std::size_t>& values, const char* text, std::size_t size) {
  char bytes[64];
  fill(bytes, text, size);
  std::memcpy(bytes, text, size);
  return values[size] + static_cast<std::size_t>(bytes[0]);
}
"""


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


class LinkerTest(unittest.TestCase):
    def expect_hardened(self, program):
        header = output_of("readelf", "--file-header", program)
        segments = output_of("readelf", "--program-headers", "--wide", program)
        dynamic = output_of("readelf", "--dynamic", "--wide", program)
        self.assertIn("DYN (Position-Independent Executable file)", header)
        self.assertIn("GNU_RELRO", segments)
        self.assertRegex(dynamic, r"BIND_NOW|FLAGS_1.*NOW")
        stack = next(line for line in segments.splitlines() if "GNU_STACK" in line)
        self.assertNotIn("E", stack.split()[6], stack)

    def test_the_tool(self):
        self.expect_hardened(tool)

    def test_the_release_where_it_was_built(self):
        program = os.path.join(source, "build", "release", "graphsparse")
        flags = os.path.join(source, "cmake", "CompileOptions.cmake")
        if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(flags):
            self.skipTest("make build builds it")
        self.expect_hardened(program)
        symbols = output_of("readelf", "--dyn-syms", "--wide", program)
        self.assertIn("__stack_chk_fail", symbols)
        self.assertRegex(symbols, r"__(read|memcpy|memset|strncpy|fread|memmove)_chk")


class CompilerTest(unittest.TestCase):
    def test_every_file_of_the_release(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "--preset", "release", "-B", folder, f"-DCMAKE_CXX_COMPILER={compiler}"],
                           cwd=source, capture_output=True, check=True)
            with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as file:
                commands = json.load(file)
            self.assertGreater(len(commands), 50)
            left_out = {"-U_GLIBCXX_ASSERTIONS": set(), "-fno-stack-protector": set()}
            for command in commands:
                given = command["command"].split()
                for flag in FLAGS:
                    self.assertIn(flag, given, command["file"])
                for flag, rooms in left_out.items():
                    if flag in given:
                        self.assertGreater(given.index(flag), given.index("-fstack-protector-strong"))
                        room, file = command["file"].split("/")[-2:]
                        rooms.add(file if room == "io" else room)
            self.assertEqual(left_out["-fno-stack-protector"], {"pcst"})
            self.assertEqual(left_out["-U_GLIBCXX_ASSERTIONS"], CALCULATING)
            program = next(command for command in commands if "/apps/" in command["command"])
            self.expect_checks(folder, program["command"])

    def expect_checks(self, folder, command):
        """The flags of the release, in their order, do what they are for."""
        given = [word for word in shlex.split(command) if word.startswith(("-D_", "-U_", "-O", "-f", "-std"))]
        program = os.path.join(folder, "program.cpp")
        with open(program, "w", encoding="ascii") as file:
            file.write(PROGRAM)
        subprocess.run([compiler, *given, "-c", program, "-o", program + ".o"], check=True)
        symbols = output_of("nm", program + ".o")
        for name in ("__stack_chk_fail", "__memcpy_chk", "__glibcxx_assert_fail"):
            self.assertIn(name, symbols)


if __name__ == "__main__":
    tool, source, compiler = sys.argv[1:4]
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])

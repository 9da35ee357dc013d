#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "compile.h"

using namespace mux::test;

namespace {

/// A folder with headers that is gone at the end of the test.
class HeaderFolder {
 public:
  HeaderFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mux includes XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
    write("inside/value.h", "#define VALUE 42\n");
    write("inside/nested.h", "#include \"deeper/other.h\"\n");
    write("inside/deeper/other.h", "#define OTHER 43\n");
    write("inside/up.h", "#include \"../outside/secret.h\"\n");
    write("inside/wrong.h", "\n\nint wrong = nothing;\n");
    write("outside/secret.h", "#define SECRET 44\n");
  }
  HeaderFolder(const HeaderFolder &) = delete;
  HeaderFolder &operator=(const HeaderFolder &) = delete;
  ~HeaderFolder() { std::filesystem::remove_all(path_); }

  std::string path(const std::string &name) const { return (path_ / name).string(); }
  std::string option(const std::string &name) const { return "-I '" + path(name) + "' "; }

 private:
  void write(const std::string &name, const std::string &content) {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << content;
  }

  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("-I finds headers, with quotes and with angle brackets", "[muxCompile]") {
  const HeaderFolder folder;
  for (const char *directive : {"#include \"value.h\"\n", "#include <value.h>\n"}) {
    REQUIRE(compiles(directive + std::string("_Static_assert(VALUE == 42, \"\");\n"),
                     folder.option("inside")));
  }
  REQUIRE(compiles("#include <nested.h>\n_Static_assert(OTHER == 43, \"\");\n",
                   folder.option("inside")));
  REQUIRE(compiles("#include <deeper/../value.h>\n", folder.option("inside")));
}

TEST_CASE("-I takes several folders in order, and one that does not exist", "[muxCompile]") {
  const HeaderFolder folder;
  REQUIRE(compiles(
      "#include <secret.h>\n#include <other.h>\n",
      folder.option("nowhere") + folder.option("inside/deeper") + folder.option("outside")));
}

TEST_CASE("an error in a header names the header", "[muxCompile]") {
  const HeaderFolder folder;
  const CompileResult result = compile("#include \"wrong.h\"\n", folder.option("inside"));
  REQUIRE(result.result == mux_error_failure);
  REQUIRE(contains(result.log, "In file included from kernel.cl:1:"));
  REQUIRE(contains(result.log, folder.path("inside/wrong.h") + ":3:13: error:"));
}

TEST_CASE("a missing header is an error", "[muxCompile]") {
  const HeaderFolder folder;
  REQUIRE(refused("#include <absent.h>\n", folder.option("inside"),
                  "kernel.cl:1:10: fatal error: 'absent.h' file not found"));
  REQUIRE(refused("#include \"value.h\"\n", "", "'value.h' file not found"));
}

TEST_CASE("nothing outside of the folders of -I can be included", "[muxCompile]") {
  const HeaderFolder folder;
  REQUIRE(refused("#include \"up.h\"\n", folder.option("inside"), "file not found"));
  REQUIRE(refused("#include \"" + folder.path("outside/secret.h") + "\"\n", folder.option("inside"),
                  "file not found"));
  REQUIRE(refused("#include \"" + folder.path("inside/../outside/secret.h") + "\"\n",
                  folder.option("inside"), "file not found"));
  // A folder whose name begins like one of -I is another folder.
  REQUIRE(refused("#include \"" + folder.path("inside/deeper/other.h") + "\"\n",
                  folder.option("inside/deep"), "file not found"));
  REQUIRE(refused("#include \"/etc/passwd\"\n", "", "file not found"));
  REQUIRE(refused("#include <stdio.h>\n", "", "file not found"));
  REQUIRE(refused("constant char text[] = {\n#embed \"/etc/passwd\"\n};\n", "", "file not found"));
  REQUIRE(compiles("#if __has_include(\"/etc/passwd\")\n#error reachable\n#endif\n"));
}

TEST_CASE("a folder above makes its parts reachable", "[muxCompile]") {
  const HeaderFolder folder;
  REQUIRE(compiles("#include \"up.h\"\n_Static_assert(SECRET == 44, \"\");\n",
                   folder.option("inside") + folder.option("")));
}

TEST_CASE("the source is what was given, not a file of its name", "[muxCompile]") {
  const HeaderFolder folder;
  const std::string name = folder.path("inside/value.h");
  REQUIRE(compile("#ifdef VALUE\n#error disk\n#endif\nkernel void k() {}\n",
                  folder.option("inside"), name.c_str())
              .result == mux_success);
}

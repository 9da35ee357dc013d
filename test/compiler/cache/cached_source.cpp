// Compiled source is cached as long as all files that Clang read are unchanged.

#include <catch2/catch.hpp>

#include "starts.h"

using namespace mux::test;
namespace fs = std::filesystem;

namespace {

std::string eight(const std::string &number) {
  std::string text = "0:";
  for (int i = 0; i < 8; ++i) {
    text += " " + number;
  }
  return text + "\n";
}

void check_eight(const ProcessResult &result, const std::string &number) {
  INFO(result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.output == eight(number));
}

/// The number of source entries used by the last start.
size_t used_sources(const ScratchFolder &folder) {
  size_t count = 0;
  for (const std::string &label : used_labels(folder)) {
    count += label.starts_with("source ") ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("warnings are the same with and without a cache hit", "[kept-source]") {
  const ScratchFolder folder;
  const fs::path source = write_fill(folder, "1", "#warning \"look\"\n#pragma message \"here\"");
  const std::vector<std::string> arguments = {source.string(), "-o",
                                              (folder.path() / "binary").string()};
  const ProcessResult first = start_muxcc(folder, arguments);
  const std::string binary = read(folder.path() / "binary");
  CHECK(first.exit_code == 0);
  CHECK(first.errors.find("look") != std::string::npos);
  CHECK(first.errors.find("here") != std::string::npos);
  forget_uses(folder);
  const ProcessResult second = start_muxcc(folder, arguments);
  CHECK(used_sources(folder) == 1);
  CHECK(second.exit_code == 0);
  CHECK(second.errors == first.errors);
  CHECK(read(folder.path() / "binary") == binary);
  // As an error the warning has another key.
  const ProcessResult third =
      start_muxcc(folder, {source.string(), "-Werror", "-o", (folder.path() / "b").string()});
  CHECK(third.exit_code != 0);
}

TEST_CASE("failed compilations are not cached", "[kept-source]") {
  const ScratchFolder folder;
  const fs::path source = write_fill(folder, "1 +");
  const std::vector<std::string> arguments = {source.string(), "-o",
                                              (folder.path() / "binary").string()};
  const ProcessResult first = start_muxcc(folder, arguments);
  CHECK(first.exit_code != 0);
  CHECK(entries(folder.cache()).empty());
  CHECK(start_muxcc(folder, arguments).errors == first.errors);
}

TEST_CASE("options, file name and kind of binary are part of the key", "[kept-source]") {
  const ScratchFolder folder;
  const fs::path source = write_fill(folder, "NUMBER");
  check_eight(start_fill(folder, source, {"--options", "-DNUMBER=1"}), "1");
  check_eight(start_fill(folder, source, {"--options", "-DNUMBER=2"}), "2");
  check_eight(start_fill(folder, source, {"--options", "-DNUMBER=1"}), "1");
  CHECK(count(folder, "source ") == 2);
  const std::string output = (folder.path() / "binary").string();
  const auto compile = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {source.string(), "-D", "NUMBER=1", "-o", output});
    CHECK(start_muxcc(folder, arguments).exit_code == 0);
    return read(output);
  };
  const std::string program = compile({});
  const std::string object = compile({"-c"});
  const std::string finished = compile({"--native"});
  CHECK(program != object);
  CHECK(program != finished);
  CHECK(compile({}) == program);
  CHECK(compile({"-c"}) == object);
  CHECK(compile({"--native"}) == finished);
}

TEST_CASE("a changed header is a miss", "[kept-source]") {
  const ScratchFolder folder;
  const fs::path source = write_fill(folder, "number", "#include \"number.h\"");
  const fs::path header = folder.path() / "number.h";
  write(header, "constant int number = 1;\n");
  check_eight(start_fill(folder, source), "1");
  forget_uses(folder);
  check_eight(start_fill(folder, source), "1");
  CHECK(used_sources(folder) == 1);
  // With the same size and time.
  const auto time = fs::last_write_time(header);
  write(header, "constant int number = 2;\n");
  fs::last_write_time(header, time);
  check_eight(start_fill(folder, source), "2");
  fs::remove(header);
  CHECK(start_fill(folder, source).exit_code != 0);
}

TEST_CASE("changed headers with absolute paths, with .. and in the current folder are misses",
          "[kept-source]") {
  const ScratchFolder folder;
  const fs::path before = fs::current_path();
  fs::create_directory(folder.path() / "current");
  for (const auto &name :
       std::initializer_list<std::string>{(folder.path() / "number.h").string(),
                                          std::string("../number.h"), std::string("./beside.h")}) {
    INFO(name);
    const fs::path source = write_fill(folder, "number", ("#include \"" + name + "\"").c_str());
    for (const char *number : {"1", "2", "3"}) {
      const std::string text = std::string("constant int number = ") + number + ";\n";
      write(folder.path() / "number.h", text);
      write(folder.path() / "current" / "beside.h", text);
      fs::current_path(folder.path() / "current");
      check_eight(start_fill(folder, source), number);
      fs::current_path(before);
    }
  }
}

TEST_CASE("a new header earlier in the search path is a miss", "[kept-source]") {
  const ScratchFolder folder;
  const fs::path source = write_fill(folder, "number", "#include <number.h>");
  const std::vector<std::string> folders = {
      "--options",
      "-I " + (folder.path() / "first").string() + " -I " + (folder.path() / "second").string()};
  fs::create_directory(folder.path() / "second");
  write(folder.path() / "second" / "number.h", "constant int number = 2;\n");
  check_eight(start_fill(folder, source, folders), "2");
  fs::create_directory(folder.path() / "first");
  write(folder.path() / "first" / "number.h", "constant int number = 1;\n");
  check_eight(start_fill(folder, source, folders), "1");
}

TEST_CASE("a new header tested by __has_include is a miss", "[kept-source]") {
  const ScratchFolder folder;
  const fs::path source = write_fill(folder, "NUMBER",
                                     "#if __has_include(\"number.h\")\n#define NUMBER 1\n#else\n"
                                     "#define NUMBER 2\n#endif");
  check_eight(start_fill(folder, source), "2");
  write(folder.path() / "number.h", "");
  check_eight(start_fill(folder, source), "1");
}

TEST_CASE("another current folder hits with the same headers, and misses with others",
          "[kept-source]") {
  const ScratchFolder folder;
  const fs::path before = fs::current_path();
  const fs::path here = folder.path() / "here";
  const fs::path there = folder.path() / "there";
  fs::create_directory(here);
  fs::create_directory(there);
  const fs::path plain = write_fill(folder, "5");
  fs::current_path(here);
  check_eight(start_fill(folder, plain, {"--options", "-I."}), "5");
  forget_uses(folder);
  fs::current_path(there);
  check_eight(start_fill(folder, plain, {"--options", "-I."}), "5");
  CHECK(used_sources(folder) == 1);

  write(here / "number.h", "constant int number = 1;\n");
  write(there / "number.h", "constant int number = 2;\n");
  const fs::path source = write_fill(folder, "number", "#include <number.h>");
  fs::current_path(here);
  check_eight(start_fill(folder, source, {"--options", "-I."}), "1");
  fs::current_path(there);
  check_eight(start_fill(folder, source, {"--options", "-I."}), "2");
  fs::current_path(before);
}

TEST_CASE("source with __DATE__ or __TIME__ is not cached", "[kept-source]") {
  const ScratchFolder folder;
  for (const char *text :
       {"sizeof(__DATE__)", "sizeof(__TIME__)", "sizeof(__TIMESTAMP__)", "sizeof(WHEN)"}) {
    INFO(text);
    const fs::path source =
        write_fill(folder, text, "#define PASTE(a, b) a##b\n#define WHEN PASTE(__DA, TE__)");
    CHECK(start_fill(folder, source).exit_code == 0);
    CHECK(count(folder, "source ") == 0);
  }
  // Testing for the macro does not depend on the time.
  const fs::path source = write_fill(folder, "1", "#ifndef __DATE__\n#error none\n#endif");
  check_eight(start_fill(folder, source), "1");
  CHECK(count(folder, "source ") == 1);
}

#include <png.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::read_file;
using mux::test::run_process;
using mux::test::ScratchDirectory;
using nlohmann::json;

namespace {

// Sets environment variables for processes of a test.
class Environment {
 public:
  explicit Environment(std::map<std::string, std::string> variables)
      : variables_(std::move(variables)) {
    for (const auto &[name, value] : variables_) {
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  Environment(const Environment &) = delete;
  Environment &operator=(const Environment &) = delete;
  ~Environment() {
    for (const auto &[name, value] : variables_) {
      unsetenv(name.c_str());
    }
  }

 private:
  std::map<std::string, std::string> variables_;
};

std::vector<json> events_of(const json &trace, const std::string &phase) {
  std::vector<json> events;
  for (const json &event : trace.at("traceEvents")) {
    if (event.at("ph") == phase) {
      events.push_back(event);
    }
  }
  return events;
}

// Runs the demonstration, whose command buffer has copies, kernels and callbacks.
ProcessResult run_demo(const ScratchDirectory &scratch) {
  const std::string input = scratch.path("input.png");
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = 301;
  image.height = 197;
  image.format = PNG_FORMAT_RGB;
  const std::vector<uint8_t> pixels(size_t{3} * image.width * image.height, 99);
  REQUIRE(png_image_write_to_file(&image, input.c_str(), 0, pixels.data(), 0, nullptr) != 0);
  return run_process({MUX_TEST_MUXDEMO, input, "-o", scratch.path("output.png")});
}

json trace_of_demo() {
  const ScratchDirectory scratch;
  const std::string file = scratch.path("trace.json");
  const Environment environment({{"MUX_TRACE", file}});
  const ProcessResult result = run_demo(scratch);
  INFO(result.output << result.errors);
  REQUIRE(result.exit_code == 0);
  return json::parse(read_file(file));
}

bool encloses(const json &slice, const json &end) {
  const double begin = slice.at("ts");
  const double time = end.at("ts");
  return slice.at("tid") == end.at("tid") && begin <= time &&
         time <= begin + slice.at("dur").get<double>();
}

}  // namespace

TEST_CASE("A trace has a lane for each thread and a slice for each tile", "[trace]") {
  const json trace = trace_of_demo();
  CHECK(trace.at("otherData").at("dropped events") == 0);
  std::set<int> lanes;
  for (const json &event : events_of(trace, "M")) {
    if (event.at("name") == "thread_name") {
      CHECK(lanes.insert(event.at("tid").get<int>()).second);
      CHECK_FALSE(event.at("args").at("name").get<std::string>().empty());
    }
  }

  std::set<std::string> names;
  std::set<std::tuple<uint64_t, uint32_t, uint32_t>> tiles;
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> tile_counts;
  // The end of the last slice of each lane, whose slices are sorted by time.
  std::map<int, double> ends;
  for (const json &slice : events_of(trace, "X")) {
    INFO(slice);
    const json &arguments = slice.at("args");
    const uint64_t run = arguments.at("run");
    const uint32_t command = arguments.at("command");
    const uint32_t tile = arguments.at("tile");
    const std::string name = slice.at("name");
    names.insert(name);
    CHECK(lanes.count(slice.at("tid").get<int>()) == 1);
    CHECK(slice.at("dur").get<double>() > 0);
    CHECK(run >= 1);
    // No tile runs twice.
    CHECK(tiles.insert({run, command, tile}).second);
    uint32_t &count = tile_counts[{run, command}];
    count = std::max(count, tile + 1);
    const bool works = name != "completion" && name != "user callback";
    CHECK((arguments.at("size").get<uint64_t>() > 0) == works);
    // Times have three decimals.
    double &end = ends[slice.at("tid").get<int>()];
    CHECK(slice.at("ts").get<double>() >= end - 0.002);
    end = slice.at("ts").get<double>() + slice.at("dur").get<double>();
  }
  for (const char *name : {"copy", "luminance", "blur_rows", "blur_columns", "gradient", "tone_map",
                           "user callback", "completion"}) {
    INFO(name);
    CHECK(names.count(name) == 1);
  }
  // No tile is missing.
  size_t expected = 0;
  for (const auto &[command, count] : tile_counts) {
    expected += count;
  }
  CHECK(tiles.size() == expected);
}

TEST_CASE("The arrows of a trace connect slices of their commands", "[trace]") {
  const json trace = trace_of_demo();
  const std::vector<json> slices = events_of(trace, "X");
  const auto check_end = [&](const json &end, const char *command) {
    size_t enclosing = 0;
    for (const json &slice : slices) {
      if (encloses(slice, end)) {
        ++enclosing;
        CHECK(slice.at("args").at("run") == end.at("args").at("run"));
        CHECK(slice.at("args").at("command") == end.at("args").at(command));
      }
    }
    CHECK(enclosing == 1);
  };
  const std::vector<json> starts = events_of(trace, "s");
  const std::vector<json> finishes = events_of(trace, "f");
  // Each callback depends on the previous command, and the next command on the callback.
  REQUIRE(starts.size() > 10);
  REQUIRE(finishes.size() == starts.size());
  std::map<uint64_t, json> finish_of;
  for (const json &finish : finishes) {
    CHECK(finish.at("bp") == "e");
    CHECK(finish_of.emplace(finish.at("id").get<uint64_t>(), finish).second);
  }
  for (const json &start : starts) {
    INFO(start);
    const auto finish = finish_of.find(start.at("id").get<uint64_t>());
    REQUIRE(finish != finish_of.end());
    CHECK(start.at("args") == finish->second.at("args"));
    CHECK(start.at("args").at("from") < start.at("args").at("to"));
    CHECK(start.at("ts") < finish->second.at("ts"));
    check_end(start, "from");
    check_end(finish->second, "to");
    finish_of.erase(finish);
  }
}

TEST_CASE("The number of ready jobs in a trace is never negative, and 0 at the end", "[trace]") {
  std::vector<json> counters = events_of(trace_of_demo(), "C");
  REQUIRE_FALSE(counters.empty());
  std::stable_sort(counters.begin(), counters.end(),
                   [](const json &left, const json &right) { return left["ts"] < right["ts"]; });
  int64_t before = 0;
  for (const json &counter : counters) {
    INFO(counter);
    // A negative number would have wrapped around.
    const auto jobs = counter.at("args").at("jobs").get<int64_t>();
    CHECK(std::abs(jobs - before) == 1);
    CHECK(jobs >= 0);
    before = jobs;
  }
  CHECK(before == 0);
}

TEST_CASE("A process that ends without destroying its device writes its trace", "[trace]") {
  for (const char *moment : {"idle", "busy"}) {
    INFO(moment);
    const ScratchDirectory scratch;
    const std::string file = scratch.path("trace.json");
    const Environment environment({{"MUX_TRACE", file}});
    const ProcessResult result = run_process({MUX_TEST_EXIT_WITHOUT_DESTROYING, moment});
    INFO(result.output << result.errors);
    CHECK(result.exit_code == 0);
    const json trace = json::parse(read_file(file));
    CHECK(trace.at("otherData").at("dropped events") == 0);
    // A busy process may exit before its first tile ends.
    CHECK((std::string(moment) == "busy" || !events_of(trace, "X").empty()));
  }
}

TEST_CASE("A trace that cannot be written is only logged", "[trace]") {
  // A missing directory, and a file that can be opened but has no space.
  for (const char *path : {"/nowhere/at/all.json", "/dev/full"}) {
    const ScratchDirectory scratch;
    const Environment environment({{"MUX_TRACE", path}, {"MUX_LOG", "error"}});
    const ProcessResult result = run_demo(scratch);
    INFO(result.output << result.errors);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.errors, Catch::Contains("MUX_TRACE: the file '" + std::string(path) +
                                              "' could not be written"));
  }
}

TEST_CASE("trace_picture draws a trace", "[trace]") {
  const ScratchDirectory scratch;
  const std::string trace = scratch.write("trace.json", R"({"traceEvents":[
{"ph":"M","pid":1,"tid":0,"name":"process_name","args":{"name":"mux"}},
{"ph":"M","pid":1,"tid":0,"name":"thread_name","args":{"name":"a <worker>"}},
{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"another"}},
{"ph":"X","pid":1,"tid":0,"ts":10,"dur":500,"name":"first","args":{"run":1,"command":0,"tile":0,"size":1}},
{"ph":"X","pid":1,"tid":1,"ts":600,"dur":400,"name":"second","args":{"run":1,"command":1,"tile":0,"size":1}},
{"ph":"s","bp":"e","pid":1,"tid":0,"ts":260,"id":0,"name":"edge","cat":"edge"},
{"ph":"f","bp":"e","pid":1,"tid":1,"ts":800,"id":0,"name":"edge","cat":"edge"}]})");
  const std::string picture = scratch.path("picture.svg");
  const std::string script = MUX_TEST_TRACE_PICTURE;
  const ProcessResult result = run_process({script, trace, picture});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  const std::string svg = read_file(picture);
  const auto count = [&svg](const std::string &text) {
    size_t found = 0;
    for (size_t at = svg.find(text); at != std::string::npos; at = svg.find(text, at + 1)) {
      ++found;
    }
    return found;
  };
  CHECK(count("class=\"slice\"") == 2);
  CHECK(count("class=\"arrow\"") == 1);
  CHECK(count("a &lt;worker&gt;") == 1);
  CHECK(count("first, 500.0 us") == 1);
  CHECK(count(">0.2 ms<") == 1);

  // Only slices between the given times.
  REQUIRE(run_process({script, trace, picture, "--from", "550"}).exit_code == 0);
  CHECK_THAT(read_file(picture), !Catch::Contains("first") && Catch::Contains("second"));

  const std::string empty = scratch.write("empty.json", R"({"traceEvents":[]})");
  const ProcessResult refused = run_process({script, empty, picture});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.errors, Catch::Contains("the trace has no slices"));
}

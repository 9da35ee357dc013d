#include <catch2/catch.hpp>
#include <mux/mux.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

using mux::test::ProcessResult;
using mux::test::run_process;

TEST_CASE("muxinfo --json prints what the devices report", "[muxinfo]") {
  const ProcessResult result = run_process({MUX_TEST_MUXINFO, "--json"});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  const nlohmann::json document = nlohmann::json::parse(result.output);
  const std::vector<mux_device_info_t> infos = mux::device_infos();
  CHECK(document["version"] == "0.76.0");
  REQUIRE(document["devices"].size() == infos.size());
  REQUIRE_FALSE(infos.empty());
  for (size_t index = 0; index < infos.size(); ++index) {
    const nlohmann::json &device = document["devices"][index];
    const mux_device_info_s &info = *infos[index];
    CHECK(device["index"] == index);
    CHECK(device["device_name"] == info.device_name);
    CHECK(device["compute_units"] == info.compute_units);
    CHECK(device["memory_size"] == info.memory_size);
    CHECK(device["cacheline_size"] == info.cacheline_size);
    CHECK(device["image_support"] == info.image_support);
    CHECK(device["device_priority"] == info.device_priority);
    CHECK(device["device_type"] == nlohmann::json::array({"cpu"}));
    CHECK(device["endianness"] == "little");
    CHECK(device["integer_capabilities"] ==
          nlohmann::json::array({"8bit", "16bit", "32bit", "64bit"}));
    CHECK(device["sub_group_sizes"].size() == info.num_sub_group_sizes);
    const std::vector<mux::QueryCounter> counters = mux::query_counters(mux::Device(infos[index]));
    const nlohmann::json &listed = device["query_counters"];
    REQUIRE(listed.size() == counters.size());
    for (size_t each = 0; each < counters.size(); ++each) {
      CHECK(listed[each]["name"] == counters[each].name);
      CHECK(listed[each]["category"] == counters[each].category);
      CHECK(listed[each]["description"] == counters[each].description);
      CHECK(listed[each]["hardware_counters"] == counters[each].hardware_counters);
    }
    const nlohmann::json &first = listed.at(0);
    CHECK(first["name"] == "commands");
    CHECK(first["uuid"] == "0x101");
    CHECK(first["unit"] == "generic");
    CHECK(first["storage"] == "uint32");
  }
}

TEST_CASE("muxinfo prints every device in sections with units", "[muxinfo]") {
  const ProcessResult result = run_process({MUX_TEST_MUXINFO});
  INFO(result.errors);
  REQUIRE(result.exit_code == 0);
  for (const char *expected :
       {"Device 0\n", "Memory\n", "Arithmetic\n", "Kernels\n", "Commands\n", "Images\n",
        "Query counters\n", " MHz\n", " bytes)\n", " little\n", "transfer rate", "bytes_per_second",
        "float64", "Transferred bytes by the time"}) {
    CHECK_THAT(result.output, Catch::Contains(expected));
  }
  CHECK_THAT(result.output, Catch::Contains(mux::device_infos().front()->device_name));
}

TEST_CASE("muxinfo rejects unknown arguments with exit code 2", "[muxinfo]") {
  const ProcessResult result = run_process({MUX_TEST_MUXINFO, "--xml"});
  CHECK(result.exit_code == 2);
  CHECK(result.output.empty());
  CHECK_THAT(result.errors, Catch::StartsWith("muxinfo: ") && Catch::Contains("--xml"));
}

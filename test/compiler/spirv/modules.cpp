#include "modules.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mux/mux.hpp>
#include <random>
#include <span>
#include <stdexcept>

#include "counting_allocator.h"

namespace mux::test {
namespace {

std::string read_bytes(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error(path + " cannot be read");
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string read_module(const std::string &name) {
  return read_bytes(MUX_TEST_MODULES "/" + name + ".spv");
}

std::string read_source(const std::string &name) {
  return read_bytes(MUX_TEST_SOURCES "/" + name + ".cl");
}

std::vector<uint32_t> words_of(const std::string &module) {
  std::vector<uint32_t> words(module.size() / sizeof(uint32_t));
  std::memcpy(words.data(), module.data(), words.size() * sizeof(uint32_t));
  return words;
}

std::string bytes_of(const std::vector<uint32_t> &words) {
  return {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)};
}

std::vector<uint32_t> run_kernel(const std::string &binary, const std::vector<uint32_t> &input,
                                 std::span<const ConstantValue> constants) {
  Device device;
  const Executable executable(device, std::as_bytes(std::span(binary)), constants);
  const Kernel kernel(executable, "test");
  const uint64_t bytes = test_items * sizeof(uint32_t);
  Buffer out(device, bytes);
  Buffer in(device, bytes);
  std::vector<uint32_t> result(test_items, 0);
  CommandBuffer commands(device);
  commands.write(in, 0, input.data(), bytes);
  commands.nd_range(kernel, {argument(out), argument(in)}, NdRange({test_items}, {32}));
  commands.read(out, 0, result.data(), bytes);
  commands.finalize();
  device.queue().run(commands);
  return result;
}

CompileResult link(const std::string &first, const std::string &second) {
  const std::array<const void *, 2> binaries = {first.data(), second.data()};
  const std::array<uint64_t, 2> lengths = {first.size(), second.size()};
  mux_link_info_t info = {};
  info.binaries = binaries.data();
  info.binary_lengths = lengths.data();
  info.binary_count = binaries.size();
  CountingAllocator allocator;
  mux_compilation_t compilation = nullptr;
  const mux_result_t result = muxLink(&info, allocator.info(), &compilation);
  return take_result(result, compilation, allocator);
}

std::vector<uint32_t> test_input(uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<uint32_t> input;
  for (size_t i = 0; i < test_items; ++i) {
    input.push_back(static_cast<uint32_t>(random()) >> random() % 32);
  }
  return input;
}

}  // namespace mux::test

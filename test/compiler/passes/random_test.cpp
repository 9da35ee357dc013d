#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "packet_runner.h"
#include "random_function.h"

namespace {

/// The seed of the environment variable, to repeat a failure, or a new one.
uint32_t random_seed() {
  const char *text = std::getenv("MUX_TEST_SEED");
  return text == nullptr ? std::random_device()()
                         : static_cast<uint32_t>(std::strtoul(text, nullptr, 10));
}

/// The number of random functions.
unsigned functions() {
  const char *text = std::getenv("MUX_TEST_FUNCTIONS");
  return text == nullptr ? 10 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

}  // namespace

TEST_CASE("packets of random functions have the results of single work-items") {
  const uint32_t first = random_seed();
  const std::vector<mux::compiler::Packet> packets = all_packets();
  for (unsigned i = 0; i < functions(); ++i) {
    const uint32_t seed = first + i;
    INFO("MUX_TEST_SEED=" << seed << " MUX_TEST_FUNCTIONS=1");
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = module_without_body(context);
    write_random_body(*module, seed);
    // A few kinds of packets for each function, in turn.
    std::vector<mux::compiler::Packet> some;
    for (unsigned j = 0; j < 3; ++j) {
      some.push_back(packets[(seed + j * 7) % packets.size()]);
    }
    require_same_by_packets(*module, some, seed % 100);
  }
}

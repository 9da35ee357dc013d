// Random kernels and regressions, run at each width.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "barrier_kernels.h"
#include "campaign.h"
#include "generator.h"

using namespace mux::random_kernels;

namespace {

void run_seeds(uint64_t first, uint64_t count,
               const std::function<std::vector<Variant>(uint64_t)> &variants) {
  Campaign campaign;
  campaign.first_seed = first;
  campaign.count = count;
  campaign.kernel = [](uint64_t seed) { return to_case(generate(seed)); };
  campaign.variants = variants;
  run_campaign(campaign, [](const SeedFailure &found) {
    const Failure &failure = found.failure;
    FAIL_CHECK("seed " << found.seed << " " << kind_name(failure.kind) << " at "
                       << print_variant(failure.variant) << ": " << failure.text << "\n"
                       << print_case(to_case(generate(found.seed)))
                       << "To make it smaller: random_kernels --reduce --seed " << found.seed);
  });
}

std::vector<Variant> every_variant(uint64_t seed) {
  std::vector<Variant> variants = all_variants();
  if (seed % 8 == 0) {
    variants.push_back({"auto", true});
  }
  if (seed % 8 == 4) {
    variants.push_back({"auto", false, true});
  }
  return variants;
}

}  // namespace

TEST_CASE("random kernels: fixed seeds", "[fast]") {
  run_seeds(0, 24, one_variant);
}

TEST_CASE("random kernels: some, for the processor that MUX_CPU names", "[processor]") {
  run_seeds(500, 5, one_variant);
}

TEST_CASE("random kernels: with barriers, whose results are known", "[fast]") {
  Campaign campaign;
  campaign.count = 24;
  campaign.kernel = [](uint64_t seed) {
    return BarrierKernel(static_cast<uint32_t>(seed)).to_case();
  };
  campaign.variants = barrier_variant;
  run_campaign(campaign, [](const SeedFailure &found) {
    FAIL_CHECK("seed " << found.seed << " at " << print_variant(found.failure.variant) << ": "
                       << found.failure.text << "\nTo make it smaller: random_kernels --barriers "
                       << "--one-way --reduce --seed " << found.seed);
  });
}

// Fixed seeds, so that results do not depend on luck; different from those of the fast test. The
// program random_kernels tries more.
TEST_CASE("random kernels: a few, with all strategies", "[slow]") {
  run_seeds(1000000, 6, every_variant);
}

TEST_CASE("random kernels: regressions", "[regressions]") {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::directory_iterator(MUX_TEST_REGRESSIONS)) {
    if (entry.path().extension() == ".cl") {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  REQUIRE_FALSE(paths.empty());
  for (const std::string &path : paths) {
    SECTION(std::filesystem::path(path).stem().string()) {
      // With a known result, the scalar variant is one of them.
      std::vector<Variant> variants = all_variants();
      variants.insert(variants.begin(), Variant());
      const auto failure = run_alone(read_case(path), variants);
      INFO(path);
      if (failure) {
        FAIL_CHECK(kind_name(failure->kind)
                   << " at " << print_variant(failure->variant) << ": " << failure->text);
      }
    }
  }
}

// random_kernels: generates random kernels, runs each with all strategies, and reports different
// results.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>

#include "barrier_kernels.h"
#include "campaign.h"
#include "common/argument_parser.h"
#include "generator.h"
#include "reduce.h"

namespace mux::random_kernels {
namespace {

struct Options {
  uint64_t seed = std::random_device()();
  uint64_t count = 1;
  std::vector<std::string> widths;
  bool unoptimized = false;
  bool repeated = false;
  bool specialized = false;
  bool one_way = false;
  bool barriers = false;
  Size size = Size::usual;
  bool print = false;
  bool explain = false;
  bool reduce = false;
  unsigned attempts = 1500;
  unsigned patience = usual_patience;
  std::string directory = ".";
  std::vector<std::string> files;
};

std::vector<Variant> variants_of(const Options &options) {
  std::vector<Variant> variants;
  for (const std::string &width : options.widths) {
    variants.push_back({width});
  }
  if (options.specialized) {
    for (const std::string &width : options.widths) {
      variants.push_back({.width = width, .specialized = true});
    }
  }
  if (variants.empty()) {
    variants = all_variants();
  }
  if (options.unoptimized) {
    variants.push_back({"auto", true});
  }
  if (options.repeated) {
    variants.push_back({"auto", false, true});
  }
  return variants;
}

void print_failure(const std::string &name, const Failure &failure) {
  std::cout << name << " " << kind_name(failure.kind) << " at " << print_variant(failure.variant)
            << ": " << failure.text << std::endl;
}

BarrierKernel barrier_kernel(uint64_t seed, const Options &options) {
  return BarrierKernel(static_cast<uint32_t>(seed), options.size == Size::small
                                                        ? BarrierKernel::small_depth
                                                        : BarrierKernel::usual_depth);
}

Case kernel_of(uint64_t seed, const Options &options) {
  return options.barriers ? barrier_kernel(seed, options).to_case()
                          : to_case(generate(seed, options.size));
}

/// The reduced kernel of the seed; nothing if the failure is not reproducible.
std::optional<Case> reduced_case(uint64_t seed, const Options &options,
                                 const std::function<bool(const Case &)> &fails_alike) {
  if (!fails_alike(kernel_of(seed, options))) {
    return std::nullopt;
  }
  if (options.barriers) {
    BarrierKernel kernel = barrier_kernel(seed, options);
    kernel.reduce([&](const BarrierKernel &attempt) { return fails_alike(attempt.to_case()); },
                  options.attempts);
    return kernel.to_case();
  }
  return to_case(reduce(
      generate(seed, options.size),
      [&](const Program &attempt) { return fails_alike(to_case(attempt)); }, options.attempts));
}

/// Reduces the kernel of the seed and writes it to a file.
void reduce_seed(uint64_t seed, const Failure &failure, const Options &options) {
  std::vector<Variant> variants;
  if (options.barriers || failure.variant != Variant{}) {
    variants.push_back(failure.variant);
  }
  const auto fails_alike = [&](const Case &kernel) {
    const auto found = run_alone(kernel, variants, options.patience);
    return found && found->kind == failure.kind && found->variant == failure.variant;
  };
  const std::optional<Case> reduced = reduced_case(seed, options, fails_alike);
  if (!reduced) {
    std::cout << "seed " << seed << " does not fail alone" << std::endl;
    return;
  }
  const std::string path = options.directory + "/seed_" + std::to_string(seed) + ".cl";
  std::ofstream file(path);
  file << "// Seed " << seed << " " << kind_name(failure.kind) << " at "
       << print_variant(failure.variant) << ".\n"
       << print_case(*reduced);
  if (!file.flush()) {
    throw std::runtime_error("cannot write " + path);
  }
  std::cout << "reduced: " << path << std::endl;
}

int run_files(const Options &options) {
  int failures = 0;
  for (const std::string &path : options.files) {
    if (const auto failure = run_alone(read_case(path), variants_of(options), options.patience)) {
      print_failure(path, *failure);
      ++failures;
    }
  }
  return failures == 0 ? 0 : 1;
}

int run_seeds(const Options &options) {
  const std::vector<Variant> variants = variants_of(options);
  Campaign campaign;
  campaign.first_seed = options.seed;
  campaign.count = options.count;
  campaign.patience = options.patience;
  campaign.kernel = [&](uint64_t seed) { return kernel_of(seed, options); };
  campaign.variants = [&](uint64_t seed) {
    return !options.one_way   ? variants
           : options.barriers ? barrier_variant(seed)
                              : one_variant(seed);
  };
  std::cout << "MUX_TEST_SEED=" << options.seed << std::endl;
  uint64_t failures = 0;
  run_campaign(campaign, [&](const SeedFailure &found) {
    ++failures;
    print_failure("seed " + std::to_string(found.seed), found.failure);
    if (options.reduce) {
      reduce_seed(found.seed, found.failure, options);
    }
  });
  std::cout << options.count << " kernels, " << failures << " failures" << std::endl;
  return failures == 0 ? 0 : 1;
}

void print_kernels(const Options &options) {
  for (uint64_t seed = options.seed; seed != options.seed + options.count; ++seed) {
    std::cout << "// Seed " << seed << ".\n" << print_case(kernel_of(seed, options));
  }
}

/// Prints how each kernel is executed at each width.
void explain_kernels(const Options &options) {
  // The environment must be changed while there is a single thread.
  setenv("MUX_EXPLAIN", "1", 1);
  Runner runner;
  for (const Variant &variant : variants_of(options)) {
    for (uint64_t seed = options.seed; seed != options.seed + options.count; ++seed) {
      std::cout << print_variant(variant) << ": "
                << runner.explain(kernel_of(seed, options), variant) << std::endl;
    }
  }
}

int run(int argc, char **argv) {
  Options options;
  tools::ArgumentParser parser(
      "Runs random kernels, or those of files, in many ways and compares their results",
      "random_kernels");
  parser.add("--seed", options.seed, "The first seed (another one each time)")
      .environment_variable("MUX_TEST_SEED");
  parser.add("--count", options.count, "How many seeds");
  tools::Argument width = parser
                              .add("--width", options.widths,
                                   "Values of MUX_VECTOR_WIDTH to compare with \"scalar\" (all)")
                              .separated_by(',')
                              .one_value();
  const tools::Argument unoptimized =
      parser.add_flag("--unoptimized", options.unoptimized, "Compare with -cl-opt-disable as well");
  const tools::Argument repeated =
      parser.add_flag("--repeated", options.repeated,
                      "Compare with what is compiled after many dispatches as well");
  const tools::Argument specialized = parser.add_flag(
      "--specialized", options.specialized,
      "Compare with what is compiled for one local size and the arguments' values at each "
      "width as well; without --width this is done once");
  tools::Argument one_way = parser.add_flag(
      "--one-way", options.one_way, "Compare each with one other way, which its seed chooses");
  for (const tools::Argument &other : {width, unoptimized, repeated, specialized}) {
    one_way.excludes(other);
  }
  parser.add_flag("--small", [&] { options.size = Size::small; }, "Kernels of a few statements");
  parser.add_flag(
      "--barriers", options.barriers,
      "Kernels with barriers whose results are known, so that one way to run them is enough");
  parser.add_flag("--print", options.print, "Print the kernels instead of running them");
  parser.add_flag("--explain", options.explain, "Print how the kernels are run at each width");
  parser.add_flag("--reduce", options.reduce,
                  "Make failing kernels smaller and write them to files");
  parser.add("--attempts", options.attempts, "How many attempts to make a kernel smaller");
  parser.add("--patience", options.patience, "Seconds after which a step counts as endless");
  parser.add("--directory", options.directory, "Where to write them");
  parser.add("files", options.files, "Kernels as files");
  if (const std::optional<int> exit_code = parser.parse(argc, argv)) {
    return *exit_code;
  }

  if (options.print) {
    print_kernels(options);
    return 0;
  }
  if (options.explain) {
    explain_kernels(options);
    return 0;
  }
  return options.files.empty() ? run_seeds(options) : run_files(options);
}

}  // namespace
}  // namespace mux::random_kernels

int main(int argc, char **argv) {
  // All kernels differ, and newly generated code is to be tested.
  setenv("MUX_CACHE", "0", /*overwrite=*/1);
  try {
    return mux::random_kernels::run(argc, argv);
  } catch (const std::exception &error) {
    std::cerr << "random_kernels: " << error.what() << std::endl;
    return 2;
  }
}

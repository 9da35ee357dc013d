#include "campaign.h"

#include <algorithm>
#include <stdexcept>

#include "child.h"

namespace mux::random_kernels {
namespace {

/// Kernels per process, to amortize process creation.
constexpr uint64_t kernels_in_a_process = 200;

/// The output of a child: empty if there was no failure.
std::string encode(const Failure &failure) {
  return std::string(1, static_cast<char>('a' + static_cast<int>(failure.kind))) + failure.text;
}

/// The variant that a child worked on: 0 is the reference, followed by the list.
Variant variant_at(const std::vector<Variant> &variants, uint64_t index) {
  return index == 0 ? Variant{} : variants.at(index - 1);
}

std::function<void(const Variant &)> steps_into(Progress &progress,
                                                const std::vector<Variant> &variants) {
  return [&](const Variant &variant) {
    const auto found = std::find(variants.begin(), variants.end(), variant);
    progress.variant =
        found == variants.end() ? 0 : static_cast<uint64_t>(found - variants.begin()) + 1;
    ++progress.steps;
  };
}

/// The failure of a kernel whose child ended without reporting success.
Failure failure_of(const ChildResult &child, const std::vector<Variant> &variants,
                   unsigned patience) {
  Failure failure;
  failure.variant = variant_at(variants, child.variant);
  if (child.hung) {
    failure.kind = Failure::Kind::hung;
    failure.text = "no progress in " + std::to_string(patience) + " seconds";
  } else if (!child.finished) {
    failure.kind = Failure::Kind::crashed;
    failure.text = "the process ended with " + child.end;
  } else {
    failure.kind = static_cast<Failure::Kind>(child.output[0] - 'a');
    failure.text = child.output.substr(1);
  }
  return failure;
}

bool is_well(const ChildResult &child) {
  return child.finished && child.output.empty();
}

}  // namespace

std::optional<Failure> run_alone(const Case &kernel, const std::vector<Variant> &variants,
                                 unsigned patience) {
  const ChildResult child = run_in_child(
      [&](Progress &progress) {
        Runner runner;
        const auto failure = runner.run(kernel, variants, steps_into(progress, variants));
        return failure ? encode(*failure) : std::string();
      },
      patience);
  if (is_well(child)) {
    return std::nullopt;
  }
  return failure_of(child, variants, patience);
}

void run_campaign(const Campaign &campaign,
                  const std::function<void(const SeedFailure &)> &report) {
  const uint64_t end = campaign.first_seed + campaign.count;
  uint64_t next = campaign.first_seed;
  while (next != end) {
    const uint64_t stop = next + std::min(end - next, kernels_in_a_process);
    const ChildResult child = run_in_child(
        [&](Progress &progress) {
          Runner runner;
          for (uint64_t seed = next; seed != stop; ++seed) {
            progress.seed = seed;
            progress.variant = 0;
            ++progress.steps;
            const std::vector<Variant> variants = campaign.variants(seed);
            const auto failure =
                runner.run(campaign.kernel(seed), variants, steps_into(progress, variants));
            if (failure) {
              return encode(*failure);
            }
          }
          return std::string();
        },
        campaign.patience);
    if (is_well(child)) {
      next = stop;
      continue;
    }
    report({child.seed, failure_of(child, campaign.variants(child.seed), campaign.patience)});
    next = child.seed + 1;
  }
}

}  // namespace mux::random_kernels

#include "runner.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include "contents.h"
#include "guarded_memory.h"

namespace mux::random_kernels {
namespace {

/// Enough for background compilation to finish on a machine that is not too busy. Tests do not
/// depend on it.
constexpr unsigned repeated_dispatches = 40;
constexpr unsigned dispatches_at_once = 10;
constexpr std::chrono::milliseconds pause_between_dispatches(5);

/// The first dispatch runs code for the local size, the second code for argument values, and the
/// last one both strategies, if the width allows.
constexpr unsigned specialized_dispatches = 4;

/// Contents of a kernel's buffers after it ran.
using Results = std::vector<std::vector<uint8_t>>;

void set_environment(const Variant &variant) {
  setenv("MUX_VECTOR_WIDTH", variant.width.c_str(), /*replace=*/1);
  const char *specializing = variant.specialized ? "at-once" : variant.generic ? "0" : "1";
  setenv("MUX_SPECIALIZE", specializing, /*replace=*/1);
}

/// Buffers of one run.
class Arguments {
 public:
  /// @param at_end see GuardedMemory.
  Arguments(const Case &kernel, const std::vector<std::vector<uint8_t>> &contents, bool at_end) {
    size_t next = 0;
    for (const Argument &argument : kernel.arguments) {
      if (argument.kind == ArgumentKind::local) {
        descriptors_.push_back(mux::local_argument(argument.count));
        continue;
      }
      if (argument.kind == ArgumentKind::value) {
        descriptors_.push_back(mux::argument(argument.number));
        descriptors_.back().plain_old_data_descriptor.data = &argument.number;
        descriptors_.back().plain_old_data_descriptor.length = size_of(argument.element);
        continue;
      }
      const std::vector<uint8_t> &content = contents[next++];
      const auto &memory =
          buffers_.emplace_back(std::make_unique<GuardedMemory>(content.size(), at_end));
      std::memcpy(memory->bytes().data(), content.data(), content.size());
      descriptors_.push_back(mux::host_argument(memory->bytes().data(), content.size()));
    }
  }

  std::span<const mux_descriptor_info_t> descriptors() const { return descriptors_; }

  Results results() const {
    Results results;
    for (const auto &buffer : buffers_) {
      results.emplace_back(buffer->bytes().begin(), buffer->bytes().end());
    }
    return results;
  }

  bool is_intact() const {
    for (const auto &buffer : buffers_) {
      if (!buffer->is_intact()) {
        return false;
      }
    }
    return true;
  }

 private:
  std::vector<std::unique_ptr<GuardedMemory>> buffers_;
  std::vector<mux_descriptor_info_t> descriptors_;
};

std::string print_element(const std::vector<uint8_t> &bytes, Element element, size_t index) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + index * size_of(element), size_of(element));
  char text[64];
  if (element == Element::f32) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    std::snprintf(text, sizeof(text), "%.9g (0x%08llx)", static_cast<double>(value),
                  static_cast<unsigned long long>(bits));
  } else if (element == Element::f64) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    std::snprintf(text, sizeof(text), "%.17g (0x%016llx)", value,
                  static_cast<unsigned long long>(bits));
  } else {
    std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(bits));
  }
  return text;
}

/// The first difference, and the number of differences; empty if there is none.
std::string compare(const Case &kernel, const Results &expected, const Results &found) {
  size_t buffer = 0;
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    const Argument &argument = kernel.arguments[i];
    if (argument.kind != ArgumentKind::buffer) {
      continue;
    }
    const std::vector<uint8_t> &left = expected[buffer];
    const std::vector<uint8_t> &right = found[buffer++];
    const unsigned size = size_of(argument.element);
    size_t count = 0;
    size_t first = 0;
    for (size_t element = argument.count; element-- > 0;) {
      if (std::memcmp(&left[element * size], &right[element * size], size) != 0) {
        ++count;
        first = element;
      }
    }
    if (count != 0) {
      return "argument " + std::to_string(i) + ", element " + std::to_string(first) + ": " +
             print_element(left, argument.element, first) + " became " +
             print_element(right, argument.element, first) + " (" + std::to_string(count) +
             " elements differ)";
    }
  }
  return {};
}

/// Compares the output with the expected result: the first difference, and the number of
/// differences; empty if there is none.
std::string compare(const Case &kernel, const Results &found) {
  Results expected = found;
  size_t buffer = 0;
  for (size_t i = 0; i < kernel.result->argument; ++i) {
    buffer += kernel.arguments[i].kind == ArgumentKind::buffer ? 1 : 0;
  }
  const unsigned size = size_of(kernel.arguments[kernel.result->argument].element);
  for (size_t i = 0; i < kernel.result->elements.size(); ++i) {
    std::memcpy(&expected[buffer][i * size], &kernel.result->elements[i], size);
  }
  return compare(kernel, expected, found);
}

/// The range with work-groups of one work-item.
Range ungrouped(Range range) {
  std::fill(std::begin(range.local), std::end(range.local), 1);
  return range;
}

mux::NdRange nd_range(const Range &range) {
  mux::NdRange result;
  result.dimensions = range.dimensions;
  std::copy(std::begin(range.global), std::end(range.global), result.global_size);
  std::copy(std::begin(range.local), std::end(range.local), result.local_size);
  std::copy(std::begin(range.offset), std::end(range.offset), result.global_offset);
  return result;
}

/// A kernel with the initial contents of its buffers.
class Comparison {
 public:
  Comparison(const mux::Device &device, const Case &kernel) : device_(device), kernel_(kernel) {
    for (const Argument &argument : kernel.arguments) {
      if (argument.kind == ArgumentKind::buffer) {
        contents_.push_back(initial_bytes(argument));
      }
    }
  }

  /// The first run is the reference of later ones.
  std::optional<Failure> run(const Variant &variant, const mux::Compilation &binary) {
    set_environment(variant);
    std::unique_ptr<mux::Executable> executable;
    std::unique_ptr<mux::Kernel> made;
    try {
      executable = std::make_unique<mux::Executable>(device_, binary.binary());
      made = std::make_unique<mux::Kernel>(*executable, executable->kernel_names().at(0));
    } catch (const mux::Error &error) {
      return Failure{Failure::Kind::refused, variant, error.what()};
    }
    const mux::Kernel &kernel = *made;
    for (size_t i = 0; i < kernel_.ranges.size(); ++i) {
      const Range &range = kernel_.ranges[i];
      const unsigned dispatches = variant.repeated      ? repeated_dispatches
                                  : variant.specialized ? specialized_dispatches
                                                        : 1;
      for (unsigned dispatch = 0; dispatch < dispatches; ++dispatch) {
        if (auto failure = run(variant, kernel, range, i)) {
          return failure;
        }
        if (dispatch > dispatches_at_once) {
          std::this_thread::sleep_for(pause_between_dispatches);
        }
      }
      if (!kernel_.groups_matter) {
        if (auto failure = run(variant, kernel, ungrouped(range), i)) {
          return failure;
        }
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Failure> run(const Variant &variant, const mux::Kernel &kernel, const Range &range,
                             size_t index) {
    const Arguments arguments(kernel_, contents_, /*at_end=*/index % 2 == 0);
    const std::string where = print_range(range) + ": ";
    try {
      mux::CommandBuffer commands(device_);
      commands.nd_range(kernel, arguments.descriptors(), nd_range(range));
      commands.finalize();
      device_.queue().run(commands);
    } catch (const mux::Error &error) {
      return Failure{Failure::Kind::not_run, variant, where + error.what()};
    }
    if (!arguments.is_intact()) {
      return Failure{Failure::Kind::out_of_bounds, variant, where + "wrote beside its buffers"};
    }
    if (kernel_.result) {
      if (const std::string difference = compare(kernel_, arguments.results());
          !difference.empty()) {
        return Failure{Failure::Kind::different, variant, where + difference};
      }
    }
    if (references_.size() == index) {
      references_.push_back(arguments.results());
      return std::nullopt;
    }
    const std::string difference = compare(kernel_, references_[index], arguments.results());
    if (!difference.empty()) {
      return Failure{Failure::Kind::different, variant, where + difference};
    }
    return std::nullopt;
  }

  const mux::Device &device_;
  const Case &kernel_;
  std::vector<std::vector<uint8_t>> contents_;
  /// For each range.
  std::vector<Results> references_;
};

}  // namespace

std::string print_variant(const Variant &variant) {
  return variant.width + (variant.unoptimized ? " with -cl-opt-disable" : "") +
         (variant.repeated ? ", dispatched repeatedly" : "") +
         (variant.specialized ? ", specialized" : "") + (variant.generic ? ", generic" : "");
}

std::vector<Variant> all_variants() {
  std::vector<Variant> variants;
  for (const char *width : {"loops", "auto", "2", "4", "8", "16", "32", "64"}) {
    variants.push_back({width});
  }
  variants.push_back({.width = "auto", .specialized = true});
  variants.push_back({.width = "auto", .generic = true});
  return variants;
}

std::vector<Variant> one_variant(uint64_t seed) {
  constexpr std::array widths = {"auto", "4",    "2", "8",  "loops", "auto", "16", "4",
                                 "2",    "auto", "8", "64", "4",     "auto", "32", "2"};
  return {{.width = widths[seed % widths.size()],
           .specialized = seed % 4 == 1,
           .generic = seed % 4 == 2}};
}

const char *kind_name(Failure::Kind kind) {
  switch (kind) {
    case Failure::Kind::not_compiled:
      return "does not compile";
    case Failure::Kind::refused:
      return "is refused";
    case Failure::Kind::not_run:
      return "does not run";
    case Failure::Kind::different:
      return "has other results";
    case Failure::Kind::out_of_bounds:
      return "writes out of bounds";
    case Failure::Kind::crashed:
      return "crashes";
    case Failure::Kind::hung:
      return "hangs";
  }
  return "";
}

std::optional<Failure> Runner::run(const Case &kernel, const std::vector<Variant> &variants,
                                   const std::function<void(const Variant &)> &before) {
  Variant current;
  try {
    before(current);
    const mux::Compilation optimized(kernel.source, kernel.options);
    std::optional<mux::Compilation> unoptimized;
    Comparison comparison(device_, kernel);
    if (!kernel.result || variants.empty()) {
      if (auto failure = comparison.run(current, optimized)) {
        return failure;
      }
    }
    for (const Variant &variant : variants) {
      current = variant;
      before(current);
      if (variant.unoptimized && !unoptimized) {
        unoptimized.emplace(kernel.source, kernel.options + " -cl-opt-disable");
      }
      if (auto failure = comparison.run(current, variant.unoptimized ? *unoptimized : optimized)) {
        return failure;
      }
    }
  } catch (const mux::CompileError &error) {
    return Failure{Failure::Kind::not_compiled, current, error.what()};
  }
  return std::nullopt;
}

std::string Runner::explain(const Case &kernel, const Variant &variant) {
  set_environment(variant);
  const mux::Compilation binary(kernel.source,
                                kernel.options + (variant.unoptimized ? " -cl-opt-disable" : ""));
  const mux::Executable executable(device_, binary.binary());
  return std::string(mux::Kernel(executable, executable.kernel_names().at(0)).vectorization());
}

}  // namespace mux::random_kernels

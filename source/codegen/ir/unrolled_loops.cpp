#include "codegen/ir/unrolled_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace mux::compiler {

namespace {

constexpr const char *at_once = "mux.loop.unroll_factor";
constexpr const char *rest_of = "mux.loop.rest_of_rounds";

}  // namespace

void record_unroll_factor(llvm::Loop &loop, unsigned rounds) {
  llvm::addStringMetadataToLoop(&loop, at_once, rounds);
}

void mark_remainder_loop(llvm::Loop &loop, unsigned unroll_factor) {
  llvm::addStringMetadataToLoop(&loop, rest_of, unroll_factor);
}

unsigned unroll_factor(const llvm::Loop &loop) {
  return static_cast<unsigned>(llvm::getOptionalIntLoopAttribute(&loop, at_once).value_or(1));
}

std::optional<double> remainder_trip_count(const llvm::Loop &loop) {
  const std::optional<int> rounds = llvm::getOptionalIntLoopAttribute(&loop, rest_of);
  return rounds.has_value() ? std::optional((*rounds - 1) / 2.0) : std::nullopt;
}

}  // namespace mux::compiler

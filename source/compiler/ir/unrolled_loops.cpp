#include "compiler/ir/unrolled_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace mux::compiler {

namespace {

constexpr const char *at_once = "mux.loop.rounds_at_once";
constexpr const char *rest_of = "mux.loop.rest_of_rounds";

}  // namespace

void note_rounds_at_once(llvm::Loop &loop, unsigned rounds) {
  llvm::addStringMetadataToLoop(&loop, at_once, rounds);
}

void note_rest_of_rounds(llvm::Loop &loop, unsigned rounds_at_once) {
  llvm::addStringMetadataToLoop(&loop, rest_of, rounds_at_once);
}

unsigned rounds_at_once(const llvm::Loop &loop) {
  return static_cast<unsigned>(llvm::getOptionalIntLoopAttribute(&loop, at_once).value_or(1));
}

std::optional<double> rounds_of_rest(const llvm::Loop &loop) {
  const std::optional<int> rounds = llvm::getOptionalIntLoopAttribute(&loop, rest_of);
  return rounds.has_value() ? std::optional((*rounds - 1) / 2.0) : std::nullopt;
}

}  // namespace mux::compiler

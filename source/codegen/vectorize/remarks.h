/// @file
/// Optimization remarks of the vectorizer, if decisions are explained (are_decisions_explained()).

#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "codegen/ir/packet.h"
#include "codegen/passes/compilation.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Runs check_profitability() and, if decisions are explained, adds the compared costs to
/// `remarks`.
llvm::Error check_pay_with_remarks(llvm::Function &linearized, llvm::Function &work_item,
                                   const Packet &packet, Compilation &compilation,
                                   std::vector<std::string> &remarks);

/// Adds the vectorization factor and the interleave count of a packet, if decisions are explained.
void remark_packet(const Packet &packet, std::vector<std::string> &remarks);

/// Adds a remark that `what` was not vectorized and why, if decisions are explained.
void remark_refusal(llvm::StringRef what, llvm::Error refusal, std::vector<std::string> &remarks);

}  // namespace mux::compiler

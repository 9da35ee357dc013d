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

class AccessPlan;

/// Runs check_profitability() and, if decisions are explained, adds the compared costs to
/// `remarks`.
llvm::Error check_pay_with_remarks(const AccessPlan &plan, llvm::Function &work_item,
                                   Compilation &compilation, std::vector<std::string> &remarks);

/// Adds a line for each access of a plan, with its form, the reason and its cost, if accesses are
/// explained (are_accesses_explained()). Equal lines, from versions of the code, are added once.
void remark_accesses(const AccessPlan &plan, std::vector<std::string> &remarks);

/// Adds the vectorization factor and the interleave count of a packet, if decisions are explained.
void remark_packet(const Packet &packet, std::vector<std::string> &remarks);

/// Adds a remark that `what` was not vectorized and why, if decisions are explained.
void remark_refusal(llvm::StringRef what, llvm::Error refusal, std::vector<std::string> &remarks);

}  // namespace mux::compiler

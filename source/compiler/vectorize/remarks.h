/// @file
/// Lines that explain what the vectorizer considered, for people (are_decisions_explained()).

#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include <string>
#include <vector>

#include "compiler/ir/packet.h"
#include "compiler/passes/compilation.h"

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Runs check_packets_pay() and, if decisions are explained, adds what it compared to `remarks`.
llvm::Error check_pay_with_remarks(llvm::Function &linearized, llvm::Function &work_item,
                                   const Packet &packet, Compilation &compilation,
                                   std::vector<std::string> &remarks);

/// Adds how wide the vectors of a packet are, if decisions are explained.
void remark_packet(const Packet &packet, std::vector<std::string> &remarks);

/// Takes note of what was tried and could not be, if decisions are explained.
void remark_refusal(llvm::StringRef what, llvm::Error refusal, std::vector<std::string> &remarks);

}  // namespace mux::compiler

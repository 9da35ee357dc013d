/// @file
/// Runs linearized work-item functions one work-item at a time and as packets, and compares the
/// resulting memory.
///
/// Test functions are IR text that defines `i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT)`; CONTEXT is
/// replaced by the parameters of WorkItemContext, which are called %local_id.x, %first_global_id.y,
/// %local_size.z and so on, and %dimensions, %local_index, %context_items, %scratch, %storage.

#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/ir/packet.h"

/// The text with CONTEXT replaced.
std::string with_context(std::string_view text);

/// A module with the function; the test fails if the text does not parse.
std::unique_ptr<llvm::Module> parse_function(llvm::LLVMContext &context, std::string_view text);

/// A module with an empty function @f of that signature.
std::unique_ptr<llvm::Module> module_without_body(llvm::LLVMContext &context);

/// One work-group, and its position in the ND-range.
struct Group {
  uint64_t size_x = 64;
  uint64_t size_y = 4;
  uint64_t first_x = 192;
  uint64_t first_y = 8;
};

/// Size of the memory of %in, which points to its middle.
inline constexpr size_t input_size = size_t{1} << 17;
/// Size of the memory of %out, initially 0.
inline constexpr size_t output_size = size_t{1} << 17;

/// Packets of 2, 4, 8 and 16 lanes and 1, 2 and 4 parts, in both directions and in a square, and
/// some wider ones.
std::vector<mux::compiler::Packet> all_packets();

/// One part of 2, 4, 8 and 16 lanes, and two of 8: for operations whose expansion takes minutes to
/// compile for all packets, and that are independent in each part.
std::vector<mux::compiler::Packet> few_packets();

/// Runs @f for each work-item of a group, then in packets of each kind, and requires equal contents
/// of %out.
/// @param n the value of %n.
void require_same_by_packets(llvm::Module &module,
                             const std::vector<mux::compiler::Packet> &packets, uint32_t n,
                             const Group &group = {});

/// The same for IR text and all packets, or these.
void require_same_by_packets(std::string_view text, uint32_t n, const Group &group = {});
void require_same_by_packets(std::string_view text,
                             const std::vector<mux::compiler::Packet> &packets);

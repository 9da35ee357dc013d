/// @file
/// Runs linearized work-item functions one work-item at a time and by packets, and compares what
/// they leave in memory.
///
/// Test functions are IR text that defines `i32 @f(ptr %in, ptr %out, i32 %n, CONTEXT)`; CONTEXT
/// stands for the parameters of WorkItemContext, which are called %local_id.x, %first_global_id.y,
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

/// One work-group, and where it lies in the ND-range.
struct Group {
  uint64_t size_x = 64;
  uint64_t size_y = 4;
  uint64_t first_x = 192;
  uint64_t first_y = 8;
};

/// Bytes that %in points to; %in itself points to the middle of them.
inline constexpr size_t input_size = size_t{1} << 17;
/// Bytes that %out points to. They are 0 at first.
inline constexpr size_t output_size = size_t{1} << 17;

/// Packets of 2, 4, 8 and 16 lanes and 1, 2 and 4 parts, in both directions and in a
/// square, and some wider ones.
std::vector<mux::compiler::Packet> all_packets();

/// One part of 2, 4, 8 and 16 lanes, and two of 8: for operations that become so many instructions
/// that all packets take minutes to compile, and that each part has alone.
std::vector<mux::compiler::Packet> few_packets();

/// Runs @f for each work-item of a group, then in packets of each kind, and requires that all leave
/// the same in %out.
/// @param n the value of %n.
void require_same_by_packets(llvm::Module &module,
                             const std::vector<mux::compiler::Packet> &packets, uint32_t n,
                             const Group &group = {});

/// The same for IR text and all packets, or these.
void require_same_by_packets(std::string_view text, uint32_t n, const Group &group = {});
void require_same_by_packets(std::string_view text,
                             const std::vector<mux::compiler::Packet> &packets);

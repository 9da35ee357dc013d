/// @file
/// Recognizes the functions that the pipeline lowers itself: work-item queries, barriers,
/// collectives.
///
/// The library of built-ins leaves calls of them alone; the pipeline lowers them where it builds
/// the loops over work-items. Thread-safe.

#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace mux::compiler {

enum class WorkItemQuery {
  work_dim,
  global_size,
  global_id,
  local_size,
  enqueued_local_size,
  local_id,
  num_groups,
  group_id,
  global_offset,
  global_linear_id,
  local_linear_id,
};

/// Returns the query for a mangled name such as _Z13get_global_idj.
std::optional<WorkItemQuery> work_item_query(llvm::StringRef mangled_name);

/// Name prefix of collectives (collectives.h).
inline constexpr llvm::StringLiteral collective_prefix = "mux.work_group.";

/// Name prefix of sub-group functions (sub_group_functions.h).
inline constexpr llvm::StringLiteral sub_group_prefix = "mux.sub_group.";

/// Whether the name is that of a sub-group function, made by the built-ins, never by a program.
bool is_sub_group_function(llvm::StringRef name);

/// Whether the name is that of a work-group collective, made by the built-ins, never by a program.
bool is_collective(llvm::StringRef name);

/// Whether the function synchronizes the work-items of a group: a work-group barrier, that is
/// barrier(flags), work_group_barrier(flags) or work_group_barrier(flags, scope), or a collective.
bool is_barrier(llvm::StringRef mangled_name);

/// Whether an instruction calls such a function.
bool is_barrier_call(const llvm::Instruction &instruction);

/// Returns the number of calls of barriers and collectives in the function.
unsigned barrier_count(const llvm::Function &function);
/// Whether the function calls a barrier or a collective.
bool has_barrier(const llvm::Function &function);

/// Queries of the address space that a generic pointer points to (lower_address_space_queries.h).
enum class AddressSpaceQuery { to_global, to_local, to_private, get_fence };

/// Returns the query for a name as Clang mangles it.
std::optional<AddressSpaceQuery> address_space_query(llvm::StringRef name);

/// Whether a function of this name without a body is printf.
bool is_printf(llvm::StringRef name);

}  // namespace mux::compiler

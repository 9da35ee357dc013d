/// @file
/// The functions that mean something to the pipeline: work-item queries, barriers, collectives.
///
/// The library of built-ins leaves calls of them alone; the pipeline gives them their meaning where
/// it builds the loops over work-items. Callable from any thread.

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

/// The query that a mangled name stands for, such as _Z13get_global_idj.
std::optional<WorkItemQuery> work_item_query(llvm::StringRef mangled_name);

/// What the names of collectives begin with (collectives.h).
inline constexpr llvm::StringLiteral collective_prefix = "mux.work_group.";

/// What the names of functions of sub-groups begin with (sub_groups.h).
inline constexpr llvm::StringLiteral sub_group_prefix = "mux.sub_group.";

/// Whether the name is a function of sub-groups: made by the built-ins, never by a program.
bool is_sub_group_function(llvm::StringRef name);

/// Whether the name is a collective of work-groups: made by the built-ins, never by a program.
bool is_collective(llvm::StringRef name);

/// Whether all work-items of a group meet at the function: a work-group barrier, that is
/// barrier(flags), work_group_barrier(flags) or work_group_barrier(flags, scope), or a collective.
bool is_barrier(llvm::StringRef mangled_name);

/// Whether an instruction calls such a function.
bool is_barrier_call(const llvm::Instruction &instruction);

/// Calls of barriers and collectives in the function.
unsigned barrier_count(const llvm::Function &function);
/// Whether the function meets a barrier or a collective.
bool has_barrier(const llvm::Function &function);

/// The functions that ask what a generic pointer points to (lower_address_space_queries.h).
enum class AddressSpaceQuery { to_global, to_local, to_private, get_fence };

/// The query that a name stands for, as Clang writes it.
std::optional<AddressSpaceQuery> address_space_query(llvm::StringRef name);

/// Whether a function of this name that has no body is printf.
bool is_printf(llvm::StringRef name);

}  // namespace mux::compiler

/// @file
/// What all work-items of a group would do in the same way.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Whether it makes no difference if one work-item runs the function, or all of them do: it does
/// not ask which one it is, and what it writes is the same each time. Between two barriers of a
/// loop there is often nothing but the step of its counter.
bool does_the_same_for_all(llvm::Function &work_item_function);

}  // namespace mux::compiler

/// @file
/// Children of the process that are forked.
#pragma once

namespace mux::opencl {

/// Has the function called in every child that is forked from now on, before anything else runs
/// there: the child has one thread, and what others of the parent's held or had begun is as the
/// fork found it. Any thread may call this. Throws std::bad_alloc.
void call_in_forked_children(void (*function)());

}  // namespace mux::opencl

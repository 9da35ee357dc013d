/// @file
/// Describes the entries of access plans, for explanations.

#pragma once

#include <string>

namespace mux::compiler {

struct Access;
enum class AccessForm;

/// Returns the name of a form, such as `contiguous`.
const char *name_of(AccessForm form);

/// Returns why the access has its form: "stride of 3 elements: group of 2 accesses".
std::string reason_of(const Access &access);

/// Returns what is accessed: "load of float, align 4, argument 0, %7". Names are those of
/// `--print-before widen`, and the line is that of the source if there is debug information.
std::string describe_place(const Access &access);

/// Returns the mask for which an access is built: ", masked by lane". Empty if there is none.
std::string describe_mask(const Access &access);

}  // namespace mux::compiler

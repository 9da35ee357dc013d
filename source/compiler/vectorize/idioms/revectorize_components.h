/// @file
/// Operations on the components of the work-items' own vectors, done as these lie in memory.
///
/// widen() keeps one vector for each component of a varying `float4`, so what is loaded is
/// transposed, and what is stored is transposed back. Where every component has the same done to
/// it, as in `to[i] = from[i] * k + c`, neither is needed: a vector of four neighboring float4
/// can be multiplied as it is.
///
/// The pass goes backwards from each vector that is stored, or cast to wider elements as what is
/// stored in such pieces is (scatter_members.h): which elements of which vectors is it
/// made of? If one and the same operation makes all of them, it is done for vectors of the operands
/// in that order instead; if they lie in a vector already, nothing is to be done; where they
/// differ, in constants, in the operation (the fourth component of a color) or in that a number of
/// each work-item is meant for all its components, there are shuffles. The new order is taken if it
/// is less work than what it makes superfluous.
///
/// Nothing is calculated that was not calculated before, only side by side with other elements.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// @param packet_function what widen() made.
/// @return whether anything has changed.
bool revectorize_components(llvm::Function &packet_function, llvm::TargetMachine &machine);

}  // namespace mux::compiler

/// @file
/// Revectorizes operations on the components of the program's vectors in memory order.
///
/// widen() represents a varying `float4` by one vector per component, so loads and stores are
/// transposed. If the same operations are applied to every component, as in `to[i] = from[i] * k +
/// c`, no transposition is needed: a vector of four adjacent float4 can be multiplied as it is.
///
/// The pass works backwards from each vector that is stored, or cast to wider elements to be stored
/// in such pieces (scatter_members.h), and traces its elements to the vectors that they are from.
/// If the same operation calculates all of them, it is applied to vectors of its operands in that
/// order; if they form an existing vector, nothing is left to do; if they differ in constants or in
/// the operation (the fourth component of a color), or a scalar per work-item applies to all its
/// components, shuffles are inserted. The new form is used if it costs less than the instructions
/// that it makes dead.
///
/// No element is calculated that was not calculated before; only the arrangement in vectors
/// changes.

#pragma once

namespace llvm {
class Function;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Revectorizes the stored vectors of a packet function.
/// @param packet_function a function created by widen().
/// @return whether the function changed.
bool revectorize_components(llvm::Function &packet_function, llvm::TargetMachine &machine);

}  // namespace mux::compiler

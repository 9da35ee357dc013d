/// @file
/// Random statements.

#pragma once

#include "expressions.h"

namespace mux::random_kernels {

inline const std::string barrier = "barrier(CLK_LOCAL_MEM_FENCE);\n";

/// The context of a statement.
struct Flow {
  /// Whether control flow is uniform, except for returned work-items.
  bool uniform = true;
  /// Whether an enclosing loop may be left.
  bool in_loop = false;
  /// Whether a break would leave a switch.
  bool in_switch = false;
  /// Whether the exit of that loop is uniform.
  bool loop_is_uniform = false;
  /// Whether a return would be followed by barriers that are earlier in the text.
  bool in_uniform_loop = false;
  unsigned depth = 0;
  /// Approximate executions by one work-item.
  unsigned passes = 1;
};

/// The surroundings must outlive it.
class Statements {
 public:
  explicit Statements(Surroundings &surroundings)
      : surroundings_(surroundings), random_(surroundings.random), expressions_(surroundings) {}

  Block block(Flow flow, unsigned length);
  /// Mostly work-group statements, which are not nested in others.
  Block group_block(unsigned length);
  /// An early return of work-items beyond a limit.
  Statement guard();
  /// Writes variables to the buffers, so that they are not dead.
  Block epilogue();

 private:
  Statement random_statement(const Flow &flow);
  Statement group_statement(const Flow &flow);

  // Of a single work-item (statements.cpp).
  Statement assignment(const Flow &flow);
  Statement vector_element_assignment(const Flow &flow);
  Statement place_assignment(const Flow &flow);
  Statement own_store(const Flow &flow);
  Statement own_vector_store(const Flow &flow);
  Statement atomic(const Flow &flow);
  Statement branch(const Flow &flow);
  Statement choice(const Flow &flow);
  Statement loop(const Flow &flow);
  Statement leave_loop(const Flow &flow);
  Statement early_return(const Flow &flow);

  // Of work-groups (group_statements.cpp).
  Statement exchange(const Flow &flow);
  Statement tile_exchange(const Flow &flow);
  Statement local_atomics(const Flow &flow);
  Statement tree_reduction(const Flow &flow);
  Statement scan(const Flow &flow);
  Statement bitonic_sort(const Flow &flow);
  Statement asynchronous_copy(const Flow &flow);
  Statement collective(const Flow &flow);
  Statement sub_group_operation(const Flow &flow);
  Statement sub_group_identity(const Flow &flow);
  Statement sub_group_sum(const Flow &flow);

  // Common operations of work-groups (group_idioms.cpp).
  Statement group_idiom(const Flow &flow);
  Statement interleaved_reduction(const Flow &flow);
  Statement unrolled_reduction(const Flow &flow);
  Statement in_place_scan(const Flow &flow);
  Statement two_row_scan(const Flow &flow);
  Statement sweep_scan(const Flow &flow);
  Statement local_histogram(const Flow &flow);
  Statement neighbors(const Flow &flow);
  Statement rotation(const Flow &flow);
  Statement tiles(const Flow &flow);
  Statement partition(const Flow &flow);
  /// An element type whose sums have no undefined behavior.
  Element random_summand();

  // Common code of kernels (idioms.cpp).
  Statement idiom(const Flow &flow);
  Statement matrix_row(const Flow &flow);
  Statement mandelbrot(const Flow &flow);
  Statement sparse_row(const Flow &flow);
  Statement stencil(const Flow &flow);
  Statement strided_sum(const Flow &flow);
  Statement search(const Flow &flow);
  Statement private_sort(const Flow &flow);
  Statement checksum(const Flow &flow);
  Statement walking_pointer(const Flow &flow);
  Statement exchange_loop(const Flow &flow);
  Statement tickets(const Flow &flow);
  Statement irreducible(const Flow &flow);
  Statement helper_call(const Flow &flow);
  Statement flag(const Flow &flow);
  Statement own_pointer(const Flow &flow);
  Statement truth_values(const Flow &flow);
  Statement generic_pointer(const Flow &flow);
  Statement record_copy(const Flow &flow);
  Statement group_store(const Flow &flow);

  /// A varying expression.
  Expression value(Type type, unsigned depth);
  /// A variable that may be written; created if there is none.
  Variable target(Type type, bool uniform);
  /// A variable that is written only here, up to `counter_limit`.
  std::string counter(bool uniform);
  void declare(const std::string &declaration);
  /// Initializes the first `count` elements of a local array.
  void fill_local(const std::string &count, const std::string &assignment);
  /// A local array with at least `count` elements; created if there is none.
  LocalArray local_array(Element element, unsigned count);
  const InputBuffer *input_of(Element element);
  Element random_integer();

  Surroundings &surroundings_;
  Random &random_;
  Expressions expressions_;
  /// Whether some work-items may have returned.
  bool returned_ = false;
  /// Whether barriers are no longer allowed.
  bool barriers_over_ = false;
  /// Number of loop exits.
  unsigned leaves_ = 0;
};

}  // namespace mux::random_kernels

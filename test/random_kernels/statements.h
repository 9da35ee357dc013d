/// @file
/// Random statements.

#pragma once

#include "expressions.h"

namespace mux::random_kernels {

/// Where a statement stands.
struct Flow {
  /// All work-items of the group pass here together, but for those that returned.
  bool uniform = true;
  /// There is a loop around it that may be left from here.
  bool in_loop = false;
  /// A break would leave a switch instead.
  bool in_switch = false;
  /// All leave that loop together.
  bool loop_is_uniform = false;
  /// A return here would be followed by barriers that stand before it in the text.
  bool in_uniform_loop = false;
  unsigned depth = 0;
  /// How often it is passed by one work-item, about.
  unsigned passes = 1;
};

/// Uses the surroundings, which must outlive it.
class Statements {
 public:
  explicit Statements(Surroundings &surroundings)
      : surroundings_(surroundings), random_(surroundings.random), expressions_(surroundings) {}

  Block block(Flow flow, unsigned length);
  /// Mostly statements of whole work-groups, and no others around them.
  Block group_block(unsigned length);
  /// Lets the work-items past the end of something return, before all else.
  Statement guard();
  /// Writes variables to the buffers, so that they count.
  Block epilogue();

 private:
  Statement random_statement(const Flow &flow);
  Statement group_statement(const Flow &flow);

  // Of one work-item (statements.cpp).
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

  // What work-groups often do (group_idioms.cpp).
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
  /// An element whose sums have no undefined behavior.
  Element random_summand();

  // What kernels often do (idioms.cpp).
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

  /// An expression for what every work-item calculates for itself.
  Expression value(Type type, unsigned depth);
  /// A variable that may be written, which is made if there is none.
  Variable target(Type type, bool uniform);
  /// A variable that is written only here and counts at most up to `counter_limit`.
  std::string counter(bool uniform);
  void declare(const std::string &declaration);
  /// Gives all elements `i` of a local array, which are so many, their first values.
  void fill_local(const std::string &count, const std::string &assignment);
  /// A local array with at least `count` elements; made if there is none.
  LocalArray local_array(Element element, unsigned count);
  const InputBuffer *input_of(Element element);
  Element random_integer();

  Surroundings &surroundings_;
  Random &random_;
  Expressions expressions_;
  /// Some work-items may have returned.
  bool returned_ = false;
  /// No barrier may follow.
  bool barriers_over_ = false;
  /// How many statements leave a loop.
  unsigned leaves_ = 0;
};

}  // namespace mux::random_kernels

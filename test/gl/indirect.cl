// The arithmetic of the second shader of indirect.cpp, to measure it beside:
// docs/measurements/dispatch.md.
kernel void indirect(global uint *results) {
  results[get_global_id(0)] = get_global_id(0) * 3 + get_num_groups(0);
}

int count_down(int x) { return x <= 0 ? 0 : 1 + count_down(x - 1) * get_local_id(0); }

kernel void recursive(global int *out) { out[0] = count_down(out[1]); }

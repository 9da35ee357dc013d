int from_elsewhere(int x);

kernel void uses_unknown(global int *out) { out[0] = from_elsewhere(out[1]); }

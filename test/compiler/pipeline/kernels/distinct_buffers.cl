// A loop writes one buffer and reads another.
kernel void sums(global const float *in, global float *out, int count) {
  for (int i = 0; i < count; ++i) {
    out[get_global_id(0)] += in[i];
  }
}

// The program itself declares that the written buffer does not alias.
kernel void restrict_sums(global const float *in, global float *restrict out, int count) {
  for (int i = 0; i < count; ++i) {
    out[get_global_id(0)] += in[i];
  }
}

kernel void own_sums(global float *out, int count) {
  for (int i = 1; i < count; ++i) {
    out[0] += out[i];
  }
}

kernel void straight(global const float *in, global float *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}

kernel void maxima(global const float *in, global float *out, int count) {
  float most = 0;
  for (int i = 0; i < count; ++i) {
    most = fmax(most, in[i]);
  }
  out[get_global_id(0)] = most;
}

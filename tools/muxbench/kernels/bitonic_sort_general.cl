// bitonic_sort.cl with int indices.
kernel void bitonic_sort(global float *values, int stride, int length) {
  const int i = get_global_id(0);
  const int partner = i ^ stride;
  if (partner > i) {
    const float a = values[i];
    const float b = values[partner];
    const bool ascending = (i & length) == 0;
    if ((a > b) == ascending) {
      values[i] = b;
      values[partner] = a;
    }
  }
}

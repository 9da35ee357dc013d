// One step of the sorting network: pairs at a distance of `stride` within runs of `length`.
kernel void bitonic_sort(global float *values, uint stride, uint length) {
  const uint i = get_global_id(0);
  const uint partner = i ^ stride;
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

global int counter = 5;

kernel void count(global int *out) {
  counter += 2;
  out[0] = counter;
}

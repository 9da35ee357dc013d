// Divergent branches and loops.

kernel void rare_walk(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint value = from[i];
  if ((value & 63) == 0) {
    for (int step = 0; step < 64; ++step) {
      value = from[(value ^ step) & 0xffff] + (value >> 3);
    }
  }
  to[i] = value;
}

kernel void rarer_walk(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint value = from[i];
  if ((value & 1023) == 0) {
    for (int step = 0; step < 256; ++step) {
      value = from[(value ^ step) & 0xffff] + (value >> 3);
    }
  }
  to[i] = value;
}

kernel void rare_arithmetic(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint value = from[i];
  if ((value & 63) == 0) {
    for (int step = 0; step < 64; ++step) {
      value = value * 1664525u + (value >> 7) + step;
    }
  }
  to[i] = value;
}

kernel void rare_straight_code(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  float value = from[i];
  if (value > 1.49f) {
    value = sin(value) + log(value) * exp(value) + pow(value, 1.3f);
  }
  to[i] = value;
}

kernel void walks_of_half(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint value = from[i];
  if ((value & 1) == 0) {
    for (int step = 0; step < 16; ++step) {
      value = from[(value ^ step) & 0xffff] + (value >> 3);
    }
  }
  to[i] = value;
}

kernel void four_cases(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint value = from[i];
  switch (value & 3) {
    case 0:
      value += 17;
      break;
    case 1:
      value *= 31;
      break;
    case 2:
      value ^= value >> 5;
      break;
    default:
      value = ~value;
  }
  to[i] = value;
}

kernel void interpreter(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint program = from[i];
  uint value = i;
  for (int step = 0; step < 8; ++step) {
    switch (program & 15) {
      case 0: value += 3; break;
      case 1: value *= 5; break;
      case 2: value ^= 0x55; break;
      case 3: value = rotate(value, 3u); break;
      case 4: value -= program; break;
      case 5: value |= 1; break;
      case 6: value = ~value; break;
      case 7: value >>= 1; break;
      case 8: value = popcount(value); break;
      case 9: value = from[value & 0xffff]; break;
      case 10: value += value << 2; break;
      case 11: value = value / 7; break;
      case 12: value = min(value, program); break;
      case 13: value = max(value, program); break;
      case 14: value &= program; break;
      default: value = clz(value);
    }
    program >>= 4;
  }
  to[i] = value;
}

kernel void early_return(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  if (from[i] < 1.0f) {
    return;
  }
  to[i] = sqrt(from[i]) * 3;
}

kernel void loop_of_own_length(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  const uint rounds = from[i] & 63;
  uint value = i;
  for (uint round = 0; round < rounds; ++round) {
    value = value * 1664525u + 1013904223u;
  }
  to[i] = value;
}

kernel void sum_of_own_length(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  const uint count = from[i] & 31;
  uint sum = 0;
  for (uint k = 0; k < count; ++k) {
    sum += from[i + k];
  }
  to[i] = sum;
}

kernel void find_first(global const uchar *from, global uint *to) {
  const size_t start = get_global_id(0) * 16;
  uint at = 0;
  while (at < 64 && from[start + at] != 7) {
    ++at;
  }
  to[get_global_id(0)] = at;
}

kernel void compare_texts(global const uchar *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint equal = 0;
  while (equal < 16 && from[i + equal] == from[equal]) {
    ++equal;
  }
  to[i] = equal;
}

kernel void loop_with_continue(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  uint sum = 0;
  for (int k = 0; k < 16; ++k) {
    const uint value = from[i + k];
    if ((value & 7) != 0) {
      continue;
    }
    sum += value % 1000;
  }
  to[i] = sum;
}

kernel void nested_loops(global const uint *from, global uint *to) {
  const size_t i = get_global_id(0);
  const uint rounds = from[i] & 7;
  uint value = i;
  for (uint outer = 0; outer < rounds; ++outer) {
    for (uint inner = 0; inner < (value & 7); ++inner) {
      value = value * 69069 + outer;
    }
    value >>= 1;
  }
  to[i] = value;
}

kernel void escape_of_doubles(global const double *from, global double *to) {
  const size_t i = get_global_id(0);
  const double cx = from[i] * 2 - 2.5;
  const double cy = from[i + 1] - 1;
  double x = 0;
  double y = 0;
  int count = 0;
  while (count < 64 && x * x + y * y < 4) {
    const double next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++count;
  }
  to[i] = count;
}

kernel void descend_tree(global const uint *from, global uint *to) {
  uint node = 1;
  const uint wanted = from[get_global_id(0)];
  for (int level = 0; level < 14; ++level) {
    node = 2 * node + (from[node] < wanted ? 1 : 0);
  }
  to[get_global_id(0)] = node;
}

// Reservations, and work-group functions. Tests pass one pipe as both ends, which OpenCL does not
// allow.

enum { WRITE, READ, RESERVE_WRITE, RESERVE_READ, FILL, TAKE, COMMIT_WRITE, COMMIT_READ, COUNT };

/// Operations of one work-item: kind, reservation index, number.
kernel void script(read_only pipe int in, write_only pipe int out, global const int *steps,
                   int count, global int *results) {
  reserve_id_t writing[4];
  reserve_id_t reading[4];
  for (int i = 0; i < count; ++i) {
    const int slot = steps[3 * i + 1];
    const int number = steps[3 * i + 2];
    int value = -7;
    int result = 0;
    switch (steps[3 * i]) {
      case WRITE:
        value = number;
        result = write_pipe(out, &value);
        break;
      case READ:
        result = read_pipe(in, &value);
        break;
      case RESERVE_WRITE:
        writing[slot] = reserve_write_pipe(out, number);
        result = is_valid_reserve_id(writing[slot]);
        break;
      case RESERVE_READ:
        reading[slot] = reserve_read_pipe(in, number);
        result = is_valid_reserve_id(reading[slot]);
        break;
      case FILL:
        value = 1000 * i;
        result = write_pipe(out, writing[slot], number, &value);
        break;
      case TAKE:
        result = read_pipe(in, reading[slot], number, &value);
        break;
      case COMMIT_WRITE:
        commit_write_pipe(out, writing[slot]);
        break;
      case COMMIT_READ:
        commit_read_pipe(in, reading[slot]);
        break;
      default:
        result = get_pipe_num_packets(in) * 1000 + get_pipe_max_packets(out);
    }
    results[2 * i] = result;
    results[2 * i + 1] = value;
  }
}

/// Every work-item repeatedly writes, and reads packets that others may have written.
kernel void exchange(read_only pipe uint in, write_only pipe uint out, uint rounds,
                     global uint *written, global uint *read) {
  const uint i = get_global_id(0);
  for (uint round = 0; round < rounds; ++round) {
    const uint at = i * rounds + round;
    const uint packet = at + 1;
    written[at] = write_pipe(out, &packet) == 0 ? packet : 0;
    uint other = 0;
    read[at] = read_pipe(in, &other) == 0 ? other : 0;
  }
}

/// With two reservations at once, committed in reverse order.
kernel void exchange_reserved(read_only pipe uint in, write_only pipe uint out, uint rounds,
                              global uint *written, global uint *read) {
  const uint i = get_global_id(0);
  for (uint round = 0; round < rounds; ++round) {
    const uint at = 2 * (i * rounds + round);
    const uint packets[2] = {at + 1, at + 2};
    reserve_id_t one = reserve_write_pipe(out, 1);
    reserve_id_t other = reserve_write_pipe(out, 1);
    written[at] = written[at + 1] = 0;
    if (is_valid_reserve_id(other)) {
      written[at + 1] = write_pipe(out, other, 0, &packets[1]) == 0 ? packets[1] : 0;
      commit_write_pipe(out, other);
    }
    if (is_valid_reserve_id(one)) {
      written[at] = write_pipe(out, one, 0, &packets[0]) == 0 ? packets[0] : 0;
      commit_write_pipe(out, one);
    }
    reserve_id_t both = reserve_read_pipe(in, 2);
    read[at] = read[at + 1] = 0;
    if (is_valid_reserve_id(both)) {
      read_pipe(in, both, 1, &read[at + 1]);
      read_pipe(in, both, 0, &read[at]);
      commit_read_pipe(in, both);
    }
  }
}

/// The first group's work-item writes the numbers from 1 on, the second group's reads them.
kernel void stream(read_only pipe uint in, write_only pipe uint out, uint attempts,
                   global uint *counts, global uint *read) {
  uint done = 0;
  if (get_group_id(0) == 0) {
    for (uint attempt = 0; attempt < attempts; ++attempt) {
      const uint packet = done + 1;
      done += write_pipe(out, &packet) == 0;
    }
  } else {
    for (uint attempt = 0; attempt < attempts; ++attempt) {
      uint packet;
      if (read_pipe(in, &packet) == 0) {
        read[done++] = packet;
      }
    }
  }
  counts[get_group_id(0)] = done;
}

/// Each group's packets are consecutive. Odd groups call the functions on another path, and more
/// than once.
kernel void groups_write(write_only pipe uint out, global const uint *in, global int *ok) {
  local reserve_id_t shared[1];
  const uint i = get_global_id(0);
  const uint turns = 1 + get_group_id(0) % 2;
  for (uint turn = 0; turn < turns; ++turn) {
    reserve_id_t id;
    if (turns == 1) {
      id = work_group_reserve_write_pipe(out, get_local_size(0));
    } else {
      id = work_group_reserve_write_pipe(out, get_local_size(0) / 2);
    }
    if (get_local_id(0) == 0) {
      shared[0] = id;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint half_size = get_local_size(0) / turns;
    ok[i] = is_valid_reserve_id(shared[0]);
    if (is_valid_reserve_id(shared[0])) {
      if (get_local_id(0) / half_size == turn) {
        ok[i] = write_pipe(out, shared[0], get_local_id(0) - turn * half_size, &in[i]) == 0;
      }
      work_group_commit_write_pipe(out, shared[0]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void groups_read(read_only pipe uint in, global uint *out, global int *ok) {
  const uint i = get_global_id(0);
  reserve_id_t id = work_group_reserve_read_pipe(in, get_local_size(0));
  ok[i] = is_valid_reserve_id(id);
  if (is_valid_reserve_id(id)) {
    ok[i] = read_pipe(in, id, get_local_id(0), &out[i]) == 0;
    work_group_commit_read_pipe(in, id);
  }
}

/// The packets of a sub-group are consecutive; only every other sub-group writes.
kernel void sub_groups_write(write_only pipe uint out, global const uint *in, global int *ok) {
  const uint i = get_global_id(0);
  ok[i] = -1;
  if (get_sub_group_id() % 2 == 0) {
    reserve_id_t id = sub_group_reserve_write_pipe(out, get_sub_group_size());
    ok[i] = is_valid_reserve_id(id);
    if (is_valid_reserve_id(id)) {
      ok[i] = write_pipe(out, id, get_sub_group_local_id(), &in[i]) == 0;
      sub_group_commit_write_pipe(out, id);
    }
  }
}

kernel void sub_groups_read(read_only pipe uint in, global uint *out, global int *ok) {
  const uint i = get_global_id(0);
  ok[i] = -1;
  if (get_sub_group_id() % 2 == 0) {
    reserve_id_t id = sub_group_reserve_read_pipe(in, get_sub_group_size());
    ok[i] = is_valid_reserve_id(id);
    if (is_valid_reserve_id(id)) {
      ok[i] = read_pipe(in, id, get_sub_group_local_id(), &out[i]) == 0;
      sub_group_commit_read_pipe(in, id);
    }
  }
}

void pass_on(read_only pipe ulong in, global int *results) {
  ulong packet = 0;
  results[0] = read_pipe(in, &packet);
}

#ifndef MUX_UNTRANSLATED
/// For a pipe of packets of 4 bytes.
kernel void wrong_size(read_only pipe ulong in, write_only pipe ulong out, global int *results) {
  const ulong packet = 1;
  pass_on(in, results);
  results[1] = write_pipe(out, &packet);
  reserve_id_t id = reserve_write_pipe(out, 1);
  results[2] = is_valid_reserve_id(id);
  id = CLK_NULL_RESERVE_ID;
  results[3] = is_valid_reserve_id(id);
}
#endif

/// The packet size cannot be determined.
kernel void unused(read_only pipe int in) {}

// Positions with the mass in w. The softening avoids a singularity of a body's force on itself.
kernel void nbody(global const float4 *bodies, global float4 *accelerations, uint count,
                  float softening) {
  const size_t i = get_global_id(0);
  const float4 own = bodies[i];
  float x = 0.0f;
  float y = 0.0f;
  float z = 0.0f;
  for (uint j = 0; j < count; ++j) {
    const float4 other = bodies[j];
    const float dx = other.x - own.x;
    const float dy = other.y - own.y;
    const float dz = other.z - own.z;
    const float inverse = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + softening);
    const float pull = other.w * inverse * inverse * inverse;
    x += dx * pull;
    y += dy * pull;
    z += dz * pull;
  }
  accelerations[i] = (float4)(x, y, z, 0.0f);
}

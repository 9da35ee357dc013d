; PASS: lower_opaque_types
; Images, samplers and pipes are supported as parameters and values only.
; CHECK: refused: the variable 'variable' holds an image, a sampler or a pipe
target triple = "spir64"

@variable = internal addrspace(1) global [2 x target("spirv.Sampler")] undef

define spir_kernel void @f(ptr addrspace(1) %out, target("spirv.Sampler") %sampler) {
  store ptr addrspace(1) @variable, ptr addrspace(1) %out
  ret void
}

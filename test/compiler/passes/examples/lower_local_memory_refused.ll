; PASS: lower_local_memory width=scalar
; OpenCL C has no types of larger alignment.
; CHECK: refused: the local variable 'variable' is aligned to 256 bytes; local memory is aligned to 128
target triple = "spir64"

@variable = internal addrspace(3) global i32 undef, align 256

define spir_kernel void @f(ptr addrspace(1) %out) {
  store volatile i32 1, ptr addrspace(3) @variable
  ret void
}

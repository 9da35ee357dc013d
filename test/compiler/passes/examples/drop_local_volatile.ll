; PASS: drop_local_volatile width=8
; Volatile is removed from accesses to local memory, which no other thread sees, so they can be
; vectorized; accesses to other memory keep it.
; CHECK-NOT: store volatile i32 1,
; CHECK: store i32 1, ptr addrspace(3)
; CHECK: store volatile i32 2, ptr addrspace(1)
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(3) %local, ptr addrspace(1) %global) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) %local, i64 %i
  store volatile i32 1, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(1) %global, i64 %i
  store volatile i32 2, ptr addrspace(1) %q
  ret void
}

declare spir_func i64 @_Z12get_local_idj(i32)

; PASS: hoist_constants width=scalar
; A word of a constant buffer becomes a parameter; at a computed index it is loaded where it is read.
; CHECK: define {{.*}}void @f(ptr addrspace(1) %in, i32 %size, i32 %index, ptr addrspace(1) %out, i32 %constant)
; CHECK-NOT: mux.read_constant(
; CHECK: %[[INSIDE:.+]] = icmp ult i32 %index
; CHECK: load i32, ptr addrspace(1)
; CHECK: select i1 %[[INSIDE]]
; CHECK: add i32 %constant
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %in, i32 %size, i32 %index, ptr addrspace(1) %out) {
  %known = call i32 @mux.read_constant(ptr addrspace(1) %in, i32 %size, i32 2, i32 1)
  %computed = call i32 @mux.read_constant(ptr addrspace(1) %in, i32 %size, i32 %index, i32 0)
  %sum = add i32 %known, %computed
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

declare i32 @mux.read_constant(ptr addrspace(1), i32, i32, i32) memory(none) nounwind willreturn

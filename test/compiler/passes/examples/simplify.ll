; PASS: simplify width=scalar
; Variables become values, generic pointers those to the memory they come from.
; CHECK: define void @f(
; CHECK-NOT: alloca
; CHECK-NOT: addrspacecast
; CHECK: store i32 %n, ptr addrspace(1) %out
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n) {
  %variable = alloca ptr addrspace(4)
  %generic = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  store ptr addrspace(4) %generic, ptr %variable
  %pointer = load ptr addrspace(4), ptr %variable
  store i32 %n, ptr addrspace(4) %pointer
  ret void
}

; PASS: retarget width=scalar
; The module gets the host's target; Clang's attributes for another target are removed.
; CHECK-NOT: spir
; CHECK: target triple = "x86_64
; CHECK: define void @f(ptr addrspace(1) %out) #[[ATTRIBUTES:[0-9]+]]
; CHECK: attributes #[[ATTRIBUTES]] = {
; CHECK-NOT: stack-protector-buffer-size
; CHECK-SAME: "target-cpu"="
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) #0 {
  store i32 1, ptr addrspace(1) %out
  ret void
}

attributes #0 = { "stack-protector-buffer-size"="8" }

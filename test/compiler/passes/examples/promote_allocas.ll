; PASS: promote_allocas width=scalar
; A variable that is only loaded and stored becomes a value.
; CHECK-NOT: = alloca
; CHECK: %sum = add i32 %n, 7
; CHECK: store volatile i32 %sum
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i32 %n) {
  %variable = alloca i32
  store i32 %n, ptr %variable
  %value = load i32, ptr %variable
  %sum = add i32 %value, 7
  store volatile i32 %sum, ptr addrspace(1) %out
  ret void
}

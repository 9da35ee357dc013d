; PASS: eliminate_tail_recursion width=scalar
; A tail-recursive function, as Clang writes it without optimization, becomes a loop.
; CHECK: define{{.*}} @divisor(
; CHECK-NOT: call{{.*}} @divisor
; CHECK: define{{.*}} @f(
target triple = "spir64"

define internal spir_func i32 @divisor(i32 %a, i32 %b) {
entry:
  %result = alloca i32
  %is_last = icmp eq i32 %b, 0
  br i1 %is_last, label %last, label %more
last:
  store i32 %a, ptr %result
  br label %end
more:
  %rest = urem i32 %a, %b
  %of_rest = call spir_func i32 @divisor(i32 %b, i32 %rest)
  store i32 %of_rest, ptr %result
  br label %end
end:
  %value = load i32, ptr %result
  ret i32 %value
}

define spir_kernel void @f(ptr addrspace(1) %out, i32 %a, i32 %b) {
  %value = call spir_func i32 @divisor(i32 %a, i32 %b)
  store i32 %value, ptr addrspace(1) %out
  ret void
}

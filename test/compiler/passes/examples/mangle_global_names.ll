; PASS: mangle_global_names width=scalar
; A variable cannot become the function of the C library that has its name.
; CHECK: @data.{{.*}}memset = internal
; CHECK-NOT: @memset
target triple = "spir64"

@memset = addrspace(2) constant [2 x i32] [i32 1, i32 2]

define spir_kernel void @f(ptr addrspace(1) %out, i64 %i) {
  %p = getelementptr i32, ptr addrspace(2) @memset, i64 %i
  %value = load i32, ptr addrspace(2) %p
  store i32 %value, ptr addrspace(1) %out
  ret void
}

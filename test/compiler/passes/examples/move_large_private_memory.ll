; PASS: move_large_private_memory width=scalar
; An array that is too large for a thread's stack is moved to the scratch memory.
; CHECK-NOT: alloca
; CHECK: %array{{.*}} = getelementptr inbounds i8, ptr %storage, i64 0
; CHECK-NOT: alloca
; CHECK: by a group 32768
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i64 %i, i64 %j) {
  %array = alloca [8192 x i32]
  %p = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %p
  %q = getelementptr i32, ptr %array, i64 %j
  %value = load i32, ptr %q
  store i32 %value, ptr addrspace(1) %out
  ret void
}

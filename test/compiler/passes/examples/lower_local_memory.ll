; PASS: lower_local_memory width=scalar
; Variables in local memory get consecutive addresses in the scratch memory.
; CHECK-DAG: %one = getelementptr inbounds i8, ptr %scratch, i64 0
; CHECK-DAG: %other = getelementptr inbounds i8, ptr %scratch, i64 16
; CHECK-NOT: @one
; CHECK: local memory 128,
target triple = "spir64"

@one = internal addrspace(3) global i32 undef, align 4
@other = internal addrspace(3) global [4 x i32] undef, align 16

define spir_kernel void @f(ptr addrspace(1) %out, i64 %i) {
  store volatile i32 1, ptr addrspace(3) @one
  %p = getelementptr [4 x i32], ptr addrspace(3) @other, i64 0, i64 %i
  store volatile i32 2, ptr addrspace(3) %p
  ret void
}

; PASS: lower_local_memory width=scalar
; Constant expressions of a variable's address become instructions that follow it.
; CHECK: %m = getelementptr inbounds i8, ptr %scratch, i64 0
; CHECK: [[pointer:%[^ ]+]] = addrspacecast ptr %m to ptr addrspace(3)
; CHECK: [[address:%[^ ]+]] = ptrtoint ptr addrspace(3) [[pointer]] to i64
; CHECK: store i64 [[address]], ptr addrspace(1) %memory
target triple = "spir64"

@m = internal addrspace(3) global [3 x i32] undef

define spir_kernel void @f(ptr addrspace(1) %memory) {
entry:
  store i64 ptrtoint (ptr addrspace(3) @m to i64), ptr addrspace(1) %memory
  ret void
}

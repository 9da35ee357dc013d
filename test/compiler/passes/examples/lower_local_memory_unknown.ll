; PASS: lower_local_memory width=scalar local=1,1,1
; The size of the local memory argument is unknown, so a group of one work-item uses the scratch
; memory like other groups.
; CHECK: %one = getelementptr inbounds i8, ptr %scratch, i64 0
; CHECK: local memory 128,
target triple = "spir64"

@one = internal addrspace(3) global i32 undef, align 4

define spir_kernel void @f(ptr addrspace(3) %block) {
  store volatile i32 1, ptr addrspace(3) @one
  store volatile i32 2, ptr addrspace(3) %block
  ret void
}

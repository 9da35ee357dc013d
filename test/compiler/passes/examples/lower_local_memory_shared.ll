; PASS: lower_local_memory width=scalar local=2,1,1
; Both work-items of a group share its local memory, so variables stay in the scratch memory.
; CHECK: getelementptr inbounds i8, ptr %scratch, i64 0
; CHECK: local memory 128,
target triple = "spir64"

@one = internal addrspace(3) global i32 undef, align 4

define spir_kernel void @f() {
  store volatile i32 1, ptr addrspace(3) @one
  ret void
}

; PASS: lower_local_memory width=scalar local=16,1,1 blocks=0,2
; Offsets of local memory arguments that overlap the kernel's own variables are ignored: the
; arguments stay arguments.
; CHECK: %one = getelementptr inbounds i8, ptr %scratch, i64 0
; CHECK: store volatile i32 2, ptr addrspace(3) %a,
target triple = "spir64"

@one = internal addrspace(3) global i32 undef, align 4

define spir_kernel void @f(ptr addrspace(3) %a) {
  store volatile i32 1, ptr addrspace(3) @one
  store volatile i32 2, ptr addrspace(3) %a
  ret void
}

; PASS: lower_local_memory width=scalar local=16,1,1 blocks=1,2,4
; Local memory arguments follow the variables, at offsets that are constants for a known local size.
; CHECK-DAG: %one = getelementptr inbounds i8, ptr %scratch, i64 0
; CHECK-DAG: %a{{[0-9]+}} = getelementptr inbounds i8, ptr %scratch, i64 128
; CHECK-DAG: %b{{[0-9]+}} = getelementptr inbounds i8, ptr %scratch, i64 256
; CHECK: local memory 128,
target triple = "spir64"

@one = internal addrspace(3) global i32 undef, align 4

define spir_kernel void @f(ptr addrspace(3) %a, ptr addrspace(1) %out, ptr addrspace(3) %b) {
  store volatile i32 1, ptr addrspace(3) @one
  store volatile i32 2, ptr addrspace(3) %a
  store volatile i32 3, ptr addrspace(3) %b
  ret void
}

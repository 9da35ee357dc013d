; PASS: lower_opaque_types width=scalar
; A pipe becomes a pointer to global memory and a reservation an integer of 64 bits, also in
; variables.
; CHECK-NOT: spirv.
; CHECK: @kept = internal addrspace(3) global [2 x i64] undef
; CHECK-NOT: spirv.
; CHECK: define spir_kernel void @f(ptr addrspace(1) %pipe)
; CHECK: %id = call spir_func i64 @__reserve_read_pipe(ptr addrspace(1) %pipe, i32 3, i32 12, i32 4)
; CHECK: store i64 %id, ptr addrspace(3) getelementptr inbounds ([2 x i64], ptr addrspace(3) @kept, i64 0, i64 1)
; CHECK: store i64 0, ptr addrspace(3) @kept
; CHECK-NOT: spirv.
target triple = "spir64"

@kept = internal addrspace(3) global [2 x target("spirv.ReserveId")] undef

define spir_kernel void @f(target("spirv.Pipe", 0) %pipe) {
  %id = call spir_func target("spirv.ReserveId") @__reserve_read_pipe(
      target("spirv.Pipe", 0) %pipe, i32 3, i32 12, i32 4)
  store target("spirv.ReserveId") %id, ptr addrspace(3) getelementptr inbounds (
      [2 x target("spirv.ReserveId")], ptr addrspace(3) @kept, i64 0, i64 1)
  store target("spirv.ReserveId") zeroinitializer, ptr addrspace(3) @kept
  ret void
}

declare spir_func target("spirv.ReserveId") @__reserve_read_pipe(target("spirv.Pipe", 0), i32, i32, i32)

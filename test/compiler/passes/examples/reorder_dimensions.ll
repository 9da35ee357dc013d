; PASS: reorder_dimensions width=8
; The program's y, along which neighbors are contiguous in memory, becomes x.
; CHECK: %[[X:.+]] = add nuw i64 %first_global_id.y, %local_id.y
; CHECK: %[[Y:.+]] = add nuw i64 %first_global_id.x, %local_id.x
; CHECK: %row = mul i64 %[[X]], %width
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out, i64 %width) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %row = mul i64 %x, %width
  %i = add i64 %row, %y
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)

; PASS: hide_truncations width=scalar
; Truncations of ids, and of their sums and products, are hidden in calls; intermediate truncations
; of a value that is truncated in the end are removed. Sizes and other numbers are not changed.
; CHECK: define void @f(
; CHECK: %id = call noundef i64 @_Z13get_global_idj(
; CHECK: %x = call noundef i32 @mux.truncate(i64 %id)
; CHECK: %offset = mul i64 %group, 128
; CHECK: %sum = add i64 %offset, %id
; CHECK: %y = call noundef i32 @mux.truncate(i64 %sum)
; CHECK: %count = trunc i64 %size to i32
; CHECK: %high = lshr i64 %id, 32
; CHECK: %upper = trunc i64 %high to i32
; CHECK: declare i32 @mux.truncate(i64) #[[HIDDEN:[0-9]+]]
; CHECK: attributes #[[HIDDEN]] = { nofree nosync nounwind speculatable willreturn memory(none) }
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %variable = alloca i32
  %x = trunc i64 %id to i32
  store i32 %x, ptr %variable
  %loaded = load i32, ptr %variable
  %wide = sext i32 %loaded to i64
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %offset = mul i64 %group, 128
  %sum = add nuw nsw i64 %offset, %wide
  %y = trunc i64 %sum to i32
  %size = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %count = trunc i64 %size to i32
  %high = lshr i64 %id, 32
  %upper = trunc i64 %high to i32
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store volatile i32 %x, ptr addrspace(1) %p
  store volatile i32 %y, ptr addrspace(1) %p
  store volatile i32 %count, ptr addrspace(1) %p
  store volatile i32 %upper, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)

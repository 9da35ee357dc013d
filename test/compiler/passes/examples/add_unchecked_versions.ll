; PASS: add_unchecked_versions width=8
; A copy has no check of the address that a test of the group includes; that of a loaded one remains.
; CHECK: define internal i32 @work_item.f(
; CHECK: icmp ult i32
; CHECK: icmp ult i32
; CHECK: define internal i1 @accesses_are_inside.work_item.f(
; CHECK: icmp slt i64
; CHECK: define internal i32 @work_item.f.unchecked(
; CHECK: br i1 true
; CHECK: icmp ult i32 %loaded
target triple = "spir64"

define spir_kernel void @f(ptr addrspace(1) %data, i32 %size) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %i = trunc i64 %x to i32
  %address = shl i32 %i, 2
  %is_inside = call i1 @mux.is_inside(i32 %address, i32 %size)
  br i1 %is_inside, label %inside, label %end

inside:
  %place = zext i32 %address to i64
  %p = getelementptr i8, ptr addrspace(1) %data, i64 %place
  %loaded = load i32, ptr addrspace(1) %p
  %is_next_inside = call i1 @mux.is_inside(i32 %loaded, i32 %size)
  br i1 %is_next_inside, label %next, label %end

next:
  %next_place = zext i32 %loaded to i64
  %q = getelementptr i8, ptr addrspace(1) %data, i64 %next_place
  store i32 0, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare i1 @mux.is_inside(i32, i32) memory(none) nounwind willreturn

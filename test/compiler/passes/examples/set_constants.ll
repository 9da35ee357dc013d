; PASS: set_constants constant=mode value=2
; A given constant has its value, another its default; what depends on them is folded, and what a
; branch on them never reaches is removed.
; CHECK: @mode = internal addrspace(2) constant i32 2
; CHECK: @numbers = internal addrspace(2) constant [3 x i16] [i16 5, i16 6, i16 7]
; CHECK: define {{.*}}@f(
; CHECK-NOT: @undefined_function
; CHECK-NOT: phi
; CHECK: store i32 20, ptr addrspace(1) %out
; CHECK: getelementptr [3 x i16], ptr addrspace(2) @numbers, i64 0, i64 %i
; CHECK: load volatile i32, ptr addrspace(2) @mode
target triple = "spir64"

@mode = weak addrspace(2) constant i32 0, align 4
@numbers = weak addrspace(2) constant [3 x i16] [i16 5, i16 6, i16 7], align 2

define spir_kernel void @f(ptr addrspace(1) %out) {
entry:
  %mode = load i32, ptr addrspace(2) @mode
  %is_two = icmp eq i32 %mode, 2
  br i1 %is_two, label %two, label %other

two:
  %third = load i16, ptr addrspace(2) getelementptr ([3 x i16], ptr addrspace(2) @numbers, i64 0, i64 2)
  %wide = sext i16 %third to i32
  %more = mul i32 %wide, %mode
  %sum = add i32 %more, 6
  br label %end

other:
  call spir_func void @undefined_function()
  br label %end

end:
  %result = phi i32 [ %sum, %two ], [ 7, %other ]
  store i32 %result, ptr addrspace(1) %out
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr [3 x i16], ptr addrspace(2) @numbers, i64 0, i64 %i
  %number = load i16, ptr addrspace(2) %p
  %kept = load volatile i32, ptr addrspace(2) @mode
  %q = getelementptr i16, ptr addrspace(1) %out, i32 %kept
  store i16 %number, ptr addrspace(1) %q
  ret void
}

declare spir_func void @undefined_function()
declare spir_func i64 @_Z13get_global_idj(i32)

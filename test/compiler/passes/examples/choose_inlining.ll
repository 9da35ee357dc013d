; PASS: choose_inlining
; All work-items of a group wait at a barrier, which a called function does not support, so all of
; these functions would have to be inlined.
; CHECK: refused: kernel 'k' has 2097152 instructions once the functions that it calls are inlined; at most 1000000 are supported
target triple = "spir64"

declare spir_func void @_Z7barrierj(i32)

define spir_func i64 @f0() {
  call spir_func void @_Z7barrierj(i32 1)
  ret i64 7
}

define spir_func i64 @f1() {
  %a = call spir_func i64 @f0()
  %b = call spir_func i64 @f0()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f2() {
  %a = call spir_func i64 @f1()
  %b = call spir_func i64 @f1()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f3() {
  %a = call spir_func i64 @f2()
  %b = call spir_func i64 @f2()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f4() {
  %a = call spir_func i64 @f3()
  %b = call spir_func i64 @f3()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f5() {
  %a = call spir_func i64 @f4()
  %b = call spir_func i64 @f4()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f6() {
  %a = call spir_func i64 @f5()
  %b = call spir_func i64 @f5()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f7() {
  %a = call spir_func i64 @f6()
  %b = call spir_func i64 @f6()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f8() {
  %a = call spir_func i64 @f7()
  %b = call spir_func i64 @f7()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f9() {
  %a = call spir_func i64 @f8()
  %b = call spir_func i64 @f8()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f10() {
  %a = call spir_func i64 @f9()
  %b = call spir_func i64 @f9()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f11() {
  %a = call spir_func i64 @f10()
  %b = call spir_func i64 @f10()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f12() {
  %a = call spir_func i64 @f11()
  %b = call spir_func i64 @f11()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f13() {
  %a = call spir_func i64 @f12()
  %b = call spir_func i64 @f12()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f14() {
  %a = call spir_func i64 @f13()
  %b = call spir_func i64 @f13()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f15() {
  %a = call spir_func i64 @f14()
  %b = call spir_func i64 @f14()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f16() {
  %a = call spir_func i64 @f15()
  %b = call spir_func i64 @f15()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f17() {
  %a = call spir_func i64 @f16()
  %b = call spir_func i64 @f16()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f18() {
  %a = call spir_func i64 @f17()
  %b = call spir_func i64 @f17()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_func i64 @f19() {
  %a = call spir_func i64 @f18()
  %b = call spir_func i64 @f18()
  %sum = add i64 %a, %b
  ret i64 %sum
}

define spir_kernel void @k(ptr addrspace(1) %out) {
  %a = call spir_func i64 @f19()
  store i64 %a, ptr addrspace(1) %out
  ret void
}

; PASS: initialize_memory
; In a module that requests it, variables are zero-initialized at the start of their lifetimes, and
; undefined values are zero.
; CHECK: @shared = {{.*}}addrspace(3) global i32 0
; CHECK: %lasting = alloca [4 x i32], align 16
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 %lasting, i8 0, i64 16, i1 false)
; CHECK: %in_loop = alloca i32, align 4
; CHECK-NOT: call void @llvm.memset
; CHECK: loop:
; CHECK: phi i32 [ 0, %entry ]
; CHECK: call void @llvm.lifetime.start.p0(i64 4, ptr %in_loop)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 4 %in_loop, i8 0, i64 4, i1 false)
; CHECK: shufflevector <3 x float> %three, <3 x float> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: store <2 x float> <float 1.000000e+00, float 0.000000e+00>
target triple = "spir64"

@shared = internal addrspace(3) global i32 undef, align 4

define spir_kernel void @f(ptr addrspace(1) %out, <3 x float> %three, i32 %n) {
entry:
  %lasting = alloca [4 x i32], align 16
  %in_loop = alloca i32, align 4
  br label %loop

loop:
  %maybe = phi i32 [ undef, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0(i64 4, ptr %in_loop)
  %old = load volatile i32, ptr %in_loop, align 4
  store volatile i32 %old, ptr addrspace(3) @shared, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %in_loop)
  %next = add i32 %maybe, %old
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  %four = shufflevector <3 x float> %three, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  store <4 x float> %four, ptr addrspace(1) %out, align 16
  store <2 x float> <float 1.0, float undef>, ptr addrspace(1) %out, align 8
  %element = getelementptr i32, ptr %lasting, i32 %n
  %value = load volatile i32, ptr %element, align 4
  ret void
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"mux.initialized_memory", i32 3}

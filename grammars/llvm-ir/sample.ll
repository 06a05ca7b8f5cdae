; A module of our own: a loop, a switch, and a call that may throw.
source_filename = "sample.c"
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.pair = type { i32, ptr }
%opaque = type opaque
$inline = comdat any

@.str = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1
@table = internal global [2 x %struct.pair] [%struct.pair { i32 1, ptr null }, %struct.pair { i32 -2, ptr @.str }], align 16

declare i32 @printf(ptr nocapture readonly, ...)
declare i32 @__gxx_personality_v0(...)

define dso_local i32 @sum(ptr %items, i32 noundef %count) local_unnamed_addr #0 !dbg !4 {
entry:
  %empty = icmp slt i32 %count, 1
  br i1 %empty, label %done, label %loop, !prof !6

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr inbounds i32, ptr %items, i32 %i
  %item = load i32, ptr %at, align 4, !tbaa !3
  %more = add nsw i32 %total, %item
  %next = add nuw nsw i32 %i, 1
  %go = icmp eq i32 %next, %count
  br i1 %go, label %done, label %loop

done:                                             ; preds = %loop, %entry
  %result = phi i32 [ 0, %entry ], [ %more, %loop ]
  ret i32 %result
}

define i32 @choose(i32 %0) personality ptr @__gxx_personality_v0 {
  %2 = alloca %struct.pair, align 8
  switch i32 %0, label %other [
    i32 0, label %zero
    i32 1, label %one
  ]

zero:
  %3 = call i32 (ptr, ...) @printf(ptr @.str, i32 -1), !srcloc !5
  call void @llvm.trap()
  ret i32 %3

one:
  %4 = invoke i32 @sum(ptr null, i32 0)
          to label %other unwind label %lost

other:
  %5 = extractelement <4 x float> zeroinitializer, i32 0
  %6 = fadd fast float %5, 0x3FF0000000000000
  store volatile float %6, ptr %2, align 4
  ret i32 1

lost:
  %7 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %7
}

attributes #0 = { nounwind "frame-pointer"="all" }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"PIC Level", i32 2}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"int", !0, i64 0}
!3 = !{!2, !2, i64 0}
!4 = distinct !DISubprogram(name: "sum", scope: null, line: 3, isOptimized: true)
!5 = !{i64 7}
!6 = !{!"branch_weights", i32 1, i32 99}

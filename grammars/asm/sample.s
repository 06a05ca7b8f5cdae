# Three small functions of ours: AT&T's way, Intel's way, and ARM's.
	.file	"sample.c"
	.text
	.globl	sum
	.type	sum, @function
sum:
	.cfi_startproc
	pushq	%rbp
	movq	%rsp, %rbp
	movl	$0, -4(%rbp)		# the total
.L2:
	cmpl	%eax, %edi
	jle	.L3
	movl	(%rsi,%rax,4), %ecx
	addl	%ecx, -4(%rbp)
	jmp	.L2
.L3:
	movl	-4(%rbp), %eax
	popq	%rbp
	ret
	.cfi_endproc
	.size	sum, .-sum

	.macro	twice reg, count=2
	.rept	\count
	add	\reg, \reg
	.endr
	.endm

	.intel_syntax noprefix
1:	mov	rax, qword ptr [rdi + 8*rcx - 16]
	lock cmpxchg byte ptr es:[rbx], al
	twice	rax
	jnz	1b
	/* nothing
	   more */
	.att_syntax

	.ifdef	ARM
main:	push	{r4, lr}
	mov	r0, #4
	ldr	r1, [sp, #8]!
	b	main
	.endif

	.section	.rodata, "a", @progbits
.LC0:
	.string	"total: %d\n"
	.long	.LC0-., 0x1F

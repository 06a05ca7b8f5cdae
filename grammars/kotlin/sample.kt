#!/usr/bin/env kotlin
// A sample of the language.
@file:JvmName("Sample")

package sample.shapes

import kotlin.math.*
import kotlin.collections.List as KList

const val LIMIT = 0x1F
typealias Table<T> = Map<String, T>

interface Shape<out T : Any> {
    val area: Double
    fun move(dx: Int, dy: Int = 0): T
}

enum class Kind(val code: Int) {
    SMALL(1), LARGE(2);
    fun next() = values()[0]
}

sealed class Result {
    data class Ok(val value: Int) : Result()
    object Failed : Result()
}

@Deprecated("old")
abstract class Point<T>(private val x: Int, var y: Int = 2, vararg rest: String) : Base(x), Shape<T> where T : Any {
    companion object {
        private val origin = 0
        fun make() = origin
    }

    override val area: Double get() = x * y.toDouble()
    var name: String? = null
        set(value) { field = value }
    lateinit var late: String
    private val lazyValue by lazy { 1 + 2 }

    init {
        name = "none"
    }

    constructor(text: String) : this(text.length)

    abstract fun draw()

    override fun move(dx: Int, dy: Int): T {
        y += dy
        return this as T
    }
}

class Named : Result {
    constructor(name: String) : super(name)
}

inline fun <reified T> check(value: Int, list: List<T>, noinline block: (Int) -> Unit): Int? {
    val (first, second) = Pair(1, "two")
    var counter = if (value > 0) value else -value
    if (list.isEmpty() && value !in 1..LIMIT || first != 1) {
        return null
    } else if (value is Int) {
        counter++
    } else {
        throw IllegalArgumentException("bad $value and ${list.size + 1}")
    }
    for (element in list) println(element)
    for ((index, item) in list.withIndex()) {
        if (index % 2 == 0) continue
        println(item)
    }
    outer@ while (counter > 0) {
        counter -= 1
        if (counter == 5) break@outer
    }
    do {
        block(counter)
    } while (counter < 3)
    val kind = when (value) {
        1, 2 -> "small"
        in 3..5 -> "middle"
        is Int -> "int"
        else -> "other"
    }
    when {
        value > 1 -> println(kind)
        else -> {}
    }
    val text = try {
        kind.toInt()
    } catch (error: NumberFormatException) {
        0
    } finally {
        println("done")
    }
    return text
}

object Origin {
    val zero = 0
}

fun String.shout() = uppercase() + "!"

fun main(args: Array<String>) {
    val double = { x: Int -> x * 2 }
    val table = mapOf("a" to 1, "b" to 2)
    val anonymous = fun(x: Int): Int { return x + 1 }
    val thing = object : Shape<Int> { override val area = 1.0 }
    table["a"]?.let { println(it) } ?: run { println("none") }
    listOf(1, 2.5f, 3L, 'c', true, null).map(::println).filter { it != null }
    args[0] = """raw
text"""
    println(double(table.getValue("a")) as? Int ?: 0)
    val unsure = args.first()!!.length shl 2
}

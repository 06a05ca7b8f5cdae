// A sample of the language.
package sample.shapes

import scala.collection.mutable
import scala.math.{max, min => least, _}

trait Shape[+T <: AnyRef] extends Serializable {
  type Unit2
  val area: Double
  def move(dx: Int, dy: Int = 0): T
}

case class Pair[A, B](first: A, second: B)

sealed abstract class Result
case object Failed extends Result

@deprecated("old")
class Point[T](private val x: Int, var y: Int = 2)(implicit order: Ordering[T]) extends Base(x) with Shape[T] {
  self: Shape[T] =>
  private var counter: Int = 0x1F
  lazy val text = "none"
  override val area: Double = x * y

  def this(text: String) = this(text.length)

  def move(dx: Int, dy: Int): T = {
    counter += dx
    this.asInstanceOf[T]
  }

  def update: Unit = { y = 1 }
}

object Point {
  val Limit = 1 << 4
  def apply(x: Int): Point[Int] = new Point(x)
  implicit val order: Ordering[Int] = null
}

object Main extends App {
  def check[T: Ordering](value: Int, list: List[T], block: Int => Unit, rest: String*): Option[Int] = {
    val (first, second) = (1, "two")
    var counter = if (value > 0) value else -value
    if (list.isEmpty && value != 1 || !(first == 1)) {
      return None
    } else if (value > 3) {
      counter += 1
    } else {
      throw new IllegalArgumentException(s"bad $value and ${list.size + 1}")
    }
    for (item <- list; index = 1 if index > 0) println(item)
    while (counter > 0) {
      counter -= 1
    }
    do { block(counter) } while (counter < 3)
    val kind = value match {
      case 1 | 2 => "small"
      case x if x > 5 => "large"
      case _: Int => "int"
      case Pair(a, _) => "pair"
    }
    val number = try {
      kind.toInt
    } catch {
      case error: NumberFormatException => 0
    } finally {
      println("done")
    }
    Some(number)
  }

  val double = (x: Int) => x * 2
  val add: (Int, Int) => Int = _ + _
  val table = Map("a" -> 1, "b" -> 2)
  val squares = for { x <- 1 to 3; y <- List(x) } yield x * y
  val long = """several
lines"""
  table.get("a").map { value => value + 1 }.foreach(println)
  val thing = new Shape[String] { val area = 1.0 }
  table("a") match { case 1 => true; case _ => false }
  println(List(1, 2.5f, 'c', null).size + Point(3).y, double(2))
}

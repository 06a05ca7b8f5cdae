// A sample of the language.
import Foundation
import struct Swift.Array

let limit: Int = 0x1F, other = 2
typealias Table<T> = [String: T]

protocol Shape: AnyObject {
    associatedtype Unit
    var area: Double { get set }
    func move(by dx: Int, _ dy: Int) throws -> Unit
}

enum Kind: Int, CaseIterable {
    case small = 1, middle
    case large
}

indirect enum Tree<Element> {
    case leaf(Element)
    case node(left: Tree, right: Tree)
}

struct Pair<A, B> where A: Equatable {
    var first: A
    let second: B
    static let zero = 0
    subscript(index: Int) -> Int { return index }
    mutating func swap() { first = first }
}

@available(macOS 10.15, *)
public final class Point: Base, Shape {
    private(set) var x: Int = 0
    var name: String?
    lazy var text = "none"
    var area: Double {
        get { return Double(x) }
        set { x = Int(newValue) }
    }
    var watched = 1 {
        didSet { print(oldValue) }
    }

    init(x: Int, y: Int = 2, rest: String...) {
        self.x = x
        super.init()
    }

    deinit { print("gone") }

    override func move(by dx: Int, _ dy: Int) throws -> Point {
        x += dx
        return self
    }

    static func + (left: Point, right: Point) -> Point { left }
}

extension Point: CustomStringConvertible {
    var description: String { "point \(x + 1)" }
}

@discardableResult
func check<T: Shape>(_ value: Int, list: [T], then block: @escaping (Int) -> Void, into result: inout Int) async throws -> Int? {
    guard let first = list.first, value > 0 else { return nil }
    var counter = value > 3 ? value : -value
    if value == 1 && !list.isEmpty || value != 2 {
        counter += 1
    } else if let name = first as? String {
        print(name)
    } else {
        throw Failure.bad(code: 3)
    }
    for (index, item) in list.enumerated() where index % 2 == 0 {
        if index > 5 { continue }
        print(item)
    }
    for element in list { print(element) }
    outer: while counter > 0 {
        counter -= 1
        break outer
    }
    repeat {
        block(counter)
    } while counter < 3
    switch value {
    case 1, 2:
        print("small")
    case 3...5 where counter > 1:
        fallthrough
    case let x:
        print(x)
    }
    do {
        try await risky()
    } catch let error as Failure {
        print(error)
    } catch {
        print("other")
    }
    let found = compute(counter)
    defer { print("done", found) }
    result = counter
    return counter ?? 0
}

let double = { (x: Int) -> Int in return x * 2 }
let table: [String: Int] = ["a": 1, "b": 2]
let numbers = [1, 2, 3].map { $0 + 1 }.filter { x in x > 1 }
let tuple = (1, name: "two", nil)
let long = """
several
lines
"""
if case .leaf(let value) = Tree.leaf(1) { print(value) }
print(table["a"]!, tuple.0, double(3) as Any, numbers[0...1], try? risky())
#if DEBUG
print(#file)
#endif

#!/usr/bin/env ruby
# A sample of the language.
require "set"
require_relative 'other'

LIMIT = 1 << 4
$global = 0x1F
names = { "one" => 1, two: 2, :three => 3.5 }
list = [1, 2, *names.values, %w[a b], -3]
text = "a #{names[:two] + 1} b" 'single' << <<~TEXT
  a text of
  several #{LIMIT} lines
TEXT
query = <<~SQL
  SELECT name FROM people WHERE age > 20;
SQL
counter = total = 0
counter += 1
first, *rest = list
swapped = counter > 0 ? -counter : !total
range = (1..LIMIT)
pattern = /a+(b|c)/i

module Shapes
  include Comparable
  class Point < Struct.new(:x, :y)
    attr_accessor :name
    @@count = 0
    ORIGIN = new(0, 0)

    def initialize(x, y = 2, *rest, key: 1, other:, **options, &block)
      super(x, y)
      @name = key
      block.call(x) if block
    end

    def self.make(x)
      return new(x, other: 3)
    end

    def area = @x * @y

    def <=>(other)
      area <=> other.area
    end

    private

    def hidden(a)
      return a, 1 unless a.nil?
      yield a, counter
    end
  end
end

class Round < Shape
  def initialize(x)
    super(x, 1)
  end
end

class << self
  def single; 1; end
end

def check(value)
  if value == 1 && !value.zero?
    puts "one"
  elsif value > 2 or value < 0
    puts("other")
  else
    raise ArgumentError, "bad"
  end
  unless value
    puts 1
  end
  while value < LIMIT do value += 1 end
  until value == 0
    value -= 1
    next if value == 5
    break
  end
  for item in [1, 2]
    p item
  end
  case value
  when 1, 2 then :low
  when String
    :text
  else
    :high
  end
  case [value, 1]
  in [Integer => a, _] if a > 1
    a
  in {name: String}
    nil
  end
ensure
  puts "done"
end

begin
  check(3)
  retry_it = true
rescue ArgumentError, TypeError => error
  warn error.message
else
  puts list
ensure
  counter = 1
end

names.each { |key, value| puts "#{key}: #{value}" }
list.map do |item; local|
  item&.to_s
end.select(&:empty?)
double = ->(x, y = 1) { x * 2 + y }
double.(3)
triple = lambda { |x| x }
puts [1, 2].sum { _1 + 1 }, defined?(foo), __FILE__
alias other check
undef other
list[0] ||= Shapes::Point.new(1, other: 2).area
puts "never" while false
result = check 1 rescue nil

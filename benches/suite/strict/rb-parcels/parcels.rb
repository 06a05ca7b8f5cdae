# Parcels, what they cost, and where they go.
require "set"

module Priced
  RATE = 7

  def price
    base + weight * RATE / 10
  end

  def cheap?(limit = 20)
    price < limit
  end
end

class Parcel
  include Priced
  attr_reader :name, :weight, :stops

  def initialize(name, weight, stops: [])
    @name = name
    @weight = weight
    @stops = stops
  end

  def base
    5
  end

  def <=>(other)
    price <=> other.price
  end

  def to_s
    "#{name} (#{weight} kg): #{price}"
  end
end

class Express < Parcel
  SPEEDUP = 3

  def initialize(name, weight, hours, **rest)
    super(name, weight, **rest)
    @hours = hours
  end

  def base
    super() + SPEEDUP * hours_left
  end

  private

  def hours_left
    [@hours - stops.length, 0].max
  end
end

class Depot
  Full = Class.new(StandardError)

  def initialize(capacity)
    @capacity = capacity
    @parcels = {}
    @seen = Set.new
  end

  def add(parcel)
    raise Full, "no room for #{parcel.name}" if used + parcel.weight > @capacity

    @seen << parcel.name
    (@parcels[parcel.class.name] ||= []) << parcel
    self
  end

  def used
    @parcels.values.flatten.sum(&:weight)
  end

  def each_group
    return enum_for(:each_group) unless block_given?

    @parcels.each do |kind, list|
      yield kind, list.sort { |a, b| a <=> b }
    end
  end

  def report
    lines = each_group.map do |kind, list|
      total = list.reduce(0) { |sum, it| sum + it.price }
      "#{kind}: #{list.map(&:to_s).join(", ")} = #{total}"
    end
    lines.push("#{@seen.size} seen, #{used} of #{@capacity}")
  end
end

def fill(depot, parcels)
  left = 0
  parcels.each do |it|
    begin
      depot.add(it)
    rescue Depot::Full => problem
      left += 1
      puts problem.message
    end
  end
  left
end

depot = Depot.new(60)
parcels = [
  Parcel.new("book", 12),
  Express.new("lamp", 20, 9, stops: %w[north east]),
  Parcel.new("chair", 40, stops: ["south"]),
  Express.new("pen", 3, 1),
]
left = fill(depot, parcels)
puts depot.report
puts "left behind: #{left}" unless left.zero?
case parcels.count(&:cheap?)
when 0 then puts "none is cheap"
when 1..2 then puts "few are cheap"
else puts "many are cheap"
end

-- Rooms, doors between them, and the way out.
local Room = {}
Room.__index = Room

local function copy(list)
  local out = {}
  for i, it in ipairs(list) do
    out[i] = it
  end
  return out
end

function Room.new(name, size)
  local self = setmetatable({}, Room)
  self.name = name
  self.size = size or 10
  self.doors = {}
  return self
end

function Room:link(other, width)
  self.doors[#self.doors + 1] = { to = other, width = width }
  other.doors[#other.doors + 1] = { to = self, width = width }
  return self
end

function Room:area()
  return self.size * self.size - #self.doors * 2
end

local Hall = setmetatable({}, { __index = Room })
Hall.__index = Hall

function Hall.new(name, size, columns)
  local self = Room.new(name, size)
  self.columns = columns
  return setmetatable(self, Hall)
end

function Hall:area()
  return Room.area(self) - (self.columns or 0)
end

local Queue = { first = 1, last = 0 }
Queue.__index = Queue

function Queue.new()
  return setmetatable({ items = {} }, Queue)
end

function Queue:push(it)
  self.last = self.last + 1
  self.items[self.last] = it
end

function Queue:pop()
  if self.first > self.last then
    return nil
  end
  local it = self.items[self.first]
  self.items[self.first] = nil
  self.first = self.first + 1
  return it
end

local function way(from, goal, width)
  local seen = { [from] = true }
  local queue = Queue.new()
  queue:push({ from })
  while true do
    local path = queue:pop()
    if not path then
      return nil, "no way to " .. goal.name
    end
    local last = path[#path]
    if last == goal then
      return path
    end
    for _, door in ipairs(last.doors) do
      if not seen[door.to] and door.width >= width then
        seen[door.to] = true
        local longer = copy(path)
        table.insert(longer, door.to)
        queue:push(longer)
      end
    end
  end
end

local function names(path)
  local out = {}
  for i = 1, #path do
    out[#out + 1] = path[i].name
  end
  return table.concat(out, ">")
end

local kitchen = Room.new("kitchen", 4)
local hall = Hall.new("hall", 12, 6)
local attic, cellar = Room.new("attic"), Room.new("cellar", 7)
kitchen:link(hall, 3)
hall:link(attic, 1):link(cellar, 2)

for width = 1, 3 do
  local path, problem = way(kitchen, cellar, width)
  if path then
    print(width, names(path))
  else
    print(width, problem)
  end
end

local total = 0
for _, room in ipairs({ kitchen, hall, attic, cellar }) do
  total = total + room:area()
end
print(string.format("area %d", total))
local ok, problem = pcall(function()
  return way(kitchen, nil, 9)
end)
print(ok, type(problem))

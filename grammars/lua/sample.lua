#!/usr/bin/env lua
-- A sample of the language.
--[[ and a comment
of several lines ]]
local limit <const>, rest = 1 << 4, ...
local names = { "one", two = 2, ["three"] = 3; [limit] = { 1.5, 0x1F, 3e-2 }, }
local text = 'single' .. "double\n" .. [[long
text]]
counter = 0
counter, names.two = counter + 1, -counter
global = not counter and #names ~= 3 or counter <= 4 // 2

local function add(a, b, ...)
  local extra = select("#", ...)
  return a + b * extra, ~a & b | 3
end

function names.get(key)
  if key == nil then
    return nil
  elseif names[key] then
    return names[key]
  else
    error("no " .. key)
  end
end

function names:set(key, value)
  self[key] = value
end

for index = 1, #names, 2 do
  if index > 3 then break end
  print(index, add(index, 2, 3))
end
for key, value in pairs(names) do
  names:set(key, value)
  names.get(key)
  goto continue
  ::continue::
end
while counter < limit do
  counter = add(counter, 1)
end
repeat
  local done = counter == 0
  counter = counter - 1
until done
do
  local block = function(x) return add(x ^ 2, 1) end
  block(3)
end
local object = setmetatable({}, { __index = function(self, key) return key end })
object.field.deep = object:method "string" { table = true }
print((object or names)["key"], require("module").value)
return names, true, false

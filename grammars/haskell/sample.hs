{-# LANGUAGE LambdaCase, GADTs #-}
-- A sample of the language.
module Shapes
  ( Shape (..)
  , check
  , module List
  ) where

import List
import qualified Data.Map as Map
import Maybe (fromMaybe, mapMaybe)
import Prelude hiding (lookup)

infixl 6 <+>

type Table a = Map.Map String a

newtype Name = Name { getName :: String } deriving (Eq, Show)

data Shape a
  = Circle Double
  | Box { width :: a, height :: !Int }
  deriving (Eq, Ord)

data Term where
  Lit :: Int -> Term
  Add :: Term -> Term -> Term

class Show a => Area a where
  area :: a -> Double
  area _ = 0
  scale :: Int -> a -> a

instance Area Name where
  area (Name text) = fromIntegral (length text)
  scale n name = name { getName = show n }

type family Elem c
type instance Elem [e] = e

limit, other :: Int
limit = 0x1F
other = -3

(<+>) :: Int -> Int -> Int
a <+> b = a + b * 2

check :: (Ord a, Num a) => a -> [a] -> Maybe (a, Int)
check value list
  | value > 3, null list = Nothing
  | Just x <- find (== value) list = Just (x, 1)
  | otherwise = Just (total, length rest)
  where
    total = sum list
    (first : rest) = list

sign :: Int -> String
sign 0 = "zero"
sign n = if n > 0 then "plus" else "minus"

kind :: Maybe Int -> Int
kind maybe = case maybe of
  Nothing -> 0
  Just n | n > 5 -> n
         | otherwise -> let y = n * 2
                            z = 1
                        in y + z

twice :: Int -> Int
twice n = n + n

total :: Int -> Int -> Int
total a b = twice a + twice b - length (show (a * b)) * (negate b + 3)

greeting :: String -> String
greeting name = "hello " ++ name ++ concat (replicate 3 "!")

triple :: Int -> [Int]
triple n = map (* 2) [n, n + 1, twice n]

squares :: [Int]
squares = [x * x | x <- [1 .. 10], even x, let y = x]

apply :: (Int -> Int) -> Int
apply f = f . negate $ (\x -> x + 1) 3

main :: IO ()
main = do
  let table = Map.fromList [("a", 1), ("b", 2)]
      text = "text" ++ ['c']
  line <- getLine
  print (Map.lookup line table)
  mapM_ print squares
  if null line
    then return ()
    else putStrLn line
  print $ (\case { 1 -> 'a' }) limit
  print (kind (Just 3) `seq` (1, True), [1, 2 ..], (+ 1) 2)

-- A sample of the language.
/* and a comment */
CREATE TABLE IF NOT EXISTS people (
  id INTEGER PRIMARY KEY,
  name VARCHAR(20) NOT NULL DEFAULT 'none',
  age INT,
  boss INT REFERENCES people (id),
  UNIQUE (name, age)
);
CREATE UNIQUE INDEX by_name ON people (name, age DESC);
CREATE VIEW adults AS SELECT id, name FROM people WHERE age >= 18;
ALTER TABLE people ADD COLUMN height REAL;
INSERT INTO people (id, name, age) VALUES (1, 'one', 30), (2, 'two', NULL);
INSERT INTO people VALUES (3, 'three', 1, NULL, 1.5);
INSERT INTO people SELECT id + 10, name, age FROM people;
UPDATE people SET age = age + 1, name = upper(name) WHERE id = 1;
DELETE FROM people WHERE age < 0 OR name IS NULL;
WITH young AS (SELECT id, age FROM people WHERE age < 20), old AS (SELECT 1)
SELECT DISTINCT p.id AS number, count(*) total, max(p.age) OVER (PARTITION BY p.name ORDER BY p.id)
FROM people AS p
LEFT JOIN people b ON b.id = p.boss AND b.age BETWEEN 20 AND 30
INNER JOIN (SELECT id FROM adults) a ON a.id = p.id
WHERE p.name LIKE 'a%' AND NOT p.age IN (1, 2, 3) AND EXISTS (SELECT 1 FROM young)
GROUP BY p.name, p.id
HAVING count(*) > 1
ORDER BY p.name DESC, 2
LIMIT 10 OFFSET 5;
SELECT CASE WHEN age > 1 THEN 'old' WHEN age = 0 THEN 'new' ELSE 'none' END, CAST(age AS TEXT), age * 2 FROM people;
SELECT a.id FROM adults a UNION ALL SELECT id FROM people WHERE id = (SELECT max(id) FROM people);
SELECT p.id FROM people p JOIN adults a ON a.id = p.id JOIN young USING (id);
SELECT * FROM people, adults WHERE people.id <> adults.id;
BEGIN;
DROP TABLE IF EXISTS people;
COMMIT;

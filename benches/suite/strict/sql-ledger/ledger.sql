-- Accounts of a small library with loans, fees and what is owed.
PRAGMA foreign_keys = ON;

CREATE TABLE member (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    joined TEXT NOT NULL DEFAULT '2020-01-01',
    branch INTEGER REFERENCES branch (id),
    CHECK (length(name) > 0)
);

CREATE TABLE branch (
    id INTEGER PRIMARY KEY,
    town TEXT UNIQUE NOT NULL
);

CREATE TABLE loan (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    member INTEGER NOT NULL REFERENCES member (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    days INTEGER NOT NULL,
    returned INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE fee (
    loan INTEGER NOT NULL REFERENCES loan (id),
    cents INTEGER NOT NULL CHECK (cents >= 0),
    paid INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX loan_member ON loan (member);
CREATE INDEX fee_loan ON fee (loan);

CREATE VIEW owed AS
SELECT m.id AS member, m.name AS name, SUM(f.cents) AS cents
FROM member AS m
JOIN loan AS l ON l.member = m.id
JOIN fee AS f ON f.loan = l.id AND f.paid = 0
GROUP BY m.id, m.name;

CREATE TRIGGER late AFTER UPDATE OF returned ON loan
WHEN NEW.returned = 1 AND NEW.days > 28
BEGIN
    INSERT INTO fee (loan, cents) VALUES (NEW.id, (NEW.days - 28) * 20);
END;

INSERT INTO branch (id, town) VALUES (1, 'Ulm'), (2, 'Bonn'), (3, 'Kiel');

INSERT INTO member (id, name, joined, branch) VALUES
    (1, 'Ada', '2021-03-04', 1),
    (2, 'Ben', '2022-05-06', 2),
    (3, 'Cleo', '2023-07-08', 2),
    (4, 'Dora', '2024-09-10', NULL);

INSERT INTO loan (member, title, days) VALUES
    (1, 'Emma', 14),
    (1, 'Dracula', 40),
    (2, 'Ulysses', 33),
    (3, 'Momo', 21),
    (3, 'Faust', 60),
    (4, 'Candide', 28);

UPDATE loan SET returned = 1 WHERE days >= 28;
UPDATE fee SET paid = 1 WHERE loan = 3;

WITH RECURSIVE week (n, first, last) AS (
    SELECT 1, 0, 6
    UNION ALL
    SELECT n + 1, first + 7, last + 7 FROM week WHERE n < 10
)
SELECT week.n, COUNT(loan.id)
FROM week LEFT JOIN loan ON loan.days BETWEEN week.first AND week.last
GROUP BY week.n
HAVING COUNT(loan.id) > 0
ORDER BY week.n;

SELECT b.town, COALESCE(SUM(o.cents), 0) AS total,
    CASE WHEN SUM(o.cents) > 500 THEN 'much' WHEN SUM(o.cents) > 0 THEN 'some' ELSE 'none' END AS how
FROM branch AS b
LEFT JOIN member AS m ON m.branch = b.id
LEFT JOIN owed AS o ON o.member = m.id
GROUP BY b.id, b.town
ORDER BY total DESC, b.town;

DELETE FROM fee WHERE paid = 1;
SELECT COUNT(*), MIN(cents), MAX(cents), AVG(cents) FROM fee;

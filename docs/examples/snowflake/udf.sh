#!/bin/sh
# udf.sh taxtally-udf.js > udf.sql: the statements with the script inside. Not run by the tests: no Snowflake is there.
set -eu
cat <<'HEAD'
CREATE OR REPLACE FUNCTION taxtally_rows(DOSSIER VARCHAR, TABLES ARRAY)
RETURNS ARRAY LANGUAGE JAVASCRIPT IMMUTABLE AS $$
if (typeof taxtally === 'undefined') {
HEAD
cat "$1"
cat <<'TAIL'
}
return taxtally.rows(DOSSIER, TABLES)
$$;

-- RECORDS: a row for each record, as it came (TAXPAYER_ID VARCHAR, RECORD VARCHAR); PEOPLE: the newest taxpayer object
-- of each (TAXPAYER_ID VARCHAR, TAXPAYER VARCHAR). The GROUP BY is the shuffle.
CREATE OR REPLACE TEMPORARY TABLE made AS
WITH dossiers AS (
  SELECT '{"taxpayer":' || ANY_VALUE(taxpayer) || ',"records":[' ||
    LISTAGG(record, ',') WITHIN GROUP (ORDER BY record) || ']}' AS dossier
  FROM records JOIN people USING (taxpayer_id)
  GROUP BY taxpayer_id
)
SELECT value:"table"::VARCHAR AS made_for, value AS made
FROM dossiers, LATERAL FLATTEN(input => taxtally_rows(dossier, ARRAY_CONSTRUCT('income', 'years', 'issues')));

-- One statement for each table: the columns stand in schemas/sql/snowflake/tables.sql. Money is text, and exact.
INSERT INTO "income" ("taxpayer_id", "tax_year", "category", "amount", "taxable_amount", "documents", "complete")
SELECT made:taxpayer_id::VARCHAR, made:tax_year::INTEGER, made:category::VARCHAR,
  made:amount::VARCHAR::NUMBER(18, 2), made:taxable_amount::VARCHAR::NUMBER(18, 2),
  made:documents::INTEGER, made:complete::BOOLEAN
FROM made WHERE made_for = 'income';
TAIL

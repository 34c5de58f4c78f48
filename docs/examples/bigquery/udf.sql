-- Not run by the tests: no BigQuery is there. The script it loads is.
-- gsutil cp taxtally-udf.js gs://BUCKET/taxtally-udf.js
CREATE OR REPLACE FUNCTION tax.taxtally_rows(dossier STRING, tables ARRAY<STRING>)
RETURNS ARRAY<STRING> DETERMINISTIC LANGUAGE js
OPTIONS (library = ['gs://BUCKET/taxtally-udf.js'])
AS r"""return taxtally.rows(dossier, tables).map(row => JSON.stringify(row))""";

-- tax.records: a row for each record, as it came (taxpayer_id STRING, record STRING); tax.people: the newest taxpayer
-- object of each (taxpayer_id STRING, taxpayer STRING). The GROUP BY is the shuffle.
CREATE TEMP TABLE made AS
WITH dossiers AS (
  SELECT FORMAT('{"taxpayer":%s,"records":[%s]}', ANY_VALUE(taxpayer), STRING_AGG(record, ',' ORDER BY record)) AS dossier
  FROM tax.records JOIN tax.people USING (taxpayer_id)
  GROUP BY taxpayer_id
)
SELECT JSON_VALUE(row, '$.table') AS made_for, row
FROM dossiers, UNNEST(tax.taxtally_rows(dossier, ['income', 'years', 'issues'])) AS row;

-- One statement for each table: the columns stand in schemas/sql/bigquery/tables.sql. Money is text, and exact.
INSERT INTO tax.income (taxpayer_id, tax_year, category, amount, taxable_amount, documents, complete)
SELECT JSON_VALUE(row, '$.taxpayer_id'), CAST(JSON_VALUE(row, '$.tax_year') AS INT64), JSON_VALUE(row, '$.category'),
  CAST(JSON_VALUE(row, '$.amount') AS NUMERIC), CAST(JSON_VALUE(row, '$.taxable_amount') AS NUMERIC),
  CAST(JSON_VALUE(row, '$.documents') AS INT64), CAST(JSON_VALUE(row, '$.complete') AS BOOL)
FROM made WHERE made_for = 'income';

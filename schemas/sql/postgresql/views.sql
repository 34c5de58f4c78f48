-- Made by `npm run generate`. Run it after tables.sql.

-- The wages of each employer by year and recipient, from counted W-2s. employer_key is the same in all years.
CREATE OR REPLACE VIEW "income_by_employer" AS
SELECT "taxpayer_id", "recipient", "employer_key", "employer_name", "tax_year", "wages", "wage_share", "doubts"
FROM "employment"
WHERE "in_documents";

-- A row for each reason to doubt a document that counts.
CREATE OR REPLACE VIEW "doubts" AS
SELECT d."taxpayer_id", d."tax_year", d."record_id", d."form", d."form_index", d."entry_index", d."issuer_name", c."doubt"
FROM "documents" d
JOIN (
  SELECT 'amended_target_doubtful' AS "doubt" UNION ALL
  SELECT 'basis_from_software' UNION ALL
  SELECT 'copies_disagree' UNION ALL
  SELECT 'employer_by_name' UNION ALL
  SELECT 'possible_duplicate' UNION ALL
  SELECT 'recipient_uncertain' UNION ALL
  SELECT 'source_conflict' UNION ALL
  SELECT 'unread_amount' UNION ALL
  SELECT 'unreadable_box'
) c ON CONCAT(';', d."doubts", ';') LIKE CONCAT('%;', c."doubt", ';%')
WHERE d."status" = 'counted';

-- The conditions that are not met, with the amounts of their streams. Two conditions of one stream name the same money.
CREATE OR REPLACE VIEW "open_conditions" AS
SELECT c."taxpayer_id", c."policy", c."borrower", c."stream", c."condition", c."severity", c."document", c."amount",
  s."qualifying_monthly", s."supportable_monthly", c."about", c."tax_year", c."message", c."citation"
FROM "conditions" c
LEFT JOIN "income_streams" s
  ON s."taxpayer_id" = c."taxpayer_id" AND s."policy" = c."policy"
  AND s."borrower" = c."borrower" AND s."stream" = c."stream"
WHERE NOT c."met";

-- The documents that do not count, each with the document that counts in its place. Null if none does.
CREATE OR REPLACE VIEW "dropped_documents" AS
SELECT d."taxpayer_id", d."tax_year", d."record_id", d."form", d."form_index", d."entry_index", d."provider_id",
  d."issuer_name", d."status", d."decided_by_record", d."decided_by_form", d."decided_by_form_index", d."decided_by_entry_index",
  d."counted_instead_record", d."counted_instead_form", d."counted_instead_form_index", d."counted_instead_entry_index",
  w."provider_id" AS "counted_instead_provider"
FROM "documents" d
LEFT JOIN "documents" w
  ON w."taxpayer_id" = d."taxpayer_id" AND w."record_id" = d."counted_instead_record" AND w."form" = d."counted_instead_form"
  AND w."form_index" = d."counted_instead_form_index" AND w."entry_index" = d."counted_instead_entry_index"
WHERE d."status" <> 'counted';

-- The qualifying income of all borrowers together: one row per taxpayer and policy. Select one policy before you add anything.
CREATE OR REPLACE VIEW "household_totals" AS
SELECT "taxpayer_id", "policy", MAX("as_of_year") AS "as_of_year", COUNT(*) AS "borrowers", SUM("qualifying_monthly") AS "qualifying_monthly",
  SUM("supportable_monthly") AS "supportable_monthly", SUM("verified_monthly") AS "verified_monthly", SUM("gross_up") AS "gross_up",
  SUM("open_blocking") AS "open_blocking", SUM("open_review") AS "open_review"
FROM "qualifying_totals"
GROUP BY "taxpayer_id", "policy";

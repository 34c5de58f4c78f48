-- Made by `npm run generate` from the tables; edit those.

CREATE TABLE IF NOT EXISTS "taxpayers" (
  "taxpayer_id" text NOT NULL,
  "provider_id" text,
  "status" text,
  "created_at" text,
  "records" integer NOT NULL,
  "documents" integer NOT NULL,
  "first_year" integer,
  "last_year" integer,
  PRIMARY KEY ("taxpayer_id")
);
COMMENT ON TABLE "taxpayers" IS 'One row per taxpayer.';
COMMENT ON COLUMN "taxpayers"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "taxpayers"."provider_id" IS 'Provider of the taxpayer, such as irs.';
COMMENT ON COLUMN "taxpayers"."status" IS 'Status of the taxpayer''s data collection.';
COMMENT ON COLUMN "taxpayers"."created_at" IS 'When the taxpayer was created, UTC.';
COMMENT ON COLUMN "taxpayers"."records" IS 'Number of records, including rejected ones.';
COMMENT ON COLUMN "taxpayers"."documents" IS 'Number of documents, including those that do not count.';
COMMENT ON COLUMN "taxpayers"."first_year" IS 'Earliest tax year that has a document.';
COMMENT ON COLUMN "taxpayers"."last_year" IS 'Latest tax year that has a document.';
-- From CSV: \copy "taxpayers" FROM 'taxpayers.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "records" (
  "taxpayer_id" text NOT NULL,
  "record_id" text,
  "tax_year" integer,
  "provider_id" text,
  "date" text,
  "documents" integer NOT NULL,
  "rejected" boolean NOT NULL
);
COMMENT ON TABLE "records" IS 'One row per record, including rejected ones whose taxpayer is known.';
COMMENT ON COLUMN "records"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "records"."record_id" IS 'Identifier of the record; null if it has none.';
COMMENT ON COLUMN "records"."tax_year" IS 'Tax year of the record.';
COMMENT ON COLUMN "records"."provider_id" IS 'Provider of the record.';
COMMENT ON COLUMN "records"."date" IS 'When the record was pulled, UTC.';
COMMENT ON COLUMN "records"."documents" IS 'Number of documents in the record.';
COMMENT ON COLUMN "records"."rejected" IS 'True if the record was not used.';
-- From CSV: \copy "records" FROM 'records.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "documents" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "provider_id" text NOT NULL,
  "transcript_type" text,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "decided_by_record" text,
  "decided_by_form" text,
  "decided_by_form_index" integer,
  "decided_by_entry_index" integer,
  "verified" boolean NOT NULL,
  "other_recipient" boolean NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "account_last4" text,
  "doubts" text NOT NULL,
  "counted_instead_record" text,
  "counted_instead_form" text,
  "counted_instead_form_index" integer,
  "counted_instead_entry_index" integer,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "documents" IS 'One row per document (an entry of a form array), with its status. No document is left out.';
COMMENT ON COLUMN "documents"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "documents"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "documents"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "documents"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "documents"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "documents"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "documents"."provider_id" IS 'Provider of the record; empty if unknown.';
COMMENT ON COLUMN "documents"."transcript_type" IS 'Type of the form object, as the record states it.';
COMMENT ON COLUMN "documents"."submission" IS 'Submission type that the document states: original, amended, void or duplicate.';
COMMENT ON COLUMN "documents"."status" IS 'What resolution decided: counted, superseded, canceled, void, duplicate or conflict.';
COMMENT ON COLUMN "documents"."decided_by_record" IS 'Record of the other document that decided the status.';
COMMENT ON COLUMN "documents"."decided_by_form" IS 'Form array of that document.';
COMMENT ON COLUMN "documents"."decided_by_form_index" IS 'Position of its form object.';
COMMENT ON COLUMN "documents"."decided_by_entry_index" IS 'Position of its entry.';
COMMENT ON COLUMN "documents"."verified" IS 'True if an IRS source has the same document.';
COMMENT ON COLUMN "documents"."other_recipient" IS 'True if the recipient is not the taxpayer but, for example, a spouse on a joint return.';
COMMENT ON COLUMN "documents"."issuer_id" IS 'Identifier of the issuer: nine digits, or XXXXX and the last four digits.';
COMMENT ON COLUMN "documents"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "documents"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "documents"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "documents"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "documents"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "documents"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
COMMENT ON COLUMN "documents"."counted_instead_record" IS 'Record of the document that counts in its place, or of the first part of a total.';
COMMENT ON COLUMN "documents"."counted_instead_form" IS 'Form array of that document.';
COMMENT ON COLUMN "documents"."counted_instead_form_index" IS 'Position of its form object.';
COMMENT ON COLUMN "documents"."counted_instead_entry_index" IS 'Position of its entry.';
-- From CSV: \copy "documents" FROM 'documents.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "facts" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "field" text NOT NULL,
  "box" text,
  "role" text NOT NULL,
  "amount" numeric(18, 2),
  "counted" boolean NOT NULL,
  "reason" text,
  "basis" text,
  "other_recipient" boolean NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "doubts" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index", "field")
);
COMMENT ON TABLE "facts" IS 'One row per amount that is not zero. It says to which sum the amount is added, or why it is not added.';
COMMENT ON COLUMN "facts"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "facts"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "facts"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "facts"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "facts"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "facts"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "facts"."field" IS 'Normalized name of the field, or of an amount that is computed from several fields.';
COMMENT ON COLUMN "facts"."box" IS 'Box on the official form.';
COMMENT ON COLUMN "facts"."role" IS 'Role of the amount: the sum it belongs to, such as income.wages, or a role without a sum, such as memo.';
COMMENT ON COLUMN "facts"."amount" IS 'The amount; negative if it reduces the sum.';
COMMENT ON COLUMN "facts"."counted" IS 'True if the amount is part of the sum of its role.';
COMMENT ON COLUMN "facts"."reason" IS 'Why the amount is not counted.';
COMMENT ON COLUMN "facts"."basis" IS 'Kind of income amount: gross receipts, or an allocated share of earnings.';
COMMENT ON COLUMN "facts"."other_recipient" IS 'True if the recipient is not the taxpayer but, for example, a spouse on a joint return.';
COMMENT ON COLUMN "facts"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "facts"."issuer_name" IS 'Name of the issuer. For an employer, the longest name on any of its W-2s, as in employment.';
COMMENT ON COLUMN "facts"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
-- From CSV: \copy "facts" FROM 'facts.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "income" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "recipient" text NOT NULL,
  "category" text NOT NULL,
  "amount" numeric(18, 2),
  "taxable_amount" numeric(18, 2),
  "documents" integer NOT NULL,
  "complete" boolean NOT NULL,
  "doubts" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "tax_year", "recipient", "category")
);
COMMENT ON TABLE "income" IS 'Income from counted documents, by year, recipient and category.';
COMMENT ON COLUMN "income"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "income"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "income"."recipient" IS 'Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing).';
COMMENT ON COLUMN "income"."category" IS 'Category of income.';
COMMENT ON COLUMN "income"."amount" IS 'Sum of the counted facts; null if none could be read. If input of the year, or of an unknown year, is rejected, not parsed yet or an unknown form, every row of the year is incomplete, and each category without a fact has a row with a null amount.';
COMMENT ON COLUMN "income"."taxable_amount" IS 'The taxable part; null if it is unknown.';
COMMENT ON COLUMN "income"."documents" IS 'Number of documents that contribute a counted fact to the row.';
COMMENT ON COLUMN "income"."complete" IS 'True if no data that the sum needs is rejected, unreadable or in an unknown form. `years.unread_amounts` counts amounts under unknown keys.';
COMMENT ON COLUMN "income"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
-- From CSV: \copy "income" FROM 'income.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "withholding" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "kind" text NOT NULL,
  "amount" numeric(18, 2),
  "documents" integer NOT NULL,
  "complete" boolean NOT NULL,
  "doubts" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "tax_year", "kind")
);
COMMENT ON TABLE "withholding" IS 'Withheld tax by year and kind. Foreign tax is a separate kind and is never added to the others.';
COMMENT ON COLUMN "withholding"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "withholding"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "withholding"."kind" IS 'Kind of tax.';
COMMENT ON COLUMN "withholding"."amount" IS 'Sum of the counted facts; null if none could be read. If input of the year, or of an unknown year, is rejected, not parsed yet or an unknown form, every row of the year is incomplete, and each kind without a fact has a row with a null amount.';
COMMENT ON COLUMN "withholding"."documents" IS 'Number of documents that contribute a counted fact to the row.';
COMMENT ON COLUMN "withholding"."complete" IS 'True if no data that the sum needs is rejected, unreadable or in an unknown form. `years.unread_amounts` counts amounts under unknown keys.';
COMMENT ON COLUMN "withholding"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
-- From CSV: \copy "withholding" FROM 'withholding.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "years" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "recipient" text NOT NULL,
  "total_income" numeric(18, 2),
  "gross_part" numeric(18, 2),
  "allocated_part" numeric(18, 2),
  "federal_withheld" numeric(18, 2),
  "effective_withholding_rate" numeric(18, 6),
  "largest_payer_share" numeric(18, 6),
  "documents" integer NOT NULL,
  "not_counted" integer NOT NULL,
  "complete" boolean NOT NULL,
  "unread_amounts" integer NOT NULL,
  "doubts" text NOT NULL,
  "doubtful_documents" integer NOT NULL,
  PRIMARY KEY ("taxpayer_id", "tax_year", "recipient")
);
COMMENT ON TABLE "years" IS 'One row per recipient and tax year that has a document or unusable input. `year_totals` has the sums of all recipients.';
COMMENT ON COLUMN "years"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "years"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "years"."recipient" IS 'Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing).';
COMMENT ON COLUMN "years"."total_income" IS 'All income except allocated tips. Social Security below 0 counts as 0. Null if no income could be read.';
COMMENT ON COLUMN "years"."gross_part" IS 'Gross receipts in the total, before expenses; null if the total is null or they could not be read.';
COMMENT ON COLUMN "years"."allocated_part" IS 'Allocated shares of earnings in the total, not cash; null if the total is null or they could not be read.';
COMMENT ON COLUMN "years"."federal_withheld" IS 'Federal income tax withheld, without Forms 1042-S; null if it could not be read.';
COMMENT ON COLUMN "years"."effective_withholding_rate" IS '`federal_withheld` divided by total income. The indicator of this name also has the tax of nonresidents.';
COMMENT ON COLUMN "years"."largest_payer_share" IS 'The largest payer''s share of total income.';
COMMENT ON COLUMN "years"."documents" IS 'Number of documents that count.';
COMMENT ON COLUMN "years"."not_counted" IS 'Number of documents that do not count.';
COMMENT ON COLUMN "years"."complete" IS 'True if every row of income and withholding of the year is complete.';
COMMENT ON COLUMN "years"."unread_amounts" IS 'Number of amounts in unknown fields of counted documents, form objects and records. No sum includes them.';
COMMENT ON COLUMN "years"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
COMMENT ON COLUMN "years"."doubtful_documents" IS 'Number of counted documents with a reason to doubt them.';
-- From CSV: \copy "years" FROM 'years.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "year_totals" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "total_income" numeric(18, 2),
  "gross_part" numeric(18, 2),
  "allocated_part" numeric(18, 2),
  "federal_withheld" numeric(18, 2),
  "effective_withholding_rate" numeric(18, 6),
  "largest_payer_share" numeric(18, 6),
  "documents" integer NOT NULL,
  "not_counted" integer NOT NULL,
  "complete" boolean NOT NULL,
  "unread_amounts" integer NOT NULL,
  "doubts" text NOT NULL,
  "doubtful_documents" integer NOT NULL,
  PRIMARY KEY ("taxpayer_id", "tax_year")
);
COMMENT ON TABLE "year_totals" IS 'One row per tax year, for all recipients together.';
COMMENT ON COLUMN "year_totals"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "year_totals"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "year_totals"."total_income" IS 'All income except allocated tips. Social Security below 0 counts as 0. Null if no income could be read.';
COMMENT ON COLUMN "year_totals"."gross_part" IS 'Gross receipts in the total, before expenses; null if the total is null or they could not be read.';
COMMENT ON COLUMN "year_totals"."allocated_part" IS 'Allocated shares of earnings in the total, not cash; null if the total is null or they could not be read.';
COMMENT ON COLUMN "year_totals"."federal_withheld" IS 'Federal income tax withheld, without Forms 1042-S; null if it could not be read.';
COMMENT ON COLUMN "year_totals"."effective_withholding_rate" IS '`federal_withheld` divided by total income. The indicator of this name also has the tax of nonresidents.';
COMMENT ON COLUMN "year_totals"."largest_payer_share" IS 'The largest payer''s share of total income.';
COMMENT ON COLUMN "year_totals"."documents" IS 'Number of documents that count.';
COMMENT ON COLUMN "year_totals"."not_counted" IS 'Number of documents that do not count.';
COMMENT ON COLUMN "year_totals"."complete" IS 'True if every row of income and withholding of the year is complete.';
COMMENT ON COLUMN "year_totals"."unread_amounts" IS 'Number of amounts in unknown fields of counted documents, form objects and records. No sum includes them.';
COMMENT ON COLUMN "year_totals"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
COMMENT ON COLUMN "year_totals"."doubtful_documents" IS 'Number of counted documents with a reason to doubt them.';
-- From CSV: \copy "year_totals" FROM 'year_totals.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "employment" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "recipient" text NOT NULL,
  "employer_key" integer NOT NULL,
  "employer_id" text,
  "employer_name" text,
  "wages" numeric(18, 2),
  "wage_share" numeric(18, 6),
  "in_documents" boolean NOT NULL,
  "in_history" boolean NOT NULL,
  "doubts" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "tax_year", "recipient", "employer_key")
);
COMMENT ON TABLE "employment" IS 'One row per recipient, employer and year, from counted W-2s and the taxpayer''s employment history.';
COMMENT ON COLUMN "employment"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "employment"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "employment"."recipient" IS 'Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing).';
COMMENT ON COLUMN "employment"."employer_key" IS 'Number of the employer, the same in all years and for all recipients.';
COMMENT ON COLUMN "employment"."employer_id" IS 'Identifier of the employer in this year.';
COMMENT ON COLUMN "employment"."employer_name" IS 'Name of the employer: the longest on its documents.';
COMMENT ON COLUMN "employment"."wages" IS 'Box 1 of the counted W-2s; null if there is no W-2 or a box 1 is unreadable.';
COMMENT ON COLUMN "employment"."wage_share" IS 'The employer''s share of the year''s wages; null if wages are, or may be, missing.';
COMMENT ON COLUMN "employment"."in_documents" IS 'True if a counted W-2 names the employer.';
COMMENT ON COLUMN "employment"."in_history" IS 'True if the employment history names the employer.';
COMMENT ON COLUMN "employment"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
-- From CSV: \copy "employment" FROM 'employment.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "liabilities" (
  "taxpayer_id" text NOT NULL,
  "total" numeric(18, 2),
  "with_lien" numeric(18, 2),
  "without_lien" numeric(18, 2),
  "lien_share" numeric(18, 6),
  "balance_due" numeric(18, 2),
  "years_total" numeric(18, 2),
  "years_difference" numeric(18, 2),
  "total_difference" numeric(18, 2),
  "oldest_balance_year" integer,
  "lien_filed" boolean,
  PRIMARY KEY ("taxpayer_id")
);
COMMENT ON TABLE "liabilities" IS 'Tax debts of the taxpayer, as the IRS reports them. The amounts may contradict each other.';
COMMENT ON COLUMN "liabilities"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "liabilities"."total" IS 'Total tax liabilities.';
COMMENT ON COLUMN "liabilities"."with_lien" IS 'Tax liabilities for which a lien is filed.';
COMMENT ON COLUMN "liabilities"."without_lien" IS 'Total tax liabilities less those with a lien.';
COMMENT ON COLUMN "liabilities"."lien_share" IS 'Liabilities with a lien divided by total tax liabilities.';
COMMENT ON COLUMN "liabilities"."balance_due" IS 'Balance due, as reported.';
COMMENT ON COLUMN "liabilities"."years_total" IS 'Sum of the balances of all tax years.';
COMMENT ON COLUMN "liabilities"."years_difference" IS 'Balance due less the sum of the balances of all tax years.';
COMMENT ON COLUMN "liabilities"."total_difference" IS 'Total tax liabilities less balance due.';
COMMENT ON COLUMN "liabilities"."oldest_balance_year" IS 'Oldest tax year with a balance.';
COMMENT ON COLUMN "liabilities"."lien_filed" IS 'True if a lien is filed.';
-- From CSV: \copy "liabilities" FROM 'liabilities.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "liability_years" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "amount" numeric(18, 2),
  PRIMARY KEY ("taxpayer_id", "tax_year")
);
COMMENT ON TABLE "liability_years" IS 'Balance due by tax year.';
COMMENT ON COLUMN "liability_years"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "liability_years"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "liability_years"."amount" IS 'Balance due for the tax year.';
-- From CSV: \copy "liability_years" FROM 'liability_years.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "return_lines" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "line" text NOT NULL,
  "amount" numeric(18, 2),
  "whole_dollars" numeric(18, 2),
  "complete" boolean NOT NULL,
  "printed_line" text NOT NULL,
  "doubts" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "tax_year", "line")
);
COMMENT ON TABLE "return_lines" IS 'Amounts that the counted documents imply for lines of Form 1040.';
COMMENT ON COLUMN "return_lines"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "return_lines"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "return_lines"."line" IS 'Line of Form 1040. A name with S1 is a line of Schedule 1.';
COMMENT ON COLUMN "return_lines"."amount" IS 'The exact amount; null if no box of the line could be read, or if its taxable amount is unknown.';
COMMENT ON COLUMN "return_lines"."whole_dollars" IS 'Sum of the boxes, each rounded to whole dollars (half away from zero); null if the amount is null.';
COMMENT ON COLUMN "return_lines"."complete" IS 'True if no box of the line is rejected, unreadable or unknown.';
COMMENT ON COLUMN "return_lines"."printed_line" IS 'Name of the line on that year''s form. For example, line 7 is 7a from 2025 on.';
COMMENT ON COLUMN "return_lines"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
-- From CSV: \copy "return_lines" FROM 'return_lines.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "income_streams" (
  "taxpayer_id" text NOT NULL,
  "policy" text NOT NULL,
  "borrower" text NOT NULL,
  "stream" text NOT NULL,
  "category" text NOT NULL,
  "name" text,
  "as_of_year" integer,
  "latest_amount" numeric(18, 2),
  "prior_amount" numeric(18, 2),
  "history_years" integer NOT NULL,
  "change" numeric(18, 6),
  "trend" text,
  "method" text NOT NULL,
  "months" integer NOT NULL,
  "computed_monthly" numeric(18, 2),
  "gross_up" numeric(18, 2),
  "qualifying_monthly" numeric(18, 2),
  "supportable_monthly" numeric(18, 2),
  "verified_monthly" numeric(18, 2),
  "flags" text NOT NULL,
  "conditions" text NOT NULL,
  "citation" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "policy", "borrower", "stream")
);
COMMENT ON TABLE "income_streams" IS 'Monthly income by job, business, account, benefit or payer, by borrower and policy. A stream that does not count has 0 and its conditions or flags.';
COMMENT ON COLUMN "income_streams"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "income_streams"."policy" IS 'Name of the policy.';
COMMENT ON COLUMN "income_streams"."borrower" IS 'The borrower: self, the last four digits of another borrower''s identifier, or recipient_2 if the second of the known borrowers is a name.';
COMMENT ON COLUMN "income_streams"."stream" IS 'Key of the stream: the category, or category:name if the category has several streams. Known facts use it.';
COMMENT ON COLUMN "income_streams"."category" IS 'Category of income.';
COMMENT ON COLUMN "income_streams"."name" IS 'Name of the employer, business or payer; null for a person unless the option identifiers is full.';
COMMENT ON COLUMN "income_streams"."as_of_year" IS 'Latest year that is evaluated; null if there is no income.';
COMMENT ON COLUMN "income_streams"."latest_amount" IS 'Amount of the evaluated year; null without a readable amount.';
COMMENT ON COLUMN "income_streams"."prior_amount" IS 'Amount of the year before; null without a readable amount.';
COMMENT ON COLUMN "income_streams"."history_years" IS 'Number of consecutive years with an amount, ending in the evaluated year.';
COMMENT ON COLUMN "income_streams"."change" IS '(latest_amount - prior_amount) / prior_amount; null if prior_amount is not above 0, or if the trend is unknown.';
COMMENT ON COLUMN "income_streams"."trend" IS 'new, ended, leave, stable, increasing, declining, or unknown if a year could not be read; null without amounts of documents.';
COMMENT ON COLUMN "income_streams"."method" IS 'average, lesser, latest, current_pay, stated, or none if nothing was computed.';
COMMENT ON COLUMN "income_streams"."months" IS 'Number of months over which the income is averaged, or 0.';
COMMENT ON COLUMN "income_streams"."computed_monthly" IS 'Monthly income by the policy''s formula on all documents and facts, with gross-up; null if it cannot be computed.';
COMMENT ON COLUMN "income_streams"."gross_up" IS 'Monthly amount added because part of the income is not taxed. If the policy uses it only in ratios, no other amount includes it.';
COMMENT ON COLUMN "income_streams"."qualifying_monthly" IS 'Monthly income that counts today, with gross-up.';
COMMENT ON COLUMN "income_streams"."supportable_monthly" IS 'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up; null if it cannot be computed.';
COMMENT ON COLUMN "income_streams"."verified_monthly" IS 'Monthly income that counts on documents of IRS sources alone, without gross-up and without amounts that the lender states; at most qualifying_monthly.';
COMMENT ON COLUMN "income_streams"."flags" IS 'What is special about the income, sorted, separated by semicolons.';
COMMENT ON COLUMN "income_streams"."conditions" IS 'Codes of the open conditions, sorted and separated by semicolons.';
COMMENT ON COLUMN "income_streams"."citation" IS 'Source of the formula; several sources are separated by semicolons.';
-- From CSV: \copy "income_streams" FROM 'income_streams.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "qualifying_income" (
  "taxpayer_id" text NOT NULL,
  "policy" text NOT NULL,
  "borrower" text NOT NULL,
  "category" text NOT NULL,
  "as_of_year" integer,
  "streams" integer NOT NULL,
  "latest_amount" numeric(18, 2),
  "prior_amount" numeric(18, 2),
  "computed_monthly" numeric(18, 2),
  "gross_up" numeric(18, 2),
  "qualifying_monthly" numeric(18, 2),
  "supportable_monthly" numeric(18, 2),
  "verified_monthly" numeric(18, 2),
  "flags" text NOT NULL,
  "conditions" text NOT NULL,
  "citation" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "policy", "borrower", "category")
);
COMMENT ON TABLE "qualifying_income" IS 'Monthly income by category, borrower and policy: the sums of income_streams, without streams that cannot be computed. qualifying_totals has the totals.';
COMMENT ON COLUMN "qualifying_income"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "qualifying_income"."policy" IS 'Name of the policy.';
COMMENT ON COLUMN "qualifying_income"."borrower" IS 'The borrower: self, the last four digits of another borrower''s identifier, or recipient_2 if the second of the known borrowers is a name.';
COMMENT ON COLUMN "qualifying_income"."category" IS 'Category of income.';
COMMENT ON COLUMN "qualifying_income"."as_of_year" IS 'Latest year that is evaluated; null if there is no income.';
COMMENT ON COLUMN "qualifying_income"."streams" IS 'Number of income streams.';
COMMENT ON COLUMN "qualifying_income"."latest_amount" IS 'Amount of the evaluated year; null without a readable amount.';
COMMENT ON COLUMN "qualifying_income"."prior_amount" IS 'Amount of the year before; null without a readable amount.';
COMMENT ON COLUMN "qualifying_income"."computed_monthly" IS 'Monthly income by the policy''s formula on all documents and facts, with gross-up; null if it cannot be computed.';
COMMENT ON COLUMN "qualifying_income"."gross_up" IS 'Monthly amount added because part of the income is not taxed. If the policy uses it only in ratios, no other amount includes it.';
COMMENT ON COLUMN "qualifying_income"."qualifying_monthly" IS 'Monthly income that counts today, with gross-up.';
COMMENT ON COLUMN "qualifying_income"."supportable_monthly" IS 'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up; null if it cannot be computed.';
COMMENT ON COLUMN "qualifying_income"."verified_monthly" IS 'Monthly income that counts on documents of IRS sources alone, without gross-up and without amounts that the lender states; at most qualifying_monthly.';
COMMENT ON COLUMN "qualifying_income"."flags" IS 'What is special about the income, sorted, separated by semicolons.';
COMMENT ON COLUMN "qualifying_income"."conditions" IS 'Codes of the open conditions, sorted and separated by semicolons.';
COMMENT ON COLUMN "qualifying_income"."citation" IS 'Source of the formula; several sources are separated by semicolons.';
-- From CSV: \copy "qualifying_income" FROM 'qualifying_income.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "qualifying_totals" (
  "taxpayer_id" text NOT NULL,
  "policy" text NOT NULL,
  "borrower" text NOT NULL,
  "qualifying_monthly" numeric(18, 2),
  "supportable_monthly" numeric(18, 2),
  "verified_monthly" numeric(18, 2),
  "gross_up" numeric(18, 2),
  "open_blocking" integer NOT NULL,
  "open_review" integer NOT NULL,
  "as_of_year" integer,
  PRIMARY KEY ("taxpayer_id", "policy", "borrower")
);
COMMENT ON TABLE "qualifying_totals" IS 'Total monthly income by borrower and policy. The view household_totals adds the borrowers together.';
COMMENT ON COLUMN "qualifying_totals"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "qualifying_totals"."policy" IS 'Name of the policy.';
COMMENT ON COLUMN "qualifying_totals"."borrower" IS 'The borrower: self, the last four digits of another borrower''s identifier, or recipient_2 if the second of the known borrowers is a name.';
COMMENT ON COLUMN "qualifying_totals"."qualifying_monthly" IS 'Monthly income that counts today, with gross-up.';
COMMENT ON COLUMN "qualifying_totals"."supportable_monthly" IS 'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up. Streams that cannot be computed are not in it.';
COMMENT ON COLUMN "qualifying_totals"."verified_monthly" IS 'Monthly income that counts on documents of IRS sources alone, without gross-up.';
COMMENT ON COLUMN "qualifying_totals"."gross_up" IS 'Monthly amount added because part of the income is not taxed.';
COMMENT ON COLUMN "qualifying_totals"."open_blocking" IS 'Number of open conditions that block income.';
COMMENT ON COLUMN "qualifying_totals"."open_review" IS 'Number of open conditions that an underwriter should look at.';
COMMENT ON COLUMN "qualifying_totals"."as_of_year" IS 'Latest year that is evaluated; null if there is no income.';
-- From CSV: \copy "qualifying_totals" FROM 'qualifying_totals.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "conditions" (
  "taxpayer_id" text NOT NULL,
  "policy" text NOT NULL,
  "borrower" text NOT NULL,
  "stream" text,
  "category" text,
  "condition" text NOT NULL,
  "severity" text NOT NULL,
  "met" boolean NOT NULL,
  "about" text,
  "tax_year" integer,
  "amount" numeric(18, 2),
  "document" text NOT NULL,
  "message" text NOT NULL,
  "citation" text NOT NULL
);
COMMENT ON TABLE "conditions" IS 'Questions that must be answered before income counts, or that an underwriter should look at, by borrower and policy.';
COMMENT ON COLUMN "conditions"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "conditions"."policy" IS 'Name of the policy.';
COMMENT ON COLUMN "conditions"."borrower" IS 'The borrower: self, the last four digits of another borrower''s identifier, or recipient_2 if the second of the known borrowers is a name.';
COMMENT ON COLUMN "conditions"."stream" IS 'Key of the income stream; null if the condition is about the borrower.';
COMMENT ON COLUMN "conditions"."category" IS 'Category of the income stream; null if the condition is about the borrower.';
COMMENT ON COLUMN "conditions"."condition" IS 'Code of the condition.';
COMMENT ON COLUMN "conditions"."severity" IS 'blocking (the income does not count until it is met), review (an underwriter should look), or standard (a document that every loan file needs).';
COMMENT ON COLUMN "conditions"."met" IS 'True if documents, known facts or the underwriter answer it.';
COMMENT ON COLUMN "conditions"."about" IS 'The issuer, form or part of pay that it is about.';
COMMENT ON COLUMN "conditions"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "conditions"."amount" IS 'Monthly amount of the stream or part that the condition is about; null if it is unknown. It can be more than the amount held back, which is `supportable_monthly - qualifying_monthly` of the stream. Several conditions can name the same money, so do not add the amounts.';
COMMENT ON COLUMN "conditions"."document" IS 'The document or fact that answers it.';
COMMENT ON COLUMN "conditions"."message" IS 'What the condition asks.';
COMMENT ON COLUMN "conditions"."citation" IS 'Source of the condition.';
-- From CSV: \copy "conditions" FROM 'conditions.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "indicators" (
  "taxpayer_id" text NOT NULL,
  "policy" text NOT NULL,
  "indicator" text NOT NULL,
  "recipient" text NOT NULL,
  "tax_year" integer,
  "ratio" numeric(18, 6),
  "amount" numeric(18, 2),
  "count" integer,
  "label" text,
  "years" text,
  "note" text NOT NULL,
  "citation" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "policy", "indicator", "recipient")
);
COMMENT ON TABLE "indicators" IS 'Indicators for history, concentration, stability, tax debt and obligations, by borrower and policy.';
COMMENT ON COLUMN "indicators"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "indicators"."policy" IS 'Name of the policy.';
COMMENT ON COLUMN "indicators"."indicator" IS 'Name of the indicator.';
COMMENT ON COLUMN "indicators"."recipient" IS 'The borrower: self, the last four digits of another borrower''s identifier, or recipient_2 if the second of the known borrowers is a name; or all for all borrowers together.';
COMMENT ON COLUMN "indicators"."tax_year" IS 'The evaluated year; null if the indicator is not about a year.';
COMMENT ON COLUMN "indicators"."ratio" IS 'Value of an indicator that is a ratio. Used by payer_concentration, income_stability, effective_withholding_rate, liability_to_income, lien_share, dti; null for all other indicators.';
COMMENT ON COLUMN "indicators"."amount" IS 'Value of an indicator in dollars. Used by wage_basis_difference, imputed_monthly_tax_payment, mortgage_principal, monthly_mortgage_interest, residual_income, residual_required, annual_income, adjusted_income, repayment_income; null for all other indicators.';
COMMENT ON COLUMN "indicators"."count" IS 'Value of an indicator that counts years, months or items. Used by years_of_history, missing_years, employment_gap_years, employer_change, concurrent_employers, employer_tenure_years, unemployment_years, oldest_balance_year, retirement_continuance_months, mortgages_reported; null for all other indicators.';
COMMENT ON COLUMN "indicators"."label" IS 'Value of an indicator that is a state, true or false. Used by lien_filed, tax_debt_state, continuance_met; null for all other indicators.';
COMMENT ON COLUMN "indicators"."years" IS 'Tax years that the indicator uses, separated by semicolons; null if it does not use a list of years.';
COMMENT ON COLUMN "indicators"."note" IS 'How to read the value, and its open questions.';
COMMENT ON COLUMN "indicators"."citation" IS 'Source of the indicator.';
-- From CSV: \copy "indicators" FROM 'indicators.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "mortgages" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer NOT NULL,
  "loan" integer NOT NULL,
  "lenders" text NOT NULL,
  "property" text,
  "origination_date" date,
  "principal" numeric(18, 2),
  "interest" numeric(18, 2),
  "insurance_premiums" numeric(18, 2),
  "points" numeric(18, 2),
  "lender_count" integer NOT NULL,
  "flags" text NOT NULL,
  "borrower" text NOT NULL,
  "doubts" text NOT NULL,
  PRIMARY KEY ("taxpayer_id", "tax_year", "loan")
);
COMMENT ON TABLE "mortgages" IS 'Mortgages that Forms 1098 report, one row per loan and year. A loan that was transferred to another lender is one loan.';
COMMENT ON COLUMN "mortgages"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "mortgages"."tax_year" IS 'Tax year.';
COMMENT ON COLUMN "mortgages"."loan" IS 'Number of the loan within the year, from 1.';
COMMENT ON COLUMN "mortgages"."lenders" IS 'Lenders in the order of the transfers, separated by semicolons.';
COMMENT ON COLUMN "mortgages"."property" IS 'Address of the property; only if the option identifiers is full.';
COMMENT ON COLUMN "mortgages"."origination_date" IS 'Origination date.';
COMMENT ON COLUMN "mortgages"."principal" IS 'Outstanding principal that the first lender reports.';
COMMENT ON COLUMN "mortgages"."interest" IS 'Interest that all lenders received.';
COMMENT ON COLUMN "mortgages"."insurance_premiums" IS 'Mortgage insurance premiums.';
COMMENT ON COLUMN "mortgages"."points" IS 'Points paid on purchase.';
COMMENT ON COLUMN "mortgages"."lender_count" IS 'Number of lenders in the year.';
COMMENT ON COLUMN "mortgages"."flags" IS 'What is special or uncertain about the loan, sorted, separated by semicolons.';
COMMENT ON COLUMN "mortgages"."borrower" IS 'The borrower: self, the last four digits of another borrower''s identifier, or recipient_2 if the second of the known borrowers is a name.';
COMMENT ON COLUMN "mortgages"."doubts" IS 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.';
-- From CSV: \copy "mortgages" FROM 'mortgages.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "tie_out" (
  "taxpayer_id" text NOT NULL,
  "policy" text NOT NULL,
  "borrower" text NOT NULL,
  "item" text NOT NULL,
  "name" text,
  "stated_monthly" numeric(18, 2),
  "documented_monthly" numeric(18, 2),
  "difference" numeric(18, 2),
  "difference_ratio" numeric(18, 6),
  "finding" text NOT NULL,
  "message" text NOT NULL
);
COMMENT ON TABLE "tie_out" IS 'Employers, income categories and mortgages of the loan application, compared with the documents. No rows without an application.';
COMMENT ON COLUMN "tie_out"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "tie_out"."policy" IS 'Name of the policy.';
COMMENT ON COLUMN "tie_out"."borrower" IS 'The borrower: self, the last four digits of another borrower''s identifier, or recipient_2 if the second of the known borrowers is a name; all for the household, or unknown if the application does not name the borrower.';
COMMENT ON COLUMN "tie_out"."item" IS 'employer, category or mortgage.';
COMMENT ON COLUMN "tie_out"."name" IS 'Name of the employer or mortgage in the application, or else in the documents. For a category, the category.';
COMMENT ON COLUMN "tie_out"."stated_monthly" IS 'Monthly amount that the application states. For a mortgage, the payment.';
COMMENT ON COLUMN "tie_out"."documented_monthly" IS 'Monthly amount according to the documents. For a mortgage, interest and mortgage insurance only.';
COMMENT ON COLUMN "tie_out"."difference" IS 'Stated amount less documented amount.';
COMMENT ON COLUMN "tie_out"."difference_ratio" IS 'The difference divided by the documented amount.';
COMMENT ON COLUMN "tie_out"."finding" IS 'agrees (within 5%), stated_higher, stated_lower, stated_only, documented_only, or not_computable.';
COMMENT ON COLUMN "tie_out"."message" IS 'What the finding means and how the amounts were calculated.';
-- From CSV: \copy "tie_out" FROM 'tie_out.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "gaps" (
  "taxpayer_id" text NOT NULL,
  "tax_year" integer,
  "table_name" text,
  "recipient" text,
  "category" text,
  "kind" text,
  "reason" text NOT NULL,
  "record_id" text,
  "form" text,
  "form_index" integer,
  "entry_index" integer,
  "field" text,
  "box" text,
  "inputs" integer NOT NULL
);
COMMENT ON TABLE "gaps" IS 'Why a figure is incomplete: one row per figure and reason. Every row of income and withholding that is not complete has one.';
COMMENT ON COLUMN "gaps"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "gaps"."tax_year" IS 'Tax year; null if it is unknown, or if the figure has none.';
COMMENT ON COLUMN "gaps"."table_name" IS 'Table of the figure: income, withholding, year_totals or liabilities; null if none of their figures needs the input.';
COMMENT ON COLUMN "gaps"."recipient" IS 'Recipient, as in income; null for the other tables.';
COMMENT ON COLUMN "gaps"."category" IS 'Category, as in income; null for the other tables.';
COMMENT ON COLUMN "gaps"."kind" IS 'Kind of tax, as in withholding; null for the other tables.';
COMMENT ON COLUMN "gaps"."reason" IS 'unreadable_box, main_box_missing, basis_unknown, entry_rejected, record_rejected, form_object_rejected, record_not_parsed, form_unknown, unread_amount, year_unknown or year_missing.';
COMMENT ON COLUMN "gaps"."record_id" IS 'Record of the input, or the first one; null if it has no identifier.';
COMMENT ON COLUMN "gaps"."form" IS 'Key of the form array; null if the input is not one form.';
COMMENT ON COLUMN "gaps"."form_index" IS 'Position of the form object in the record''s forms, from 0; null if the input is not a document.';
COMMENT ON COLUMN "gaps"."entry_index" IS 'Position of the entry in the form array, from 0; null if the input is not a document.';
COMMENT ON COLUMN "gaps"."field" IS 'Normalized name of the box, as in facts; null if the reason is not about one box, and for unread_amount: `issues.path` has the key.';
COMMENT ON COLUMN "gaps"."box" IS 'Box on the official form.';
COMMENT ON COLUMN "gaps"."inputs" IS 'Number of inputs with this reason. More than 1 for several amounts under unknown keys, several rejected inputs of one year, or documents after the first thousand; the location is that of the first.';
-- From CSV: \copy "gaps" FROM 'gaps.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "checks" (
  "taxpayer_id" text NOT NULL,
  "record_id" text,
  "form" text,
  "form_index" integer,
  "entry_index" integer,
  "tax_year" integer,
  "check" text NOT NULL,
  "severity" text NOT NULL,
  "difference" numeric(18, 2),
  "message" text NOT NULL
);
COMMENT ON TABLE "checks" IS 'Failed checks between the boxes of a document.';
COMMENT ON COLUMN "checks"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "checks"."record_id" IS 'Identifier of the record; null if the finding is about several documents.';
COMMENT ON COLUMN "checks"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "checks"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "checks"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "checks"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "checks"."check" IS 'Id of the check, or limits_unknown if the legal limits of the year are unknown.';
COMMENT ON COLUMN "checks"."severity" IS 'error, warning or info.';
COMMENT ON COLUMN "checks"."difference" IS 'Left side of the rule less its right side.';
COMMENT ON COLUMN "checks"."message" IS 'The rule, and which part of it is broken. Never contains a value from the data.';
-- From CSV: \copy "checks" FROM 'checks.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "issues" (
  "source" text NOT NULL,
  "line" integer,
  "taxpayer_id" text,
  "record_id" text,
  "path" text,
  "code" text NOT NULL,
  "severity" text NOT NULL,
  "message" text NOT NULL,
  "tax_year" integer
);
COMMENT ON TABLE "issues" IS 'Problems in the input and in the figures.';
COMMENT ON COLUMN "issues"."source" IS 'Name of the input file.';
COMMENT ON COLUMN "issues"."line" IS 'Line number in an NDJSON file, from 1.';
COMMENT ON COLUMN "issues"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "issues"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "issues"."path" IS 'Location of the value, as a normalized path of RFC 9535.';
COMMENT ON COLUMN "issues"."code" IS 'Issue code, which is never renamed.';
COMMENT ON COLUMN "issues"."severity" IS 'error, warning or info.';
COMMENT ON COLUMN "issues"."message" IS 'What happened and what to do. Never contains a value from the data.';
COMMENT ON COLUMN "issues"."tax_year" IS 'Tax year of the record or form object; null if it is unknown, or if the issue is about the taxpayer.';
-- From CSV: \copy "issues" FROM 'issues.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "figure_flags" (
  "taxpayer_id" text NOT NULL,
  "table_name" text NOT NULL,
  "code_type" text NOT NULL,
  "code" text NOT NULL,
  "tax_year" integer,
  "recipient" text,
  "category" text,
  "kind" text,
  "employer_key" integer,
  "line" text,
  "policy" text,
  "borrower" text,
  "stream" text,
  "loan" integer
);
COMMENT ON TABLE "figure_flags" IS 'One row per flag, doubt and open condition of a figure, with the key of the figure. Not a default table: name it, or use all.';
COMMENT ON COLUMN "figure_flags"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "figure_flags"."table_name" IS 'Table of the figure.';
COMMENT ON COLUMN "figure_flags"."code_type" IS 'flag, doubt or condition.';
COMMENT ON COLUMN "figure_flags"."code" IS 'The flag, doubt or condition.';
COMMENT ON COLUMN "figure_flags"."tax_year" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."recipient" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."category" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."kind" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."employer_key" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."line" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."policy" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."borrower" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."stream" IS 'As in that table; null if its key has no such column.';
COMMENT ON COLUMN "figure_flags"."loan" IS 'As in that table; null if its key has no such column.';
-- From CSV: \copy "figure_flags" FROM 'figure_flags.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "traces" (
  "taxpayer_id" text NOT NULL,
  "policy" text NOT NULL,
  "figure" text NOT NULL,
  "value" text,
  "rule" text NOT NULL,
  "input_figure" text,
  "record_id" text,
  "form" text,
  "form_index" integer,
  "entry_index" integer,
  "tax_year" integer,
  "field" text,
  "box" text,
  "amount" numeric(18, 2),
  "reason" text,
  "citation" text NOT NULL
);
COMMENT ON TABLE "traces" IS 'How each figure of an underwriting was computed: one row for each figure, box and excluded amount behind it. Written only if it is named.';
COMMENT ON COLUMN "traces"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "traces"."policy" IS 'Name of the policy.';
COMMENT ON COLUMN "traces"."figure" IS 'Name of the figure: an income stream and its column, or an indicator.';
COMMENT ON COLUMN "traces"."value" IS 'Value of the figure; null if it is unknown. It is text: in CSV, a negative value begins with an apostrophe, unless you use --raw-text.';
COMMENT ON COLUMN "traces"."rule" IS 'How the value is computed.';
COMMENT ON COLUMN "traces"."input_figure" IS 'Name of a figure that it is computed from; null if the row is about a box or a stated fact.';
COMMENT ON COLUMN "traces"."record_id" IS 'Identifier of the record of the box.';
COMMENT ON COLUMN "traces"."form" IS 'Key of the form array, or known_facts or taxpayer.';
COMMENT ON COLUMN "traces"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "traces"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "traces"."tax_year" IS 'Tax year of the box.';
COMMENT ON COLUMN "traces"."field" IS 'Normalized name of the box or of the fact.';
COMMENT ON COLUMN "traces"."box" IS 'Box number as the form prints it.';
COMMENT ON COLUMN "traces"."amount" IS 'Amount of the input figure or box; null if it is not an amount.';
COMMENT ON COLUMN "traces"."reason" IS 'Why the amount is left out; null if it is part of the figure.';
COMMENT ON COLUMN "traces"."citation" IS 'Source of the rule; several sources are separated by semicolons.';
-- From CSV: \copy "traces" FROM 'traces.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_w2" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "wages" numeric(18, 2),
  "federal_income_tax_withheld" numeric(18, 2),
  "social_security_wages" numeric(18, 2),
  "social_security_tax_withheld" numeric(18, 2),
  "medicare_wages_tips" numeric(18, 2),
  "medicare_tax_withheld" numeric(18, 2),
  "social_security_tips" numeric(18, 2),
  "allocated_tips" numeric(18, 2),
  "dependent_care_benefits" numeric(18, 2),
  "deferred_compensation" numeric(18, 2),
  "nonqualified_plans" numeric(18, 2),
  "nontaxable_combat_pay" numeric(18, 2),
  "hsa_contributions" numeric(18, 2),
  "section409a_deferrals" numeric(18, 2),
  "section409a_income" numeric(18, 2),
  "archer_msa_contributions" numeric(18, 2),
  "simple_deferrals" numeric(18, 2),
  "adoption_benefits" numeric(18, 2),
  "stock_option_income" numeric(18, 2),
  "roth401k_contributions" numeric(18, 2),
  "roth403b_contributions" numeric(18, 2),
  "health_coverage_cost" numeric(18, 2),
  "roth457b_contributions" numeric(18, 2),
  "qsehra_benefits" numeric(18, 2),
  "section83i_income" numeric(18, 2),
  "section83i_deferrals" numeric(18, 2),
  "third_party_sick_pay_indicator" boolean,
  "retirement_plan_indicator" boolean,
  "statutory_employee" boolean,
  "ssn_validation_code" text,
  "medicaid_waiver_payments" numeric(18, 2),
  "trump_account_contributions" numeric(18, 2),
  "cash_tips" numeric(18, 2),
  "overtime_premium" numeric(18, 2),
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_w2" IS 'Form W-2, one row per document.';
COMMENT ON COLUMN "form_w2"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_w2"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_w2"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_w2"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_w2"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_w2"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_w2"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_w2"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_w2"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_w2"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_w2"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_w2"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_w2"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_w2"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_w2"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_w2"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_w2"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_w2"."wages" IS 'Box 1. Wages, tips, other compensation. If the statutory-employee box is checked, these are business receipts (self-employment).';
COMMENT ON COLUMN "form_w2"."federal_income_tax_withheld" IS 'Box 2. Federal income tax withheld.';
COMMENT ON COLUMN "form_w2"."social_security_wages" IS 'Box 3. Social security wages: a tax base, limited to the year''s wage base. Excludes social security tips (box 7). Never added.';
COMMENT ON COLUMN "form_w2"."social_security_tax_withheld" IS 'Box 4. Social security tax withheld.';
COMMENT ON COLUMN "form_w2"."medicare_wages_tips" IS 'Box 5. Medicare wages and tips: a tax base without a limit, and the best estimate of gross cash pay. Never added.';
COMMENT ON COLUMN "form_w2"."medicare_tax_withheld" IS 'Box 6. Medicare tax withheld. Includes the 0.9% Additional Medicare Tax.';
COMMENT ON COLUMN "form_w2"."social_security_tips" IS 'Box 7. Social security tips that were reported to the employer. Included in box 1, so it is not added again.';
COMMENT ON COLUMN "form_w2"."allocated_tips" IS 'Box 8. Allocated tips, not reported to the employer. Not included in boxes 1, 3, 5 and 7, or in total income.';
COMMENT ON COLUMN "form_w2"."dependent_care_benefits" IS 'Box 10. Dependent care benefits. Only the part above the exclusion limit is included in box 1.';
COMMENT ON COLUMN "form_w2"."deferred_compensation" IS 'Box 12 D-H. Total elective deferrals: codes D, E, F, G and H. Not included in box 1, except for code H, section 501(c)(18)(D).';
COMMENT ON COLUMN "form_w2"."nonqualified_plans" IS 'Box 11. Nonqualified plans. Distributions are included in box 1, so they are not added again.';
COMMENT ON COLUMN "form_w2"."nontaxable_combat_pay" IS 'Box 12 Q. Nontaxable combat pay. Not included in box 1.';
COMMENT ON COLUMN "form_w2"."hsa_contributions" IS 'Box 12 W. Employer contributions to a health savings account (HSA), including the employee''s through a cafeteria plan. Not included in box 1.';
COMMENT ON COLUMN "form_w2"."section409a_deferrals" IS 'Box 12 Y. Deferrals under a section 409A nonqualified deferred compensation plan. Not included in box 1.';
COMMENT ON COLUMN "form_w2"."section409a_income" IS 'Box 12 Z. Income under a nonqualified deferred compensation plan that fails section 409A. Included in box 1.';
COMMENT ON COLUMN "form_w2"."archer_msa_contributions" IS 'Box 12 R. Employer contributions to an Archer MSA. Not included in box 1.';
COMMENT ON COLUMN "form_w2"."simple_deferrals" IS 'Box 12 S. Salary reduction contributions to a section 408(p) SIMPLE plan. Not included in box 1.';
COMMENT ON COLUMN "form_w2"."adoption_benefits" IS 'Box 12 T. Adoption benefits. Not included in box 1.';
COMMENT ON COLUMN "form_w2"."stock_option_income" IS 'Box 12 V. Income from the exercise of nonstatutory stock options. Included in box 1.';
COMMENT ON COLUMN "form_w2"."roth401k_contributions" IS 'Box 12 AA. Designated Roth contributions under a section 401(k) plan. Included in box 1.';
COMMENT ON COLUMN "form_w2"."roth403b_contributions" IS 'Box 12 BB. Designated Roth contributions under a section 403(b) plan. Included in box 1.';
COMMENT ON COLUMN "form_w2"."health_coverage_cost" IS 'Box 12 DD. Cost of employer-sponsored health coverage. Not income.';
COMMENT ON COLUMN "form_w2"."roth457b_contributions" IS 'Box 12 EE. Designated Roth contributions under a governmental section 457(b) plan. Included in box 1.';
COMMENT ON COLUMN "form_w2"."qsehra_benefits" IS 'Box 12 FF. Permitted benefits under a qualified small employer health reimbursement arrangement (QSEHRA). Not included in box 1.';
COMMENT ON COLUMN "form_w2"."section83i_income" IS 'Box 12 GG. Income from qualified equity grants under section 83(i). Included in box 1.';
COMMENT ON COLUMN "form_w2"."section83i_deferrals" IS 'Box 12 HH. Aggregate deferrals under section 83(i) elections. A year-end balance, never a yearly amount.';
COMMENT ON COLUMN "form_w2"."third_party_sick_pay_indicator" IS 'Box 13. Third-party sick pay: a third party, such as an insurance company, paid sick pay.';
COMMENT ON COLUMN "form_w2"."retirement_plan_indicator" IS 'Box 13. Retirement plan: the employee was an active participant in the employer''s plan. False can mean unanswered.';
COMMENT ON COLUMN "form_w2"."statutory_employee" IS 'Box 13. Statutory employee. If checked, box 1 is business receipts (Schedule C).';
COMMENT ON COLUMN "form_w2"."ssn_validation_code" IS 'Validation code of the employee''s SSN, as on the transcript, such as Correct SSN.';
COMMENT ON COLUMN "form_w2"."medicaid_waiver_payments" IS 'Box 12 II. Medicaid waiver payments that are excluded from income (Notice 2014-7). Not included in box 1.';
COMMENT ON COLUMN "form_w2"."trump_account_contributions" IS 'Box 12 TA. Employer contributions to a Trump account (section 128), from 2026. Not included in box 1.';
COMMENT ON COLUMN "form_w2"."cash_tips" IS 'Box 12 TP. Cash tips reported to the employer, from 2026. Included in box 1, so it is not added again.';
COMMENT ON COLUMN "form_w2"."overtime_premium" IS 'Box 12 TT. Qualified overtime compensation, from 2026. Included in box 1, so it is not added again.';
-- From CSV: \copy "form_w2" FROM 'form_w2.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_w2g" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "type_of_wager" text,
  "gross_winnings" numeric(18, 2),
  "federal_income_tax_withheld" numeric(18, 2),
  "winnings_from_identical_wagers" numeric(18, 2),
  "date_won" date,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_w2g" IS 'Form W-2G, one row per document.';
COMMENT ON COLUMN "form_w2g"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_w2g"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_w2g"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_w2g"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_w2g"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_w2g"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_w2g"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_w2g"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_w2g"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_w2g"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_w2g"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_w2g"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_w2g"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_w2g"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_w2g"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_w2g"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_w2g"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_w2g"."type_of_wager" IS 'Box 3. Type of wager, such as slot machines, keno or a lottery.';
COMMENT ON COLUMN "form_w2g"."gross_winnings" IS 'Box 1. Reportable (gross) winnings, before withholding.';
COMMENT ON COLUMN "form_w2g"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld.';
COMMENT ON COLUMN "form_w2g"."winnings_from_identical_wagers" IS 'Box 7. Winnings from identical wagers. Some payers include them in box 1 and others do not, so they are never added.';
COMMENT ON COLUMN "form_w2g"."date_won" IS 'Box 2. Date won.';
-- From CSV: \copy "form_w2g" FROM 'form_w2g.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "schedule_k1_1065" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "partner_share_of_capital_beginning" numeric(18, 6),
  "partner_share_of_capital_end" numeric(18, 6),
  "ordinary_dividends" numeric(18, 2),
  "interest" numeric(18, 2),
  "royalties" numeric(18, 2),
  "ordinary_business_income" numeric(18, 2),
  "net_rental_real_estate_income" numeric(18, 2),
  "other_net_rental_income" numeric(18, 2),
  "guaranteed_payments" numeric(18, 2),
  "section179_deduction" numeric(18, 2),
  "short_term_capital_gain" numeric(18, 2),
  "long_term_capital_gain" numeric(18, 2),
  "other_income_loss" numeric(18, 2),
  "other_deductions" numeric(18, 2),
  "nonrecourse_beginning" numeric(18, 2),
  "nonrecourse_end" numeric(18, 2),
  "qualified_nonrecourse_beginning" numeric(18, 2),
  "qualified_nonrecourse_end" numeric(18, 2),
  "recourse_beginning" numeric(18, 2),
  "recourse_end" numeric(18, 2),
  "dividend_equivalents" numeric(18, 2),
  "ira_sep_keogh_indicator" text,
  "tax_period_beginning" text,
  "tax_period_end" text,
  "schedule_k3" text,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "schedule_k1_1065" IS 'Schedule K-1 (Form 1065), one row per document.';
COMMENT ON COLUMN "schedule_k1_1065"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "schedule_k1_1065"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "schedule_k1_1065"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "schedule_k1_1065"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "schedule_k1_1065"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "schedule_k1_1065"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "schedule_k1_1065"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "schedule_k1_1065"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "schedule_k1_1065"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "schedule_k1_1065"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "schedule_k1_1065"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "schedule_k1_1065"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1065"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "schedule_k1_1065"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "schedule_k1_1065"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1065"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1065"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "schedule_k1_1065"."partner_share_of_capital_beginning" IS 'Box J. Partner''s share of capital at the beginning of the year, as a decimal fraction.';
COMMENT ON COLUMN "schedule_k1_1065"."partner_share_of_capital_end" IS 'Box J. Partner''s share of capital at the end of the year, as a decimal fraction.';
COMMENT ON COLUMN "schedule_k1_1065"."ordinary_dividends" IS 'Box 6a. Ordinary dividends.';
COMMENT ON COLUMN "schedule_k1_1065"."interest" IS 'Box 5. Interest income.';
COMMENT ON COLUMN "schedule_k1_1065"."royalties" IS 'Box 7. Royalties.';
COMMENT ON COLUMN "schedule_k1_1065"."ordinary_business_income" IS 'Box 1. Ordinary business income (loss). A share of earnings, not cash. May be negative.';
COMMENT ON COLUMN "schedule_k1_1065"."net_rental_real_estate_income" IS 'Box 2. Net rental real estate income (loss), after expenses. May be negative.';
COMMENT ON COLUMN "schedule_k1_1065"."other_net_rental_income" IS 'Box 3. Other net rental income (loss), after expenses. May be negative.';
COMMENT ON COLUMN "schedule_k1_1065"."guaranteed_payments" IS 'Box 4c. Total guaranteed payments, for services and for capital. Already deducted from box 1, so they are added.';
COMMENT ON COLUMN "schedule_k1_1065"."section179_deduction" IS 'Box 12. Section 179 deduction. Not deducted from box 1.';
COMMENT ON COLUMN "schedule_k1_1065"."short_term_capital_gain" IS 'Box 8. Net short-term capital gain (loss). May be negative.';
COMMENT ON COLUMN "schedule_k1_1065"."long_term_capital_gain" IS 'Box 9a. Net long-term capital gain (loss). May be negative.';
COMMENT ON COLUMN "schedule_k1_1065"."other_income_loss" IS 'Box 11. Other income (loss). May be negative.';
COMMENT ON COLUMN "schedule_k1_1065"."other_deductions" IS 'Box 13. Other deductions.';
COMMENT ON COLUMN "schedule_k1_1065"."nonrecourse_beginning" IS 'Box K1. Partner''s share of nonrecourse liabilities at the beginning of the year.';
COMMENT ON COLUMN "schedule_k1_1065"."nonrecourse_end" IS 'Box K1. Partner''s share of nonrecourse liabilities at the end of the year.';
COMMENT ON COLUMN "schedule_k1_1065"."qualified_nonrecourse_beginning" IS 'Box K1. Partner''s share of qualified nonrecourse financing at the beginning of the year.';
COMMENT ON COLUMN "schedule_k1_1065"."qualified_nonrecourse_end" IS 'Box K1. Partner''s share of qualified nonrecourse financing at the end of the year.';
COMMENT ON COLUMN "schedule_k1_1065"."recourse_beginning" IS 'Box K1. Partner''s share of recourse liabilities at the beginning of the year.';
COMMENT ON COLUMN "schedule_k1_1065"."recourse_end" IS 'Box K1. Partner''s share of recourse liabilities at the end of the year.';
COMMENT ON COLUMN "schedule_k1_1065"."dividend_equivalents" IS 'Box 6c. Dividend equivalents. Never added.';
COMMENT ON COLUMN "schedule_k1_1065"."ira_sep_keogh_indicator" IS 'Whether the partner is a retirement plan (IRA, SEP, Keogh, etc.).';
COMMENT ON COLUMN "schedule_k1_1065"."tax_period_beginning" IS 'First month of the tax year of the partnership.';
COMMENT ON COLUMN "schedule_k1_1065"."tax_period_end" IS 'Last month of the tax year of the partnership. The year in which it ends is the tax year of the K-1.';
COMMENT ON COLUMN "schedule_k1_1065"."schedule_k3" IS 'Whether a Schedule K-3 (international items) is attached.';
-- From CSV: \copy "schedule_k1_1065" FROM 'schedule_k1_1065.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "schedule_k1_1120s" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "ordinary_dividends" numeric(18, 2),
  "interest" numeric(18, 2),
  "royalties" numeric(18, 2),
  "ordinary_business_income" numeric(18, 2),
  "net_rental_real_estate_income" numeric(18, 2),
  "other_net_rental_income" numeric(18, 2),
  "section179_deduction" numeric(18, 2),
  "short_term_capital_gain" numeric(18, 2),
  "long_term_capital_gain" numeric(18, 2),
  "credits" numeric(18, 2),
  "other_income_loss" numeric(18, 2),
  "other_deductions" numeric(18, 2),
  "credits_code1" text,
  "credits_code2" text,
  "ownership_percentage" numeric(18, 6),
  "tax_period_beginning" text,
  "tax_period_end" text,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "schedule_k1_1120s" IS 'Schedule K-1 (Form 1120-S), one row per document.';
COMMENT ON COLUMN "schedule_k1_1120s"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "schedule_k1_1120s"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "schedule_k1_1120s"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "schedule_k1_1120s"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "schedule_k1_1120s"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "schedule_k1_1120s"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "schedule_k1_1120s"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "schedule_k1_1120s"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "schedule_k1_1120s"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "schedule_k1_1120s"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "schedule_k1_1120s"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "schedule_k1_1120s"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1120s"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "schedule_k1_1120s"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "schedule_k1_1120s"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1120s"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1120s"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "schedule_k1_1120s"."ordinary_dividends" IS 'Box 5a. Ordinary dividends.';
COMMENT ON COLUMN "schedule_k1_1120s"."interest" IS 'Box 4. Interest income.';
COMMENT ON COLUMN "schedule_k1_1120s"."royalties" IS 'Box 6. Royalties.';
COMMENT ON COLUMN "schedule_k1_1120s"."ordinary_business_income" IS 'Box 1. Ordinary business income (loss). A share of earnings, not cash. May be negative.';
COMMENT ON COLUMN "schedule_k1_1120s"."net_rental_real_estate_income" IS 'Box 2. Net rental real estate income (loss), after expenses. May be negative.';
COMMENT ON COLUMN "schedule_k1_1120s"."other_net_rental_income" IS 'Box 3. Other net rental income (loss), after expenses. May be negative.';
COMMENT ON COLUMN "schedule_k1_1120s"."section179_deduction" IS 'Box 11. Section 179 deduction. Not deducted from box 1.';
COMMENT ON COLUMN "schedule_k1_1120s"."short_term_capital_gain" IS 'Box 7. Net short-term capital gain (loss). May be negative.';
COMMENT ON COLUMN "schedule_k1_1120s"."long_term_capital_gain" IS 'Box 8a. Net long-term capital gain (loss). May be negative.';
COMMENT ON COLUMN "schedule_k1_1120s"."credits" IS 'Box 13. Credits. Tax credits are neither income nor withholding.';
COMMENT ON COLUMN "schedule_k1_1120s"."other_income_loss" IS 'Box 10. Other income (loss). May be negative.';
COMMENT ON COLUMN "schedule_k1_1120s"."other_deductions" IS 'Box 12. Other deductions.';
COMMENT ON COLUMN "schedule_k1_1120s"."credits_code1" IS 'Box 13. Code of the first credit.';
COMMENT ON COLUMN "schedule_k1_1120s"."credits_code2" IS 'Box 13. Code of the second credit.';
COMMENT ON COLUMN "schedule_k1_1120s"."ownership_percentage" IS 'Box G. Shareholder''s current year allocation percentage (stock ownership), in many formats. If ambiguous, it is null, with an issue.';
COMMENT ON COLUMN "schedule_k1_1120s"."tax_period_beginning" IS 'First month of the tax year of the corporation.';
COMMENT ON COLUMN "schedule_k1_1120s"."tax_period_end" IS 'Last month of the tax year of the corporation. The year in which it ends is the tax year of the K-1.';
-- From CSV: \copy "schedule_k1_1120s" FROM 'schedule_k1_1120s.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "schedule_k1_1041" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "ordinary_dividends" numeric(18, 2),
  "interest" numeric(18, 2),
  "ordinary_business_income" numeric(18, 2),
  "short_term_capital_gain" numeric(18, 2),
  "long_term_capital_gain" numeric(18, 2),
  "net_rental_real_estate_income" numeric(18, 2),
  "other_net_rental_income" numeric(18, 2),
  "other_information" numeric(18, 2),
  "other_portfolio_and_non_business_income" numeric(18, 2),
  "other_information_codes" text,
  "tax_period_beginning" text,
  "tax_period_end" text,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "schedule_k1_1041" IS 'Schedule K-1 (Form 1041), one row per document.';
COMMENT ON COLUMN "schedule_k1_1041"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "schedule_k1_1041"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "schedule_k1_1041"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "schedule_k1_1041"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "schedule_k1_1041"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "schedule_k1_1041"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "schedule_k1_1041"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "schedule_k1_1041"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "schedule_k1_1041"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "schedule_k1_1041"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "schedule_k1_1041"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "schedule_k1_1041"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1041"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "schedule_k1_1041"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "schedule_k1_1041"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1041"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "schedule_k1_1041"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "schedule_k1_1041"."ordinary_dividends" IS 'Box 2a. Ordinary dividends.';
COMMENT ON COLUMN "schedule_k1_1041"."interest" IS 'Box 1. Interest income.';
COMMENT ON COLUMN "schedule_k1_1041"."ordinary_business_income" IS 'Box 6. Ordinary business income. A share of earnings, not cash. May be negative.';
COMMENT ON COLUMN "schedule_k1_1041"."short_term_capital_gain" IS 'Box 3. Net short-term capital gain. May be negative.';
COMMENT ON COLUMN "schedule_k1_1041"."long_term_capital_gain" IS 'Box 4a. Net long-term capital gain. May be negative.';
COMMENT ON COLUMN "schedule_k1_1041"."net_rental_real_estate_income" IS 'Box 7. Net rental real estate income, after expenses. May be negative.';
COMMENT ON COLUMN "schedule_k1_1041"."other_net_rental_income" IS 'Box 8. Other rental income, after expenses. May be negative.';
COMMENT ON COLUMN "schedule_k1_1041"."other_information" IS 'Box 14. Other information. It mixes amounts of different codes, so it is never added.';
COMMENT ON COLUMN "schedule_k1_1041"."other_portfolio_and_non_business_income" IS 'Box 5. Other portfolio and nonbusiness income.';
COMMENT ON COLUMN "schedule_k1_1041"."other_information_codes" IS 'Box 14. Codes of the other information.';
COMMENT ON COLUMN "schedule_k1_1041"."tax_period_beginning" IS 'First month of the tax year of the estate or trust.';
COMMENT ON COLUMN "schedule_k1_1041"."tax_period_end" IS 'Last month of the tax year of the estate or trust. The year in which it ends is the tax year of the K-1.';
-- From CSV: \copy "schedule_k1_1041" FROM 'schedule_k1_1041.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_5498" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "ira_contributions" numeric(18, 2),
  "rollover_contributions" numeric(18, 2),
  "roth_conversion_amount" numeric(18, 2),
  "recharacterized_contributions" numeric(18, 2),
  "fair_market_value_of_account" numeric(18, 2),
  "life_insurance_cost" numeric(18, 2),
  "sep_contributions" numeric(18, 2),
  "simple_contributions" numeric(18, 2),
  "roth_ira_contributions" numeric(18, 2),
  "required_minimum_distribution" numeric(18, 2),
  "postponed_contributions" numeric(18, 2),
  "fair_market_value_specified_assets" numeric(18, 2),
  "is_sep" boolean,
  "is_ira" boolean,
  "is_simple" boolean,
  "is_roth_ira" boolean,
  "rmd_subsequent_year" text,
  "rmd_date" date,
  "postponed_contribution_year" integer,
  "postponed_contribution_code" text,
  "repayments_code" text,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_5498" IS 'Form 5498, one row per document.';
COMMENT ON COLUMN "form_5498"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_5498"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_5498"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_5498"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_5498"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_5498"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_5498"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_5498"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_5498"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_5498"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_5498"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_5498"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_5498"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_5498"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_5498"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_5498"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_5498"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_5498"."ira_contributions" IS 'Box 1. Traditional IRA contributions for the tax year, other than the amounts in boxes 2 to 4, 8 to 10, 13a and 14a.';
COMMENT ON COLUMN "form_5498"."rollover_contributions" IS 'Box 2. Rollover contributions, including direct rollovers. Evidence that a distribution on a 1099-R was rolled over.';
COMMENT ON COLUMN "form_5498"."roth_conversion_amount" IS 'Box 3. Roth IRA conversion amount. Evidence that a distribution on a 1099-R was a conversion.';
COMMENT ON COLUMN "form_5498"."recharacterized_contributions" IS 'Box 4. Contributions, with their earnings, that were recharacterized from one type of IRA to another.';
COMMENT ON COLUMN "form_5498"."fair_market_value_of_account" IS 'Box 5. Fair market value (FMV) of the account on December 31. A balance, not income.';
COMMENT ON COLUMN "form_5498"."life_insurance_cost" IS 'Box 6. Life insurance cost included in box 1, for endowment contracts only.';
COMMENT ON COLUMN "form_5498"."sep_contributions" IS 'Box 8. SEP contributions made in the calendar year, including those for the prior year.';
COMMENT ON COLUMN "form_5498"."simple_contributions" IS 'Box 9. SIMPLE contributions made in the calendar year, including those for the prior year.';
COMMENT ON COLUMN "form_5498"."roth_ira_contributions" IS 'Box 10. Roth IRA contributions for the tax year. Excludes rollovers and conversions.';
COMMENT ON COLUMN "form_5498"."required_minimum_distribution" IS 'Box 12b. Required minimum distribution (RMD) amount for the next year.';
COMMENT ON COLUMN "form_5498"."postponed_contributions" IS 'Box 13a. Postponed or late contributions made in the year for an earlier year, including late rollovers.';
COMMENT ON COLUMN "form_5498"."fair_market_value_specified_assets" IS 'Box 15a. FMV of certain specified assets without a readily available market value. Included in box 5.';
COMMENT ON COLUMN "form_5498"."is_sep" IS 'Box 7. Whether the account is a SEP IRA.';
COMMENT ON COLUMN "form_5498"."is_ira" IS 'Box 7. Whether the account is a traditional IRA.';
COMMENT ON COLUMN "form_5498"."is_simple" IS 'Box 7. Whether the account is a SIMPLE IRA.';
COMMENT ON COLUMN "form_5498"."is_roth_ira" IS 'Box 7. Whether the account is a Roth IRA.';
COMMENT ON COLUMN "form_5498"."rmd_subsequent_year" IS 'Box 11. Whether a required minimum distribution (RMD) must be taken for the next year.';
COMMENT ON COLUMN "form_5498"."rmd_date" IS 'Box 12a. RMD date: the amount in box 12b must be distributed by this date.';
COMMENT ON COLUMN "form_5498"."postponed_contribution_year" IS 'Box 13b. Year for which the postponed contribution in box 13a was made.';
COMMENT ON COLUMN "form_5498"."postponed_contribution_code" IS 'Box 13c. Code for the reason of the postponed or late contribution in box 13a.';
COMMENT ON COLUMN "form_5498"."repayments_code" IS 'Box 14b. Code for the type of repayment, such as a qualified reservist or disaster distribution.';
-- From CSV: \copy "form_5498" FROM 'form_5498.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1042_s" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "gross_income" numeric(18, 2),
  "withholding_allowance" numeric(18, 2),
  "net_income" numeric(18, 2),
  "tax_rate_chapter3" numeric(18, 6),
  "exemption_code_chapter3" text,
  "tax_rate_chapter4" numeric(18, 6),
  "us_federal_tax_withheld" numeric(18, 2),
  "overwithheld_tax_repaid_to_recipient" numeric(18, 2),
  "state_income_tax_withheld" numeric(18, 2),
  "withholding_by_other_agents" numeric(18, 2),
  "total_withholding_credit" numeric(18, 2),
  "tax_paid_by_withholding_agent" numeric(18, 2),
  "withholding_agent_province_code" text,
  "withholding_agent_country_code" text,
  "unique_form_identifier" text,
  "return_type" text,
  "number_or_space" text,
  "recipient_country_code" text,
  "withholding_occurred_in_subsequent_year" text,
  "withholding_agent_ein_type" text,
  "pro_rata_basis_reporting" text,
  "income_code" text,
  "recipient_foreign_tax_identifying_number" text,
  "exemption_code_chapter4" text,
  "nqi_flow_through_entity_ein" text,
  "nqi_flow_province_code" text,
  "nqi_flow_country_code" text,
  "nqi_flow_postal_code" text,
  "nqi_flow_through_name" text,
  "payer_tin" text,
  "payer_name" text,
  "payer_state_tax_no" text,
  "state_code" text,
  "chapter3_or_chapter4_indicator" text,
  "tax_not_deposited_under_escrow_procedure_checkbox" text,
  "recipient_chapter3_status_code" text,
  "recipient_chapter4_status_code" text,
  "recipient_giin" text,
  "recipient_birthdate" date,
  "primary_withholding_agent_name" text,
  "primary_withholding_agent_ein" text,
  "intermediary_or_flow_through_entity_chapter3_status_code" text,
  "intermediary_or_flow_through_entity_chapter4_status_code" text,
  "intermediary_or_flow_through_entity_foreign_tax_id_number" text,
  "intermediary_or_flow_through_entity_giin" text,
  "withholding_agent_chapter3_status_code" text,
  "withholding_agent_chapter4_status_code" text,
  "withholding_agent_foreign_taxpayer_id_number" text,
  "withholding_agent_giin" text,
  "payer_giin" text,
  "lob_code" text,
  "payer_chapter3_status_code" text,
  "payer_chapter4_status_code" text,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1042_s" IS 'Form 1042-S, one row per document.';
COMMENT ON COLUMN "form_1042_s"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1042_s"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1042_s"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1042_s"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1042_s"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1042_s"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1042_s"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1042_s"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1042_s"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1042_s"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1042_s"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1042_s"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1042_s"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1042_s"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1042_s"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1042_s"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1042_s"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1042_s"."gross_income" IS 'Box 2. Gross income. The income code in box 1 decides its category. Not counted for codes 37, 50 and 57.';
COMMENT ON COLUMN "form_1042_s"."withholding_allowance" IS 'Box 5. Withholding allowance. Used only with some income codes.';
COMMENT ON COLUMN "form_1042_s"."net_income" IS 'Box 6. Net income: box 2 less box 5. Never added.';
COMMENT ON COLUMN "form_1042_s"."tax_rate_chapter3" IS 'Box 3b. Chapter 3 tax rate, a percentage. 30, 30.00, .30 and 3000 all mean 30%.';
COMMENT ON COLUMN "form_1042_s"."exemption_code_chapter3" IS 'Box 3a. Chapter 3 exemption code: two digits. A leading zero is restored if the code arrives as a number.';
COMMENT ON COLUMN "form_1042_s"."tax_rate_chapter4" IS 'Box 4b. Chapter 4 tax rate, a percentage. 30, 30.00, .30 and 3000 all mean 30%.';
COMMENT ON COLUMN "form_1042_s"."us_federal_tax_withheld" IS 'Box 7a. Federal tax withheld. Included in box 10, so it is not added again.';
COMMENT ON COLUMN "form_1042_s"."overwithheld_tax_repaid_to_recipient" IS 'Box 9. Overwithheld tax repaid to the recipient under adjustment procedures. Already subtracted in box 10.';
COMMENT ON COLUMN "form_1042_s"."state_income_tax_withheld" IS 'Box 17a. State income tax withheld.';
COMMENT ON COLUMN "form_1042_s"."withholding_by_other_agents" IS 'Box 8. Tax withheld by other agents. Included in box 10, so it is not added again.';
COMMENT ON COLUMN "form_1042_s"."total_withholding_credit" IS 'Box 10. Total withholding credit. If it is 0 or absent, box 7a plus box 8 less box 9 counts instead.';
COMMENT ON COLUMN "form_1042_s"."tax_paid_by_withholding_agent" IS 'Box 11. Tax paid by the withholding agent (amounts not withheld). Not counted as withholding.';
COMMENT ON COLUMN "form_1042_s"."withholding_agent_province_code" IS 'Province code of the withholding agent''s address.';
COMMENT ON COLUMN "form_1042_s"."withholding_agent_country_code" IS 'Country code of the withholding agent''s address.';
COMMENT ON COLUMN "form_1042_s"."unique_form_identifier" IS 'Unique form identifier: ten digits. Amendments of a form keep it.';
COMMENT ON COLUMN "form_1042_s"."return_type" IS 'Return type, as on the transcript.';
COMMENT ON COLUMN "form_1042_s"."number_or_space" IS 'The transcript line "number or space". Its text is not interpreted.';
COMMENT ON COLUMN "form_1042_s"."recipient_country_code" IS 'Recipient''s country code.';
COMMENT ON COLUMN "form_1042_s"."withholding_occurred_in_subsequent_year" IS 'Whether tax on a partnership interest was withheld in the subsequent year.';
COMMENT ON COLUMN "form_1042_s"."withholding_agent_ein_type" IS 'Type of the withholding agent''s EIN, such as that of a qualified intermediary (QI-EIN).';
COMMENT ON COLUMN "form_1042_s"."pro_rata_basis_reporting" IS 'Whether the form is filed on a pro-rata basis.';
COMMENT ON COLUMN "form_1042_s"."income_code" IS 'Box 1. Income code: two digits. It decides the category of the gross income.';
COMMENT ON COLUMN "form_1042_s"."recipient_foreign_tax_identifying_number" IS 'Recipient''s foreign tax identification number.';
COMMENT ON COLUMN "form_1042_s"."exemption_code_chapter4" IS 'Chapter 4 exemption code.';
COMMENT ON COLUMN "form_1042_s"."nqi_flow_through_entity_ein" IS 'EIN of the nonqualified intermediary (NQI) or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."nqi_flow_province_code" IS 'Province code of the address of the NQI or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."nqi_flow_country_code" IS 'Country code of the NQI or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."nqi_flow_postal_code" IS 'Postal code of the address of the NQI or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."nqi_flow_through_name" IS 'Name of the NQI or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."payer_tin" IS 'Payer''s TIN, if the payer is not the withholding agent.';
COMMENT ON COLUMN "form_1042_s"."payer_name" IS 'Payer''s name, if the payer is not the withholding agent.';
COMMENT ON COLUMN "form_1042_s"."payer_state_tax_no" IS 'Payer''s state tax number.';
COMMENT ON COLUMN "form_1042_s"."state_code" IS 'State whose income tax was withheld.';
COMMENT ON COLUMN "form_1042_s"."chapter3_or_chapter4_indicator" IS 'Chapter of the tax code (3 or 4) under which the payment is reported.';
COMMENT ON COLUMN "form_1042_s"."tax_not_deposited_under_escrow_procedure_checkbox" IS 'Whether the tax withheld was not deposited with the IRS because escrow procedures were applied.';
COMMENT ON COLUMN "form_1042_s"."recipient_chapter3_status_code" IS 'Recipient''s chapter 3 status code.';
COMMENT ON COLUMN "form_1042_s"."recipient_chapter4_status_code" IS 'Recipient''s chapter 4 status code.';
COMMENT ON COLUMN "form_1042_s"."recipient_giin" IS 'Recipient''s global intermediary identification number (GIIN).';
COMMENT ON COLUMN "form_1042_s"."recipient_birthdate" IS 'Recipient''s date of birth.';
COMMENT ON COLUMN "form_1042_s"."primary_withholding_agent_name" IS 'Primary withholding agent''s name, if applicable.';
COMMENT ON COLUMN "form_1042_s"."primary_withholding_agent_ein" IS 'Primary withholding agent''s EIN.';
COMMENT ON COLUMN "form_1042_s"."intermediary_or_flow_through_entity_chapter3_status_code" IS 'Chapter 3 status code of the intermediary or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."intermediary_or_flow_through_entity_chapter4_status_code" IS 'Chapter 4 status code of the intermediary or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."intermediary_or_flow_through_entity_foreign_tax_id_number" IS 'Foreign tax identification number of the intermediary or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."intermediary_or_flow_through_entity_giin" IS 'GIIN of the intermediary or flow-through entity.';
COMMENT ON COLUMN "form_1042_s"."withholding_agent_chapter3_status_code" IS 'Withholding agent''s chapter 3 status code.';
COMMENT ON COLUMN "form_1042_s"."withholding_agent_chapter4_status_code" IS 'Withholding agent''s chapter 4 status code.';
COMMENT ON COLUMN "form_1042_s"."withholding_agent_foreign_taxpayer_id_number" IS 'Withholding agent''s foreign taxpayer identification number.';
COMMENT ON COLUMN "form_1042_s"."withholding_agent_giin" IS 'Withholding agent''s GIIN.';
COMMENT ON COLUMN "form_1042_s"."payer_giin" IS 'Payer''s GIIN.';
COMMENT ON COLUMN "form_1042_s"."lob_code" IS 'Limitation on benefits (LOB) code of the treaty claim.';
COMMENT ON COLUMN "form_1042_s"."payer_chapter3_status_code" IS 'Payer''s chapter 3 status code.';
COMMENT ON COLUMN "form_1042_s"."payer_chapter4_status_code" IS 'Payer''s chapter 4 status code.';
-- From CSV: \copy "form_1042_s" FROM 'form_1042_s.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1099_misc" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "federal_income_tax_withheld" numeric(18, 2),
  "medical_payments" numeric(18, 2),
  "fishing_income" numeric(18, 2),
  "rents" numeric(18, 2),
  "royalties" numeric(18, 2),
  "other_income" numeric(18, 2),
  "substitute_payments_for_dividends" numeric(18, 2),
  "excess_golden_parachute" numeric(18, 2),
  "crop_insurance" numeric(18, 2),
  "attorney_fees" numeric(18, 2),
  "foreign_tax_paid" numeric(18, 2),
  "section409a_deferrals" numeric(18, 2),
  "nonqualified_deferred_compensation" numeric(18, 2),
  "fish_purchased_for_resale" numeric(18, 2),
  "direct_sales_indicator" boolean,
  "fatca" boolean,
  "second_notice_indicator" boolean,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1099_misc" IS 'Form 1099-MISC, one row per document.';
COMMENT ON COLUMN "form_1099_misc"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1099_misc"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1099_misc"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1099_misc"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1099_misc"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1099_misc"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1099_misc"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1099_misc"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1099_misc"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1099_misc"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1099_misc"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1099_misc"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_misc"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1099_misc"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1099_misc"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_misc"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_misc"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1099_misc"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld.';
COMMENT ON COLUMN "form_1099_misc"."medical_payments" IS 'Box 6. Medical and health care payments. Gross receipts of a business, before expenses.';
COMMENT ON COLUMN "form_1099_misc"."fishing_income" IS 'Box 5. Fishing boat proceeds. Gross receipts of a business, before expenses.';
COMMENT ON COLUMN "form_1099_misc"."rents" IS 'Box 1. Gross rents, before expenses. Reported as gross receipts.';
COMMENT ON COLUMN "form_1099_misc"."royalties" IS 'Box 2. Gross royalties, before expenses.';
COMMENT ON COLUMN "form_1099_misc"."other_income" IS 'Box 3. Other income, such as prizes and awards that are not for services.';
COMMENT ON COLUMN "form_1099_misc"."substitute_payments_for_dividends" IS 'Box 8. Substitute payments in lieu of dividends or interest. Not dividends, so they are added to other income.';
COMMENT ON COLUMN "form_1099_misc"."excess_golden_parachute" IS 'Box 14. Excess golden parachute payments. In box 13 before 2022, and on Form 1099-NEC from 2025 on.';
COMMENT ON COLUMN "form_1099_misc"."crop_insurance" IS 'Box 9. Crop insurance proceeds. Gross receipts of a farm, before expenses.';
COMMENT ON COLUMN "form_1099_misc"."attorney_fees" IS 'Box 10. Gross proceeds paid to an attorney. Often a client''s money, so not income.';
COMMENT ON COLUMN "form_1099_misc"."foreign_tax_paid" IS 'Foreign tax paid. The current form no longer has this box.';
COMMENT ON COLUMN "form_1099_misc"."section409a_deferrals" IS 'Box 12. Section 409A deferrals under a nonqualified deferred compensation plan. Never added.';
COMMENT ON COLUMN "form_1099_misc"."nonqualified_deferred_compensation" IS 'Box 15. Nonqualified deferred compensation. Not added if a 1099-NEC of the same issuer and year exists, because that form reports the same money.';
COMMENT ON COLUMN "form_1099_misc"."fish_purchased_for_resale" IS 'Box 11. Payments for fish purchased for resale. Gross receipts of the seller, before expenses.';
COMMENT ON COLUMN "form_1099_misc"."direct_sales_indicator" IS 'Box 7. Whether the payer sold the recipient $5,000 or more of consumer products for resale (direct sales).';
COMMENT ON COLUMN "form_1099_misc"."fatca" IS 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.';
COMMENT ON COLUMN "form_1099_misc"."second_notice_indicator" IS 'Second TIN notice: the IRS told the payer twice within three years that the recipient''s TIN was incorrect.';
-- From CSV: \copy "form_1099_misc" FROM 'form_1099_misc.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1099_int" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "interest_income" numeric(18, 2),
  "federal_income_tax_withheld" numeric(18, 2),
  "savings_bond_and_treasury_interest" numeric(18, 2),
  "investment_expense" numeric(18, 2),
  "early_withdrawal_penalty" numeric(18, 2),
  "foreign_tax_paid" numeric(18, 2),
  "tax_exempt_interest" numeric(18, 2),
  "specified_private_activity_bond_interest" numeric(18, 2),
  "market_discount" numeric(18, 2),
  "bond_premium" numeric(18, 2),
  "bond_premium_on_tax_exempt_bond" numeric(18, 2),
  "bond_premium_on_treasury_obligation" numeric(18, 2),
  "second_notice_indicator" text,
  "cusip" text,
  "fatca" boolean,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1099_int" IS 'Form 1099-INT, one row per document.';
COMMENT ON COLUMN "form_1099_int"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1099_int"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1099_int"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1099_int"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1099_int"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1099_int"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1099_int"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1099_int"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1099_int"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1099_int"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1099_int"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1099_int"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_int"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1099_int"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1099_int"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_int"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_int"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1099_int"."interest_income" IS 'Box 1. Interest income. Excludes the interest of box 3.';
COMMENT ON COLUMN "form_1099_int"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld (backup withholding).';
COMMENT ON COLUMN "form_1099_int"."savings_bond_and_treasury_interest" IS 'Box 3. Interest on U.S. savings bonds and Treasury obligations. Not included in box 1, so it is added to the income.';
COMMENT ON COLUMN "form_1099_int"."investment_expense" IS 'Box 5. Investment expenses of a single-class REMIC. Included in box 1; not subtracted.';
COMMENT ON COLUMN "form_1099_int"."early_withdrawal_penalty" IS 'Box 2. Early withdrawal penalty: forfeited interest or principal. A deduction on the return, not subtracted from box 1.';
COMMENT ON COLUMN "form_1099_int"."foreign_tax_paid" IS 'Box 6. Foreign tax paid.';
COMMENT ON COLUMN "form_1099_int"."tax_exempt_interest" IS 'Box 8. Tax-exempt interest. Not included in box 1.';
COMMENT ON COLUMN "form_1099_int"."specified_private_activity_bond_interest" IS 'Box 9. Specified private activity bond interest. Included in box 8, so it is not added again.';
COMMENT ON COLUMN "form_1099_int"."market_discount" IS 'Box 10. Accrued market discount of the year. Not included in box 1, so it is added.';
COMMENT ON COLUMN "form_1099_int"."bond_premium" IS 'Box 11. Amortized premium on taxable bonds. A deduction on the return, not subtracted from the income sum.';
COMMENT ON COLUMN "form_1099_int"."bond_premium_on_tax_exempt_bond" IS 'Box 13. Amortized premium on tax-exempt bonds. Subtracted on the return, but not from the income sum.';
COMMENT ON COLUMN "form_1099_int"."bond_premium_on_treasury_obligation" IS 'Box 12. Amortized premium on Treasury obligations. A deduction on the return, not subtracted from the income sum.';
COMMENT ON COLUMN "form_1099_int"."second_notice_indicator" IS 'Second TIN notice: the IRS told the payer twice within three years that the recipient''s TIN was incorrect.';
COMMENT ON COLUMN "form_1099_int"."cusip" IS 'Box 14. CUSIP number of the tax-exempt or tax credit bond.';
COMMENT ON COLUMN "form_1099_int"."fatca" IS 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.';
-- From CSV: \copy "form_1099_int" FROM 'form_1099_int.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1099_g" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "rtaa_payments" numeric(18, 2),
  "federal_income_tax_withheld" numeric(18, 2),
  "taxable_grants" numeric(18, 2),
  "unemployment_compensation" numeric(18, 2),
  "agricultural_subsidies" numeric(18, 2),
  "prior_year_refund" numeric(18, 2),
  "market_gain_commodity_credit_corporation_loans" numeric(18, 2),
  "year_of_refund" integer,
  "offset" text,
  "second_tin_notice" boolean,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1099_g" IS 'Form 1099-G, one row per document.';
COMMENT ON COLUMN "form_1099_g"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1099_g"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1099_g"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1099_g"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1099_g"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1099_g"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1099_g"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1099_g"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1099_g"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1099_g"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1099_g"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1099_g"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_g"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1099_g"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1099_g"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_g"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_g"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1099_g"."rtaa_payments" IS 'Box 5. Reemployment trade adjustment assistance (RTAA) payments.';
COMMENT ON COLUMN "form_1099_g"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld.';
COMMENT ON COLUMN "form_1099_g"."taxable_grants" IS 'Box 6. Taxable grants of a federal, state or local government.';
COMMENT ON COLUMN "form_1099_g"."unemployment_compensation" IS 'Box 1. Unemployment compensation.';
COMMENT ON COLUMN "form_1099_g"."agricultural_subsidies" IS 'Box 7. Agriculture payments: subsidies from the Department of Agriculture.';
COMMENT ON COLUMN "form_1099_g"."prior_year_refund" IS 'Box 2. State or local income tax refunds, credits, or offsets. Taxable only if the taxpayer itemized, so never added.';
COMMENT ON COLUMN "form_1099_g"."market_gain_commodity_credit_corporation_loans" IS 'Box 9. Market gain on Commodity Credit Corporation (CCC) loans.';
COMMENT ON COLUMN "form_1099_g"."year_of_refund" IS 'Box 3. Tax year of the refund in box 2, as text or a number. 0 means that the year is not set.';
COMMENT ON COLUMN "form_1099_g"."offset" IS 'Box 8. Whether the refund, credit or offset of box 2 is trade or business income.';
COMMENT ON COLUMN "form_1099_g"."second_tin_notice" IS 'Second TIN notice: the IRS told the payer twice within three years that the recipient''s TIN was incorrect.';
-- From CSV: \copy "form_1099_g" FROM 'form_1099_g.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1099_r" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "federal_income_tax_withheld" numeric(18, 2),
  "total_employee_contributions" numeric(18, 2),
  "unrealized_appreciation" numeric(18, 2),
  "other_amount" numeric(18, 2),
  "gross_distribution" numeric(18, 2),
  "taxable_amount" numeric(18, 2),
  "eligible_capital_gains" numeric(18, 2),
  "amount_to_irr" numeric(18, 2),
  "distribution_codes" text,
  "taxable_amount_not_determined" boolean,
  "is_total_distribution" boolean,
  "fatca" boolean,
  "first_year_roth_contribution" integer,
  "is_ira_sep_simple" boolean,
  "date_of_payment_for_reportable_death_benefits" date,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1099_r" IS 'Form 1099-R, one row per document.';
COMMENT ON COLUMN "form_1099_r"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1099_r"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1099_r"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1099_r"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1099_r"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1099_r"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1099_r"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1099_r"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1099_r"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1099_r"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1099_r"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1099_r"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_r"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1099_r"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1099_r"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_r"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_r"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1099_r"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld. The key in the API contains a space.';
COMMENT ON COLUMN "form_1099_r"."total_employee_contributions" IS 'Box 5/9b. Employee contributions, designated Roth contributions or insurance premiums (box 5), or total employee contributions (box 9b). Never added.';
COMMENT ON COLUMN "form_1099_r"."unrealized_appreciation" IS 'Box 6. Net unrealized appreciation (NUA) in the employer''s securities. Never added.';
COMMENT ON COLUMN "form_1099_r"."other_amount" IS 'Box 8. Actuarial value of an annuity contract. Not income.';
COMMENT ON COLUMN "form_1099_r"."gross_distribution" IS 'Box 1. Gross distribution. Not income if a code in box 7 means a rollover, an exchange, a gift to charity, a correction, another year or no cash.';
COMMENT ON COLUMN "form_1099_r"."taxable_amount" IS 'Box 2a. Taxable amount. Included in box 1, so it is not added again. If it is marked not determined, it is unknown or an upper limit.';
COMMENT ON COLUMN "form_1099_r"."eligible_capital_gains" IS 'Box 3. Capital gain of a lump-sum distribution. Included in box 2a, so it is not added again.';
COMMENT ON COLUMN "form_1099_r"."amount_to_irr" IS 'Box 10. Amount allocable to an in-plan Roth rollover (IRR) within 5 years. Never added.';
COMMENT ON COLUMN "form_1099_r"."distribution_codes" IS 'Box 7. List of distribution codes and their descriptions. The codes decide whether box 1 is income.';
COMMENT ON COLUMN "form_1099_r"."taxable_amount_not_determined" IS 'Box 2b. Taxable amount not determined: the payer could not compute box 2a.';
COMMENT ON COLUMN "form_1099_r"."is_total_distribution" IS 'Box 2b. Total distribution: the entire balance was paid out. It is income, with the flag early_or_one_time.';
COMMENT ON COLUMN "form_1099_r"."fatca" IS 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.';
COMMENT ON COLUMN "form_1099_r"."first_year_roth_contribution" IS 'Box 11. First year of designated Roth contributions.';
COMMENT ON COLUMN "form_1099_r"."is_ira_sep_simple" IS 'Box 7. IRA/SEP/SIMPLE: the distribution comes from a traditional IRA, SEP or SIMPLE.';
COMMENT ON COLUMN "form_1099_r"."date_of_payment_for_reportable_death_benefits" IS 'Box 13. Date of payment of reportable death benefits.';
-- From CSV: \copy "form_1099_r" FROM 'form_1099_r.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1099_div" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "federal_income_tax_withheld" numeric(18, 2),
  "capital_gain_distributions" numeric(18, 2),
  "non_dividend_distribution" numeric(18, 2),
  "cash_liquidation_distribution" numeric(18, 2),
  "non_cash_liquidation_distribution" numeric(18, 2),
  "investment_expense" numeric(18, 2),
  "ordinary_dividends" numeric(18, 2),
  "collectibles28_percent_gain" numeric(18, 2),
  "unrecaptured_section1250_gain" numeric(18, 2),
  "section1202_gain" numeric(18, 2),
  "foreign_tax_paid" numeric(18, 2),
  "qualified_dividends" numeric(18, 2),
  "section199a_reit_dividends" numeric(18, 2),
  "exempt_interest_dividends" numeric(18, 2),
  "specified_private_activity_bond_interest_dividend" numeric(18, 2),
  "section897_ordinary_dividends" numeric(18, 2),
  "section897_capital_gain" numeric(18, 2),
  "second_notice_indicator" text,
  "fatca" boolean,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1099_div" IS 'Form 1099-DIV, one row per document.';
COMMENT ON COLUMN "form_1099_div"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1099_div"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1099_div"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1099_div"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1099_div"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1099_div"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1099_div"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1099_div"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1099_div"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1099_div"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1099_div"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1099_div"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_div"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1099_div"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1099_div"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_div"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_div"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1099_div"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld (backup withholding).';
COMMENT ON COLUMN "form_1099_div"."capital_gain_distributions" IS 'Box 2a. Total capital gain distributions (long-term). Includes boxes 2b, 2c, 2d and 2f.';
COMMENT ON COLUMN "form_1099_div"."non_dividend_distribution" IS 'Box 3. Nondividend distributions. A return of capital, not income.';
COMMENT ON COLUMN "form_1099_div"."cash_liquidation_distribution" IS 'Box 9. Cash liquidation distributions. Sale proceeds, not income.';
COMMENT ON COLUMN "form_1099_div"."non_cash_liquidation_distribution" IS 'Box 10. Noncash liquidation distributions, at fair market value. Sale proceeds, not income.';
COMMENT ON COLUMN "form_1099_div"."investment_expense" IS 'Box 6. Investment expenses of a nonpublicly offered fund. Included in box 1a and never subtracted.';
COMMENT ON COLUMN "form_1099_div"."ordinary_dividends" IS 'Box 1a. Total ordinary dividends. Includes boxes 1b, 2e, 5 and 6.';
COMMENT ON COLUMN "form_1099_div"."collectibles28_percent_gain" IS 'Box 2d. Collectibles (28%) gain. Included in box 2a.';
COMMENT ON COLUMN "form_1099_div"."unrecaptured_section1250_gain" IS 'Box 2b. Unrecaptured section 1250 gain. Included in box 2a.';
COMMENT ON COLUMN "form_1099_div"."section1202_gain" IS 'Box 2c. Section 1202 gain on qualified small business stock. Included in box 2a.';
COMMENT ON COLUMN "form_1099_div"."foreign_tax_paid" IS 'Box 7. Foreign tax paid.';
COMMENT ON COLUMN "form_1099_div"."qualified_dividends" IS 'Box 1b. Qualified dividends. Included in box 1a, so it is not added again.';
COMMENT ON COLUMN "form_1099_div"."section199a_reit_dividends" IS 'Box 5. Section 199A dividends of a REIT. Included in box 1a, so it is not added again.';
COMMENT ON COLUMN "form_1099_div"."exempt_interest_dividends" IS 'Box 12. Exempt-interest dividends. Not included in box 1a. Treated as tax-exempt interest.';
COMMENT ON COLUMN "form_1099_div"."specified_private_activity_bond_interest_dividend" IS 'Box 13. Specified private activity bond interest dividends. Included in box 12, so it is not added again.';
COMMENT ON COLUMN "form_1099_div"."section897_ordinary_dividends" IS 'Box 2e. Section 897 ordinary dividends, from U.S. real property interests. Included in box 1a.';
COMMENT ON COLUMN "form_1099_div"."section897_capital_gain" IS 'Box 2f. Section 897 capital gain, from U.S. real property interests. Included in box 2a.';
COMMENT ON COLUMN "form_1099_div"."second_notice_indicator" IS 'Second TIN notice: the IRS told the payer twice within three years that the recipient''s TIN was incorrect.';
COMMENT ON COLUMN "form_1099_div"."fatca" IS 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.';
-- From CSV: \copy "form_1099_div" FROM 'form_1099_div.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1099_b" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "gross_proceeds" numeric(18, 2),
  "federal_income_tax_withheld" numeric(18, 2),
  "proceeds" numeric(18, 2),
  "aggregate_profit_loss" numeric(18, 2),
  "realized_profit_loss" numeric(18, 2),
  "unrealized_profit_loss_prior_year" numeric(18, 2),
  "unrealized_profit_loss_current_year" numeric(18, 2),
  "cost_basis" numeric(18, 2),
  "wash_sale_loss_disallowed" numeric(18, 2),
  "accrued_market_discount" numeric(18, 2),
  "date_sold_or_disposed" date,
  "cusip" text,
  "description" text,
  "second_notice_indicator" text,
  "date_acquired" date,
  "noncovered_security_indicator" text,
  "type_gain_loss" text,
  "loss_not_allowed_indicator" text,
  "proceeds_from" text,
  "fatca" boolean,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1099_b" IS 'Form 1099-B, one row per document.';
COMMENT ON COLUMN "form_1099_b"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1099_b"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1099_b"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1099_b"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1099_b"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1099_b"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1099_b"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1099_b"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1099_b"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1099_b"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1099_b"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1099_b"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_b"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1099_b"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1099_b"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_b"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_b"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1099_b"."gross_proceeds" IS 'Box 1d. Gross proceeds. Used only if the field proceeds is 0 or absent.';
COMMENT ON COLUMN "form_1099_b"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld (backup withholding).';
COMMENT ON COLUMN "form_1099_b"."proceeds" IS 'Box 1d. Proceeds. The gain is proceeds less cost basis plus wash sale loss disallowed.';
COMMENT ON COLUMN "form_1099_b"."aggregate_profit_loss" IS 'Box 11. Aggregate profit or (loss) on section 1256 contracts: box 8 less box 9 plus box 10. May be negative.';
COMMENT ON COLUMN "form_1099_b"."realized_profit_loss" IS 'Box 8. Profit or (loss) realized in the year on closed contracts. Included in box 11.';
COMMENT ON COLUMN "form_1099_b"."unrealized_profit_loss_prior_year" IS 'Box 9. Unrealized profit or (loss) on open contracts at the end of the prior year. Already subtracted in box 11.';
COMMENT ON COLUMN "form_1099_b"."unrealized_profit_loss_current_year" IS 'Box 10. Unrealized profit or (loss) on open contracts at the end of the year. Included in box 11.';
COMMENT ON COLUMN "form_1099_b"."cost_basis" IS 'Box 1e. Cost or other basis. Unless the security is marked as covered, 0 means that the basis is not reported, so the gain is unknown.';
COMMENT ON COLUMN "form_1099_b"."wash_sale_loss_disallowed" IS 'Box 1g. Wash sale loss disallowed. Added back to the gain of the sale.';
COMMENT ON COLUMN "form_1099_b"."accrued_market_discount" IS 'Box 1f. Accrued market discount. This part of the gain is ordinary income. It is never added to the gain.';
COMMENT ON COLUMN "form_1099_b"."date_sold_or_disposed" IS 'Box 1c. Date sold or disposed.';
COMMENT ON COLUMN "form_1099_b"."cusip" IS 'CUSIP number of the security.';
COMMENT ON COLUMN "form_1099_b"."description" IS 'Box 1a. Description of property, such as the number of shares and the name of the stock.';
COMMENT ON COLUMN "form_1099_b"."second_notice_indicator" IS 'Second TIN notice: the IRS told the payer twice within three years that the recipient''s TIN was incorrect.';
COMMENT ON COLUMN "form_1099_b"."date_acquired" IS 'Box 1b. Date acquired. Various and blank are valid, and become null without an issue.';
COMMENT ON COLUMN "form_1099_b"."noncovered_security_indicator" IS 'Box 5. Whether the security is noncovered, so that the broker does not have to report its basis to the IRS.';
COMMENT ON COLUMN "form_1099_b"."type_gain_loss" IS 'Box 2. Type of gain or loss: short-term, long-term or ordinary.';
COMMENT ON COLUMN "form_1099_b"."loss_not_allowed_indicator" IS 'Box 7. Whether a loss is not allowed, based on the amount in box 1d.';
COMMENT ON COLUMN "form_1099_b"."proceeds_from" IS 'Box 3. Whether the proceeds are from collectibles or a qualified opportunity fund (QOF).';
COMMENT ON COLUMN "form_1099_b"."fatca" IS 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.';
-- From CSV: \copy "form_1099_b" FROM 'form_1099_b.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1099_nec" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "second_notice_indicator" boolean,
  "direct_sales_indicator" boolean,
  "federal_income_tax_withheld" numeric(18, 2),
  "nonemployee_compensation" numeric(18, 2),
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1099_nec" IS 'Form 1099-NEC, one row per document.';
COMMENT ON COLUMN "form_1099_nec"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1099_nec"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1099_nec"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1099_nec"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1099_nec"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1099_nec"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1099_nec"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1099_nec"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1099_nec"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1099_nec"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1099_nec"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1099_nec"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_nec"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1099_nec"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1099_nec"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_nec"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1099_nec"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1099_nec"."second_notice_indicator" IS 'Second TIN notice: the IRS told the payer twice within three years that the recipient''s TIN was incorrect.';
COMMENT ON COLUMN "form_1099_nec"."direct_sales_indicator" IS 'Box 2. Whether the payer sold the recipient $5,000 or more of consumer products for resale (direct sales).';
COMMENT ON COLUMN "form_1099_nec"."federal_income_tax_withheld" IS 'Box 4. Federal income tax withheld (backup withholding).';
COMMENT ON COLUMN "form_1099_nec"."nonemployee_compensation" IS 'Box 1. Nonemployee compensation. Gross receipts of a business, before expenses.';
-- From CSV: \copy "form_1099_nec" FROM 'form_1099_nec.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_ssa_1099" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "benefits_paid" numeric(18, 2),
  "federal_income_tax_withheld" numeric(18, 2),
  "benefits_repaid" numeric(18, 2),
  "workers_compensation_offset" numeric(18, 2),
  "payments_by_year" text,
  "trust_fund_indicator" text,
  "ssa_rrb_payments" text,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_ssa_1099" IS 'Form SSA-1099, one row per document.';
COMMENT ON COLUMN "form_ssa_1099"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_ssa_1099"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_ssa_1099"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_ssa_1099"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_ssa_1099"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_ssa_1099"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_ssa_1099"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_ssa_1099"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_ssa_1099"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_ssa_1099"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_ssa_1099"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_ssa_1099"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_ssa_1099"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_ssa_1099"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_ssa_1099"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_ssa_1099"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_ssa_1099"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_ssa_1099"."benefits_paid" IS 'Box 3. Social Security benefits paid. Despite the name of the key, not a pension. Box 4 is subtracted.';
COMMENT ON COLUMN "form_ssa_1099"."federal_income_tax_withheld" IS 'Box 6. Voluntary federal income tax withheld.';
COMMENT ON COLUMN "form_ssa_1099"."benefits_repaid" IS 'Box 4. Benefits repaid to SSA. Net benefits are box 3 less box 4, and may be negative.';
COMMENT ON COLUMN "form_ssa_1099"."workers_compensation_offset" IS 'Box 3. Workers'' compensation offset. Included in box 3, so it is not added again.';
COMMENT ON COLUMN "form_ssa_1099"."payments_by_year" IS 'Parts of box 3 that were paid for earlier years, each with its year. They are not added to box 3 again.';
COMMENT ON COLUMN "form_ssa_1099"."trust_fund_indicator" IS 'Trust fund that paid the benefits: retirement and survivors, or disability insurance.';
COMMENT ON COLUMN "form_ssa_1099"."ssa_rrb_payments" IS 'SSA or RRB payments, as text. The key contains a slash and a space. An amount in the text is never added.';
-- From CSV: \copy "form_ssa_1099" FROM 'form_ssa_1099.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1098" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "mortgage_interest_paid" numeric(18, 2),
  "points_paid_on_purchase" numeric(18, 2),
  "refund_of_overpaid_interest" numeric(18, 2),
  "mortgage_insurance_premiums" numeric(18, 2),
  "outstanding_mortgage_principal" numeric(18, 2),
  "number_of_mortgaged_properties" integer,
  "mortgage_origination_date" date,
  "address_of_property_securing_mortgage" text,
  "other_information_from_recipient" text,
  "mortgage_acquisition_date" date,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1098" IS 'Form 1098, one row per document.';
COMMENT ON COLUMN "form_1098"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1098"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1098"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1098"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1098"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1098"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1098"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1098"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1098"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1098"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1098"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1098"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1098"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1098"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1098"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1098"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1098"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1098"."mortgage_interest_paid" IS 'Box 1. Mortgage interest that the lender received from the taxpayer. An expense, not income.';
COMMENT ON COLUMN "form_1098"."points_paid_on_purchase" IS 'Box 6. Points paid on the purchase of a principal residence.';
COMMENT ON COLUMN "form_1098"."refund_of_overpaid_interest" IS 'Box 4. Refund of interest that was overpaid in a prior year. Not subtracted from box 1.';
COMMENT ON COLUMN "form_1098"."mortgage_insurance_premiums" IS 'Box 5. Mortgage insurance premiums.';
COMMENT ON COLUMN "form_1098"."outstanding_mortgage_principal" IS 'Box 2. Outstanding mortgage principal on January 1, or at origination if the loan began later in the year.';
COMMENT ON COLUMN "form_1098"."number_of_mortgaged_properties" IS 'Box 9. Number of properties, if more than one secures the mortgage.';
COMMENT ON COLUMN "form_1098"."mortgage_origination_date" IS 'Box 3. Mortgage origination date.';
COMMENT ON COLUMN "form_1098"."address_of_property_securing_mortgage" IS 'Box 8. Address or description of the property securing the mortgage.';
COMMENT ON COLUMN "form_1098"."other_information_from_recipient" IS 'Box 10. Other information from the lender, such as real estate taxes or insurance paid from escrow.';
COMMENT ON COLUMN "form_1098"."mortgage_acquisition_date" IS 'Box 11. Mortgage acquisition date, if the lender acquired the mortgage in the year.';
-- From CSV: \copy "form_1098" FROM 'form_1098.csv' WITH (FORMAT csv, HEADER)

CREATE TABLE IF NOT EXISTS "form_1098_t" (
  "taxpayer_id" text NOT NULL,
  "record_id" text NOT NULL,
  "form" text NOT NULL,
  "form_index" integer NOT NULL,
  "entry_index" integer NOT NULL,
  "tax_year" integer,
  "submission" text NOT NULL,
  "status" text NOT NULL,
  "issuer_id" text,
  "issuer_name" text,
  "issuer_address" text,
  "recipient_id" text,
  "recipient_last4" text,
  "recipient_pseudonym" text,
  "recipient_name" text,
  "recipient_address" text,
  "account_last4" text,
  "qualified_tuition_and_related_expenses" numeric(18, 2),
  "scholarships_grants" numeric(18, 2),
  "adjustments_made_for_prior_year" numeric(18, 2),
  "adjustments_to_scholarships_or_grants_for_a_prior_year" numeric(18, 2),
  "reimbursements_refunds_from_an_insurance_contract" numeric(18, 2),
  "half_time_student_indicator" text,
  "graduate_student_indicator" text,
  "academic_period_code" text,
  "tin_checkbox" boolean,
  PRIMARY KEY ("taxpayer_id", "record_id", "form", "form_index", "entry_index")
);
COMMENT ON TABLE "form_1098_t" IS 'Form 1098-T, one row per document.';
COMMENT ON COLUMN "form_1098_t"."taxpayer_id" IS 'Identifier of the taxpayer.';
COMMENT ON COLUMN "form_1098_t"."record_id" IS 'Identifier of the record.';
COMMENT ON COLUMN "form_1098_t"."form" IS 'Key of the form array.';
COMMENT ON COLUMN "form_1098_t"."form_index" IS 'Position of the form object in the record''s forms, from 0.';
COMMENT ON COLUMN "form_1098_t"."entry_index" IS 'Position of the entry in the form array, from 0.';
COMMENT ON COLUMN "form_1098_t"."tax_year" IS 'Tax year of the document.';
COMMENT ON COLUMN "form_1098_t"."submission" IS 'Submission type that the document states.';
COMMENT ON COLUMN "form_1098_t"."status" IS 'The decision of the resolution about the document, such as `counted`.';
COMMENT ON COLUMN "form_1098_t"."issuer_id" IS 'Identifier of the issuer.';
COMMENT ON COLUMN "form_1098_t"."issuer_name" IS 'Name of the issuer.';
COMMENT ON COLUMN "form_1098_t"."issuer_address" IS 'Address of the issuer.';
COMMENT ON COLUMN "form_1098_t"."recipient_id" IS 'Full identifier of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1098_t"."recipient_last4" IS 'Last four digits of the recipient''s identifier.';
COMMENT ON COLUMN "form_1098_t"."recipient_pseudonym" IS 'Keyed hash of the recipient''s identifier; only if you request pseudonyms.';
COMMENT ON COLUMN "form_1098_t"."recipient_name" IS 'Name of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1098_t"."recipient_address" IS 'Address of the recipient; only if the option identifiers is full.';
COMMENT ON COLUMN "form_1098_t"."account_last4" IS 'Last four characters of the account number.';
COMMENT ON COLUMN "form_1098_t"."qualified_tuition_and_related_expenses" IS 'Box 1. Payments received for qualified tuition and related expenses.';
COMMENT ON COLUMN "form_1098_t"."scholarships_grants" IS 'Box 5. Scholarships or grants. Only the part above the qualified expenses is taxable, so they are never added.';
COMMENT ON COLUMN "form_1098_t"."adjustments_made_for_prior_year" IS 'Box 4. Adjustments to the tuition that was reported for a prior year. Not subtracted from box 1.';
COMMENT ON COLUMN "form_1098_t"."adjustments_to_scholarships_or_grants_for_a_prior_year" IS 'Box 6. Adjustments to scholarships or grants for a prior year. Not subtracted from box 5.';
COMMENT ON COLUMN "form_1098_t"."reimbursements_refunds_from_an_insurance_contract" IS 'Box 10. Reimbursements or refunds of qualified tuition from an insurance contract.';
COMMENT ON COLUMN "form_1098_t"."half_time_student_indicator" IS 'Box 8. Whether the student was at least a half-time student in an academic period of the year.';
COMMENT ON COLUMN "form_1098_t"."graduate_student_indicator" IS 'Box 9. Whether the student was a graduate student.';
COMMENT ON COLUMN "form_1098_t"."academic_period_code" IS 'Box 7. Whether box 1 includes amounts for an academic period that begins in January to March of the next year.';
COMMENT ON COLUMN "form_1098_t"."tin_checkbox" IS 'Whether the filer certifies that it asked for the student''s TIN as required.';
-- From CSV: \copy "form_1098_t" FROM 'form_1098_t.csv' WITH (FORMAT csv, HEADER)

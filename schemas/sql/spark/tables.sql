-- Made by `npm run generate` from the tables; edit those.

CREATE TABLE IF NOT EXISTS `taxpayers` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `provider_id` STRING COMMENT 'Provider of the taxpayer, such as irs.',
  `status` STRING COMMENT 'Status of the taxpayer\'s data collection.',
  `created_at` STRING COMMENT 'When the taxpayer was created, UTC.',
  `records` INT NOT NULL COMMENT 'Number of records, including rejected ones.',
  `documents` INT NOT NULL COMMENT 'Number of documents, including those that do not count.',
  `first_year` INT COMMENT 'Earliest tax year that has a document.',
  `last_year` INT COMMENT 'Latest tax year that has a document.'
) USING PARQUET COMMENT 'One row per taxpayer.';
-- From Parquet: INSERT INTO `taxpayers` SELECT * FROM parquet.`FOLDER/taxpayers.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `provider_id` STRING, `status` STRING, `created_at` STRING, `records` INT, `documents` INT, `first_year` INT, `last_year` INT) USING CSV OPTIONS (path 'FOLDER/taxpayers.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `taxpayers` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `records` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING COMMENT 'Identifier of the record; null if it has none.',
  `tax_year` INT COMMENT 'Tax year of the record.',
  `provider_id` STRING COMMENT 'Provider of the record.',
  `date` STRING COMMENT 'When the record was pulled, UTC.',
  `documents` INT NOT NULL COMMENT 'Number of documents in the record.',
  `rejected` BOOLEAN NOT NULL COMMENT 'True if the record was not used.'
) USING PARQUET COMMENT 'One row per record, including rejected ones whose taxpayer is known.';
-- From Parquet: INSERT INTO `records` SELECT * FROM parquet.`FOLDER/records.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `tax_year` INT, `provider_id` STRING, `date` STRING, `documents` INT, `rejected` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/records.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `records` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `documents` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `provider_id` STRING NOT NULL COMMENT 'Provider of the record; empty if unknown.',
  `transcript_type` STRING COMMENT 'Type of the form object, as the record states it.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states: original, amended, void or duplicate.',
  `status` STRING NOT NULL COMMENT 'What resolution decided: counted, superseded, canceled, void, duplicate or conflict.',
  `decided_by_record` STRING COMMENT 'Record of the other document that decided the status.',
  `decided_by_form` STRING COMMENT 'Form array of that document.',
  `decided_by_form_index` INT COMMENT 'Position of its form object.',
  `decided_by_entry_index` INT COMMENT 'Position of its entry.',
  `verified` BOOLEAN NOT NULL COMMENT 'True if an IRS source has the same document.',
  `other_recipient` BOOLEAN NOT NULL COMMENT 'True if the recipient is not the taxpayer but, for example, a spouse on a joint return.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer: nine digits, or XXXXX and the last four digits.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.',
  `counted_instead_record` STRING COMMENT 'Record of the document that counts in its place, or of the first part of a total.',
  `counted_instead_form` STRING COMMENT 'Form array of that document.',
  `counted_instead_form_index` INT COMMENT 'Position of its form object.',
  `counted_instead_entry_index` INT COMMENT 'Position of its entry.'
) USING PARQUET COMMENT 'One row per document (an entry of a form array), with its status. No document is left out.';
-- From Parquet: INSERT INTO `documents` SELECT * FROM parquet.`FOLDER/documents.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `provider_id` STRING, `transcript_type` STRING, `submission` STRING, `status` STRING, `decided_by_record` STRING, `decided_by_form` STRING, `decided_by_form_index` INT, `decided_by_entry_index` INT, `verified` BOOLEAN, `other_recipient` BOOLEAN, `issuer_id` STRING, `issuer_name` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `account_last4` STRING, `doubts` STRING, `counted_instead_record` STRING, `counted_instead_form` STRING, `counted_instead_form_index` INT, `counted_instead_entry_index` INT) USING CSV OPTIONS (path 'FOLDER/documents.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `documents` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `facts` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `field` STRING NOT NULL COMMENT 'Normalized name of the field, or of an amount that is computed from several fields.',
  `box` STRING COMMENT 'Box on the official form.',
  `role` STRING NOT NULL COMMENT 'Role of the amount: the sum it belongs to, such as income.wages, or a role without a sum, such as memo.',
  `amount` DECIMAL(18, 2) COMMENT 'The amount; negative if it reduces the sum.',
  `counted` BOOLEAN NOT NULL COMMENT 'True if the amount is part of the sum of its role.',
  `reason` STRING COMMENT 'Why the amount is not counted.',
  `basis` STRING COMMENT 'Kind of income amount: gross receipts, or an allocated share of earnings.',
  `other_recipient` BOOLEAN NOT NULL COMMENT 'True if the recipient is not the taxpayer but, for example, a spouse on a joint return.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer. For an employer, the longest name on any of its W-2s, as in employment.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.'
) USING PARQUET COMMENT 'One row per amount that is not zero. It says to which sum the amount is added, or why it is not added.';
-- From Parquet: INSERT INTO `facts` SELECT * FROM parquet.`FOLDER/facts.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `field` STRING, `box` STRING, `role` STRING, `amount` DECIMAL(18, 2), `counted` BOOLEAN, `reason` STRING, `basis` STRING, `other_recipient` BOOLEAN, `issuer_id` STRING, `issuer_name` STRING, `doubts` STRING) USING CSV OPTIONS (path 'FOLDER/facts.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `facts` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `income` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `recipient` STRING NOT NULL COMMENT 'Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing).',
  `category` STRING NOT NULL COMMENT 'Category of income.',
  `amount` DECIMAL(18, 2) COMMENT 'Sum of the counted facts; null if none could be read. If input of the year, or of an unknown year, is rejected, not parsed yet or an unknown form, every row of the year is incomplete, and each category without a fact has a row with a null amount.',
  `taxable_amount` DECIMAL(18, 2) COMMENT 'The taxable part; null if it is unknown.',
  `documents` INT NOT NULL COMMENT 'Number of documents that contribute a counted fact to the row.',
  `complete` BOOLEAN NOT NULL COMMENT 'True if no data that the sum needs is rejected, unreadable or in an unknown form. `years.unread_amounts` counts amounts under unknown keys.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.'
) USING PARQUET COMMENT 'Income from counted documents, by year, recipient and category.';
-- From Parquet: INSERT INTO `income` SELECT * FROM parquet.`FOLDER/income.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `recipient` STRING, `category` STRING, `amount` DECIMAL(18, 2), `taxable_amount` DECIMAL(18, 2), `documents` INT, `complete` BOOLEAN, `doubts` STRING) USING CSV OPTIONS (path 'FOLDER/income.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `income` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `withholding` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `kind` STRING NOT NULL COMMENT 'Kind of tax.',
  `amount` DECIMAL(18, 2) COMMENT 'Sum of the counted facts; null if none could be read. If input of the year, or of an unknown year, is rejected, not parsed yet or an unknown form, every row of the year is incomplete, and each kind without a fact has a row with a null amount.',
  `documents` INT NOT NULL COMMENT 'Number of documents that contribute a counted fact to the row.',
  `complete` BOOLEAN NOT NULL COMMENT 'True if no data that the sum needs is rejected, unreadable or in an unknown form. `years.unread_amounts` counts amounts under unknown keys.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.'
) USING PARQUET COMMENT 'Withheld tax by year and kind. Foreign tax is a separate kind and is never added to the others.';
-- From Parquet: INSERT INTO `withholding` SELECT * FROM parquet.`FOLDER/withholding.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `kind` STRING, `amount` DECIMAL(18, 2), `documents` INT, `complete` BOOLEAN, `doubts` STRING) USING CSV OPTIONS (path 'FOLDER/withholding.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `withholding` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `years` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `recipient` STRING NOT NULL COMMENT 'Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing).',
  `total_income` DECIMAL(18, 2) COMMENT 'All income except allocated tips. Social Security below 0 counts as 0. Null if no income could be read.',
  `gross_part` DECIMAL(18, 2) COMMENT 'Gross receipts in the total, before expenses; null if the total is null or they could not be read.',
  `allocated_part` DECIMAL(18, 2) COMMENT 'Allocated shares of earnings in the total, not cash; null if the total is null or they could not be read.',
  `federal_withheld` DECIMAL(18, 2) COMMENT 'Federal income tax withheld, without Forms 1042-S; null if it could not be read.',
  `effective_withholding_rate` DECIMAL(18, 6) COMMENT '`federal_withheld` divided by total income. The indicator of this name also has the tax of nonresidents.',
  `largest_payer_share` DECIMAL(18, 6) COMMENT 'The largest payer\'s share of total income.',
  `documents` INT NOT NULL COMMENT 'Number of documents that count.',
  `not_counted` INT NOT NULL COMMENT 'Number of documents that do not count.',
  `complete` BOOLEAN NOT NULL COMMENT 'True if every row of income and withholding of the year is complete.',
  `unread_amounts` INT NOT NULL COMMENT 'Number of amounts in unknown fields of counted documents, form objects and records. No sum includes them.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.',
  `doubtful_documents` INT NOT NULL COMMENT 'Number of counted documents with a reason to doubt them.'
) USING PARQUET COMMENT 'One row per recipient and tax year that has a document or unusable input. `year_totals` has the sums of all recipients.';
-- From Parquet: INSERT INTO `years` SELECT * FROM parquet.`FOLDER/years.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `recipient` STRING, `total_income` DECIMAL(18, 2), `gross_part` DECIMAL(18, 2), `allocated_part` DECIMAL(18, 2), `federal_withheld` DECIMAL(18, 2), `effective_withholding_rate` DECIMAL(18, 6), `largest_payer_share` DECIMAL(18, 6), `documents` INT, `not_counted` INT, `complete` BOOLEAN, `unread_amounts` INT, `doubts` STRING, `doubtful_documents` INT) USING CSV OPTIONS (path 'FOLDER/years.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `years` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `year_totals` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `total_income` DECIMAL(18, 2) COMMENT 'All income except allocated tips. Social Security below 0 counts as 0. Null if no income could be read.',
  `gross_part` DECIMAL(18, 2) COMMENT 'Gross receipts in the total, before expenses; null if the total is null or they could not be read.',
  `allocated_part` DECIMAL(18, 2) COMMENT 'Allocated shares of earnings in the total, not cash; null if the total is null or they could not be read.',
  `federal_withheld` DECIMAL(18, 2) COMMENT 'Federal income tax withheld, without Forms 1042-S; null if it could not be read.',
  `effective_withholding_rate` DECIMAL(18, 6) COMMENT '`federal_withheld` divided by total income. The indicator of this name also has the tax of nonresidents.',
  `largest_payer_share` DECIMAL(18, 6) COMMENT 'The largest payer\'s share of total income.',
  `documents` INT NOT NULL COMMENT 'Number of documents that count.',
  `not_counted` INT NOT NULL COMMENT 'Number of documents that do not count.',
  `complete` BOOLEAN NOT NULL COMMENT 'True if every row of income and withholding of the year is complete.',
  `unread_amounts` INT NOT NULL COMMENT 'Number of amounts in unknown fields of counted documents, form objects and records. No sum includes them.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.',
  `doubtful_documents` INT NOT NULL COMMENT 'Number of counted documents with a reason to doubt them.'
) USING PARQUET COMMENT 'One row per tax year, for all recipients together.';
-- From Parquet: INSERT INTO `year_totals` SELECT * FROM parquet.`FOLDER/year_totals.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `total_income` DECIMAL(18, 2), `gross_part` DECIMAL(18, 2), `allocated_part` DECIMAL(18, 2), `federal_withheld` DECIMAL(18, 2), `effective_withholding_rate` DECIMAL(18, 6), `largest_payer_share` DECIMAL(18, 6), `documents` INT, `not_counted` INT, `complete` BOOLEAN, `unread_amounts` INT, `doubts` STRING, `doubtful_documents` INT) USING CSV OPTIONS (path 'FOLDER/year_totals.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `year_totals` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `employment` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `recipient` STRING NOT NULL COMMENT 'Whom the documents name: `self` (the taxpayer), the last four digits of another person, or `unknown` (another person whose number is missing).',
  `employer_key` INT NOT NULL COMMENT 'Number of the employer, the same in all years and for all recipients.',
  `employer_id` STRING COMMENT 'Identifier of the employer in this year.',
  `employer_name` STRING COMMENT 'Name of the employer: the longest on its documents.',
  `wages` DECIMAL(18, 2) COMMENT 'Box 1 of the counted W-2s; null if there is no W-2 or a box 1 is unreadable.',
  `wage_share` DECIMAL(18, 6) COMMENT 'The employer\'s share of the year\'s wages; null if wages are, or may be, missing.',
  `in_documents` BOOLEAN NOT NULL COMMENT 'True if a counted W-2 names the employer.',
  `in_history` BOOLEAN NOT NULL COMMENT 'True if the employment history names the employer.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.'
) USING PARQUET COMMENT 'One row per recipient, employer and year, from counted W-2s and the taxpayer\'s employment history.';
-- From Parquet: INSERT INTO `employment` SELECT * FROM parquet.`FOLDER/employment.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `recipient` STRING, `employer_key` INT, `employer_id` STRING, `employer_name` STRING, `wages` DECIMAL(18, 2), `wage_share` DECIMAL(18, 6), `in_documents` BOOLEAN, `in_history` BOOLEAN, `doubts` STRING) USING CSV OPTIONS (path 'FOLDER/employment.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `employment` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `liabilities` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `total` DECIMAL(18, 2) COMMENT 'Total tax liabilities.',
  `with_lien` DECIMAL(18, 2) COMMENT 'Tax liabilities for which a lien is filed.',
  `without_lien` DECIMAL(18, 2) COMMENT 'Total tax liabilities less those with a lien.',
  `lien_share` DECIMAL(18, 6) COMMENT 'Liabilities with a lien divided by total tax liabilities.',
  `balance_due` DECIMAL(18, 2) COMMENT 'Balance due, as reported.',
  `years_total` DECIMAL(18, 2) COMMENT 'Sum of the balances of all tax years.',
  `years_difference` DECIMAL(18, 2) COMMENT 'Balance due less the sum of the balances of all tax years.',
  `total_difference` DECIMAL(18, 2) COMMENT 'Total tax liabilities less balance due.',
  `oldest_balance_year` INT COMMENT 'Oldest tax year with a balance.',
  `lien_filed` BOOLEAN COMMENT 'True if a lien is filed.'
) USING PARQUET COMMENT 'Tax debts of the taxpayer, as the IRS reports them. The amounts may contradict each other.';
-- From Parquet: INSERT INTO `liabilities` SELECT * FROM parquet.`FOLDER/liabilities.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `total` DECIMAL(18, 2), `with_lien` DECIMAL(18, 2), `without_lien` DECIMAL(18, 2), `lien_share` DECIMAL(18, 6), `balance_due` DECIMAL(18, 2), `years_total` DECIMAL(18, 2), `years_difference` DECIMAL(18, 2), `total_difference` DECIMAL(18, 2), `oldest_balance_year` INT, `lien_filed` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/liabilities.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `liabilities` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `liability_years` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `amount` DECIMAL(18, 2) COMMENT 'Balance due for the tax year.'
) USING PARQUET COMMENT 'Balance due by tax year.';
-- From Parquet: INSERT INTO `liability_years` SELECT * FROM parquet.`FOLDER/liability_years.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `amount` DECIMAL(18, 2)) USING CSV OPTIONS (path 'FOLDER/liability_years.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `liability_years` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `return_lines` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `line` STRING NOT NULL COMMENT 'Line of Form 1040. A name with S1 is a line of Schedule 1.',
  `amount` DECIMAL(18, 2) COMMENT 'The exact amount; null if no box of the line could be read, or if its taxable amount is unknown.',
  `whole_dollars` DECIMAL(18, 2) COMMENT 'Sum of the boxes, each rounded to whole dollars (half away from zero); null if the amount is null.',
  `complete` BOOLEAN NOT NULL COMMENT 'True if no box of the line is rejected, unreadable or unknown.',
  `printed_line` STRING NOT NULL COMMENT 'Name of the line on that year\'s form. For example, line 7 is 7a from 2025 on.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.'
) USING PARQUET COMMENT 'Amounts that the counted documents imply for lines of Form 1040.';
-- From Parquet: INSERT INTO `return_lines` SELECT * FROM parquet.`FOLDER/return_lines.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `line` STRING, `amount` DECIMAL(18, 2), `whole_dollars` DECIMAL(18, 2), `complete` BOOLEAN, `printed_line` STRING, `doubts` STRING) USING CSV OPTIONS (path 'FOLDER/return_lines.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `return_lines` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `income_streams` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `policy` STRING NOT NULL COMMENT 'Name of the policy.',
  `borrower` STRING NOT NULL COMMENT 'The borrower: self, the last four digits of another borrower\'s identifier, or recipient_2 if the second of the known borrowers is a name.',
  `stream` STRING NOT NULL COMMENT 'Key of the stream: the category, or category:name if the category has several streams. Known facts use it.',
  `category` STRING NOT NULL COMMENT 'Category of income.',
  `name` STRING COMMENT 'Name of the employer, business or payer; null for a person unless the option identifiers is full.',
  `as_of_year` INT COMMENT 'Latest year that is evaluated; null if there is no income.',
  `latest_amount` DECIMAL(18, 2) COMMENT 'Amount of the evaluated year; null without a readable amount.',
  `prior_amount` DECIMAL(18, 2) COMMENT 'Amount of the year before; null without a readable amount.',
  `history_years` INT NOT NULL COMMENT 'Number of consecutive years with an amount, ending in the evaluated year.',
  `change` DECIMAL(18, 6) COMMENT '(latest_amount - prior_amount) / prior_amount; null if prior_amount is not above 0, or if the trend is unknown.',
  `trend` STRING COMMENT 'new, ended, leave, stable, increasing, declining, or unknown if a year could not be read; null without amounts of documents.',
  `method` STRING NOT NULL COMMENT 'average, lesser, latest, current_pay, stated, or none if nothing was computed.',
  `months` INT NOT NULL COMMENT 'Number of months over which the income is averaged, or 0.',
  `computed_monthly` DECIMAL(18, 2) COMMENT 'Monthly income by the policy\'s formula on all documents and facts, with gross-up; null if it cannot be computed.',
  `gross_up` DECIMAL(18, 2) COMMENT 'Monthly amount added because part of the income is not taxed. If the policy uses it only in ratios, no other amount includes it.',
  `qualifying_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that counts today, with gross-up.',
  `supportable_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up; null if it cannot be computed.',
  `verified_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that counts on documents of IRS sources alone, without gross-up and without amounts that the lender states; at most qualifying_monthly.',
  `flags` STRING NOT NULL COMMENT 'What is special about the income, sorted, separated by semicolons.',
  `conditions` STRING NOT NULL COMMENT 'Codes of the open conditions, sorted and separated by semicolons.',
  `citation` STRING NOT NULL COMMENT 'Source of the formula; several sources are separated by semicolons.'
) USING PARQUET COMMENT 'Monthly income by job, business, account, benefit or payer, by borrower and policy. A stream that does not count has 0 and its conditions or flags.';
-- From Parquet: INSERT INTO `income_streams` SELECT * FROM parquet.`FOLDER/income_streams.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `policy` STRING, `borrower` STRING, `stream` STRING, `category` STRING, `name` STRING, `as_of_year` INT, `latest_amount` DECIMAL(18, 2), `prior_amount` DECIMAL(18, 2), `history_years` INT, `change` DECIMAL(18, 6), `trend` STRING, `method` STRING, `months` INT, `computed_monthly` DECIMAL(18, 2), `gross_up` DECIMAL(18, 2), `qualifying_monthly` DECIMAL(18, 2), `supportable_monthly` DECIMAL(18, 2), `verified_monthly` DECIMAL(18, 2), `flags` STRING, `conditions` STRING, `citation` STRING) USING CSV OPTIONS (path 'FOLDER/income_streams.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `income_streams` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `qualifying_income` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `policy` STRING NOT NULL COMMENT 'Name of the policy.',
  `borrower` STRING NOT NULL COMMENT 'The borrower: self, the last four digits of another borrower\'s identifier, or recipient_2 if the second of the known borrowers is a name.',
  `category` STRING NOT NULL COMMENT 'Category of income.',
  `as_of_year` INT COMMENT 'Latest year that is evaluated; null if there is no income.',
  `streams` INT NOT NULL COMMENT 'Number of income streams.',
  `latest_amount` DECIMAL(18, 2) COMMENT 'Amount of the evaluated year; null without a readable amount.',
  `prior_amount` DECIMAL(18, 2) COMMENT 'Amount of the year before; null without a readable amount.',
  `computed_monthly` DECIMAL(18, 2) COMMENT 'Monthly income by the policy\'s formula on all documents and facts, with gross-up; null if it cannot be computed.',
  `gross_up` DECIMAL(18, 2) COMMENT 'Monthly amount added because part of the income is not taxed. If the policy uses it only in ratios, no other amount includes it.',
  `qualifying_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that counts today, with gross-up.',
  `supportable_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up; null if it cannot be computed.',
  `verified_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that counts on documents of IRS sources alone, without gross-up and without amounts that the lender states; at most qualifying_monthly.',
  `flags` STRING NOT NULL COMMENT 'What is special about the income, sorted, separated by semicolons.',
  `conditions` STRING NOT NULL COMMENT 'Codes of the open conditions, sorted and separated by semicolons.',
  `citation` STRING NOT NULL COMMENT 'Source of the formula; several sources are separated by semicolons.'
) USING PARQUET COMMENT 'Monthly income by category, borrower and policy: the sums of income_streams, without streams that cannot be computed. qualifying_totals has the totals.';
-- From Parquet: INSERT INTO `qualifying_income` SELECT * FROM parquet.`FOLDER/qualifying_income.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `policy` STRING, `borrower` STRING, `category` STRING, `as_of_year` INT, `streams` INT, `latest_amount` DECIMAL(18, 2), `prior_amount` DECIMAL(18, 2), `computed_monthly` DECIMAL(18, 2), `gross_up` DECIMAL(18, 2), `qualifying_monthly` DECIMAL(18, 2), `supportable_monthly` DECIMAL(18, 2), `verified_monthly` DECIMAL(18, 2), `flags` STRING, `conditions` STRING, `citation` STRING) USING CSV OPTIONS (path 'FOLDER/qualifying_income.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `qualifying_income` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `qualifying_totals` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `policy` STRING NOT NULL COMMENT 'Name of the policy.',
  `borrower` STRING NOT NULL COMMENT 'The borrower: self, the last four digits of another borrower\'s identifier, or recipient_2 if the second of the known borrowers is a name.',
  `qualifying_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that counts today, with gross-up.',
  `supportable_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that would count if every open blocking condition, and `start_date`, were met, with gross-up. Streams that cannot be computed are not in it.',
  `verified_monthly` DECIMAL(18, 2) COMMENT 'Monthly income that counts on documents of IRS sources alone, without gross-up.',
  `gross_up` DECIMAL(18, 2) COMMENT 'Monthly amount added because part of the income is not taxed.',
  `open_blocking` INT NOT NULL COMMENT 'Number of open conditions that block income.',
  `open_review` INT NOT NULL COMMENT 'Number of open conditions that an underwriter should look at.',
  `as_of_year` INT COMMENT 'Latest year that is evaluated; null if there is no income.'
) USING PARQUET COMMENT 'Total monthly income by borrower and policy. The view household_totals adds the borrowers together.';
-- From Parquet: INSERT INTO `qualifying_totals` SELECT * FROM parquet.`FOLDER/qualifying_totals.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `policy` STRING, `borrower` STRING, `qualifying_monthly` DECIMAL(18, 2), `supportable_monthly` DECIMAL(18, 2), `verified_monthly` DECIMAL(18, 2), `gross_up` DECIMAL(18, 2), `open_blocking` INT, `open_review` INT, `as_of_year` INT) USING CSV OPTIONS (path 'FOLDER/qualifying_totals.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `qualifying_totals` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `conditions` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `policy` STRING NOT NULL COMMENT 'Name of the policy.',
  `borrower` STRING NOT NULL COMMENT 'The borrower: self, the last four digits of another borrower\'s identifier, or recipient_2 if the second of the known borrowers is a name.',
  `stream` STRING COMMENT 'Key of the income stream; null if the condition is about the borrower.',
  `category` STRING COMMENT 'Category of the income stream; null if the condition is about the borrower.',
  `condition` STRING NOT NULL COMMENT 'Code of the condition.',
  `severity` STRING NOT NULL COMMENT 'blocking (the income does not count until it is met), review (an underwriter should look), or standard (a document that every loan file needs).',
  `met` BOOLEAN NOT NULL COMMENT 'True if documents, known facts or the underwriter answer it.',
  `about` STRING COMMENT 'The issuer, form or part of pay that it is about.',
  `tax_year` INT COMMENT 'Tax year.',
  `amount` DECIMAL(18, 2) COMMENT 'Monthly amount of the stream or part that the condition is about; null if it is unknown. It can be more than the amount held back, which is `supportable_monthly - qualifying_monthly` of the stream. Several conditions can name the same money, so do not add the amounts.',
  `document` STRING NOT NULL COMMENT 'The document or fact that answers it.',
  `message` STRING NOT NULL COMMENT 'What the condition asks.',
  `citation` STRING NOT NULL COMMENT 'Source of the condition.'
) USING PARQUET COMMENT 'Questions that must be answered before income counts, or that an underwriter should look at, by borrower and policy.';
-- From Parquet: INSERT INTO `conditions` SELECT * FROM parquet.`FOLDER/conditions.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `policy` STRING, `borrower` STRING, `stream` STRING, `category` STRING, `condition` STRING, `severity` STRING, `met` BOOLEAN, `about` STRING, `tax_year` INT, `amount` DECIMAL(18, 2), `document` STRING, `message` STRING, `citation` STRING) USING CSV OPTIONS (path 'FOLDER/conditions.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `conditions` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `indicators` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `policy` STRING NOT NULL COMMENT 'Name of the policy.',
  `indicator` STRING NOT NULL COMMENT 'Name of the indicator.',
  `recipient` STRING NOT NULL COMMENT 'The borrower: self, the last four digits of another borrower\'s identifier, or recipient_2 if the second of the known borrowers is a name; or all for all borrowers together.',
  `tax_year` INT COMMENT 'The evaluated year; null if the indicator is not about a year.',
  `ratio` DECIMAL(18, 6) COMMENT 'Value of an indicator that is a ratio. Used by payer_concentration, income_stability, effective_withholding_rate, liability_to_income, lien_share, dti; null for all other indicators.',
  `amount` DECIMAL(18, 2) COMMENT 'Value of an indicator in dollars. Used by wage_basis_difference, imputed_monthly_tax_payment, mortgage_principal, monthly_mortgage_interest, residual_income, residual_required, annual_income, adjusted_income, repayment_income; null for all other indicators.',
  `count` INT COMMENT 'Value of an indicator that counts years, months or items. Used by years_of_history, missing_years, employment_gap_years, employer_change, concurrent_employers, employer_tenure_years, unemployment_years, oldest_balance_year, retirement_continuance_months, mortgages_reported; null for all other indicators.',
  `label` STRING COMMENT 'Value of an indicator that is a state, true or false. Used by lien_filed, tax_debt_state, continuance_met; null for all other indicators.',
  `years` STRING COMMENT 'Tax years that the indicator uses, separated by semicolons; null if it does not use a list of years.',
  `note` STRING NOT NULL COMMENT 'How to read the value, and its open questions.',
  `citation` STRING NOT NULL COMMENT 'Source of the indicator.'
) USING PARQUET COMMENT 'Indicators for history, concentration, stability, tax debt and obligations, by borrower and policy.';
-- From Parquet: INSERT INTO `indicators` SELECT * FROM parquet.`FOLDER/indicators.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `policy` STRING, `indicator` STRING, `recipient` STRING, `tax_year` INT, `ratio` DECIMAL(18, 6), `amount` DECIMAL(18, 2), `count` INT, `label` STRING, `years` STRING, `note` STRING, `citation` STRING) USING CSV OPTIONS (path 'FOLDER/indicators.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `indicators` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `mortgages` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT NOT NULL COMMENT 'Tax year.',
  `loan` INT NOT NULL COMMENT 'Number of the loan within the year, from 1.',
  `lenders` STRING NOT NULL COMMENT 'Lenders in the order of the transfers, separated by semicolons.',
  `property` STRING COMMENT 'Address of the property; only if the option identifiers is full.',
  `origination_date` DATE COMMENT 'Origination date.',
  `principal` DECIMAL(18, 2) COMMENT 'Outstanding principal that the first lender reports.',
  `interest` DECIMAL(18, 2) COMMENT 'Interest that all lenders received.',
  `insurance_premiums` DECIMAL(18, 2) COMMENT 'Mortgage insurance premiums.',
  `points` DECIMAL(18, 2) COMMENT 'Points paid on purchase.',
  `lender_count` INT NOT NULL COMMENT 'Number of lenders in the year.',
  `flags` STRING NOT NULL COMMENT 'What is special or uncertain about the loan, sorted, separated by semicolons.',
  `borrower` STRING NOT NULL COMMENT 'The borrower: self, the last four digits of another borrower\'s identifier, or recipient_2 if the second of the known borrowers is a name.',
  `doubts` STRING NOT NULL COMMENT 'Reasons to doubt the documents behind the row, sorted and separated by `;`. Empty if there are none.'
) USING PARQUET COMMENT 'Mortgages that Forms 1098 report, one row per loan and year. A loan that was transferred to another lender is one loan.';
-- From Parquet: INSERT INTO `mortgages` SELECT * FROM parquet.`FOLDER/mortgages.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `loan` INT, `lenders` STRING, `property` STRING, `origination_date` DATE, `principal` DECIMAL(18, 2), `interest` DECIMAL(18, 2), `insurance_premiums` DECIMAL(18, 2), `points` DECIMAL(18, 2), `lender_count` INT, `flags` STRING, `borrower` STRING, `doubts` STRING) USING CSV OPTIONS (path 'FOLDER/mortgages.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `mortgages` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `tie_out` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `policy` STRING NOT NULL COMMENT 'Name of the policy.',
  `borrower` STRING NOT NULL COMMENT 'The borrower: self, the last four digits of another borrower\'s identifier, or recipient_2 if the second of the known borrowers is a name; all for the household, or unknown if the application does not name the borrower.',
  `item` STRING NOT NULL COMMENT 'employer, category or mortgage.',
  `name` STRING COMMENT 'Name of the employer or mortgage in the application, or else in the documents. For a category, the category.',
  `stated_monthly` DECIMAL(18, 2) COMMENT 'Monthly amount that the application states. For a mortgage, the payment.',
  `documented_monthly` DECIMAL(18, 2) COMMENT 'Monthly amount according to the documents. For a mortgage, interest and mortgage insurance only.',
  `difference` DECIMAL(18, 2) COMMENT 'Stated amount less documented amount.',
  `difference_ratio` DECIMAL(18, 6) COMMENT 'The difference divided by the documented amount.',
  `finding` STRING NOT NULL COMMENT 'agrees (within 5%), stated_higher, stated_lower, stated_only, documented_only, or not_computable.',
  `message` STRING NOT NULL COMMENT 'What the finding means and how the amounts were calculated.'
) USING PARQUET COMMENT 'Employers, income categories and mortgages of the loan application, compared with the documents. No rows without an application.';
-- From Parquet: INSERT INTO `tie_out` SELECT * FROM parquet.`FOLDER/tie_out.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `policy` STRING, `borrower` STRING, `item` STRING, `name` STRING, `stated_monthly` DECIMAL(18, 2), `documented_monthly` DECIMAL(18, 2), `difference` DECIMAL(18, 2), `difference_ratio` DECIMAL(18, 6), `finding` STRING, `message` STRING) USING CSV OPTIONS (path 'FOLDER/tie_out.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `tie_out` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `gaps` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `tax_year` INT COMMENT 'Tax year; null if it is unknown, or if the figure has none.',
  `table_name` STRING COMMENT 'Table of the figure: income, withholding, year_totals or liabilities; null if none of their figures needs the input.',
  `recipient` STRING COMMENT 'Recipient, as in income; null for the other tables.',
  `category` STRING COMMENT 'Category, as in income; null for the other tables.',
  `kind` STRING COMMENT 'Kind of tax, as in withholding; null for the other tables.',
  `reason` STRING NOT NULL COMMENT 'unreadable_box, main_box_missing, basis_unknown, entry_rejected, record_rejected, form_object_rejected, record_not_parsed, form_unknown, unread_amount, year_unknown or year_missing.',
  `record_id` STRING COMMENT 'Record of the input, or the first one; null if it has no identifier.',
  `form` STRING COMMENT 'Key of the form array; null if the input is not one form.',
  `form_index` INT COMMENT 'Position of the form object in the record\'s forms, from 0; null if the input is not a document.',
  `entry_index` INT COMMENT 'Position of the entry in the form array, from 0; null if the input is not a document.',
  `field` STRING COMMENT 'Normalized name of the box, as in facts; null if the reason is not about one box, and for unread_amount: `issues.path` has the key.',
  `box` STRING COMMENT 'Box on the official form.',
  `inputs` INT NOT NULL COMMENT 'Number of inputs with this reason. More than 1 for several amounts under unknown keys, several rejected inputs of one year, or documents after the first thousand; the location is that of the first.'
) USING PARQUET COMMENT 'Why a figure is incomplete: one row per figure and reason. Every row of income and withholding that is not complete has one.';
-- From Parquet: INSERT INTO `gaps` SELECT * FROM parquet.`FOLDER/gaps.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `tax_year` INT, `table_name` STRING, `recipient` STRING, `category` STRING, `kind` STRING, `reason` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `field` STRING, `box` STRING, `inputs` INT) USING CSV OPTIONS (path 'FOLDER/gaps.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `gaps` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `checks` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING COMMENT 'Identifier of the record; null if the finding is about several documents.',
  `form` STRING COMMENT 'Key of the form array.',
  `form_index` INT COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `check` STRING NOT NULL COMMENT 'Id of the check, or limits_unknown if the legal limits of the year are unknown.',
  `severity` STRING NOT NULL COMMENT 'error, warning or info.',
  `difference` DECIMAL(18, 2) COMMENT 'Left side of the rule less its right side.',
  `message` STRING NOT NULL COMMENT 'The rule, and which part of it is broken. Never contains a value from the data.'
) USING PARQUET COMMENT 'Failed checks between the boxes of a document.';
-- From Parquet: INSERT INTO `checks` SELECT * FROM parquet.`FOLDER/checks.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `check` STRING, `severity` STRING, `difference` DECIMAL(18, 2), `message` STRING) USING CSV OPTIONS (path 'FOLDER/checks.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `checks` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `issues` (
  `source` STRING NOT NULL COMMENT 'Name of the input file.',
  `line` INT COMMENT 'Line number in an NDJSON file, from 1.',
  `taxpayer_id` STRING COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING COMMENT 'Identifier of the record.',
  `path` STRING COMMENT 'Location of the value, as a normalized path of RFC 9535.',
  `code` STRING NOT NULL COMMENT 'Issue code, which is never renamed.',
  `severity` STRING NOT NULL COMMENT 'error, warning or info.',
  `message` STRING NOT NULL COMMENT 'What happened and what to do. Never contains a value from the data.',
  `tax_year` INT COMMENT 'Tax year of the record or form object; null if it is unknown, or if the issue is about the taxpayer.'
) USING PARQUET COMMENT 'Problems in the input and in the figures.';
-- From Parquet: INSERT INTO `issues` SELECT * FROM parquet.`FOLDER/issues.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`source` STRING, `line` INT, `taxpayer_id` STRING, `record_id` STRING, `path` STRING, `code` STRING, `severity` STRING, `message` STRING, `tax_year` INT) USING CSV OPTIONS (path 'FOLDER/issues.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `issues` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `figure_flags` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `table_name` STRING NOT NULL COMMENT 'Table of the figure.',
  `code_type` STRING NOT NULL COMMENT 'flag, doubt or condition.',
  `code` STRING NOT NULL COMMENT 'The flag, doubt or condition.',
  `tax_year` INT COMMENT 'As in that table; null if its key has no such column.',
  `recipient` STRING COMMENT 'As in that table; null if its key has no such column.',
  `category` STRING COMMENT 'As in that table; null if its key has no such column.',
  `kind` STRING COMMENT 'As in that table; null if its key has no such column.',
  `employer_key` INT COMMENT 'As in that table; null if its key has no such column.',
  `line` STRING COMMENT 'As in that table; null if its key has no such column.',
  `policy` STRING COMMENT 'As in that table; null if its key has no such column.',
  `borrower` STRING COMMENT 'As in that table; null if its key has no such column.',
  `stream` STRING COMMENT 'As in that table; null if its key has no such column.',
  `loan` INT COMMENT 'As in that table; null if its key has no such column.'
) USING PARQUET COMMENT 'One row per flag, doubt and open condition of a figure, with the key of the figure. Not a default table: name it, or use all.';
-- From Parquet: INSERT INTO `figure_flags` SELECT * FROM parquet.`FOLDER/figure_flags.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `table_name` STRING, `code_type` STRING, `code` STRING, `tax_year` INT, `recipient` STRING, `category` STRING, `kind` STRING, `employer_key` INT, `line` STRING, `policy` STRING, `borrower` STRING, `stream` STRING, `loan` INT) USING CSV OPTIONS (path 'FOLDER/figure_flags.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `figure_flags` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `traces` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `policy` STRING NOT NULL COMMENT 'Name of the policy.',
  `figure` STRING NOT NULL COMMENT 'Name of the figure: an income stream and its column, or an indicator.',
  `value` STRING COMMENT 'Value of the figure; null if it is unknown. It is text: in CSV, a negative value begins with an apostrophe, unless you use --raw-text.',
  `rule` STRING NOT NULL COMMENT 'How the value is computed.',
  `input_figure` STRING COMMENT 'Name of a figure that it is computed from; null if the row is about a box or a stated fact.',
  `record_id` STRING COMMENT 'Identifier of the record of the box.',
  `form` STRING COMMENT 'Key of the form array, or known_facts or taxpayer.',
  `form_index` INT COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the box.',
  `field` STRING COMMENT 'Normalized name of the box or of the fact.',
  `box` STRING COMMENT 'Box number as the form prints it.',
  `amount` DECIMAL(18, 2) COMMENT 'Amount of the input figure or box; null if it is not an amount.',
  `reason` STRING COMMENT 'Why the amount is left out; null if it is part of the figure.',
  `citation` STRING NOT NULL COMMENT 'Source of the rule; several sources are separated by semicolons.'
) USING PARQUET COMMENT 'How each figure of an underwriting was computed: one row for each figure, box and excluded amount behind it. Written only if it is named.';
-- From Parquet: INSERT INTO `traces` SELECT * FROM parquet.`FOLDER/traces.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `policy` STRING, `figure` STRING, `value` STRING, `rule` STRING, `input_figure` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `field` STRING, `box` STRING, `amount` DECIMAL(18, 2), `reason` STRING, `citation` STRING) USING CSV OPTIONS (path 'FOLDER/traces.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `traces` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_w2` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `wages` DECIMAL(18, 2) COMMENT 'Box 1. Wages, tips, other compensation. If the statutory-employee box is checked, these are business receipts (self-employment).',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 2. Federal income tax withheld.',
  `social_security_wages` DECIMAL(18, 2) COMMENT 'Box 3. Social security wages: a tax base, limited to the year\'s wage base. Excludes social security tips (box 7). Never added.',
  `social_security_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Social security tax withheld.',
  `medicare_wages_tips` DECIMAL(18, 2) COMMENT 'Box 5. Medicare wages and tips: a tax base without a limit, and the best estimate of gross cash pay. Never added.',
  `medicare_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 6. Medicare tax withheld. Includes the 0.9% Additional Medicare Tax.',
  `social_security_tips` DECIMAL(18, 2) COMMENT 'Box 7. Social security tips that were reported to the employer. Included in box 1, so it is not added again.',
  `allocated_tips` DECIMAL(18, 2) COMMENT 'Box 8. Allocated tips, not reported to the employer. Not included in boxes 1, 3, 5 and 7, or in total income.',
  `dependent_care_benefits` DECIMAL(18, 2) COMMENT 'Box 10. Dependent care benefits. Only the part above the exclusion limit is included in box 1.',
  `deferred_compensation` DECIMAL(18, 2) COMMENT 'Box 12 D-H. Total elective deferrals: codes D, E, F, G and H. Not included in box 1, except for code H, section 501(c)(18)(D).',
  `nonqualified_plans` DECIMAL(18, 2) COMMENT 'Box 11. Nonqualified plans. Distributions are included in box 1, so they are not added again.',
  `nontaxable_combat_pay` DECIMAL(18, 2) COMMENT 'Box 12 Q. Nontaxable combat pay. Not included in box 1.',
  `hsa_contributions` DECIMAL(18, 2) COMMENT 'Box 12 W. Employer contributions to a health savings account (HSA), including the employee\'s through a cafeteria plan. Not included in box 1.',
  `section409a_deferrals` DECIMAL(18, 2) COMMENT 'Box 12 Y. Deferrals under a section 409A nonqualified deferred compensation plan. Not included in box 1.',
  `section409a_income` DECIMAL(18, 2) COMMENT 'Box 12 Z. Income under a nonqualified deferred compensation plan that fails section 409A. Included in box 1.',
  `archer_msa_contributions` DECIMAL(18, 2) COMMENT 'Box 12 R. Employer contributions to an Archer MSA. Not included in box 1.',
  `simple_deferrals` DECIMAL(18, 2) COMMENT 'Box 12 S. Salary reduction contributions to a section 408(p) SIMPLE plan. Not included in box 1.',
  `adoption_benefits` DECIMAL(18, 2) COMMENT 'Box 12 T. Adoption benefits. Not included in box 1.',
  `stock_option_income` DECIMAL(18, 2) COMMENT 'Box 12 V. Income from the exercise of nonstatutory stock options. Included in box 1.',
  `roth401k_contributions` DECIMAL(18, 2) COMMENT 'Box 12 AA. Designated Roth contributions under a section 401(k) plan. Included in box 1.',
  `roth403b_contributions` DECIMAL(18, 2) COMMENT 'Box 12 BB. Designated Roth contributions under a section 403(b) plan. Included in box 1.',
  `health_coverage_cost` DECIMAL(18, 2) COMMENT 'Box 12 DD. Cost of employer-sponsored health coverage. Not income.',
  `roth457b_contributions` DECIMAL(18, 2) COMMENT 'Box 12 EE. Designated Roth contributions under a governmental section 457(b) plan. Included in box 1.',
  `qsehra_benefits` DECIMAL(18, 2) COMMENT 'Box 12 FF. Permitted benefits under a qualified small employer health reimbursement arrangement (QSEHRA). Not included in box 1.',
  `section83i_income` DECIMAL(18, 2) COMMENT 'Box 12 GG. Income from qualified equity grants under section 83(i). Included in box 1.',
  `section83i_deferrals` DECIMAL(18, 2) COMMENT 'Box 12 HH. Aggregate deferrals under section 83(i) elections. A year-end balance, never a yearly amount.',
  `third_party_sick_pay_indicator` BOOLEAN COMMENT 'Box 13. Third-party sick pay: a third party, such as an insurance company, paid sick pay.',
  `retirement_plan_indicator` BOOLEAN COMMENT 'Box 13. Retirement plan: the employee was an active participant in the employer\'s plan. False can mean unanswered.',
  `statutory_employee` BOOLEAN COMMENT 'Box 13. Statutory employee. If checked, box 1 is business receipts (Schedule C).',
  `ssn_validation_code` STRING COMMENT 'Validation code of the employee\'s SSN, as on the transcript, such as Correct SSN.',
  `medicaid_waiver_payments` DECIMAL(18, 2) COMMENT 'Box 12 II. Medicaid waiver payments that are excluded from income (Notice 2014-7). Not included in box 1.',
  `trump_account_contributions` DECIMAL(18, 2) COMMENT 'Box 12 TA. Employer contributions to a Trump account (section 128), from 2026. Not included in box 1.',
  `cash_tips` DECIMAL(18, 2) COMMENT 'Box 12 TP. Cash tips reported to the employer, from 2026. Included in box 1, so it is not added again.',
  `overtime_premium` DECIMAL(18, 2) COMMENT 'Box 12 TT. Qualified overtime compensation, from 2026. Included in box 1, so it is not added again.'
) USING PARQUET COMMENT 'Form W-2, one row per document.';
-- From Parquet: INSERT INTO `form_w2` SELECT * FROM parquet.`FOLDER/form_w2.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `wages` DECIMAL(18, 2), `federal_income_tax_withheld` DECIMAL(18, 2), `social_security_wages` DECIMAL(18, 2), `social_security_tax_withheld` DECIMAL(18, 2), `medicare_wages_tips` DECIMAL(18, 2), `medicare_tax_withheld` DECIMAL(18, 2), `social_security_tips` DECIMAL(18, 2), `allocated_tips` DECIMAL(18, 2), `dependent_care_benefits` DECIMAL(18, 2), `deferred_compensation` DECIMAL(18, 2), `nonqualified_plans` DECIMAL(18, 2), `nontaxable_combat_pay` DECIMAL(18, 2), `hsa_contributions` DECIMAL(18, 2), `section409a_deferrals` DECIMAL(18, 2), `section409a_income` DECIMAL(18, 2), `archer_msa_contributions` DECIMAL(18, 2), `simple_deferrals` DECIMAL(18, 2), `adoption_benefits` DECIMAL(18, 2), `stock_option_income` DECIMAL(18, 2), `roth401k_contributions` DECIMAL(18, 2), `roth403b_contributions` DECIMAL(18, 2), `health_coverage_cost` DECIMAL(18, 2), `roth457b_contributions` DECIMAL(18, 2), `qsehra_benefits` DECIMAL(18, 2), `section83i_income` DECIMAL(18, 2), `section83i_deferrals` DECIMAL(18, 2), `third_party_sick_pay_indicator` BOOLEAN, `retirement_plan_indicator` BOOLEAN, `statutory_employee` BOOLEAN, `ssn_validation_code` STRING, `medicaid_waiver_payments` DECIMAL(18, 2), `trump_account_contributions` DECIMAL(18, 2), `cash_tips` DECIMAL(18, 2), `overtime_premium` DECIMAL(18, 2)) USING CSV OPTIONS (path 'FOLDER/form_w2.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_w2` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_w2g` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `type_of_wager` STRING COMMENT 'Box 3. Type of wager, such as slot machines, keno or a lottery.',
  `gross_winnings` DECIMAL(18, 2) COMMENT 'Box 1. Reportable (gross) winnings, before withholding.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld.',
  `winnings_from_identical_wagers` DECIMAL(18, 2) COMMENT 'Box 7. Winnings from identical wagers. Some payers include them in box 1 and others do not, so they are never added.',
  `date_won` DATE COMMENT 'Box 2. Date won.'
) USING PARQUET COMMENT 'Form W-2G, one row per document.';
-- From Parquet: INSERT INTO `form_w2g` SELECT * FROM parquet.`FOLDER/form_w2g.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `type_of_wager` STRING, `gross_winnings` DECIMAL(18, 2), `federal_income_tax_withheld` DECIMAL(18, 2), `winnings_from_identical_wagers` DECIMAL(18, 2), `date_won` DATE) USING CSV OPTIONS (path 'FOLDER/form_w2g.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_w2g` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `schedule_k1_1065` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `partner_share_of_capital_beginning` DECIMAL(18, 6) COMMENT 'Box J. Partner\'s share of capital at the beginning of the year, as a decimal fraction.',
  `partner_share_of_capital_end` DECIMAL(18, 6) COMMENT 'Box J. Partner\'s share of capital at the end of the year, as a decimal fraction.',
  `ordinary_dividends` DECIMAL(18, 2) COMMENT 'Box 6a. Ordinary dividends.',
  `interest` DECIMAL(18, 2) COMMENT 'Box 5. Interest income.',
  `royalties` DECIMAL(18, 2) COMMENT 'Box 7. Royalties.',
  `ordinary_business_income` DECIMAL(18, 2) COMMENT 'Box 1. Ordinary business income (loss). A share of earnings, not cash. May be negative.',
  `net_rental_real_estate_income` DECIMAL(18, 2) COMMENT 'Box 2. Net rental real estate income (loss), after expenses. May be negative.',
  `other_net_rental_income` DECIMAL(18, 2) COMMENT 'Box 3. Other net rental income (loss), after expenses. May be negative.',
  `guaranteed_payments` DECIMAL(18, 2) COMMENT 'Box 4c. Total guaranteed payments, for services and for capital. Already deducted from box 1, so they are added.',
  `section179_deduction` DECIMAL(18, 2) COMMENT 'Box 12. Section 179 deduction. Not deducted from box 1.',
  `short_term_capital_gain` DECIMAL(18, 2) COMMENT 'Box 8. Net short-term capital gain (loss). May be negative.',
  `long_term_capital_gain` DECIMAL(18, 2) COMMENT 'Box 9a. Net long-term capital gain (loss). May be negative.',
  `other_income_loss` DECIMAL(18, 2) COMMENT 'Box 11. Other income (loss). May be negative.',
  `other_deductions` DECIMAL(18, 2) COMMENT 'Box 13. Other deductions.',
  `nonrecourse_beginning` DECIMAL(18, 2) COMMENT 'Box K1. Partner\'s share of nonrecourse liabilities at the beginning of the year.',
  `nonrecourse_end` DECIMAL(18, 2) COMMENT 'Box K1. Partner\'s share of nonrecourse liabilities at the end of the year.',
  `qualified_nonrecourse_beginning` DECIMAL(18, 2) COMMENT 'Box K1. Partner\'s share of qualified nonrecourse financing at the beginning of the year.',
  `qualified_nonrecourse_end` DECIMAL(18, 2) COMMENT 'Box K1. Partner\'s share of qualified nonrecourse financing at the end of the year.',
  `recourse_beginning` DECIMAL(18, 2) COMMENT 'Box K1. Partner\'s share of recourse liabilities at the beginning of the year.',
  `recourse_end` DECIMAL(18, 2) COMMENT 'Box K1. Partner\'s share of recourse liabilities at the end of the year.',
  `dividend_equivalents` DECIMAL(18, 2) COMMENT 'Box 6c. Dividend equivalents. Never added.',
  `ira_sep_keogh_indicator` STRING COMMENT 'Whether the partner is a retirement plan (IRA, SEP, Keogh, etc.).',
  `tax_period_beginning` STRING COMMENT 'First month of the tax year of the partnership.',
  `tax_period_end` STRING COMMENT 'Last month of the tax year of the partnership. The year in which it ends is the tax year of the K-1.',
  `schedule_k3` STRING COMMENT 'Whether a Schedule K-3 (international items) is attached.'
) USING PARQUET COMMENT 'Schedule K-1 (Form 1065), one row per document.';
-- From Parquet: INSERT INTO `schedule_k1_1065` SELECT * FROM parquet.`FOLDER/schedule_k1_1065.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `partner_share_of_capital_beginning` DECIMAL(18, 6), `partner_share_of_capital_end` DECIMAL(18, 6), `ordinary_dividends` DECIMAL(18, 2), `interest` DECIMAL(18, 2), `royalties` DECIMAL(18, 2), `ordinary_business_income` DECIMAL(18, 2), `net_rental_real_estate_income` DECIMAL(18, 2), `other_net_rental_income` DECIMAL(18, 2), `guaranteed_payments` DECIMAL(18, 2), `section179_deduction` DECIMAL(18, 2), `short_term_capital_gain` DECIMAL(18, 2), `long_term_capital_gain` DECIMAL(18, 2), `other_income_loss` DECIMAL(18, 2), `other_deductions` DECIMAL(18, 2), `nonrecourse_beginning` DECIMAL(18, 2), `nonrecourse_end` DECIMAL(18, 2), `qualified_nonrecourse_beginning` DECIMAL(18, 2), `qualified_nonrecourse_end` DECIMAL(18, 2), `recourse_beginning` DECIMAL(18, 2), `recourse_end` DECIMAL(18, 2), `dividend_equivalents` DECIMAL(18, 2), `ira_sep_keogh_indicator` STRING, `tax_period_beginning` STRING, `tax_period_end` STRING, `schedule_k3` STRING) USING CSV OPTIONS (path 'FOLDER/schedule_k1_1065.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `schedule_k1_1065` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `schedule_k1_1120s` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `ordinary_dividends` DECIMAL(18, 2) COMMENT 'Box 5a. Ordinary dividends.',
  `interest` DECIMAL(18, 2) COMMENT 'Box 4. Interest income.',
  `royalties` DECIMAL(18, 2) COMMENT 'Box 6. Royalties.',
  `ordinary_business_income` DECIMAL(18, 2) COMMENT 'Box 1. Ordinary business income (loss). A share of earnings, not cash. May be negative.',
  `net_rental_real_estate_income` DECIMAL(18, 2) COMMENT 'Box 2. Net rental real estate income (loss), after expenses. May be negative.',
  `other_net_rental_income` DECIMAL(18, 2) COMMENT 'Box 3. Other net rental income (loss), after expenses. May be negative.',
  `section179_deduction` DECIMAL(18, 2) COMMENT 'Box 11. Section 179 deduction. Not deducted from box 1.',
  `short_term_capital_gain` DECIMAL(18, 2) COMMENT 'Box 7. Net short-term capital gain (loss). May be negative.',
  `long_term_capital_gain` DECIMAL(18, 2) COMMENT 'Box 8a. Net long-term capital gain (loss). May be negative.',
  `credits` DECIMAL(18, 2) COMMENT 'Box 13. Credits. Tax credits are neither income nor withholding.',
  `other_income_loss` DECIMAL(18, 2) COMMENT 'Box 10. Other income (loss). May be negative.',
  `other_deductions` DECIMAL(18, 2) COMMENT 'Box 12. Other deductions.',
  `credits_code1` STRING COMMENT 'Box 13. Code of the first credit.',
  `credits_code2` STRING COMMENT 'Box 13. Code of the second credit.',
  `ownership_percentage` DECIMAL(18, 6) COMMENT 'Box G. Shareholder\'s current year allocation percentage (stock ownership), in many formats. If ambiguous, it is null, with an issue.',
  `tax_period_beginning` STRING COMMENT 'First month of the tax year of the corporation.',
  `tax_period_end` STRING COMMENT 'Last month of the tax year of the corporation. The year in which it ends is the tax year of the K-1.'
) USING PARQUET COMMENT 'Schedule K-1 (Form 1120-S), one row per document.';
-- From Parquet: INSERT INTO `schedule_k1_1120s` SELECT * FROM parquet.`FOLDER/schedule_k1_1120s.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `ordinary_dividends` DECIMAL(18, 2), `interest` DECIMAL(18, 2), `royalties` DECIMAL(18, 2), `ordinary_business_income` DECIMAL(18, 2), `net_rental_real_estate_income` DECIMAL(18, 2), `other_net_rental_income` DECIMAL(18, 2), `section179_deduction` DECIMAL(18, 2), `short_term_capital_gain` DECIMAL(18, 2), `long_term_capital_gain` DECIMAL(18, 2), `credits` DECIMAL(18, 2), `other_income_loss` DECIMAL(18, 2), `other_deductions` DECIMAL(18, 2), `credits_code1` STRING, `credits_code2` STRING, `ownership_percentage` DECIMAL(18, 6), `tax_period_beginning` STRING, `tax_period_end` STRING) USING CSV OPTIONS (path 'FOLDER/schedule_k1_1120s.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `schedule_k1_1120s` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `schedule_k1_1041` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `ordinary_dividends` DECIMAL(18, 2) COMMENT 'Box 2a. Ordinary dividends.',
  `interest` DECIMAL(18, 2) COMMENT 'Box 1. Interest income.',
  `ordinary_business_income` DECIMAL(18, 2) COMMENT 'Box 6. Ordinary business income. A share of earnings, not cash. May be negative.',
  `short_term_capital_gain` DECIMAL(18, 2) COMMENT 'Box 3. Net short-term capital gain. May be negative.',
  `long_term_capital_gain` DECIMAL(18, 2) COMMENT 'Box 4a. Net long-term capital gain. May be negative.',
  `net_rental_real_estate_income` DECIMAL(18, 2) COMMENT 'Box 7. Net rental real estate income, after expenses. May be negative.',
  `other_net_rental_income` DECIMAL(18, 2) COMMENT 'Box 8. Other rental income, after expenses. May be negative.',
  `other_information` DECIMAL(18, 2) COMMENT 'Box 14. Other information. It mixes amounts of different codes, so it is never added.',
  `other_portfolio_and_non_business_income` DECIMAL(18, 2) COMMENT 'Box 5. Other portfolio and nonbusiness income.',
  `other_information_codes` STRING COMMENT 'Box 14. Codes of the other information.',
  `tax_period_beginning` STRING COMMENT 'First month of the tax year of the estate or trust.',
  `tax_period_end` STRING COMMENT 'Last month of the tax year of the estate or trust. The year in which it ends is the tax year of the K-1.'
) USING PARQUET COMMENT 'Schedule K-1 (Form 1041), one row per document.';
-- From Parquet: INSERT INTO `schedule_k1_1041` SELECT * FROM parquet.`FOLDER/schedule_k1_1041.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `ordinary_dividends` DECIMAL(18, 2), `interest` DECIMAL(18, 2), `ordinary_business_income` DECIMAL(18, 2), `short_term_capital_gain` DECIMAL(18, 2), `long_term_capital_gain` DECIMAL(18, 2), `net_rental_real_estate_income` DECIMAL(18, 2), `other_net_rental_income` DECIMAL(18, 2), `other_information` DECIMAL(18, 2), `other_portfolio_and_non_business_income` DECIMAL(18, 2), `other_information_codes` STRING, `tax_period_beginning` STRING, `tax_period_end` STRING) USING CSV OPTIONS (path 'FOLDER/schedule_k1_1041.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `schedule_k1_1041` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_5498` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `ira_contributions` DECIMAL(18, 2) COMMENT 'Box 1. Traditional IRA contributions for the tax year, other than the amounts in boxes 2 to 4, 8 to 10, 13a and 14a.',
  `rollover_contributions` DECIMAL(18, 2) COMMENT 'Box 2. Rollover contributions, including direct rollovers. Evidence that a distribution on a 1099-R was rolled over.',
  `roth_conversion_amount` DECIMAL(18, 2) COMMENT 'Box 3. Roth IRA conversion amount. Evidence that a distribution on a 1099-R was a conversion.',
  `recharacterized_contributions` DECIMAL(18, 2) COMMENT 'Box 4. Contributions, with their earnings, that were recharacterized from one type of IRA to another.',
  `fair_market_value_of_account` DECIMAL(18, 2) COMMENT 'Box 5. Fair market value (FMV) of the account on December 31. A balance, not income.',
  `life_insurance_cost` DECIMAL(18, 2) COMMENT 'Box 6. Life insurance cost included in box 1, for endowment contracts only.',
  `sep_contributions` DECIMAL(18, 2) COMMENT 'Box 8. SEP contributions made in the calendar year, including those for the prior year.',
  `simple_contributions` DECIMAL(18, 2) COMMENT 'Box 9. SIMPLE contributions made in the calendar year, including those for the prior year.',
  `roth_ira_contributions` DECIMAL(18, 2) COMMENT 'Box 10. Roth IRA contributions for the tax year. Excludes rollovers and conversions.',
  `required_minimum_distribution` DECIMAL(18, 2) COMMENT 'Box 12b. Required minimum distribution (RMD) amount for the next year.',
  `postponed_contributions` DECIMAL(18, 2) COMMENT 'Box 13a. Postponed or late contributions made in the year for an earlier year, including late rollovers.',
  `fair_market_value_specified_assets` DECIMAL(18, 2) COMMENT 'Box 15a. FMV of certain specified assets without a readily available market value. Included in box 5.',
  `is_sep` BOOLEAN COMMENT 'Box 7. Whether the account is a SEP IRA.',
  `is_ira` BOOLEAN COMMENT 'Box 7. Whether the account is a traditional IRA.',
  `is_simple` BOOLEAN COMMENT 'Box 7. Whether the account is a SIMPLE IRA.',
  `is_roth_ira` BOOLEAN COMMENT 'Box 7. Whether the account is a Roth IRA.',
  `rmd_subsequent_year` STRING COMMENT 'Box 11. Whether a required minimum distribution (RMD) must be taken for the next year.',
  `rmd_date` DATE COMMENT 'Box 12a. RMD date: the amount in box 12b must be distributed by this date.',
  `postponed_contribution_year` INT COMMENT 'Box 13b. Year for which the postponed contribution in box 13a was made.',
  `postponed_contribution_code` STRING COMMENT 'Box 13c. Code for the reason of the postponed or late contribution in box 13a.',
  `repayments_code` STRING COMMENT 'Box 14b. Code for the type of repayment, such as a qualified reservist or disaster distribution.'
) USING PARQUET COMMENT 'Form 5498, one row per document.';
-- From Parquet: INSERT INTO `form_5498` SELECT * FROM parquet.`FOLDER/form_5498.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `ira_contributions` DECIMAL(18, 2), `rollover_contributions` DECIMAL(18, 2), `roth_conversion_amount` DECIMAL(18, 2), `recharacterized_contributions` DECIMAL(18, 2), `fair_market_value_of_account` DECIMAL(18, 2), `life_insurance_cost` DECIMAL(18, 2), `sep_contributions` DECIMAL(18, 2), `simple_contributions` DECIMAL(18, 2), `roth_ira_contributions` DECIMAL(18, 2), `required_minimum_distribution` DECIMAL(18, 2), `postponed_contributions` DECIMAL(18, 2), `fair_market_value_specified_assets` DECIMAL(18, 2), `is_sep` BOOLEAN, `is_ira` BOOLEAN, `is_simple` BOOLEAN, `is_roth_ira` BOOLEAN, `rmd_subsequent_year` STRING, `rmd_date` DATE, `postponed_contribution_year` INT, `postponed_contribution_code` STRING, `repayments_code` STRING) USING CSV OPTIONS (path 'FOLDER/form_5498.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_5498` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1042_s` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `gross_income` DECIMAL(18, 2) COMMENT 'Box 2. Gross income. The income code in box 1 decides its category. Not counted for codes 37, 50 and 57.',
  `withholding_allowance` DECIMAL(18, 2) COMMENT 'Box 5. Withholding allowance. Used only with some income codes.',
  `net_income` DECIMAL(18, 2) COMMENT 'Box 6. Net income: box 2 less box 5. Never added.',
  `tax_rate_chapter3` DECIMAL(18, 6) COMMENT 'Box 3b. Chapter 3 tax rate, a percentage. 30, 30.00, .30 and 3000 all mean 30%.',
  `exemption_code_chapter3` STRING COMMENT 'Box 3a. Chapter 3 exemption code: two digits. A leading zero is restored if the code arrives as a number.',
  `tax_rate_chapter4` DECIMAL(18, 6) COMMENT 'Box 4b. Chapter 4 tax rate, a percentage. 30, 30.00, .30 and 3000 all mean 30%.',
  `us_federal_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 7a. Federal tax withheld. Included in box 10, so it is not added again.',
  `overwithheld_tax_repaid_to_recipient` DECIMAL(18, 2) COMMENT 'Box 9. Overwithheld tax repaid to the recipient under adjustment procedures. Already subtracted in box 10.',
  `state_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 17a. State income tax withheld.',
  `withholding_by_other_agents` DECIMAL(18, 2) COMMENT 'Box 8. Tax withheld by other agents. Included in box 10, so it is not added again.',
  `total_withholding_credit` DECIMAL(18, 2) COMMENT 'Box 10. Total withholding credit. If it is 0 or absent, box 7a plus box 8 less box 9 counts instead.',
  `tax_paid_by_withholding_agent` DECIMAL(18, 2) COMMENT 'Box 11. Tax paid by the withholding agent (amounts not withheld). Not counted as withholding.',
  `withholding_agent_province_code` STRING COMMENT 'Province code of the withholding agent\'s address.',
  `withholding_agent_country_code` STRING COMMENT 'Country code of the withholding agent\'s address.',
  `unique_form_identifier` STRING COMMENT 'Unique form identifier: ten digits. Amendments of a form keep it.',
  `return_type` STRING COMMENT 'Return type, as on the transcript.',
  `number_or_space` STRING COMMENT 'The transcript line "number or space". Its text is not interpreted.',
  `recipient_country_code` STRING COMMENT 'Recipient\'s country code.',
  `withholding_occurred_in_subsequent_year` STRING COMMENT 'Whether tax on a partnership interest was withheld in the subsequent year.',
  `withholding_agent_ein_type` STRING COMMENT 'Type of the withholding agent\'s EIN, such as that of a qualified intermediary (QI-EIN).',
  `pro_rata_basis_reporting` STRING COMMENT 'Whether the form is filed on a pro-rata basis.',
  `income_code` STRING COMMENT 'Box 1. Income code: two digits. It decides the category of the gross income.',
  `recipient_foreign_tax_identifying_number` STRING COMMENT 'Recipient\'s foreign tax identification number.',
  `exemption_code_chapter4` STRING COMMENT 'Chapter 4 exemption code.',
  `nqi_flow_through_entity_ein` STRING COMMENT 'EIN of the nonqualified intermediary (NQI) or flow-through entity.',
  `nqi_flow_province_code` STRING COMMENT 'Province code of the address of the NQI or flow-through entity.',
  `nqi_flow_country_code` STRING COMMENT 'Country code of the NQI or flow-through entity.',
  `nqi_flow_postal_code` STRING COMMENT 'Postal code of the address of the NQI or flow-through entity.',
  `nqi_flow_through_name` STRING COMMENT 'Name of the NQI or flow-through entity.',
  `payer_tin` STRING COMMENT 'Payer\'s TIN, if the payer is not the withholding agent.',
  `payer_name` STRING COMMENT 'Payer\'s name, if the payer is not the withholding agent.',
  `payer_state_tax_no` STRING COMMENT 'Payer\'s state tax number.',
  `state_code` STRING COMMENT 'State whose income tax was withheld.',
  `chapter3_or_chapter4_indicator` STRING COMMENT 'Chapter of the tax code (3 or 4) under which the payment is reported.',
  `tax_not_deposited_under_escrow_procedure_checkbox` STRING COMMENT 'Whether the tax withheld was not deposited with the IRS because escrow procedures were applied.',
  `recipient_chapter3_status_code` STRING COMMENT 'Recipient\'s chapter 3 status code.',
  `recipient_chapter4_status_code` STRING COMMENT 'Recipient\'s chapter 4 status code.',
  `recipient_giin` STRING COMMENT 'Recipient\'s global intermediary identification number (GIIN).',
  `recipient_birthdate` DATE COMMENT 'Recipient\'s date of birth.',
  `primary_withholding_agent_name` STRING COMMENT 'Primary withholding agent\'s name, if applicable.',
  `primary_withholding_agent_ein` STRING COMMENT 'Primary withholding agent\'s EIN.',
  `intermediary_or_flow_through_entity_chapter3_status_code` STRING COMMENT 'Chapter 3 status code of the intermediary or flow-through entity.',
  `intermediary_or_flow_through_entity_chapter4_status_code` STRING COMMENT 'Chapter 4 status code of the intermediary or flow-through entity.',
  `intermediary_or_flow_through_entity_foreign_tax_id_number` STRING COMMENT 'Foreign tax identification number of the intermediary or flow-through entity.',
  `intermediary_or_flow_through_entity_giin` STRING COMMENT 'GIIN of the intermediary or flow-through entity.',
  `withholding_agent_chapter3_status_code` STRING COMMENT 'Withholding agent\'s chapter 3 status code.',
  `withholding_agent_chapter4_status_code` STRING COMMENT 'Withholding agent\'s chapter 4 status code.',
  `withholding_agent_foreign_taxpayer_id_number` STRING COMMENT 'Withholding agent\'s foreign taxpayer identification number.',
  `withholding_agent_giin` STRING COMMENT 'Withholding agent\'s GIIN.',
  `payer_giin` STRING COMMENT 'Payer\'s GIIN.',
  `lob_code` STRING COMMENT 'Limitation on benefits (LOB) code of the treaty claim.',
  `payer_chapter3_status_code` STRING COMMENT 'Payer\'s chapter 3 status code.',
  `payer_chapter4_status_code` STRING COMMENT 'Payer\'s chapter 4 status code.'
) USING PARQUET COMMENT 'Form 1042-S, one row per document.';
-- From Parquet: INSERT INTO `form_1042_s` SELECT * FROM parquet.`FOLDER/form_1042_s.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `gross_income` DECIMAL(18, 2), `withholding_allowance` DECIMAL(18, 2), `net_income` DECIMAL(18, 2), `tax_rate_chapter3` DECIMAL(18, 6), `exemption_code_chapter3` STRING, `tax_rate_chapter4` DECIMAL(18, 6), `us_federal_tax_withheld` DECIMAL(18, 2), `overwithheld_tax_repaid_to_recipient` DECIMAL(18, 2), `state_income_tax_withheld` DECIMAL(18, 2), `withholding_by_other_agents` DECIMAL(18, 2), `total_withholding_credit` DECIMAL(18, 2), `tax_paid_by_withholding_agent` DECIMAL(18, 2), `withholding_agent_province_code` STRING, `withholding_agent_country_code` STRING, `unique_form_identifier` STRING, `return_type` STRING, `number_or_space` STRING, `recipient_country_code` STRING, `withholding_occurred_in_subsequent_year` STRING, `withholding_agent_ein_type` STRING, `pro_rata_basis_reporting` STRING, `income_code` STRING, `recipient_foreign_tax_identifying_number` STRING, `exemption_code_chapter4` STRING, `nqi_flow_through_entity_ein` STRING, `nqi_flow_province_code` STRING, `nqi_flow_country_code` STRING, `nqi_flow_postal_code` STRING, `nqi_flow_through_name` STRING, `payer_tin` STRING, `payer_name` STRING, `payer_state_tax_no` STRING, `state_code` STRING, `chapter3_or_chapter4_indicator` STRING, `tax_not_deposited_under_escrow_procedure_checkbox` STRING, `recipient_chapter3_status_code` STRING, `recipient_chapter4_status_code` STRING, `recipient_giin` STRING, `recipient_birthdate` DATE, `primary_withholding_agent_name` STRING, `primary_withholding_agent_ein` STRING, `intermediary_or_flow_through_entity_chapter3_status_code` STRING, `intermediary_or_flow_through_entity_chapter4_status_code` STRING, `intermediary_or_flow_through_entity_foreign_tax_id_number` STRING, `intermediary_or_flow_through_entity_giin` STRING, `withholding_agent_chapter3_status_code` STRING, `withholding_agent_chapter4_status_code` STRING, `withholding_agent_foreign_taxpayer_id_number` STRING, `withholding_agent_giin` STRING, `payer_giin` STRING, `lob_code` STRING, `payer_chapter3_status_code` STRING, `payer_chapter4_status_code` STRING) USING CSV OPTIONS (path 'FOLDER/form_1042_s.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1042_s` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1099_misc` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld.',
  `medical_payments` DECIMAL(18, 2) COMMENT 'Box 6. Medical and health care payments. Gross receipts of a business, before expenses.',
  `fishing_income` DECIMAL(18, 2) COMMENT 'Box 5. Fishing boat proceeds. Gross receipts of a business, before expenses.',
  `rents` DECIMAL(18, 2) COMMENT 'Box 1. Gross rents, before expenses. Reported as gross receipts.',
  `royalties` DECIMAL(18, 2) COMMENT 'Box 2. Gross royalties, before expenses.',
  `other_income` DECIMAL(18, 2) COMMENT 'Box 3. Other income, such as prizes and awards that are not for services.',
  `substitute_payments_for_dividends` DECIMAL(18, 2) COMMENT 'Box 8. Substitute payments in lieu of dividends or interest. Not dividends, so they are added to other income.',
  `excess_golden_parachute` DECIMAL(18, 2) COMMENT 'Box 14. Excess golden parachute payments. In box 13 before 2022, and on Form 1099-NEC from 2025 on.',
  `crop_insurance` DECIMAL(18, 2) COMMENT 'Box 9. Crop insurance proceeds. Gross receipts of a farm, before expenses.',
  `attorney_fees` DECIMAL(18, 2) COMMENT 'Box 10. Gross proceeds paid to an attorney. Often a client\'s money, so not income.',
  `foreign_tax_paid` DECIMAL(18, 2) COMMENT 'Foreign tax paid. The current form no longer has this box.',
  `section409a_deferrals` DECIMAL(18, 2) COMMENT 'Box 12. Section 409A deferrals under a nonqualified deferred compensation plan. Never added.',
  `nonqualified_deferred_compensation` DECIMAL(18, 2) COMMENT 'Box 15. Nonqualified deferred compensation. Not added if a 1099-NEC of the same issuer and year exists, because that form reports the same money.',
  `fish_purchased_for_resale` DECIMAL(18, 2) COMMENT 'Box 11. Payments for fish purchased for resale. Gross receipts of the seller, before expenses.',
  `direct_sales_indicator` BOOLEAN COMMENT 'Box 7. Whether the payer sold the recipient $5,000 or more of consumer products for resale (direct sales).',
  `fatca` BOOLEAN COMMENT 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.',
  `second_notice_indicator` BOOLEAN COMMENT 'Second TIN notice: the IRS told the payer twice within three years that the recipient\'s TIN was incorrect.'
) USING PARQUET COMMENT 'Form 1099-MISC, one row per document.';
-- From Parquet: INSERT INTO `form_1099_misc` SELECT * FROM parquet.`FOLDER/form_1099_misc.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `federal_income_tax_withheld` DECIMAL(18, 2), `medical_payments` DECIMAL(18, 2), `fishing_income` DECIMAL(18, 2), `rents` DECIMAL(18, 2), `royalties` DECIMAL(18, 2), `other_income` DECIMAL(18, 2), `substitute_payments_for_dividends` DECIMAL(18, 2), `excess_golden_parachute` DECIMAL(18, 2), `crop_insurance` DECIMAL(18, 2), `attorney_fees` DECIMAL(18, 2), `foreign_tax_paid` DECIMAL(18, 2), `section409a_deferrals` DECIMAL(18, 2), `nonqualified_deferred_compensation` DECIMAL(18, 2), `fish_purchased_for_resale` DECIMAL(18, 2), `direct_sales_indicator` BOOLEAN, `fatca` BOOLEAN, `second_notice_indicator` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/form_1099_misc.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1099_misc` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1099_int` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `interest_income` DECIMAL(18, 2) COMMENT 'Box 1. Interest income. Excludes the interest of box 3.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld (backup withholding).',
  `savings_bond_and_treasury_interest` DECIMAL(18, 2) COMMENT 'Box 3. Interest on U.S. savings bonds and Treasury obligations. Not included in box 1, so it is added to the income.',
  `investment_expense` DECIMAL(18, 2) COMMENT 'Box 5. Investment expenses of a single-class REMIC. Included in box 1; not subtracted.',
  `early_withdrawal_penalty` DECIMAL(18, 2) COMMENT 'Box 2. Early withdrawal penalty: forfeited interest or principal. A deduction on the return, not subtracted from box 1.',
  `foreign_tax_paid` DECIMAL(18, 2) COMMENT 'Box 6. Foreign tax paid.',
  `tax_exempt_interest` DECIMAL(18, 2) COMMENT 'Box 8. Tax-exempt interest. Not included in box 1.',
  `specified_private_activity_bond_interest` DECIMAL(18, 2) COMMENT 'Box 9. Specified private activity bond interest. Included in box 8, so it is not added again.',
  `market_discount` DECIMAL(18, 2) COMMENT 'Box 10. Accrued market discount of the year. Not included in box 1, so it is added.',
  `bond_premium` DECIMAL(18, 2) COMMENT 'Box 11. Amortized premium on taxable bonds. A deduction on the return, not subtracted from the income sum.',
  `bond_premium_on_tax_exempt_bond` DECIMAL(18, 2) COMMENT 'Box 13. Amortized premium on tax-exempt bonds. Subtracted on the return, but not from the income sum.',
  `bond_premium_on_treasury_obligation` DECIMAL(18, 2) COMMENT 'Box 12. Amortized premium on Treasury obligations. A deduction on the return, not subtracted from the income sum.',
  `second_notice_indicator` STRING COMMENT 'Second TIN notice: the IRS told the payer twice within three years that the recipient\'s TIN was incorrect.',
  `cusip` STRING COMMENT 'Box 14. CUSIP number of the tax-exempt or tax credit bond.',
  `fatca` BOOLEAN COMMENT 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.'
) USING PARQUET COMMENT 'Form 1099-INT, one row per document.';
-- From Parquet: INSERT INTO `form_1099_int` SELECT * FROM parquet.`FOLDER/form_1099_int.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `interest_income` DECIMAL(18, 2), `federal_income_tax_withheld` DECIMAL(18, 2), `savings_bond_and_treasury_interest` DECIMAL(18, 2), `investment_expense` DECIMAL(18, 2), `early_withdrawal_penalty` DECIMAL(18, 2), `foreign_tax_paid` DECIMAL(18, 2), `tax_exempt_interest` DECIMAL(18, 2), `specified_private_activity_bond_interest` DECIMAL(18, 2), `market_discount` DECIMAL(18, 2), `bond_premium` DECIMAL(18, 2), `bond_premium_on_tax_exempt_bond` DECIMAL(18, 2), `bond_premium_on_treasury_obligation` DECIMAL(18, 2), `second_notice_indicator` STRING, `cusip` STRING, `fatca` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/form_1099_int.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1099_int` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1099_g` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `rtaa_payments` DECIMAL(18, 2) COMMENT 'Box 5. Reemployment trade adjustment assistance (RTAA) payments.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld.',
  `taxable_grants` DECIMAL(18, 2) COMMENT 'Box 6. Taxable grants of a federal, state or local government.',
  `unemployment_compensation` DECIMAL(18, 2) COMMENT 'Box 1. Unemployment compensation.',
  `agricultural_subsidies` DECIMAL(18, 2) COMMENT 'Box 7. Agriculture payments: subsidies from the Department of Agriculture.',
  `prior_year_refund` DECIMAL(18, 2) COMMENT 'Box 2. State or local income tax refunds, credits, or offsets. Taxable only if the taxpayer itemized, so never added.',
  `market_gain_commodity_credit_corporation_loans` DECIMAL(18, 2) COMMENT 'Box 9. Market gain on Commodity Credit Corporation (CCC) loans.',
  `year_of_refund` INT COMMENT 'Box 3. Tax year of the refund in box 2, as text or a number. 0 means that the year is not set.',
  `offset` STRING COMMENT 'Box 8. Whether the refund, credit or offset of box 2 is trade or business income.',
  `second_tin_notice` BOOLEAN COMMENT 'Second TIN notice: the IRS told the payer twice within three years that the recipient\'s TIN was incorrect.'
) USING PARQUET COMMENT 'Form 1099-G, one row per document.';
-- From Parquet: INSERT INTO `form_1099_g` SELECT * FROM parquet.`FOLDER/form_1099_g.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `rtaa_payments` DECIMAL(18, 2), `federal_income_tax_withheld` DECIMAL(18, 2), `taxable_grants` DECIMAL(18, 2), `unemployment_compensation` DECIMAL(18, 2), `agricultural_subsidies` DECIMAL(18, 2), `prior_year_refund` DECIMAL(18, 2), `market_gain_commodity_credit_corporation_loans` DECIMAL(18, 2), `year_of_refund` INT, `offset` STRING, `second_tin_notice` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/form_1099_g.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1099_g` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1099_r` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld. The key in the API contains a space.',
  `total_employee_contributions` DECIMAL(18, 2) COMMENT 'Box 5/9b. Employee contributions, designated Roth contributions or insurance premiums (box 5), or total employee contributions (box 9b). Never added.',
  `unrealized_appreciation` DECIMAL(18, 2) COMMENT 'Box 6. Net unrealized appreciation (NUA) in the employer\'s securities. Never added.',
  `other_amount` DECIMAL(18, 2) COMMENT 'Box 8. Actuarial value of an annuity contract. Not income.',
  `gross_distribution` DECIMAL(18, 2) COMMENT 'Box 1. Gross distribution. Not income if a code in box 7 means a rollover, an exchange, a gift to charity, a correction, another year or no cash.',
  `taxable_amount` DECIMAL(18, 2) COMMENT 'Box 2a. Taxable amount. Included in box 1, so it is not added again. If it is marked not determined, it is unknown or an upper limit.',
  `eligible_capital_gains` DECIMAL(18, 2) COMMENT 'Box 3. Capital gain of a lump-sum distribution. Included in box 2a, so it is not added again.',
  `amount_to_irr` DECIMAL(18, 2) COMMENT 'Box 10. Amount allocable to an in-plan Roth rollover (IRR) within 5 years. Never added.',
  `distribution_codes` STRING COMMENT 'Box 7. List of distribution codes and their descriptions. The codes decide whether box 1 is income.',
  `taxable_amount_not_determined` BOOLEAN COMMENT 'Box 2b. Taxable amount not determined: the payer could not compute box 2a.',
  `is_total_distribution` BOOLEAN COMMENT 'Box 2b. Total distribution: the entire balance was paid out. It is income, with the flag early_or_one_time.',
  `fatca` BOOLEAN COMMENT 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.',
  `first_year_roth_contribution` INT COMMENT 'Box 11. First year of designated Roth contributions.',
  `is_ira_sep_simple` BOOLEAN COMMENT 'Box 7. IRA/SEP/SIMPLE: the distribution comes from a traditional IRA, SEP or SIMPLE.',
  `date_of_payment_for_reportable_death_benefits` DATE COMMENT 'Box 13. Date of payment of reportable death benefits.'
) USING PARQUET COMMENT 'Form 1099-R, one row per document.';
-- From Parquet: INSERT INTO `form_1099_r` SELECT * FROM parquet.`FOLDER/form_1099_r.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `federal_income_tax_withheld` DECIMAL(18, 2), `total_employee_contributions` DECIMAL(18, 2), `unrealized_appreciation` DECIMAL(18, 2), `other_amount` DECIMAL(18, 2), `gross_distribution` DECIMAL(18, 2), `taxable_amount` DECIMAL(18, 2), `eligible_capital_gains` DECIMAL(18, 2), `amount_to_irr` DECIMAL(18, 2), `distribution_codes` STRING, `taxable_amount_not_determined` BOOLEAN, `is_total_distribution` BOOLEAN, `fatca` BOOLEAN, `first_year_roth_contribution` INT, `is_ira_sep_simple` BOOLEAN, `date_of_payment_for_reportable_death_benefits` DATE) USING CSV OPTIONS (path 'FOLDER/form_1099_r.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1099_r` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1099_div` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld (backup withholding).',
  `capital_gain_distributions` DECIMAL(18, 2) COMMENT 'Box 2a. Total capital gain distributions (long-term). Includes boxes 2b, 2c, 2d and 2f.',
  `non_dividend_distribution` DECIMAL(18, 2) COMMENT 'Box 3. Nondividend distributions. A return of capital, not income.',
  `cash_liquidation_distribution` DECIMAL(18, 2) COMMENT 'Box 9. Cash liquidation distributions. Sale proceeds, not income.',
  `non_cash_liquidation_distribution` DECIMAL(18, 2) COMMENT 'Box 10. Noncash liquidation distributions, at fair market value. Sale proceeds, not income.',
  `investment_expense` DECIMAL(18, 2) COMMENT 'Box 6. Investment expenses of a nonpublicly offered fund. Included in box 1a and never subtracted.',
  `ordinary_dividends` DECIMAL(18, 2) COMMENT 'Box 1a. Total ordinary dividends. Includes boxes 1b, 2e, 5 and 6.',
  `collectibles28_percent_gain` DECIMAL(18, 2) COMMENT 'Box 2d. Collectibles (28%) gain. Included in box 2a.',
  `unrecaptured_section1250_gain` DECIMAL(18, 2) COMMENT 'Box 2b. Unrecaptured section 1250 gain. Included in box 2a.',
  `section1202_gain` DECIMAL(18, 2) COMMENT 'Box 2c. Section 1202 gain on qualified small business stock. Included in box 2a.',
  `foreign_tax_paid` DECIMAL(18, 2) COMMENT 'Box 7. Foreign tax paid.',
  `qualified_dividends` DECIMAL(18, 2) COMMENT 'Box 1b. Qualified dividends. Included in box 1a, so it is not added again.',
  `section199a_reit_dividends` DECIMAL(18, 2) COMMENT 'Box 5. Section 199A dividends of a REIT. Included in box 1a, so it is not added again.',
  `exempt_interest_dividends` DECIMAL(18, 2) COMMENT 'Box 12. Exempt-interest dividends. Not included in box 1a. Treated as tax-exempt interest.',
  `specified_private_activity_bond_interest_dividend` DECIMAL(18, 2) COMMENT 'Box 13. Specified private activity bond interest dividends. Included in box 12, so it is not added again.',
  `section897_ordinary_dividends` DECIMAL(18, 2) COMMENT 'Box 2e. Section 897 ordinary dividends, from U.S. real property interests. Included in box 1a.',
  `section897_capital_gain` DECIMAL(18, 2) COMMENT 'Box 2f. Section 897 capital gain, from U.S. real property interests. Included in box 2a.',
  `second_notice_indicator` STRING COMMENT 'Second TIN notice: the IRS told the payer twice within three years that the recipient\'s TIN was incorrect.',
  `fatca` BOOLEAN COMMENT 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.'
) USING PARQUET COMMENT 'Form 1099-DIV, one row per document.';
-- From Parquet: INSERT INTO `form_1099_div` SELECT * FROM parquet.`FOLDER/form_1099_div.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `federal_income_tax_withheld` DECIMAL(18, 2), `capital_gain_distributions` DECIMAL(18, 2), `non_dividend_distribution` DECIMAL(18, 2), `cash_liquidation_distribution` DECIMAL(18, 2), `non_cash_liquidation_distribution` DECIMAL(18, 2), `investment_expense` DECIMAL(18, 2), `ordinary_dividends` DECIMAL(18, 2), `collectibles28_percent_gain` DECIMAL(18, 2), `unrecaptured_section1250_gain` DECIMAL(18, 2), `section1202_gain` DECIMAL(18, 2), `foreign_tax_paid` DECIMAL(18, 2), `qualified_dividends` DECIMAL(18, 2), `section199a_reit_dividends` DECIMAL(18, 2), `exempt_interest_dividends` DECIMAL(18, 2), `specified_private_activity_bond_interest_dividend` DECIMAL(18, 2), `section897_ordinary_dividends` DECIMAL(18, 2), `section897_capital_gain` DECIMAL(18, 2), `second_notice_indicator` STRING, `fatca` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/form_1099_div.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1099_div` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1099_b` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `gross_proceeds` DECIMAL(18, 2) COMMENT 'Box 1d. Gross proceeds. Used only if the field proceeds is 0 or absent.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld (backup withholding).',
  `proceeds` DECIMAL(18, 2) COMMENT 'Box 1d. Proceeds. The gain is proceeds less cost basis plus wash sale loss disallowed.',
  `aggregate_profit_loss` DECIMAL(18, 2) COMMENT 'Box 11. Aggregate profit or (loss) on section 1256 contracts: box 8 less box 9 plus box 10. May be negative.',
  `realized_profit_loss` DECIMAL(18, 2) COMMENT 'Box 8. Profit or (loss) realized in the year on closed contracts. Included in box 11.',
  `unrealized_profit_loss_prior_year` DECIMAL(18, 2) COMMENT 'Box 9. Unrealized profit or (loss) on open contracts at the end of the prior year. Already subtracted in box 11.',
  `unrealized_profit_loss_current_year` DECIMAL(18, 2) COMMENT 'Box 10. Unrealized profit or (loss) on open contracts at the end of the year. Included in box 11.',
  `cost_basis` DECIMAL(18, 2) COMMENT 'Box 1e. Cost or other basis. Unless the security is marked as covered, 0 means that the basis is not reported, so the gain is unknown.',
  `wash_sale_loss_disallowed` DECIMAL(18, 2) COMMENT 'Box 1g. Wash sale loss disallowed. Added back to the gain of the sale.',
  `accrued_market_discount` DECIMAL(18, 2) COMMENT 'Box 1f. Accrued market discount. This part of the gain is ordinary income. It is never added to the gain.',
  `date_sold_or_disposed` DATE COMMENT 'Box 1c. Date sold or disposed.',
  `cusip` STRING COMMENT 'CUSIP number of the security.',
  `description` STRING COMMENT 'Box 1a. Description of property, such as the number of shares and the name of the stock.',
  `second_notice_indicator` STRING COMMENT 'Second TIN notice: the IRS told the payer twice within three years that the recipient\'s TIN was incorrect.',
  `date_acquired` DATE COMMENT 'Box 1b. Date acquired. Various and blank are valid, and become null without an issue.',
  `noncovered_security_indicator` STRING COMMENT 'Box 5. Whether the security is noncovered, so that the broker does not have to report its basis to the IRS.',
  `type_gain_loss` STRING COMMENT 'Box 2. Type of gain or loss: short-term, long-term or ordinary.',
  `loss_not_allowed_indicator` STRING COMMENT 'Box 7. Whether a loss is not allowed, based on the amount in box 1d.',
  `proceeds_from` STRING COMMENT 'Box 3. Whether the proceeds are from collectibles or a qualified opportunity fund (QOF).',
  `fatca` BOOLEAN COMMENT 'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.'
) USING PARQUET COMMENT 'Form 1099-B, one row per document.';
-- From Parquet: INSERT INTO `form_1099_b` SELECT * FROM parquet.`FOLDER/form_1099_b.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `gross_proceeds` DECIMAL(18, 2), `federal_income_tax_withheld` DECIMAL(18, 2), `proceeds` DECIMAL(18, 2), `aggregate_profit_loss` DECIMAL(18, 2), `realized_profit_loss` DECIMAL(18, 2), `unrealized_profit_loss_prior_year` DECIMAL(18, 2), `unrealized_profit_loss_current_year` DECIMAL(18, 2), `cost_basis` DECIMAL(18, 2), `wash_sale_loss_disallowed` DECIMAL(18, 2), `accrued_market_discount` DECIMAL(18, 2), `date_sold_or_disposed` DATE, `cusip` STRING, `description` STRING, `second_notice_indicator` STRING, `date_acquired` DATE, `noncovered_security_indicator` STRING, `type_gain_loss` STRING, `loss_not_allowed_indicator` STRING, `proceeds_from` STRING, `fatca` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/form_1099_b.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1099_b` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1099_nec` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `second_notice_indicator` BOOLEAN COMMENT 'Second TIN notice: the IRS told the payer twice within three years that the recipient\'s TIN was incorrect.',
  `direct_sales_indicator` BOOLEAN COMMENT 'Box 2. Whether the payer sold the recipient $5,000 or more of consumer products for resale (direct sales).',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 4. Federal income tax withheld (backup withholding).',
  `nonemployee_compensation` DECIMAL(18, 2) COMMENT 'Box 1. Nonemployee compensation. Gross receipts of a business, before expenses.'
) USING PARQUET COMMENT 'Form 1099-NEC, one row per document.';
-- From Parquet: INSERT INTO `form_1099_nec` SELECT * FROM parquet.`FOLDER/form_1099_nec.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `second_notice_indicator` BOOLEAN, `direct_sales_indicator` BOOLEAN, `federal_income_tax_withheld` DECIMAL(18, 2), `nonemployee_compensation` DECIMAL(18, 2)) USING CSV OPTIONS (path 'FOLDER/form_1099_nec.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1099_nec` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_ssa_1099` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `benefits_paid` DECIMAL(18, 2) COMMENT 'Box 3. Social Security benefits paid. Despite the name of the key, not a pension. Box 4 is subtracted.',
  `federal_income_tax_withheld` DECIMAL(18, 2) COMMENT 'Box 6. Voluntary federal income tax withheld.',
  `benefits_repaid` DECIMAL(18, 2) COMMENT 'Box 4. Benefits repaid to SSA. Net benefits are box 3 less box 4, and may be negative.',
  `workers_compensation_offset` DECIMAL(18, 2) COMMENT 'Box 3. Workers\' compensation offset. Included in box 3, so it is not added again.',
  `payments_by_year` STRING COMMENT 'Parts of box 3 that were paid for earlier years, each with its year. They are not added to box 3 again.',
  `trust_fund_indicator` STRING COMMENT 'Trust fund that paid the benefits: retirement and survivors, or disability insurance.',
  `ssa_rrb_payments` STRING COMMENT 'SSA or RRB payments, as text. The key contains a slash and a space. An amount in the text is never added.'
) USING PARQUET COMMENT 'Form SSA-1099, one row per document.';
-- From Parquet: INSERT INTO `form_ssa_1099` SELECT * FROM parquet.`FOLDER/form_ssa_1099.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `benefits_paid` DECIMAL(18, 2), `federal_income_tax_withheld` DECIMAL(18, 2), `benefits_repaid` DECIMAL(18, 2), `workers_compensation_offset` DECIMAL(18, 2), `payments_by_year` STRING, `trust_fund_indicator` STRING, `ssa_rrb_payments` STRING) USING CSV OPTIONS (path 'FOLDER/form_ssa_1099.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_ssa_1099` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1098` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `mortgage_interest_paid` DECIMAL(18, 2) COMMENT 'Box 1. Mortgage interest that the lender received from the taxpayer. An expense, not income.',
  `points_paid_on_purchase` DECIMAL(18, 2) COMMENT 'Box 6. Points paid on the purchase of a principal residence.',
  `refund_of_overpaid_interest` DECIMAL(18, 2) COMMENT 'Box 4. Refund of interest that was overpaid in a prior year. Not subtracted from box 1.',
  `mortgage_insurance_premiums` DECIMAL(18, 2) COMMENT 'Box 5. Mortgage insurance premiums.',
  `outstanding_mortgage_principal` DECIMAL(18, 2) COMMENT 'Box 2. Outstanding mortgage principal on January 1, or at origination if the loan began later in the year.',
  `number_of_mortgaged_properties` INT COMMENT 'Box 9. Number of properties, if more than one secures the mortgage.',
  `mortgage_origination_date` DATE COMMENT 'Box 3. Mortgage origination date.',
  `address_of_property_securing_mortgage` STRING COMMENT 'Box 8. Address or description of the property securing the mortgage.',
  `other_information_from_recipient` STRING COMMENT 'Box 10. Other information from the lender, such as real estate taxes or insurance paid from escrow.',
  `mortgage_acquisition_date` DATE COMMENT 'Box 11. Mortgage acquisition date, if the lender acquired the mortgage in the year.'
) USING PARQUET COMMENT 'Form 1098, one row per document.';
-- From Parquet: INSERT INTO `form_1098` SELECT * FROM parquet.`FOLDER/form_1098.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `mortgage_interest_paid` DECIMAL(18, 2), `points_paid_on_purchase` DECIMAL(18, 2), `refund_of_overpaid_interest` DECIMAL(18, 2), `mortgage_insurance_premiums` DECIMAL(18, 2), `outstanding_mortgage_principal` DECIMAL(18, 2), `number_of_mortgaged_properties` INT, `mortgage_origination_date` DATE, `address_of_property_securing_mortgage` STRING, `other_information_from_recipient` STRING, `mortgage_acquisition_date` DATE) USING CSV OPTIONS (path 'FOLDER/form_1098.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1098` SELECT * FROM file;

CREATE TABLE IF NOT EXISTS `form_1098_t` (
  `taxpayer_id` STRING NOT NULL COMMENT 'Identifier of the taxpayer.',
  `record_id` STRING NOT NULL COMMENT 'Identifier of the record.',
  `form` STRING NOT NULL COMMENT 'Key of the form array.',
  `form_index` INT NOT NULL COMMENT 'Position of the form object in the record\'s forms, from 0.',
  `entry_index` INT NOT NULL COMMENT 'Position of the entry in the form array, from 0.',
  `tax_year` INT COMMENT 'Tax year of the document.',
  `submission` STRING NOT NULL COMMENT 'Submission type that the document states.',
  `status` STRING NOT NULL COMMENT 'The decision of the resolution about the document, such as `counted`.',
  `issuer_id` STRING COMMENT 'Identifier of the issuer.',
  `issuer_name` STRING COMMENT 'Name of the issuer.',
  `issuer_address` STRING COMMENT 'Address of the issuer.',
  `recipient_id` STRING COMMENT 'Full identifier of the recipient; only if the option identifiers is full.',
  `recipient_last4` STRING COMMENT 'Last four digits of the recipient\'s identifier.',
  `recipient_pseudonym` STRING COMMENT 'Keyed hash of the recipient\'s identifier; only if you request pseudonyms.',
  `recipient_name` STRING COMMENT 'Name of the recipient; only if the option identifiers is full.',
  `recipient_address` STRING COMMENT 'Address of the recipient; only if the option identifiers is full.',
  `account_last4` STRING COMMENT 'Last four characters of the account number.',
  `qualified_tuition_and_related_expenses` DECIMAL(18, 2) COMMENT 'Box 1. Payments received for qualified tuition and related expenses.',
  `scholarships_grants` DECIMAL(18, 2) COMMENT 'Box 5. Scholarships or grants. Only the part above the qualified expenses is taxable, so they are never added.',
  `adjustments_made_for_prior_year` DECIMAL(18, 2) COMMENT 'Box 4. Adjustments to the tuition that was reported for a prior year. Not subtracted from box 1.',
  `adjustments_to_scholarships_or_grants_for_a_prior_year` DECIMAL(18, 2) COMMENT 'Box 6. Adjustments to scholarships or grants for a prior year. Not subtracted from box 5.',
  `reimbursements_refunds_from_an_insurance_contract` DECIMAL(18, 2) COMMENT 'Box 10. Reimbursements or refunds of qualified tuition from an insurance contract.',
  `half_time_student_indicator` STRING COMMENT 'Box 8. Whether the student was at least a half-time student in an academic period of the year.',
  `graduate_student_indicator` STRING COMMENT 'Box 9. Whether the student was a graduate student.',
  `academic_period_code` STRING COMMENT 'Box 7. Whether box 1 includes amounts for an academic period that begins in January to March of the next year.',
  `tin_checkbox` BOOLEAN COMMENT 'Whether the filer certifies that it asked for the student\'s TIN as required.'
) USING PARQUET COMMENT 'Form 1098-T, one row per document.';
-- From Parquet: INSERT INTO `form_1098_t` SELECT * FROM parquet.`FOLDER/form_1098_t.parquet`;
-- From CSV: CREATE OR REPLACE TEMPORARY VIEW file (`taxpayer_id` STRING, `record_id` STRING, `form` STRING, `form_index` INT, `entry_index` INT, `tax_year` INT, `submission` STRING, `status` STRING, `issuer_id` STRING, `issuer_name` STRING, `issuer_address` STRING, `recipient_id` STRING, `recipient_last4` STRING, `recipient_pseudonym` STRING, `recipient_name` STRING, `recipient_address` STRING, `account_last4` STRING, `qualified_tuition_and_related_expenses` DECIMAL(18, 2), `scholarships_grants` DECIMAL(18, 2), `adjustments_made_for_prior_year` DECIMAL(18, 2), `adjustments_to_scholarships_or_grants_for_a_prior_year` DECIMAL(18, 2), `reimbursements_refunds_from_an_insurance_contract` DECIMAL(18, 2), `half_time_student_indicator` STRING, `graduate_student_indicator` STRING, `academic_period_code` STRING, `tin_checkbox` BOOLEAN) USING CSV OPTIONS (path 'FOLDER/form_1098_t.csv', header 'true', multiLine 'true', escape '"'); INSERT INTO `form_1098_t` SELECT * FROM file;

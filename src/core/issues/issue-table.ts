/** An issue's severity: `error` if a box or a record cannot be used, `warning` if it is in doubt, `info` for a note. */
export type Severity = 'error' | 'warning' | 'info'

type IssueCodeRow = readonly [severity: Severity, sentence: string, advice: string]

const makeIssueRow =
  (severity: Severity) =>
  (sentence: string, advice: string): IssueCodeRow => [severity, sentence, advice]

/** Functions that each make a row of one severity from a sentence and advice. */
const [error, warning, info] = [makeIssueRow('error'), makeIssueRow('warning'), makeIssueRow('info')]

/** Declares the table. Its type contains the issue codes but not the text of the rows. */
function defineIssues<K extends string>(rows: Readonly<Record<K, IssueCodeRow>>): Readonly<Record<K, IssueCodeRow>> {
  return rows
}

/**
 * Every issue code with its severity, its sentence and advice. Messages and documentation come from this table.
 * New codes may be added, but a code is never renamed.
 */
export const ISSUES = defineIssues({
  // Issues about an input, its taxpayers and its dossiers.
  json_malformed: error(
    'The file is not valid JSON.',
    'Look at the line and column in the message. If the file is cut off there, send it again.',
  ),
  records_at_missing: error(
    'The file has nothing at the JSON pointer recordsAt (--records-at).',
    'Pass the location of the records in the file to --records-at as a JSON pointer, such as /data.',
  ),
  input_empty: error('The input contains no record and no taxpayer.', 'Check that it is the right file.'),
  xml_malformed: error(
    'The text is not well-formed XML.',
    'Export the loan file again. Its encoding must be the one that it declares.',
  ),
  xml_doctype: error(
    'The XML has a document type declaration, which loan files do not need.',
    'Remove the document type declaration. Entities that it defines are never expanded.',
  ),
  loan_file_unknown: error(
    'The XML is not a MISMO loan file with one deal and a borrower.',
    'Export the Uniform Residential Loan Application (URLA) as MISMO 3.4 XML with one DEAL.',
  ),
  value_unrecognized: error(
    'The value is not a record, a taxpayer or a dossier.',
    'See the message. The value is often an error response of the service.',
  ),
  value_too_large: error('One JSON value is larger than the limit.', 'Split the value, or raise --max-value-bytes.'),
  nesting_too_deep: error(
    'The value is nested deeper than 64 levels.',
    'Check the program that wrote the file. Records of the service are never nested this deeply.',
  ),
  limit_reached: error(
    'A limit was reached. Everything beyond it was left out.',
    'Split the input, or raise the option that the message names.',
  ),
  taxpayer_unknown: error(
    'The value does not name its taxpayer. Set taxpayerId (--taxpayer-id).',
    'Pass --taxpayer-id, or put the records into a dossier with their taxpayer.',
  ),
  taxpayer_not_contiguous: error(
    "The taxpayer appears again after another one. A taxpayer's records must be next to each other.",
    "Put all of a taxpayer's records together with taxtally merge.",
  ),
  taxpayer_second: error(
    'The input contains more than one taxpayer. The first one was used.',
    'Read each taxpayer separately, or use a function that reads several taxpayers.',
  ),
  taxpayer_repeated: warning(
    'Another taxpayer object with the same id was used instead. Amounts that differ are left out.',
    'Keep the newest taxpayer object and remove the others.',
  ),
  taxpayer_other_used: warning(
    'Another taxpayer object with the same id was used, because its canonical JSON sorts last.',
    'If the used object is not the current one, merge again without the others.',
  ),
  taxpayer_not_object: error(
    'The taxpayer is not an object.',
    'Collect the taxpayer again. Liabilities and employment history are missing.',
  ),
  taxpayer_name_shared: warning(
    'Values from several files belong to one taxpayer only because the files have the same name.',
    'Name the files after their taxpayers, or set the id of each taxpayer.',
  ),
  taxpayer_tin_differs: warning(
    "The taxpayer's identification number differs from the number on most form objects.",
    'Before you use a figure, find out whose records these are.',
  ),
  records_not_array: error("The dossier's records are not an array.", 'Collect the records again, as an array.'),
  dossier_key_unknown: error(
    'The dossier has an object or array under an unknown key. It was set aside.',
    'See rejected.ndjson. If the value contains records, put them under the key records.',
  ),

  // Issues about a record, its forms and the values of their boxes.
  record_not_object: error(
    'The record is not an object.',
    'Check the program that wrote the file, and collect the record again.',
  ),
  record_id_missing: error('The record has no usable id.', 'Collect the record again. Without an id, it is not used.'),
  record_forms_not_array: error(
    "The record's forms are not an array.",
    'Collect the record again. No part of it is used.',
  ),
  record_not_parsed: warning(
    "The record has no forms, because the taxpayer's status is not COMPLETED yet.",
    'Collect the records again when the status is COMPLETED.',
  ),
  record_repeated: warning(
    'Another record with the same id was used instead: the latest one, or the last in sorted order.',
    'Keep only the newest record of each id.',
  ),
  strict_rejected: error(
    'Strict mode rejects the record because it has an error or a coerced value.',
    'Correct the other issues of this record, or run again without --strict.',
  ),
  fdx_unreadable: error(
    'The value is not a statement or form of the Financial Data Exchange (FDX).',
    'If the file contains records, run again without --from fdx. If not, collect it again.',
  ),
  fdx_form_failed: error(
    'The provider returned an error instead of the form.',
    'Collect the form again. Until then, sums that need the form are incomplete.',
  ),
  fdx_no_place: info(
    'FDX has no property for the value. It was set aside.',
    'No action needed, unless the receiver of the FDX file needs the value.',
  ),
  form_not_object: error(
    'The form is not an object.',
    'Collect the record again. Its year is incomplete without this form.',
  ),
  form_not_array: error(
    'The value under the key of a form is not an array.',
    'Collect the record again. The forms under this key are not used.',
  ),
  document_not_object: error(
    'The entry of a form array is not an object.',
    'See the entry in rejected.ndjson, and collect the record again.',
  ),
  object_unreadable: error('An object was expected.', 'Check this path in the record.'),
  field_unknown: info(
    'Unknown field. Its value was left out.',
    'No action needed, unless the value is an amount. A newer version may know the field.',
  ),
  field_respelled: warning(
    'The field name differs in case or separators. It was read as the known field.',
    'No action needed for the figures. Ask the source to use the field names of the service.',
  ),
  field_misspelled: error(
    'The field name is close to a known one. Its value was left out.',
    'Correct the field name, and read the record again. Until then, sums that need the box are incomplete.',
  ),
  amount_unread: warning(
    'Unknown field with an amount. It is not in any total.',
    'Find out what this amount is before you use the year. A newer version may know the field.',
  ),
  form_unknown: warning(
    'Unknown form. Its JSON was set aside.',
    'Find out what the form contains before you use the year. A newer version, or a form table of yours, may read it.',
  ),
  form_respelled: warning(
    'The form name differs in case or separators. It was read as the known form.',
    'No action needed for the figures. Ask the source to use the form names of the service.',
  ),
  enum_unknown: warning('The value is not a known value. It was kept.', 'Find out what the new value means.'),
  money_unreadable: error(
    'The amount cannot be read.',
    'Check the document and correct the amount at its source. Sums that need it are incomplete.',
  ),
  money_out_of_range: error(
    'The amount is not below 90,000,000,000,000 dollars.',
    'Check the document. Such an amount is most likely an error at the source.',
  ),
  main_box_missing: error(
    'The main amount of the form is missing, although the document has other amounts.',
    'Find the amount on the document. Until then, sums that need it are incomplete.',
  ),
  money_coerced: info('The amount was read from text.', 'No action needed. The amount is exact.'),
  money_rounded: warning(
    'The amount had a fraction of a cent and was rounded half to even.',
    'No action needed for ordinary amounts. Send large amounts as text.',
  ),
  rate_unreadable: error('The rate cannot be read.', 'Check the document and correct the rate at its source.'),
  rate_ambiguous: warning(
    'The rate is exactly 1, which can mean 1% or 100%. It was left out.',
    'Find the rate on the document.',
  ),
  ratio_unreadable: error('The ratio cannot be read.', 'Check the document and correct the ratio at its source.'),
  ratio_as_percent: warning(
    'The ratio is above 1 and was read as a percentage.',
    'If you use the ratio, compare it with the document.',
  ),
  percentage_unreadable: error(
    'The percentage cannot be read.',
    'Check the document and correct the percentage at its source.',
  ),
  percentage_ambiguous: warning(
    'The percentage can be read in more than one way. It was left out.',
    'Find the percentage on the document.',
  ),
  count_unreadable: error('The count cannot be read.', 'Check the document and correct the number at its source.'),
  year_unreadable: error(
    'The year cannot be read.',
    'Correct the year at its source. Figures of that year may be incomplete.',
  ),
  flag_unreadable: warning(
    'The value of the checkbox cannot be read. It was left out.',
    'Look at the document to see whether the box is checked.',
  ),
  text_unreadable: error('Text was expected.', 'Find the text on the document.'),
  text_control: info(
    'Control or bidirectional characters were replaced with U+FFFD.',
    'Compare names and ids without these characters.',
  ),
  text_holds_money: info(
    'The text looks like an amount. It is not added to any sum.',
    'Check whether the amount belongs in another box.',
  ),
  code_unreadable: error(
    'The code cannot be read.',
    'Find the code on the document. The code may decide whether an amount counts.',
  ),
  date_unreadable: error('The date cannot be read.', 'Correct the date at its source.'),
  period_unreadable: error(
    'The tax period cannot be read.',
    'Correct the period at its source. The document may belong to another year.',
  ),
  timestamp_unreadable: error(
    'The timestamp cannot be read.',
    'Correct the timestamp at its source. It decides which of two records is later.',
  ),
  timestamp_without_offset: info(
    'The timestamp has no UTC offset and was read as UTC.',
    'No action needed if the source uses UTC.',
  ),
  identifier_unreadable: info(
    'The identifier is neither full nor masked. It is treated as absent.',
    'Find it on the document. Until then, the party is matched only by name and address.',
  ),
  identifier_placeholder: warning(
    'The identifier stands for no number, such as nine zeros or APPLIED FOR. It is treated as absent.',
    'Find the identifier. Until then, the party is matched only by name and address.',
  ),
  account_unreadable: error('The account number cannot be read.', 'Find the account number on the document.'),
  enum_unreadable: error('Text was expected.', 'Correct the value at its source.'),
  list_unreadable: error('The list, or an item of it, cannot be read.', 'Find the items of the list on the document.'),

  // Issues about a result: its documents compared with each other, and its figures.
  submission_unknown: warning(
    'Unknown submission type. The document counts as an original.',
    'Check whether the document corrects another one.',
  ),
  year_disagrees: warning(
    "The form's year and the record's tax year differ.",
    "Find the year on the document. The form's year was used.",
  ),
  year_unknown: error(
    'The document has no tax year and is in no yearly figure.',
    'Find the year of the document, and add it to the record.',
  ),
  mortgages_not_compared: warning(
    'A borrower has too many mortgage statements in one year to compare. Each statement counts as a separate loan.',
    'Compare the statements. If two of them report one transferred loan, its debt counts twice.',
  ),
  lien_exceeds_total: warning(
    'Tax liabilities with a lien are higher than total tax liabilities.',
    'Ask the IRS for the balance. Both amounts are reported as received.',
  ),
  proceeds_disagree: warning(
    'Proceeds and gross proceeds are both present and differ.',
    'Check the sale. The field proceeds was used.',
  ),
  taxable_upper_bound: info(
    'Box 2a is only an upper limit, because the taxable amount is marked "not determined".',
    'If you need the taxable part, ask for the tax return or Form 8606.',
  ),
  copies_disagree: warning(
    'A software copy of the document differs from the IRS copy: it has another value in a field that decides what an amount means, or an amount that the IRS copy lacks. The IRS copy decides.',
    'Compare the two documents. Ask for the form itself if the IRS copy may be wrong.',
  ),
  possible_duplicate: warning(
    'Another counted document has mostly the same amounts, and at most one identifying detail differs. Both count.',
    'Compare the two documents. If they are the same document, its amounts count twice.',
  ),
  probable_duplicate: warning(
    'The document equals another one from the same source. Both count, because they may be two documents.',
    'Ask whether there are two documents. If there is only one, its amounts count twice.',
  ),
  duplicate_without_original: warning(
    'The document is marked as a duplicate, but no equal document of its source counts, so it counts.',
    'Check whether the original is missing from its source.',
  ),
  amended_without_original: info(
    'The amended document has no original in its source. It counts.',
    'No action needed if the source contains only corrections.',
  ),
  amended_target_doubtful: warning(
    'It is uncertain which document this correction is meant for: no box is equal, a date or CUSIP differs, or a correction to zeros fits another document equally well.',
    'Compare the two documents. The amended one may correct another document.',
  ),
  source_conflict: warning(
    'Sources disagree about a document. The version from the better source counts.',
    'Compare the two versions.',
  ),
  out_of_range: error(
    'The figure is too large for its column. It was left out.',
    'Check the amounts of the figure. One of them is most likely an error.',
  ),
  known_fact_unused: warning(
    'A known fact of the taxpayer is not used, so it changes no figure.',
    'Compare its identifier, name or stream key with the tables income_streams and conditions.',
  ),
})

/** A stable issue code, such as `money_unreadable`. */
export type IssueCode = keyof typeof ISSUES

/** The severity of an issue: `error` if a box or a record cannot be used, `warning` if it is in doubt, `info` for a note. */
export type Severity = 'error' | 'warning' | 'info'

type IssueRow = readonly [severity: Severity, sentence: string, advice: string]

const row =
  (severity: Severity) =>
  (sentence: string, advice: string): IssueRow => [severity, sentence, advice]

/** These make a row of one severity from a sentence and advice. */
const [error, warning, info] = [row('error'), row('warning'), row('info')]

/** Keeps the issue codes in the type but not the texts of the rows. */
function rowsOf<K extends string>(rows: Readonly<Record<K, IssueRow>>): Readonly<Record<K, IssueRow>> {
  return rows
}

/**
 * Every issue code with its severity, its sentence and advice. Messages and documentation come from this table.
 * Codes are added, never renamed.
 */
export const ISSUES = rowsOf({
  // Issues about an input, its taxpayers and its dossiers.
  json_malformed: error(
    'The text is not one whole JSON value.',
    'Look at the place that the message names; where the text ends there, send the file again whole.',
  ),
  records_at_missing: error(
    'The value holds nothing where its records were said to be.',
    'Look where the records stand in the file, and give that place to --records-at as a JSON pointer, such as /data.',
  ),
  input_empty: error(
    'The input holds no record and no taxpayer.',
    'Look whether it is the right file: there is nothing in it.',
  ),
  xml_malformed: error(
    'The text is not XML that can be read.',
    'Export the loan file again; it must be well-formed XML in the encoding that it declares.',
  ),
  xml_doctype: error(
    'The XML has a document type declaration, which loan files do not need.',
    'Remove the declaration: entities that it defines are never expanded.',
  ),
  loan_file_unknown: error(
    'The XML is no MISMO loan file with one deal and a borrower.',
    'Give the XML of the uniform application in MISMO 3.4, with one DEAL in it.',
  ),
  value_unrecognized: error(
    'The value is not a record, a taxpayer or a dossier.',
    'Read the message: it says what the value looks like. Usually the service returned an error.',
  ),
  value_too_large: error(
    'One JSON value is larger than the limit.',
    'Split the value, or raise --max-value-bytes.',
  ),
  nesting_too_deep: error(
    'The value is nested deeper than 64 levels.',
    'Look at what wrote it: no record of the service is nested like this.',
  ),
  limit_reached: error(
    'A limit was reached; what is beyond it was left out.',
    'Split the input, or raise the option that the message names.',
  ),
  taxpayer_unknown: error(
    'The value names no taxpayer, and none was given; taxpayerId (--taxpayer-id) gives one.',
    'Give --taxpayer-id, or put the records into a dossier with their taxpayer.',
  ),
  taxpayer_not_contiguous: error(
    'The taxpayer returned after another one; its records must stand together.',
    "Put all of a taxpayer's records together before reading them.",
  ),
  taxpayer_second: error(
    'The input holds more than one taxpayer; the first one was used.',
    'Read the taxpayers one by one, or use the function for several.',
  ),
  taxpayer_repeated: warning(
    'Another taxpayer object of the same id stands for this one; amounts in which they differ are left out.',
    'Keep the newest taxpayer object, and remove the others.',
  ),
  taxpayer_other_used: warning(
    'Of several taxpayer objects of one id another one is used: the one whose canonical JSON is greatest.',
    'Merge again without the others, if it is not the one that holds today.',
  ),
  taxpayer_not_object: error(
    'The taxpayer is not an object.',
    'Collect the taxpayer again; until then there are no liabilities and no history.',
  ),
  taxpayer_name_shared: warning(
    'Files of one name, and only their name, say that their values are of one taxpayer.',
    "Name the files after their taxpayers, or give each taxpayer's id.",
  ),
  taxpayer_tin_differs: warning(
    'The number is not that of most form objects.',
    'Look whose records were collected before using any figure.',
  ),
  records_not_array: error(
    "The dossier's records are not an array.",
    'Collect the records again, as an array.',
  ),
  dossier_key_unknown: error(
    'An object or array under a key of the dossier that is not in the tables; it was kept aside.',
    'Look into rejected.ndjson for what it holds; records belong under the key records.',
  ),

  // Issues about a record, its forms and the values of their boxes.
  record_not_object: error(
    'The record is not an object.',
    'Look at what wrote the file; collect the record again.',
  ),
  record_id_missing: error(
    'The record has no usable id.',
    'Collect the record again; without an id it is not used.',
  ),
  record_forms_not_array: error(
    "The record's forms are not an array.",
    'Collect the record again; nothing of it is used.',
  ),
  record_not_parsed: warning(
    'The record holds no form; the status is before COMPLETED.',
    'Wait until the status is COMPLETED, and collect the records again.',
  ),
  record_repeated: warning(
    'Another record of the same id, later or greater, stands for this one.',
    'Keep the newest record of an id before reading.',
  ),
  strict_rejected: error(
    'Strict mode: the record held an error or a coercion.',
    'See the other issues of the record, correct what they name, or read without --strict.',
  ),
  fdx_unreadable: error(
    'The value is no statement or form of the Financial Data Exchange.',
    'Read the file without --from fdx where it holds records; else collect it again.',
  ),
  fdx_form_failed: error(
    'The provider says an error in place of the form.',
    'Collect the form again; until then sums that need it are incomplete.',
  ),
  fdx_no_place: info(
    'The Financial Data Exchange has no place for the value; it was kept aside.',
    'Nothing to do where the reader of the file does not need it.',
  ),
  form_not_object: error(
    'The form is not an object.',
    'Collect the record again; its year is incomplete without this form.',
  ),
  form_not_array: error(
    'The form array is not an array.',
    'Collect the record again; the forms under this key are not used.',
  ),
  document_not_object: error(
    'The entry of a form array is not an object.',
    'Look into rejected.ndjson for what stands there, and collect the record again.',
  ),
  object_unreadable: error(
    'An object was expected.',
    'Look at the place in the record; what it would say is not known.',
  ),
  field_unknown: info(
    'The key is not in the tables; its value was left out.',
    'Nothing to do where it is no amount; a newer version may know the key.',
  ),
  field_respelled: warning(
    'The key is spelled otherwise than in the tables; it was read as the one meant.',
    'Nothing to do for the figures; ask the source to spell its keys as the interface does.',
  ),
  field_misspelled: error(
    'The key is nearly one of the tables; its value was left out.',
    'Correct the key and read the record again; sums that need the box are incomplete.',
  ),
  amount_unread: warning(
    'The key is not in the tables, and an amount stands behind it that is in no sum.',
    'Look what the amount is before using the year: it is in no sum. A newer version may know the key.',
  ),
  form_unknown: warning(
    'The form array is not in the tables; its JSON was kept aside.',
    'Look what it holds before using the year; a newer version, or a table of your own, may read it.',
  ),
  form_respelled: warning(
    "The form array's key is spelled otherwise than in the tables; it was read as the form meant.",
    'Nothing to do for the figures; ask the source to spell the key as the interface does.',
  ),
  enum_unknown: warning(
    'The value is not one of the known ones; it was kept.',
    'Nothing to do; look up what the new value means.',
  ),
  money_unreadable: error(
    'The amount cannot be read.',
    'Look at the document, and correct the amount at its source; sums that need it are incomplete.',
  ),
  money_out_of_range: error(
    'The amount is not below 90,000,000,000,000 dollars.',
    'Look at the document: such an amount is most likely an error of the source.',
  ),
  main_box_missing: error(
    'The main amount of the form is missing, although the document has other amounts.',
    'Look at the document for the amount. Until then it is unknown, and sums that need it are incomplete.',
  ),
  money_coerced: info('The amount was read from text.', 'Nothing to do; the amount is exact.'),
  money_rounded: warning(
    'The amount had a part of a cent and was rounded half-even.',
    'Nothing to do for parts of a cent; send large amounts as text.',
  ),
  rate_unreadable: error(
    'The rate cannot be read.',
    'Look at the document, and correct the rate at its source.',
  ),
  rate_ambiguous: warning(
    'The rate is exactly 1: one percent or all of it; left out.',
    'Look at the document for the rate.',
  ),
  ratio_unreadable: error(
    'The ratio cannot be read.',
    'Look at the document, and correct the ratio at its source.',
  ),
  ratio_as_percent: warning(
    'The ratio is above 1 and was read as a percentage.',
    'Look at the document where the share matters.',
  ),
  percentage_unreadable: error(
    'The percentage cannot be read.',
    'Look at the document, and correct the percentage at its source.',
  ),
  percentage_ambiguous: warning(
    'The percentage has more than one reading; left out.',
    'Look at the document for the percentage.',
  ),
  count_unreadable: error(
    'The count cannot be read.',
    'Look at the document, and correct the number at its source.',
  ),
  year_unreadable: error(
    'The year cannot be read.',
    'Correct the year at its source; figures of its year may miss something.',
  ),
  flag_unreadable: warning(
    'The flag cannot be read; left out.',
    'Look at the document whether the box is checked.',
  ),
  text_unreadable: error('Text was expected.', 'Look at the document for the text.'),
  text_control: info(
    'Text held control characters, or what turns its direction; U+FFFD stands for each of them.',
    'Look at the text in the input; compare names and ids without these characters.',
  ),
  text_holds_money: info(
    'The text reads as an amount; it is never added up.',
    'Look whether the amount should be in a box of its own.',
  ),
  code_unreadable: error(
    'The code cannot be read.',
    'Look at the document for the code: it may decide whether an amount counts.',
  ),
  date_unreadable: error('The date cannot be read.', 'Correct the date at its source.'),
  period_unreadable: error(
    'The tax period cannot be read.',
    'Correct the period at its source: the document may belong to another year.',
  ),
  timestamp_unreadable: error(
    'The timestamp cannot be read.',
    'Correct the time at its source: it tells which of two records is later.',
  ),
  timestamp_without_offset: info(
    'The timestamp has no offset and was read as UTC.',
    'Nothing to do where the source means UTC.',
  ),
  identifier_unreadable: info(
    'The identifier is neither full nor masked; it compares as absent.',
    'Look at the document; until then it is matched by name and address alone.',
  ),
  account_unreadable: error(
    'The account number cannot be read.',
    'Look at the document for the account number.',
  ),
  enum_unreadable: error('Text was expected.', 'Correct the value at its source.'),
  list_unreadable: error(
    'The list, or an item of it, cannot be read.',
    'Look at the document for the items of the list.',
  ),

  // Issues about a result: its documents compared with each other, and its figures.
  submission_unknown: warning(
    'The submission type is not known; taken as an original.',
    'Look whether the document corrects another one: it counts as an original.',
  ),
  year_disagrees: warning(
    "The form's year and the record's tax year differ.",
    "Look at the document for its year; the form's own year was used.",
  ),
  year_unknown: error(
    'The document has no tax year and enters no yearly figure.',
    'Find the year of the document and give it: until then the document is in no yearly figure.',
  ),
  lien_exceeds_total: warning(
    'Liabilities with a lien exceed the total of liabilities.',
    'Ask the authority for the balance; both figures stand as they came.',
  ),
  proceeds_disagree: warning(
    'Proceeds and gross proceeds are both there and differ.',
    'Look at the sale; the field proceeds was used.',
  ),
  taxable_upper_bound: info(
    'Box 2a is an upper bound: the taxable amount is marked not determined.',
    'Ask for the return, or for Form 8606, where the taxable part matters.',
  ),
  possible_duplicate: warning(
    'Same amounts as a document of another source, too little else to tell; both count.',
    'Compare the two documents; where they are one, its amounts count twice.',
  ),
  probable_duplicate: warning(
    'Equal to another document of its own source; that alone makes neither a duplicate.',
    'Ask whether there were two documents; where there was one, its amounts count twice.',
  ),
  duplicate_without_original: warning(
    'Marked as a duplicate, but no equal document of its source counts; it counts.',
    'Look whether the original is missing from its source.',
  ),
  amended_without_original: info(
    'An amended document without an original in its source; it counts.',
    'Nothing to do where the source holds corrections only.',
  ),
  amended_target_doubtful: warning(
    'An amended document replaces one with which it has no box in common.',
    'Compare the two documents; the amended one may belong to another.',
  ),
  source_conflict: warning(
    'Sources disagree about one document; the better source counts.',
    "Compare the documents of the sources; the better source's counts.",
  ),
  out_of_range: error(
    'The figure does not fit its column; left out.',
    'Look at the amounts behind the figure: one of them is most likely an error.',
  ),
})

/** A stable issue code. */
export type IssueCode = keyof typeof ISSUES

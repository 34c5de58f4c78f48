import { error, info, rowsOf, warning } from './issue-row.js'

/** What is said of a record, of its forms and of the values of their boxes. */
export const RECORD_ISSUES = rowsOf({
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
})

import { error, rowsOf, warning } from './issue-row.js'

/** What is said of an input, of its taxpayers and of its dossiers. */
export const INPUT_ISSUES = rowsOf({
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
})

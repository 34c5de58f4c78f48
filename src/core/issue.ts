import { printPath, type Site } from './path.js'
import { shapeOf } from './shape-of.js'

/** How bad an issue is: an error costs a box or a record, a warning a doubt, an info a note. */
export type Severity = 'error' | 'warning' | 'info'

/**
 * Every issue code with its severity and its sentence, the one table that messages and docs come from.
 * Codes are added, never renamed.
 */
export const ISSUES = {
  json_malformed: ['error', 'The text is not one whole JSON value.'],
  input_empty: ['error', 'The input holds no record and no taxpayer.'],
  value_too_large: ['error', 'One JSON value is larger than the limit.'],
  nesting_too_deep: ['error', 'The value is nested deeper than 64 levels.'],
  taxpayer_unknown: ['error', 'The value names no taxpayer, and none was given.'],
  taxpayer_not_contiguous: [
    'error',
    'The taxpayer returned after another one; its records must stand together.',
  ],
  taxpayer_second: ['error', 'The input holds more than one taxpayer; the first one was used.'],
  taxpayer_repeated: [
    'warning',
    'Another taxpayer object of the same id stands for this one; amounts in which they differ are left out.',
  ],
  taxpayer_not_object: ['error', 'The taxpayer is not an object.'],
  taxpayer_name_shared: [
    'warning',
    'Files of one name, and only their name, say that their values are of one taxpayer.',
  ],
  taxpayer_tin_differs: ['warning', 'The number is not that of most form objects.'],
  records_not_array: ['error', "The dossier's records are not an array."],
  record_not_object: ['error', 'The record is not an object.'],
  record_id_missing: ['error', 'The record has no usable id.'],
  record_forms_not_array: ['error', "The record's forms are not an array."],
  record_not_parsed: ['warning', 'The record holds no form; the status is before COMPLETED.'],
  record_repeated: ['warning', 'Another record of the same id, later or greater, stands for this one.'],
  strict_rejected: ['error', 'Strict mode: the record held an error or a coercion.'],
  form_not_object: ['error', 'The form is not an object.'],
  form_not_array: ['error', 'The form array is not an array.'],
  document_not_object: ['error', 'The entry of a form array is not an object.'],
  object_unreadable: ['error', 'An object was expected.'],
  field_unknown: ['info', 'The key is not in the tables; its value was left out.'],
  form_unknown: ['warning', 'The form array is not in the tables; its JSON was kept aside.'],
  enum_unknown: ['warning', 'The value is not one of the known ones; it was kept.'],
  money_unreadable: ['error', 'The amount cannot be read.'],
  money_out_of_range: ['error', 'The amount is not below 90,000,000,000,000 dollars.'],
  money_coerced: ['info', 'The amount was read from text.'],
  money_rounded: ['warning', 'The amount had a part of a cent and was rounded half-even.'],
  rate_unreadable: ['error', 'The rate cannot be read.'],
  rate_ambiguous: ['warning', 'The rate is exactly 1: one percent or all of it; left out.'],
  ratio_unreadable: ['error', 'The ratio cannot be read.'],
  ratio_as_percent: ['warning', 'The ratio is above 1 and was read as a percentage.'],
  percentage_unreadable: ['error', 'The percentage cannot be read.'],
  percentage_ambiguous: ['warning', 'The percentage has more than one reading; left out.'],
  count_unreadable: ['error', 'The count cannot be read.'],
  year_unreadable: ['error', 'The year cannot be read.'],
  flag_unreadable: ['warning', 'The flag cannot be read; left out.'],
  text_unreadable: ['error', 'Text was expected.'],
  text_control: [
    'warning',
    'Text held control characters, or what turns its direction; U+FFFD stands for each of them.',
  ],
  text_holds_money: ['info', 'The text reads as an amount; it is never added up.'],
  code_unreadable: ['error', 'The code cannot be read.'],
  date_unreadable: ['error', 'The date cannot be read.'],
  period_unreadable: ['error', 'The tax period cannot be read.'],
  timestamp_unreadable: ['error', 'The timestamp cannot be read.'],
  timestamp_without_offset: ['info', 'The timestamp has no offset and was read as UTC.'],
  identifier_unreadable: ['info', 'The identifier is neither full nor masked; it compares as absent.'],
  account_unreadable: ['error', 'The account number cannot be read.'],
  enum_unreadable: ['error', 'Text was expected.'],
  list_unreadable: ['error', 'The list, or an item of it, cannot be read.'],
  submission_unknown: ['warning', 'The submission type is not known; taken as an original.'],
  year_disagrees: ['warning', "The form's year and the record's tax year differ."],
  year_unknown: ['error', 'The document has no tax year and enters no yearly figure.'],
  lien_exceeds_total: ['warning', 'Liabilities with a lien exceed the total of liabilities.'],
  proceeds_disagree: ['warning', 'Proceeds and gross proceeds are both there and differ.'],
  taxable_upper_bound: ['info', 'Box 2a is an upper bound: the taxable amount is marked not determined.'],
  possible_duplicate: [
    'warning',
    'Same amounts as a document of another source, too little else to tell; both count.',
  ],
  probable_duplicate: [
    'warning',
    'Equal to another document of its own source; that alone makes neither a duplicate.',
  ],
  duplicate_without_original: [
    'warning',
    'Marked as a duplicate, but no equal document of its source counts; it counts.',
  ],
  amended_without_original: ['info', 'An amended document without an original in its source; it counts.'],
  amended_target_doubtful: [
    'warning',
    'An amended document replaces one with which it has no box in common.',
  ],
  source_conflict: ['warning', 'Sources disagree about one document; the better source counts.'],
  out_of_range: ['error', 'The figure does not fit its column; left out.'],
} as const satisfies Record<string, readonly [Severity, string]>

/** A stable issue code. */
export type IssueCode = keyof typeof ISSUES

/**
 * Something noted about the input. Holds no value from the data: `path` is an RFC 9535 normalized path,
 * `received` the shape of what came (`string, 11 characters`).
 * Missing: `recordId` where none is known, `origin` where the input is no file.
 */
export interface Issue {
  readonly code: IssueCode
  readonly severity: Severity
  readonly path: string
  readonly message: string
  readonly expected?: string
  readonly received?: string
  readonly recordId?: string
  /** The file, and the line of NDJSON, that the value came from. */
  readonly origin?: Origin
}

/** Where a value came from. `line` counts from 1; null in a file of one value. */
export interface Origin {
  readonly source: string
  readonly line: number | null
}

/** What is known of an issue beside its code and place. */
export interface IssueDetail {
  readonly expected?: string
  /** The value that came; only its shape is kept. */
  readonly value?: unknown
  readonly severity?: Severity
  readonly recordId?: string | null
  readonly origin?: Origin | null
  /** Text behind the code's sentence, without a value from the data. */
  readonly more?: string
}

/** Makes an issue; of the value only its shape is left. */
export function makeIssue(code: IssueCode, at: Site | null, detail: IssueDetail = {}): Issue {
  const [severity, sentence] = ISSUES[code]
  const received = 'value' in detail ? shapeOf(detail.value) : undefined
  const tail =
    detail.expected === undefined
      ? ''
      : ` Expected ${detail.expected}${received === undefined ? '' : `; received ${received}`}.`
  return {
    code,
    severity: detail.severity ?? severity,
    path: printPath(at),
    message: sentence + (detail.more === undefined ? '' : ` ${detail.more}`) + tail,
    ...(detail.expected === undefined ? {} : { expected: detail.expected }),
    ...(received === undefined ? {} : { received }),
    ...(typeof detail.recordId === 'string' ? { recordId: detail.recordId } : {}),
    ...(detail.origin === undefined || detail.origin === null ? {} : { origin: detail.origin }),
  }
}

// The exact list of outputs in which input values appear on purpose, by position in the input.

type Shown = Readonly<Record<string, readonly string[]>>

const READ_COMMANDS = ['normalize', 'summarize', 'summarize --json', 'validate --json']

/** Outputs with any option: ids of taxpayers and records, names of businesses, and boxes without personal data. */
export const SHOWN: Shown = {
  'taxpayer.id': ['explain', ...READ_COMMANDS, 'every table: taxpayer_id'],
  'record.id': [...READ_COMMANDS, 'every table: record_id'],
  'record.taxpayer_id': ['normalize'],
  'record of nobody, id': ['every table: record_id', 'validate --json'],
  'taxpayer.provider_id': ['normalize', 'summarize --json', 'taxpayers: provider_id'],
  'taxpayer.status': ['normalize', 'summarize --json', 'taxpayers: status'],
  'record.provider_id': ['normalize', 'records: provider_id'],
  'form type': ['documents: transcript_type', 'normalize'],
  'employment.type': ['normalize'],
  // Metadata belongs to the application that calls the library and is returned to it.
  'metadata key': ['normalize'],
  'metadata value': ['normalize'],
  'employer.name': ['normalize'],
  'employer.address': ['normalize'],
  'issuer name': [
    ...['documents: issuer_name', 'employment: employer_name', 'facts: issuer_name', 'normalize'],
    ...['summarize', 'summarize --json', 'wide: issuer_name'],
  ],
  'issuer address': ['normalize', 'wide: issuer_address'],
  'box text': ['its own wide column', 'normalize'],
  'box code': ['its own wide column', 'normalize'],
  'box list': ['its own wide column', 'normalize'],
}

/** Additional outputs if the key of an unknown form array looks like a form key and contains no identifier. */
export const FORM_KEYS: Shown = {
  'unknown form key': [
    ...[
      'conditions: about',
      'gaps: form',
      'issues: path',
      'summarize',
      'summarize --json',
      'validate',
      'validate --json',
    ],
  ],
}

/** Additional outputs if unknown keys are plain words without punctuation or consecutive digits. */
export const PLAIN_KEYS: Shown = { ...FORM_KEYS, 'unknown key': ['issues: path', 'validate', 'validate --json'] }

/** Additional outputs if an amount is unreadable: its income stream and conditions contain the issuer's name. */
export const UNREADABLE_AMOUNT: Shown = {
  'issuer name': [
    ...['conditions: about', 'conditions: stream', 'explain', 'figure_flags: stream', 'income_streams: name'],
    ...['income_streams: stream', 'traces: figure', 'traces: input_figure'],
  ],
  'record.id': ['explain'],
}

/**
 * Positions that do not appear if every value is a number like an SSN. The issuer may then be a person, and numbers in
 * texts are masked.
 */
export const PERSONAL_POSITIONS = [
  ...['employer.name', 'employer.address', 'issuer name', 'issuer address', 'box text', 'box code', 'box list'],
  ...['form type', 'employment.type', 'record.provider_id', 'taxpayer.provider_id', 'taxpayer.status'],
]

/** Positions in rejected input. Only `rejected.ndjson` contains this input, and unchanged. */
const REJECTED = [
  ...['forms of a rejected record', 'malformed line', 'no form array', 'no form object', 'no object at all'],
  ...['no object in a form array', 'no record', 'record of nobody', 'record of nobody, id'],
  ...['record without an id', 'record.date', 'record.id', 'record.name', 'record.provider_id'],
  ...['record.raw_file', 'record.tax_year', 'record.taxpayer_id', 'too deep value', 'unknown key'],
  ...['unknown key, nested', 'unknown value', 'unknown value, nested'],
]
export const KEPT: Shown = Object.fromEntries(REJECTED.map(position => [position, ['rejected.ndjson']]))

/** Additional outputs with full identifiers. */
export const FULL: Shown = {
  'taxpayer.name': ['normalize'],
  'taxpayer.form8821': ['normalize'],
  'address.street_address': ['normalize'],
  'address.city': ['normalize'],
  'address.state': ['normalize'],
  'address.zip_code': ['normalize'],
  'record.name': ['normalize'],
  'record.raw_file': ['normalize'],
  'recipient name': ['normalize', 'wide: recipient_name'],
  'recipient address': ['normalize', 'wide: recipient_address'],
  'box text, personal': ['its own wide column', 'normalize'],
}

/** Additional outputs with full identifiers if canaries are words, which can be names and parts of addresses. */
export const FULL_WORDS: Shown = {
  'box text, personal': ['mortgages: property'],
  'issuer name': ['mortgages: lenders'],
}

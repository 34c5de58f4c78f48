// The exact list of where a value of the input is put out on purpose. Whatever is not in it is shown nowhere.

type Shown = Readonly<Record<string, readonly string[]>>

const EVERYWHERE = ['explain', 'normalize', 'summarize', 'summarize --json', 'validate --json']

/** Names that the figures are filed under, names of businesses, and boxes that are no data of a person. */
export const SHOWN: Shown = {
  'taxpayer.id': [...EVERYWHERE, 'every table: taxpayer_id'],
  'record.id': [...EVERYWHERE, 'every table: record_id', 'needs: about'],
  'record.taxpayer_id': ['normalize'],
  'record of nobody, id': ['every table: record_id', 'validate --json'],
  'taxpayer.provider_id': ['normalize', 'summarize --json', 'taxpayers: provider_id'],
  'taxpayer.status': ['normalize', 'summarize --json', 'taxpayers: status'],
  'record.provider_id': ['normalize', 'records: provider_id'],
  'form type': ['documents: transcript_type', 'normalize'],
  'employment.type': ['normalize'],
  // The application's own, which it gets back.
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

/** The key of a form array that no table knows is named where it is called as forms are, digits too, but no person's number. */
export const FORM_KEYS: Shown = {
  'unknown form key': [
    'issues: path',
    'needs: about',
    'summarize',
    'summarize --json',
    'validate',
    'validate --json',
  ],
}

/** A key that no table knows stands in paths where it is plain words: no digits in a row, no signs. */
export const PLAIN_KEYS: Shown = {
  ...FORM_KEYS,
  'unknown key': ['issues: path', 'validate', 'validate --json'],
}

/** An amount that is no number was lost, and its document is asked for by its issuer. */
export const ASKED: Shown = { 'issuer name': ['needs: about'] }

/** What is spelled as a person's number makes an issuer a person: neither name nor address is put out. */
export const OF_PERSONS = ['employer.name', 'employer.address', 'issuer name', 'issuer address']

/** `rejected.ndjson` alone keeps what was refused as it came. */
const REJECTED = [
  ...['forms of a rejected record', 'malformed line', 'no form array', 'no form object', 'no object at all'],
  ...['no object in a form array', 'no record', 'record of nobody', 'record of nobody, id'],
  ...['record without an id', 'record.date', 'record.id', 'record.name', 'record.provider_id'],
  ...['record.raw_file', 'record.tax_year', 'record.taxpayer_id', 'too deep value', 'unknown key'],
  ...['unknown key, nested', 'unknown value', 'unknown value, nested'],
]
export const KEPT: Shown = Object.fromEntries(REJECTED.map(position => [position, ['rejected.ndjson']]))

/** What `full` puts out beside. */
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

/** What `full` puts out of words: a number is no lender's name, and stands in no address. */
export const FULL_WORDS: Shown = {
  'box text, personal': ['mortgages: property'],
  'issuer name': ['mortgages: lenders'],
}

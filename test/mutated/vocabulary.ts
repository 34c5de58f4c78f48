// The judge must not share code or data with the library, so the form kinds come from `facts.json`, which was transcribed
// from the API document independently of the library's tables.
import FACTS from '../schema/facts.json' with { type: 'json' }

/** A money box: its raw key, its name in the output, its role, and whether it is added, subtracted or neither. */
export interface MoneyBox {
  readonly key: string
  readonly name: string
  readonly role: string
  readonly sum: string
}

/** A form kind with its keys. `issuer` and `recipient` are the keys of the parties in an entry. */
export interface FormShape {
  readonly key: string
  readonly issuer: string
  readonly issuerId: string
  readonly recipient: string
  readonly recipientId: string
  /** The money boxes by raw key. */
  readonly money: ReadonlyMap<string, MoneyBox>
  /** The kind of each other field (`flag`, `date`, `code`, ...) by raw key. */
  readonly otherKinds: ReadonlyMap<string, string>
  /** All keys of an entry, including those of the two parties. */
  readonly keys: readonly string[]
  readonly keySet: ReadonlySet<string>
}

/** Three text fields contain identifiers, so their values are made like those of identifiers. */
const IDENTIFIER_KEY = /_tax\w*_id\w*number$/

/** All form kinds, in the order of the API document. */
export const SHAPES: readonly FormShape[] = Object.entries(FACTS).map(([key, { issuer, recipient, fields }]) => {
  const money = new Map<string, MoneyBox>()
  const otherKinds = new Map<string, string>()
  for (const { key: box, name, type, role, sum } of fields)
    if (type === 'money') money.set(box, { key: box, name, role: role as string, sum: sum as string })
    else otherKinds.set(box, IDENTIFIER_KEY.test(box) ? 'identifier' : type)
  const keys = [issuer.key, recipient.key, ...money.keys(), ...otherKinds.keys()]
  const parties = { issuer: issuer.key, issuerId: issuer.id, recipient: recipient.key, recipientId: recipient.id }
  return { key, ...parties, money, otherKinds, keys, keySet: new Set(keys) }
})

export const SHAPE_BY_KEY: ReadonlyMap<string, FormShape> = new Map(SHAPES.map(shape => [shape.key, shape]))

/** Forms that the library does not read. `income` is true if the form can report income. */
export const UNREAD_FORM_KEYS: readonly (readonly [key: string, income: boolean])[] = [
  ['form_1099_k', true],
  ['form_1099_oid', true],
  ['form_1099_q', false],
  ['form_1099_patr', true],
  ['form_3921', false],
  ['schedule_c', true],
  ['form_1095_a', false],
  ['form_1098_e', false],
  ['form_5498_sa', false],
]

/** The known keys outside entries. A printed path may contain them. */
export const FRAME_KEYS: readonly string[] = [
  ...['taxpayer', 'records', 'id', 'name', 'provider_id', 'created_at', 'status', 'metadata', 'analysis', 'details'],
  ...['form8821', 'total_liabilities', 'liabilities_with_lien_filed', 'tin', 'employment_history', 'type', 'year'],
  ...['employer', 'ein', 'address', 'street_address', 'city', 'state', 'zip_code', 'balance_summary', 'balance_due'],
  ...['tax_years', 'amount', 'tax_year', 'date', 'raw_file', 'forms', 'taxpayer_id', 'ssn', 'fin', 'code', 'value'],
  ...['payment'],
]

const SQUEEZED = new Map<string, string>()

/** Converts a key to lower case and removes its separators. */
export const squeeze = (key: string): string => {
  const cached = SQUEEZED.get(key)
  if (cached !== undefined) return cached
  const squeezed = key.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (SQUEEZED.size > 20_000) SQUEEZED.clear()
  SQUEEZED.set(key, squeezed)
  return squeezed
}

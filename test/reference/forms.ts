import FACTS from '../schema/facts.json' with { type: 'json' }

/** A money box: raw key, normalized name, box number, role, and how it adds to its role's sum. */
type MoneyField = readonly [key: string, name: string, box: string | null, role: string, sum: string]

/** The properties of a form kind, transcribed from the API document independently of the library's tables. */
export interface Form {
  readonly issuer: { readonly key: string; readonly id: string }
  readonly recipient: { readonly key: string; readonly id: string }
  readonly account: string | null
  /** The key of the period end, which determines the year. A K-1 has two period keys: the start, then the end. */
  readonly periodEnd: string | null
  readonly money: readonly MoneyField[]
  /** The type of every field, by key. */
  readonly types: Readonly<Record<string, string>>
}

export const FORMS: Readonly<Record<string, Form>> = Object.fromEntries(
  Object.entries(FACTS).map(([kind, { issuer, recipient, fields }]) => {
    const keysOf = (type: string) => fields.filter(field => field.type === type).map(({ key }) => key)
    const money = fields.flatMap(({ key, name, type, box, role, sum }): MoneyField[] =>
      type === 'money' ? [[key, name, box, role as string, sum as string]] : [],
    )
    const [account = null, [, periodEnd = null]] = [keysOf('account')[0], keysOf('period')]
    const types = Object.fromEntries(fields.map(({ key, type }) => [key, type]))
    return [kind, { issuer, recipient, account, periodEnd, money, types }]
  }),
)

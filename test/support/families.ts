import { Dice } from './random-copies.js'
import type { Raw } from './run.js'
import { type Shape, shapeOf } from './shape.js'

/** How many different values a property has in N documents: none, one, three, √N (`roots`), N / 2, or N (`many`). */
type Spread = 'none' | 'one' | 'few' | 'roots' | 'many' | 'half'

interface Parties {
  readonly spread: Spread
  readonly endings: Spread
  readonly masked: number
  readonly absent: number
}

/** A description of similar dossiers of any size: how often values repeat, are masked, or are absent. */
export interface Family {
  readonly form: Shape
  readonly issuer: Parties
  readonly recipient: Parties
  readonly names: { readonly spread: Spread; readonly isAlike: boolean; readonly cut: number }
  readonly addresses: Spread
  readonly accounts: { readonly spread: Spread; readonly absent: number }
  readonly uniqueIds: Spread
  readonly boxes: readonly { readonly how: Amounts; readonly absent: number }[]
  readonly wholeDollarShare: number
  readonly sources: Spread
  readonly authority: number
  /** True if all sources have the same documents. False if each source has its own documents. */
  readonly isShared: boolean
  readonly markedShares: { readonly amended: number; readonly void: number; readonly duplicate: number }
  /** True if entries have random notes. Resolution does not compare notes, but they make almost all entries differ. */
  readonly isNoted: boolean
  readonly pulls: number
}

type Amounts = 'equal' | 'near' | 'few' | 'roots' | 'distinct'

const FORMS: readonly Shape[] = [
  shapeOf(
    'form_w2',
    ...['wages_tips_other_compensation', 'federal_income_tax_withheld', 'social_security_wages'],
    ...['social_security_tax_withheld', 'medicare_wages_tips', 'medicare_tax_withheld'],
  ),
  shapeOf('form_1099_int', 'interest_income', 'tax_withheld', 'savings_bonds'),
  shapeOf(
    'form_1099_r',
    ...['Tax Withheld', 'total_employee_contributions', 'other_income', 'gross_distribution', 'taxable_amount'],
  ),
  shapeOf('form_1099_b', 'proceeds', 'cost_basis', 'wash_sale_loss_disallowed'),
  shapeOf('form_1042_s', 'gross_income', 'us_federal_tax_withheld', 'total_withholding_credit'),
  shapeOf('schedule_k1_1065', 'dividends', 'interest', 'ordinary_income_k1'),
]

export function makeFamily(seed: number): Family {
  const dice = new Dice(seed)
  const spread = (): Spread => dice.pick(['one', 'one', 'few', 'roots', 'many', 'half'])
  const share = (): number => dice.pick([0, 0, 0.1, 0.5, 1])
  const pickMarkedShare = (): number => dice.pick([0, 0, 0, 0.05, 0.5])
  const party = () => ({ spread: spread(), endings: spread(), masked: share(), absent: dice.pick([0, 0, 0.5, 1]) })
  const form = dice.pick(FORMS)
  const commonAmounts = dice.chance(0.5) ? dice.pick(['equal', 'near', 'few', 'roots', 'distinct'] as const) : null
  return {
    form,
    issuer: party(),
    recipient: party(),
    names: { spread: dice.pick(['none', spread(), spread()]), isAlike: dice.chance(0.5), cut: share() },
    addresses: dice.pick(['none', 'none', spread()]),
    accounts: { spread: dice.pick(['none', spread()]), absent: dice.pick([0, 0.5, 0.9]) },
    uniqueIds: dice.pick(['none', 'half', 'many']),
    boxes: form.money
      .slice(0, dice.pick([1, 2, 2, 3, 6]))
      .map(() => ({
        how: commonAmounts ?? dice.pick(['equal', 'near', 'few', 'roots', 'distinct'] as const),
        absent: dice.pick([0, 0, 0, 0.3]),
      })),
    wholeDollarShare: dice.pick([0, 0, 0.5, 1]),
    sources: dice.pick(['one', 'few', 'few', 'few', 'roots', 'half', 'many']),
    authority: dice.pick([0, 0.5, 1]),
    isShared: dice.chance(0.6),
    markedShares: { amended: pickMarkedShare(), void: pickMarkedShare(), duplicate: pickMarkedShare() },
    isNoted: dice.chance(0.3),
    pulls: dice.pick([0, 0, 0, 0.5]),
  }
}

/** Computes the number of different values of a property among `size` documents. */
const computeCount = (spread: Spread, size: number): number =>
  ({ none: 0, one: 1, few: 3, roots: Math.ceil(Math.sqrt(size)), half: Math.ceil(size / 2), many: size })[spread]

/** Makes a dossier of the family with approximately the given number of documents. */
export function makeFamilyDossier(family: Family, size: number, seed: number): Raw {
  const { form } = family
  const dice = new Dice(seed)
  const sources = Math.max(1, Math.min(size, computeCount(family.sources, size)))
  const documentsPerSource = Math.max(1, Math.floor(size / sources))
  const kinds = family.isShared ? documentsPerSource : size
  const choose = (spread: Spread, i: number): number => {
    const count = computeCount(spread, kinds)
    return spread === 'many' || spread === 'half' ? i % count : dice.rollBelow(Math.max(1, count))
  }
  const party = ({ spread, endings, masked, absent }: Parties, i: number, first: number): string | null => {
    const digits = String(10_000 + (choose(spread, i) % 90_000))
    const ending = String(1000 + (choose(endings, i) % 9000))
    if (dice.chance(absent)) return null
    return dice.chance(masked) ? `XXXXX${ending}` : `${first}${digits.slice(1)}${ending}`
  }
  const makeName = (i: number): string => {
    const number = choose(family.names.spread, i).toString(36).toUpperCase()
    const name = family.names.isAlike ? `ACME ${number}` : `${number.padStart(4, 'Q')} WORKS`
    return dice.chance(family.names.cut) ? name.slice(0, 4) : name
  }
  const makeAmount = (how: Amounts, i: number, box: number): number => {
    const cents = {
      equal: 0,
      near: i % 100,
      few: 1000 * dice.rollBelow(5),
      roots: 1000 * choose('roots', i),
      distinct: 307 * i,
    }
    return 10_000 + 1000 * box + cents[how]
  }
  /** Makes one source's entry of document `i`. Identifiers may be masked, and boxes may be absent. */
  const makeEntry = (i: number): Raw => {
    const isWhole = dice.chance(family.wholeDollarShare)
    const issuer = party(family.issuer, i, 2)
    const recipient = party(family.recipient, i, 9)
    const entry: Raw = {
      [form.issuer]: {
        ...(issuer === null ? {} : { [form.issuerId]: issuer }),
        ...(family.names.spread === 'none' ? {} : { name: makeName(i) }),
        ...(family.addresses === 'none' ? {} : { address: `${choose(family.addresses, i)} MAIN STREET` }),
      },
      [form.recipient]: recipient === null ? {} : { [form.recipientId]: recipient },
    }
    if (form.account !== null && family.accounts.spread !== 'none' && !dice.chance(family.accounts.absent))
      entry[form.account] = (1_679_616 + choose(family.accounts.spread, i)).toString(36).slice(-4)
    if (form.unique !== null && family.uniqueIds !== 'none' && (family.uniqueIds === 'many' || dice.chance(0.5)))
      entry[form.unique] = String(1_000_000_000 + i)
    for (const [box, { how, absent }] of family.boxes.entries()) {
      if (dice.chance(absent)) continue
      const cents = makeAmount(how, i, box)
      entry[form.money[box] as string] = (isWhole ? Math.trunc(cents / 100) * 100 : cents) / 100
    }
    const marked = dice.drawFraction()
    const { amended, void: voidShare, duplicate } = family.markedShares
    if (marked < amended) entry['submission_type'] = 'Corrected'
    else if (marked < amended + voidShare) entry['submission_type'] = 'Void'
    else if (marked < amended + voidShare + duplicate) entry['submission_type'] = 'Duplicate'
    if (family.isNoted) entry['note'] = dice.rollBelow(1_000_000)
    return entry
  }
  const records = Array.from({ length: sources }, (_, source): Raw => {
    const isAuthority = source / sources < family.authority
    const entries = Array.from({ length: documentsPerSource }, (_, i) =>
      makeEntry(family.isShared ? i : source * documentsPerSource + i),
    )
    return {
      id: `r${source}`,
      provider_id: isAuthority ? 'irs' : 'hr',
      tax_year: '2023',
      date: `2024-0${1 + (source % 9)}-01T00:00:00Z`,
      forms: [{ year: '2023', [form.form]: entries }],
    }
  })
  const again = records
    .filter(() => dice.chance(family.pulls))
    .slice(0, 3)
    .map(record => ({ ...record, id: `again-${record['id']}` }))
  return { taxpayer: { id: 't' }, records: [...records, ...again] }
}

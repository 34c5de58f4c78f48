import { Dice } from './random-copies.js'
import type { Raw } from './run.js'
import { type Shape, shapeOf } from './shape.js'

/** A document as issued. A version is its amounts in cents by box. The original comes first, then the corrections. */
export interface Truth {
  readonly account: string
  readonly versions: readonly (readonly number[])[]
}

/** The versions of a document that a source has. The first is submitted as an original, the others as corrections. */
type Knowledge = readonly number[]

/** A source: which documents it has, and how it formats them. */
export interface Source {
  readonly id: string
  readonly provider: string
  readonly date: string
  readonly masked: boolean
  readonly isWholeDollars: boolean
  readonly nameless: boolean
  /** The versions of each document that the source has, by document number. */
  readonly knownVersions: Map<number, Knowledge>
}

/** One issuer's documents, and the versions that each source has. */
export interface KnownDocuments {
  readonly form: Shape
  readonly truths: Truth[]
  readonly sources: readonly Source[]
}

const FORMS: readonly Shape[] = [
  shapeOf('form_w2', 'wages_tips_other_compensation', 'federal_income_tax_withheld', 'medicare_wages_tips'),
  shapeOf('form_1099_b', 'proceeds', 'cost_basis', 'wash_sale_loss_disallowed'),
  shapeOf('form_1099_int', 'interest_income', 'tax_withheld', 'savings_bonds'),
]

/** Draws random amounts in cents that are more than two dollars apart. */
class Amounts {
  readonly #dice: Dice
  readonly #drawn = new Set<number>()
  constructor(dice: Dice) {
    this.#dice = dice
  }

  draw(): number {
    for (;;) {
      const dollars = 1000 + this.#dice.rollBelow(900_000)
      if (this.#drawn.has(dollars)) continue
      for (const near of [-2, -1, 0, 1, 2]) this.#drawn.add(dollars + near)
      return dollars * 100 + this.#dice.rollBelow(100)
    }
  }
}

/**
 * Makes two to four documents of one issuer from a seed. Each of two or three IRS or software sources has some of the
 * documents and some of their corrections. With `complete`, one source has every document.
 */
export function knownDocuments(seed: number, complete: boolean): KnownDocuments {
  const dice = new Dice(seed)
  const form = dice.pick(FORMS)
  const amounts = new Amounts(dice)
  const oneAccount = dice.chance(0.7)
  const truths = Array.from({ length: 2 + dice.rollBelow(3) }, (_, i): Truth => {
    const versions: (readonly number[])[] = [form.money.map(() => amounts.draw())]
    while (versions.length < 3 && dice.chance(0.4))
      versions.push(makeCorrection(versions.at(-1) as readonly number[], dice, amounts))
    return { account: oneAccount ? '4001' : `400${i}`, versions }
  })
  const accounts = new Set(truths.map(({ account }) => account))
  const count = 2 + dice.rollBelow(2)
  const completeSourceIndex = complete ? dice.rollBelow(count) : -1
  const sources = Array.from({ length: count }, (_, i): Source => {
    const knownVersions = new Map<number, Knowledge>()
    const share = dice.pick([0.3, 0.6, 0.9])
    for (const [number, { versions }] of truths.entries()) {
      if (i !== completeSourceIndex && !dice.chance(share)) continue
      const versionNumbers = Array.from({ length: 1 + dice.rollBelow(versions.length) }, (_, version) => version)
      // A source may have the corrected amounts without marking the document as a correction.
      knownVersions.set(number, dice.chance(0.2) ? versionNumbers.slice(-1) : versionNumbers)
    }
    const provider = dice.pick(['irs', 'irs_tax_pro', 'turbotax', 'hr'])
    return {
      id: `r${i}`,
      provider,
      date: `2024-0${1 + dice.rollBelow(9)}-01T00:00:00.000Z`,
      masked: dice.chance(provider.startsWith('irs') ? 0.6 : 0.1),
      isWholeDollars: dice.chance(0.2),
      // Without recipients, documents must have the same account, so that they can still be matched.
      nameless: !provider.startsWith('irs') && accounts.size === 1 && dice.chance(0.2),
      knownVersions,
    }
  })
  // Remove each correction that no source marks as one, because it would look like a separate document. For an IRS
  // source, another IRS source must mark it, because software does not correct the IRS.
  for (const [number, { account, versions }] of truths.entries()) {
    const count = countMarkedVersions(sources, number)
    const countAtIrs = countMarkedVersions(sources.filter(isIrsSource), number)
    truths[number] = { account, versions: versions.slice(0, count) }
    for (const source of sources) {
      const limit = isIrsSource(source) ? countAtIrs : count
      const seen = source.knownVersions.get(number)?.filter(version => version < limit)
      if (seen !== undefined) source.knownVersions.set(number, seen.length === 0 ? [0] : seen)
    }
  }
  return { form, truths, sources }
}

export const isIrsSource = ({ provider }: Source): boolean => provider.startsWith('irs')

/** Returns the number of versions of a document that the sources mark: the original and its corrections. */
const countMarkedVersions = (sources: readonly Source[], number: number): number =>
  Math.max(1, ...sources.map(({ knownVersions }) => knownVersions.get(number)?.length ?? 1))

/** Changes the amounts of one or more boxes. Keeps the last box, so that tests can identify the document by it. */
function makeCorrection(cents: readonly number[], dice: Dice, amounts: Amounts): readonly number[] {
  const changed = 1 + dice.rollBelow(cents.length - 1)
  return cents.map((amount, i) => (i < changed ? amounts.draw() : amount))
}

/** Adds a correction of a document to a source that has the original. Returns the amounts that this source reports. */
export function correct(
  { truths, sources }: KnownDocuments,
  sourceIndex: number,
  number: number,
  dice: Dice,
): number[] {
  const { account, versions } = truths[number] as Truth
  const corrected = makeCorrection(versions[0] as readonly number[], dice, new Amounts(dice))
  truths[number] = { account, versions: [...versions, corrected] }
  const source = sources[sourceIndex] as Source
  source.knownVersions.set(number, [0, 1])
  return corrected.map(cents => roundAsReported(source, cents))
}

/** Lists the sources that have a document. */
export const findSourcesWith = ({ sources }: KnownDocuments, number: number): Source[] =>
  sources.filter(({ knownVersions }) => knownVersions.has(number))

/** Returns an amount in cents as a source reports it. */
export const roundAsReported = ({ isWholeDollars }: Source, cents: number): number =>
  isWholeDollars ? Math.trunc(cents / 100) * 100 : cents

/** Makes the raw dossier of the documents that the sources have. */
export function dossierOfKnown({ form, truths, sources }: KnownDocuments): Raw {
  return {
    taxpayer: { id: 't' },
    records: sources.map(source => {
      const makeEntry = (account: string, cents: readonly number[], isFirst: boolean): Raw => ({
        [form.issuer]: {
          [form.issuerId]: source.masked ? 'XX-XXX1234' : '20-1111234',
          name: source.masked ? 'THE ' : 'THE HOME DEPOT',
          address: source.masked ? '1 HACK' : '1 HACKER WAY',
        },
        [form.recipient]: source.nameless ? {} : { [form.recipientId]: source.masked ? 'XXX-XX-3333' : '900-11-3333' },
        ...(form.account === null ? {} : { [form.account]: `XXXX${account}` }),
        ...Object.fromEntries(form.money.map((box, i) => [box, roundAsReported(source, cents[i] as number) / 100])),
        ...(isFirst ? {} : { submission_type: 'Corrected' }),
      })
      const entries = [...source.knownVersions].flatMap(([number, seen]) => {
        const { account, versions } = truths[number] as Truth
        return seen.map((version, i) => makeEntry(account, versions[version] as readonly number[], i === 0))
      })
      const { id, provider, date } = source
      return {
        id,
        provider_id: provider,
        tax_year: '2023',
        date,
        forms: [{ type: 'WAID', year: '2023', ssn: 'XXX-XX-3333', [form.form]: entries }],
      }
    }),
  }
}

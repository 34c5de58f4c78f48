import { Dice } from './random-copies.js'
import type { Raw } from './run.js'
import { type Shape, shapeOf } from './shape.js'

// Generates raw dossiers in which an IRS source and software dispute what documents mean: lots with equal proceeds of
// which the IRS has no basis, chains of corrections, corrections to zeros that could mean several documents, recipients
// with names only, IRS totals with a code that their software parts contradict, marks that only one side has, and boxes
// that only one side can read.

/** A source of the dossier, and how it formats documents. */
interface DisputeSource {
  readonly id: string
  readonly isIrs: boolean
  readonly provider: string
  readonly date: string
  readonly isMasked: boolean
  readonly isWholeDollars: boolean
  /** What the source states about recipients. */
  readonly recipients: 'identifiers' | 'names' | 'mixed' | 'nothing'
  readonly ssn: string | null
}

interface Person {
  readonly identifier: string
  /** Spellings of the name. Some are cut, have accents or titles, or have one word. */
  readonly names: readonly string[]
}

/** Lists the entries of one source, by form kind. */
type Situation = (source: DisputeSource) => readonly (readonly [Shape, Raw])[]

const SALE = shapeOf('form_1099_b', 'proceeds', 'cost_basis', 'federal_income_tax_withheld')
const PENSION = shapeOf('form_1099_r', 'gross_distribution', 'taxable_amount', 'Tax Withheld')
const WAGES = shapeOf('form_w2', 'wages_tips_other_compensation', 'federal_income_tax_withheld', 'medicare_wages_tips')
const WINNINGS = shapeOf('form_w2g', 'gross_winnings', 'federal_income_tax_withheld')

/** Forms with boxes of different roles: income, tax-exempt income, memo, deduction and withheld tax. */
const FORMS_WITH_PARTIAL_COPIES: readonly Shape[] = [
  shapeOf('form_1099_int', 'interest_income', 'tax_exempt_interest', 'tax_withheld', 'interest_forfeiture'),
  shapeOf('form_w2', 'wages_tips_other_compensation', 'federal_income_tax_withheld', 'medicare_wages_tips'),
  shapeOf('form_ssa_1099', 'pensions_and_annuities', 'repayments', 'tax_withheld'),
  shapeOf('form_1099_b', 'proceeds', 'cost_basis', 'wash_sale_loss_disallowed', 'federal_income_tax_withheld'),
]

/** Values of checked boxes and of the date of a death benefit, by form kind. One value of each cannot be read. */
const MARKS: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  form_w2: {
    statutory_employee: [true, true, false, 'perhaps'],
    third_party_sick_pay_indicator: [true, true, false, 'perhaps'],
  },
  form_1099_r: {
    sep_indicator: [true, true, false, 'perhaps'],
    tax_amount_undetermined_code: [true, true, false, 'perhaps'],
    total_distribution_code: ['Total distribution', 'Total distribution', false, 'perhaps'],
    date_of_payment_for_reportable_death_benefits: ['2024-03-01', '2024-03-01', '2024-03-02', 'soon'],
  },
}

const PEOPLE: readonly Person[] = [
  {
    identifier: '900-11-3333',
    names: [
      ...['ROBIN EXAMPLE', 'Röbin Éxample', 'EXAMPLE ROBIN Q', 'EXAMPLE, ROBIN Q.', 'Mr. Robin Example', 'ROBI EXAM'],
      ...['Example, Dr Robin', 'R EXAMPLE', 'ROBIN EXAMPLE JR', 'ROBI', 'MS EXAMPLE'],
    ],
  },
  {
    identifier: '900-22-6666',
    names: [
      'CASEY EXAMPLE',
      'Cásey Example',
      'EXAMPLE CASEY R',
      'MISS CASEY EXAMPLE',
      'CASE EXAM',
      'C EXAMPLE',
      'CASE',
    ],
  },
]

const ISSUERS = [
  { identifier: '00-1234567', name: 'HALCYON FREIGHT INC' },
  { identifier: '00-2345678', name: 'CITY SCHOOLS' },
  { identifier: '00-7654567', name: 'OAK SECURITIES' },
] as const

class DisputeGenerator {
  readonly #dice: Dice
  /** True if the dossier also has copies with different boxes. Only these dossiers have another random sequence. */
  readonly #hasPartialCopies: boolean

  constructor(seed: number) {
    this.#dice = new Dice(seed + 9_000_000)
    this.#hasPartialCopies = seed % 3 === 0
  }

  make(): Raw {
    const dice = this.#dice
    const sources = this.#makeSources()
    const makers = [
      (i: number) => this.#makeLots(i),
      (i: number) => this.#makeLots(i),
      (i: number) => this.#makeCorrections(i),
      (i: number) => this.#makeCorrections(i),
      (i: number) => this.#makeRecipients(i),
      (i: number) => this.#makeTotal(i),
    ]
    const situations = Array.from({ length: dice.pick([1, 1, 2]) }, (_, i) => dice.pick(makers)(i))
    if (this.#hasPartialCopies) situations.push(this.#makePartialCopies(ISSUERS.length - 1))
    const records = sources.map(source => this.#makeRecord(source, situations))
    if (dice.chance(0.2)) {
      const again = structuredClone(dice.pick(records))
      records.push({ ...again, id: `again-${String(again['id'])}`, date: '2025-09-01T00:00:00Z' })
    }
    const taxpayer: Raw = { id: 'dispute', ...(dice.chance(0.3) ? { name: dice.pick(PEOPLE[0]!.names) } : {}) }
    return { taxpayer, records: dice.shuffle(records) }
  }

  #makeSources(): DisputeSource[] {
    const dice = this.#dice
    const irsCount = dice.pick([0, 1, 1, 1, 2])
    return Array.from({ length: irsCount + dice.pick([1, 1, 2]) }, (_, i): DisputeSource => {
      const isIrs = i < irsCount
      return {
        id: `${isIrs ? 'irs' : 'software'}-${i}`,
        isIrs,
        provider: isIrs ? dice.pick(['irs', 'irs_tax_pro']) : dice.pick(['turbotax', 'hr']),
        date: `2025-0${2 + dice.rollBelow(6)}-15T00:00:00Z`,
        isMasked: isIrs && dice.chance(0.5),
        isWholeDollars: dice.chance(isIrs ? 0.5 : 0.2),
        recipients: dice.pick(isIrs ? ['identifiers', 'mixed', 'names'] : ['identifiers', 'mixed', 'names', 'nothing']),
        ssn: dice.chance(isIrs ? 0.6 : 0.4) ? dice.pick(['XXX-XX-3333', '900-11-3333']) : null,
      }
    })
  }

  #makeRecord(source: DisputeSource, situations: readonly Situation[]): Raw {
    const { id, provider, date, ssn } = source
    const form: Raw = { type: 'WAID', year: '2024', ...(ssn === null ? {} : { ssn }) }
    for (const situation of situations) {
      for (const [shape, entry] of situation(source)) {
        const list = (form[shape.form] as Raw[] | undefined) ?? []
        list.push(entry)
        form[shape.form] = list
      }
    }
    return { id, provider_id: provider, tax_year: '2024', date, forms: [form] }
  }

  #makeEntry(
    source: DisputeSource,
    shape: Shape,
    {
      issuer,
      person,
      cents,
      fields,
    }: { issuer: number; person: Person; cents: readonly (number | null)[]; fields: Raw },
  ): Raw {
    const dice = this.#dice
    const { identifier, name } = ISSUERS[issuer]!
    const hasIdentifier = source.recipients === 'identifiers' || (source.recipients === 'mixed' && dice.chance(0.5))
    const hasName = source.recipients !== 'nothing' && dice.chance(0.9)
    const entry: Raw = {
      [shape.issuer]: {
        [shape.issuerId]: source.isMasked ? `XX-XXX${identifier.slice(-4)}` : identifier,
        name: source.isMasked ? name.slice(0, 4) : name,
        address: '2 OAK',
      },
      [shape.recipient]: {
        ...(hasIdentifier
          ? { [shape.recipientId]: source.isMasked ? `XXX-XX-${person.identifier.slice(-4)}` : person.identifier }
          : {}),
        ...(hasName ? { name: dice.pick(person.names) } : {}),
      },
      ...structuredClone(fields),
    }
    for (const [i, key] of shape.money.entries()) {
      const amount = cents[i] ?? null
      if (amount !== null) entry[key] = source.isWholeDollars ? Math.trunc(amount / 100) : amount / 100
    }
    return entry
  }

  // Lots with equal proceeds. The IRS usually has no basis, or only those of some lots.
  #makeLots(issuer: number): Situation {
    const dice = this.#dice
    const count = dice.chance(0.01) ? 68 : 1 + dice.rollBelow(5)
    const proceeds = dice.pick([100_000, 250_044])
    const bases = count > 60 ? Array.from({ length: count }, (_, i) => 1000 * (i + 1)) : [95_000, 70_000, 60_012, 0]
    const [hasDates, hasCusips] = [dice.chance(0.5), dice.chance(0.3)]
    const lots = Array.from({ length: count }, (_, i) => ({
      proceeds: dice.chance(0.85) ? proceeds : proceeds + dice.pick([40, 56, 100]),
      basis: count > 60 ? bases[i]! : dice.pick(bases),
      withheld: dice.pick([null, null, 2_000]),
      fields: {
        ...(hasDates ? { date_acquired: dice.pick(['2020-01-05', '01-05-2020', '2021-03-09']) } : {}),
        ...(hasCusips ? { cusip: dice.pick(['037833100', '594918104']) } : {}),
      },
    }))
    const person = dice.pick(PEOPLE)
    const coverages = [null, null, 'Covered', 'Noncovered']
    const lotCoverage = dice.pick(coverages)
    return source => {
      const basisShare = source.isIrs ? dice.pick([0, 0, 0.3]) : dice.pick([1, 1, 0.6, 0])
      const coverage = dice.chance(0.5) ? lotCoverage : dice.pick(coverages)
      return lots
        .filter(() => dice.chance(count > 60 && source.isIrs ? 0.05 : 0.9))
        .map(lot => {
          const basis = dice.chance(basisShare) ? lot.basis : dice.pick([null, 0])
          const fields: Raw = { ...(dice.chance(0.9) ? lot.fields : {}) }
          if (coverage !== null && dice.chance(0.8)) fields['noncovered_security_indicator'] = coverage
          const cents = [lot.proceeds, basis, lot.withheld]
          return [SALE, this.#makeEntry(source, SALE, { issuer, person, cents, fields })] as const
        })
    }
  }

  // One to three documents, and corrections of any of them or of corrections, to other amounts or to zeros. Most
  // sources have the documents. Any source, also software alone, may have the corrections.
  #makeCorrections(issuer: number): Situation {
    const dice = this.#dice
    const shape = dice.pick([WAGES, SALE, WINNINGS])
    const dateKey = shape === SALE ? 'date_acquired' : 'date_won'
    const hasDates = shape !== WAGES && dice.chance(0.5)
    const makeFields = (): Raw => (hasDates ? { [dateKey]: dice.pick(['2024-01-05', '2024-02-07']) } : {})
    const person = dice.pick(PEOPLE)
    const first = [300_000, 95_000, 20_000]
    const draw = (): number[] =>
      first.map(amount => (dice.chance(0.5) ? amount : dice.pick([310_000, 450_050, 12_000])))
    const documents = Array.from({ length: 1 + dice.rollBelow(3) }, () => ({ cents: draw(), fields: makeFields() }))
    const corrections = Array.from({ length: 1 + dice.rollBelow(4) }, () => ({
      cents: dice.chance(0.35) ? first.map(() => 0) : draw(),
      fields: { ...makeFields(), submission_type: dice.pick(['Corrected', 'AMENDED']) },
    }))
    return source => {
      const share = dice.pick(source.isIrs ? [0, 0, 0.5, 1] : [0, 0.5, 1, 1])
      const entries = [
        ...documents.filter(() => dice.chance(0.9)),
        ...corrections.filter(() => dice.chance(share)),
        // Some sources have the corrected amounts without a mark.
        ...corrections
          .filter(() => dice.chance(0.1))
          .map(({ cents, fields: { submission_type: _, ...fields } }) => ({ cents, fields })),
      ]
      return entries.map(entry => [shape, this.#makeEntry(source, shape, { issuer, person, ...entry })] as const)
    }
  }

  // Equal or different documents of two people, of whom sources may have names only.
  #makeRecipients(issuer: number): Situation {
    const dice = this.#dice
    const shape = dice.pick([WAGES, PENSION])
    const cents = [300_000, 280_000, 20_000]
    const documents = Array.from({ length: 1 + dice.rollBelow(3) }, () => ({
      cents: dice.chance(0.8) ? cents : [310_000, 280_000, 10_000],
      person: dice.pick(PEOPLE),
    }))
    return source =>
      documents
        .filter(() => dice.chance(0.9))
        .map(document => {
          // A source may have the name of the wrong person.
          const person = dice.chance(0.8) ? document.person : dice.pick(PEOPLE)
          const fields = this.#makeCodes(shape)
          return [shape, this.#makeEntry(source, shape, { issuer, person, cents: document.cents, fields })] as const
        })
  }

  // A source has, lacks or contradicts each mark, or has it in a form that cannot be read.
  #makeCodes(shape: Shape): Raw {
    const dice = this.#dice
    const fields: Raw = {}
    if (shape === PENSION && dice.chance(0.85))
      fields['distribution_codes'] = [{ value: '', code: dice.pick(['7', '7', '1', 'G']) }]
    for (const [key, values] of Object.entries(MARKS[shape.form] ?? {}))
      if (dice.chance(0.5)) fields[key] = dice.pick(values)
    return fields
  }

  // Two or three parts in software, and their total in IRS sources. Another source may have the parts, too.
  #makeTotal(issuer: number): Situation {
    const dice = this.#dice
    const shape = dice.pick([WAGES, PENSION, PENSION])
    const part = (): number[] => [
      dice.pick([300_000, 150_025]),
      dice.pick([100_000, 120_050]),
      dice.pick([9_000, 7_001]),
    ]
    const parts = Array.from({ length: 2 + dice.rollBelow(2) }, part)
    const total = shape.money.map((_, i) => parts.reduce((sum, cents) => sum + cents[i]!, 0))
    const person = dice.pick(PEOPLE)
    return source => {
      const hasTotal = dice.chance(source.isIrs ? 0.7 : 0.1)
      const named = dice.chance(0.85) ? person : dice.pick(PEOPLE)
      return (hasTotal ? [total] : parts.filter(() => dice.chance(0.97))).map(
        cents =>
          [
            shape,
            this.#makeEntry(source, shape, { issuer, person: named, cents, fields: this.#makeCodes(shape) }),
          ] as const,
      )
    }
  }

  // Copies of one or two documents, usually in whole dollars at the IRS and with cents in software. Each source may
  // lack a box or a list that other sources have, or have an unreadable value in its place.
  #makePartialCopies(issuer: number): Situation {
    const dice = this.#dice
    const shape = dice.pick(FORMS_WITH_PARTIAL_COPIES)
    const person = dice.pick(PEOPLE)
    const documents = Array.from({ length: dice.pick([1, 1, 2]) }, (_, i) =>
      shape.money.map(() => dice.pick([null, 0, 500_055, 600_025 + 100_000 * i, 700_075])),
    )
    return source => {
      const format = { ...source, isWholeDollars: dice.chance(source.isIrs ? 0.9 : 0.1) }
      // A source may have another version of the documents, so that a software copy of an IRS document is in conflict.
      const added = dice.chance(0.15) ? 200_000 : 0
      return documents.map(amounts => {
        const cents = amounts.map(amount => (dice.chance(0.15) || amount === null ? null : amount && amount + added))
        const entry = this.#makeEntry(format, shape, { issuer, person, cents, fields: {} })
        for (const key of shape.money) if (dice.chance(0.1)) entry[key] = '12 000'
        if (shape.form === 'form_ssa_1099') {
          const payment = (): Raw => ({ year: '2023', payment: 1000 + dice.rollBelow(3) })
          entry['payments'] = dice.pick([null, [], [payment()], [payment(), payment()], '2023'])
        }
        return [shape, entry] as const
      })
    }
  }
}

/** Makes a raw dossier of disputes about one year. The same seed gives the same dossier. */
export const makeRandomDisputes = (seed: number): Raw => new DisputeGenerator(seed).make()

import type { StatedIdentities } from '../reference/recipients.js'
import { Dice } from './random-copies.js'
import type { Raw } from './run.js'
import { type Shape, shapeOf } from './shape.js'

// Generates raw dossiers whose sources disagree or are incomplete: codes and flags that differ between copies, mistyped
// identifiers and amounts, recipients without numbers, a new SSN in place of an ITIN, corrections in software, sales
// without a basis, placeholder identifiers, and employers that continue under another number.

/** A random dossier, and what the lender states about identifiers in it. */
export interface EvidenceCase {
  readonly raw: Raw
  readonly identities: StatedIdentities
}

interface Person {
  readonly identifier: string
  readonly name: string
}

interface Issuer {
  readonly identifier: string
  readonly name: string
  readonly brand: string
}

/** A document as issued. `fields` has everything except the parties and the amounts. */
interface Truth {
  readonly shape: Shape
  readonly year: number
  readonly issuer: Issuer
  readonly person: Person
  readonly cents: (number | null)[]
  readonly fields: Raw
}

const SHAPES: Readonly<Record<string, Shape>> = {
  w2: shapeOf(
    'form_w2',
    ...['wages_tips_other_compensation', 'federal_income_tax_withheld', 'social_security_wages', 'medicare_wages_tips'],
  ),
  r: shapeOf('form_1099_r', 'gross_distribution', 'taxable_amount', 'Tax Withheld'),
  b: shapeOf('form_1099_b', 'proceeds', 'cost_basis', 'federal_income_tax_withheld', 'wash_sale_loss_disallowed'),
  s: shapeOf('form_1042_s', 'gross_income', 'us_federal_tax_withheld', 'total_withholding_credit'),
  int: shapeOf('form_1099_int', 'interest_income', 'tax_withheld'),
  g: shapeOf('form_w2g', 'gross_winnings', 'federal_income_tax_withheld'),
  nec: shapeOf('form_1099_nec', 'non_employee_compensation', 'federal_income_tax_withheld'),
  k1: shapeOf('schedule_k1_1065', 'ordinary_income_k1', 'interest', 'dividends'),
  ssa: shapeOf('form_ssa_1099', 'pensions_and_annuities', 'repayments', 'tax_withheld'),
}

const TAXPAYER: Person = { identifier: '900-11-3333', name: 'ROBIN QUINN EXAMPLE' }
const BEFORE_SSN: Person = { identifier: '912-70-4444', name: 'ROBIN EXAMPLE' }
const SPOUSE: Person = { identifier: '900-22-6666', name: 'CASEY EXAMPLE' }

/** Spellings of names. The first two of each list are the same person. */
const NAME_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  [TAXPAYER.name]: ['Robin Example', 'EXAMPLE, ROBIN Q.', 'R EXAMPLE', 'ROBI EXAM', 'Robin Example Jr', 'ROBI'],
  [BEFORE_SSN.name]: ['robin example', 'EXAMPLE ROBIN', 'ROBERTA EXAMPLE'],
  [SPOUSE.name]: ['Casey Example', 'EXAMPLE CASEY', 'CASE EXAM', 'C. EXAMPLE', 'CASEY R. OTHER'],
}

const ISSUERS: readonly Issuer[] = [
  { identifier: '00-1234567', name: 'HALCYON FREIGHT INC', brand: 'GREEN TRUCKS' },
  { identifier: '00-2345678', name: 'CITY SCHOOLS', brand: 'DISTRICT 9' },
  { identifier: '00-7654567', name: 'HALL AND SONS', brand: 'HALL' },
]

/** Employers that continue under another number. The last two names are too short to join by name alone. */
const SUCCESSIONS: readonly (readonly [Issuer, Issuer])[] = [
  [
    { identifier: '00-1111111', name: 'ACME FREIGHT INC', brand: 'ACME' },
    { identifier: '00-2222222', name: 'Acme Freight, L.L.C.', brand: 'ACME' },
  ],
  [
    { identifier: '00-3141592', name: 'THE HOSPITAL CORP', brand: 'CARE' },
    { identifier: '00-2718281', name: 'HOSPITAL PLLC', brand: 'CARE' },
  ],
  [
    { identifier: '00-8675309', name: 'JENNY CO', brand: 'TUTONE' },
    { identifier: '00-9035768', name: 'JENNY LTD', brand: 'TUTONE' },
  ],
]

const PLACEHOLDERS = ['00-0000000', '000000000', '123-45-6789', '999-99-9999', 'APPLIED FOR', 'Applied for']
const AMOUNTS = [5_000_000, 5_200_000, 3_000_044, 2_000_000, 1_000_012, 900_050, 400_000, 310_025, 72_500]
const DISTRIBUTION_CODES = ['7', '7', '1', 'G', '4', '7D', 'H', '3', 'J', 'Q', 'P']

/** Values of the fields that decide, by form kind. */
export const DECIDING_VALUES: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  form_w2: {
    statutory_employee: [true, false, 'Not Statutory Employee', 'perhaps', null],
    third_party_sick_pay_indicator: [true, false, null],
  },
  form_1099_r: {
    distribution_codes: [...DISTRIBUTION_CODES.map(code => [{ value: '', code }]), [], null],
    sep_indicator: [true, false, null],
    tax_amount_undetermined_code: [true, false, null],
    total_distribution_code: ['Total distribution', false, null],
    date_of_payment_for_reportable_death_benefits: ['2023-04-05', '04-05-2023', '04-06-2023', null],
  },
  form_1099_b: {
    noncovered_security_indicator: ['Covered', 'covered', 'Covered security', 'Noncovered', 'Not Set', null],
    proceeds_from: ['Collectibles', 'QOF', null],
    type_gain_loss: ['Short-term', 'SHORT-TERM', 'Long-term', null],
  },
  form_1042_s: {
    income_code: ['15', 15, '16', '6', '06', '28', '37', null],
    exemption_code_chapter_3: [4, '04', '00', null],
    exemption_code_chapter_4: ['15', 15, null],
    tax_rate_chapter_3: [30, 0.3, '.30', 3000, 15, null],
    tax_rate_chapter_4: [0, 30, null],
  },
}

/** Swaps two neighboring digits, or changes one digit. */
function mistype(dice: Dice, text: string): string {
  const positions = [...text].flatMap((character, i) => (/[0-9]/.test(character) ? [i] : []))
  const index = dice.pick(positions)
  if (dice.chance(0.5) && /[0-9]/.test(text[index + 1] ?? ''))
    return text.slice(0, index) + text[index + 1] + text[index] + text.slice(index + 2)
  return text.slice(0, index) + String((Number(text[index]) + 1 + dice.rollBelow(8)) % 10) + text.slice(index + 1)
}

class EvidenceGenerator {
  readonly #dice: Dice
  readonly #years = [2022, 2023, 2024]
  readonly #hasNewSsn: boolean
  readonly #placeholderShare: number
  readonly #errorShare: number

  constructor(seed: number) {
    this.#dice = new Dice(seed + 5_000_000)
    this.#hasNewSsn = this.#dice.chance(0.2)
    this.#placeholderShare = this.#dice.pick([0, 0, 0.1, 0.5])
    this.#errorShare = this.#dice.pick([0.1, 0.3, 0.6])
  }

  make(): EvidenceCase {
    const dice = this.#dice
    const truths = this.#makeTruths()
    const records: Raw[] = []
    for (const year of this.#years) {
      const ofYear = truths.filter(truth => truth.year === year)
      if (ofYear.length === 0) continue
      const irsCount = dice.pick([0, 1, 1, 1, 2])
      for (let i = 0; i < irsCount; i++) records.push(this.#makeIrsRecord(`irs-${year}-${i}`, year, ofYear))
      const softwareCount = dice.pick([0, 1, 1, 2])
      for (let i = 0; i < softwareCount; i++) records.push(this.#makeSoftwareRecord(`sw-${year}-${i}`, year, ofYear))
    }
    if (records.length === 0) records.push(this.#makeSoftwareRecord('sw-0', truths[0]!.year, truths))
    return { raw: { taxpayer: this.#makeTaxpayer(truths), records: dice.shuffle(records) }, identities: this.#state() }
  }

  #state(): StatedIdentities {
    const dice = this.#dice
    const [first, second] = dice.pick(SUCCESSIONS)
    const lists = [[first.identifier, second.identifier.replace('-', '')]]
    return {
      ...(dice.chance(0.3) ? { identifiers: dice.pick([['4444'], ['900113333', '4444'], ['XXX-XX-3333'], []]) } : {}),
      ...(dice.chance(0.3) ? { same_employer: dice.chance(0.8) ? lists : [['001234567', '002345678']] } : {}),
    }
  }

  #makeTaxpayer(truths: readonly Truth[]): Raw {
    const dice = this.#dice
    const taxpayer: Raw = { id: 'evidence' }
    if (dice.chance(0.3))
      taxpayer['name'] = dice.pick(['Robin Example', 'Borrower', 'Casey Example', 'EXAMPLE, ROBIN', 'Not Set'])
    const tins = ['XXX-XX-3333', '900113333', 'XXX-XX-4444', 'XXX-XX-6666', '999-99-9999', 'XXX-XX-0000']
    const analysis: Raw = {}
    if (dice.chance(0.4)) analysis['tin'] = dice.pick(tins)
    if (dice.chance(0.3)) {
      const jobs = truths.filter(({ shape }) => shape.form === 'form_w2' && dice.chance(0.7))
      analysis['employment_history'] = jobs.map(({ year, issuer }) => ({
        type: 'W2',
        year: String(year),
        employer: { ein: `XX-XXX${issuer.identifier.slice(-4)}`, name: issuer.name.slice(0, 4), address: '' },
      }))
    }
    if (Object.keys(analysis).length > 0) taxpayer['analysis'] = analysis
    return taxpayer
  }

  #makeTruths(): Truth[] {
    const dice = this.#dice
    const truths: Truth[] = []
    if (dice.chance(0.5)) truths.push(...this.#makeSuccession())
    if (dice.chance(0.4)) truths.push(...this.#makeLots())
    const count = 1 + dice.rollBelow(5)
    const kinds = ['w2', 'w2', 'w2', 'r', 'r', 's', 'int', 'g', 'nec', 'k1', 'ssa'] as const
    for (let i = 0; i < count; i++) {
      const shape = SHAPES[dice.pick(kinds)]!
      truths.push(this.#makeTruth(shape, dice.pick(this.#years), dice.pick(ISSUERS)))
    }
    return truths
  }

  #makeTruth(shape: Shape, year: number, issuer: Issuer): Truth {
    const dice = this.#dice
    const amount = dice.pick(AMOUNTS)
    const cents = shape.money.map((_, i) => (i === 0 ? amount : dice.chance(0.15) ? null : dice.pick(AMOUNTS) / 10))
    const isSpouse = dice.chance(0.25)
    const fields: Raw = {}
    for (const [key, values] of Object.entries(DECIDING_VALUES[shape.form] ?? {}))
      if (dice.chance(0.7)) fields[key] = structuredClone(dice.pick(values))
    if (shape.form === 'form_w2g') fields['date_won'] = `${year}-0${1 + dice.rollBelow(3)}-10`
    if (shape.form === 'form_1042_s') {
      fields['unique_form_identifier'] = String(1_000_000_000 + dice.rollBelow(3))
      if (dice.chance(0.5)) fields['state_code'] = dice.pick(['CA', 'NY'])
    }
    if (shape.account !== null && dice.chance(0.5)) fields[shape.account] = dice.pick(['XXXX4001', 'XXXX4002'])
    if (dice.chance(0.04)) fields['bonus_pay'] = 1200.5
    const taxpayer = this.#hasNewSsn && year < 2024 ? BEFORE_SSN : TAXPAYER
    return { shape, year, issuer, person: isSpouse ? SPOUSE : taxpayer, cents, fields }
  }

  // One employer, and its successor with another number. Their years overlap by none to three years.
  #makeSuccession(): Truth[] {
    const dice = this.#dice
    const [first, second] = dice.pick(SUCCESSIONS)
    const lastOfFirst = dice.pick([2022, 2023, 2023, 2024])
    const firstOfSecond = dice.pick([2022, 2023, 2024, 2024])
    return this.#years.flatMap(year => [
      ...(year <= lastOfFirst ? [this.#makeTruth(SHAPES['w2']!, year, first)] : []),
      ...(year >= firstOfSecond ? [this.#makeTruth(SHAPES['w2']!, year, second)] : []),
    ])
  }

  // Lots of one broker. Several have the same proceeds, and differ in their dates, CUSIPs or bases.
  #makeLots(): Truth[] {
    const dice = this.#dice
    const year = dice.pick(this.#years)
    const issuer = dice.pick(ISSUERS)
    const proceeds = dice.pick([100_000, 250_044, 0, 0, -30_000])
    const account = dice.chance(0.5) ? 'XXXX4001' : null
    return Array.from({ length: 1 + dice.rollBelow(4) }, (): Truth => {
      const lot = this.#makeTruth(SHAPES['b']!, year, issuer)
      const bases = [null, 0, 95_000, 70_000, 70_000, 240_012]
      const cents = [
        dice.chance(0.7) ? proceeds : dice.pick(AMOUNTS),
        dice.pick(bases),
        dice.pick([null, 0, 1_000]),
        null,
      ]
      if (dice.chance(0.1)) cents[3] = 2_000
      const fields: Raw = { ...lot.fields, ...(account === null ? {} : { [lot.shape.account!]: account }) }
      if (dice.chance(0.7)) fields['date_acquired'] = dice.pick(['01-05-2020', '2020-01-05', '03-09-2021', 'Various'])
      if (dice.chance(0.7))
        fields['date_sold_or_disposed'] = dice.pick([`06-10-${year}`, `${year}-06-10`, `${year}-06-11`])
      if (dice.chance(0.5)) fields['cusip'] = dice.pick(['037833100', '594918104'])
      if (dice.chance(0.5)) fields['description'] = dice.pick(['10 XYZ', '10 xyz', 'CALL XYZ'])
      return { ...lot, person: dice.chance(0.9) ? TAXPAYER : SPOUSE, cents, fields }
    })
  }

  #spellIdentifier(identifier: string, isMasked: boolean): string | null {
    const dice = this.#dice
    if (dice.chance(this.#placeholderShare)) return dice.pick(PLACEHOLDERS)
    return isMasked ? `XXX-XX-${identifier.slice(-4)}` : dice.pick([identifier, identifier.replaceAll('-', '')])
  }

  #putAmounts(entry: Raw, { shape, cents }: Truth, isWhole: boolean): void {
    for (const [i, key] of shape.money.entries()) {
      const amount = cents[i] ?? null
      if (amount !== null) entry[key] = isWhole ? Math.trunc(amount / 100) : amount / 100
    }
  }

  #makeIrsEntry(truth: Truth, isMasked: boolean): Raw {
    const dice = this.#dice
    const { shape, issuer, person, fields } = truth
    const entry: Raw = {
      [shape.issuer]: {
        [shape.issuerId]: this.#spellIdentifier(issuer.identifier, isMasked),
        name: isMasked ? issuer.name.slice(0, 4).trimEnd() : issuer.name,
        address: isMasked ? '2 OAK' : '2 OAK AVE, SPRINGFIELD',
      },
      [shape.recipient]: {
        ...(dice.chance(0.9) ? { [shape.recipientId]: this.#spellIdentifier(person.identifier, isMasked) } : {}),
        ...(dice.chance(0.8) ? { name: dice.chance(0.5) ? person.name : person.name.slice(0, 4) } : {}),
      },
      submission_type: 'Original document',
      ...structuredClone(fields),
    }
    this.#putAmounts(entry, truth, isMasked || dice.chance(0.5))
    if (shape.form === 'form_1099_b' && dice.chance(0.4)) entry['cost_basis'] = dice.pick([0, 0, null])
    for (const key of Object.keys(DECIDING_VALUES[shape.form] ?? {})) if (dice.chance(0.15)) delete entry[key]
    return entry
  }

  #makeSoftwareEntry(truth: Truth, namesOnly: boolean): Raw {
    const dice = this.#dice
    const { shape, issuer, person, fields } = truth
    const isWrong = (): boolean => dice.chance(this.#errorShare * 0.4)
    const cents = truth.cents.map(amount => {
      if (amount === null || !isWrong()) return amount
      return dice.chance(0.7) ? Number(mistype(dice, String(amount))) : amount + dice.pick([100, -5000, 9000])
    })
    const identifier = isWrong()
      ? dice.chance(0.6)
        ? mistype(dice, issuer.identifier)
        : '00-8888123'
      : issuer.identifier
    const isNumbered = !namesOnly && !isWrong()
    const recipient = isWrong() ? mistype(dice, person.identifier) : person.identifier
    const entry: Raw = {
      [shape.issuer]: {
        ...(dice.chance(0.95) ? { [shape.issuerId]: this.#spellIdentifier(identifier, false) } : {}),
        name: isWrong() ? issuer.brand : issuer.name,
        address: '2 OAK AVE, SPRINGFIELD',
      },
      [shape.recipient]: {
        ...(isNumbered ? { [shape.recipientId]: this.#spellIdentifier(recipient, dice.chance(0.2)) } : {}),
        ...(dice.chance(0.9) ? { name: dice.chance(0.5) ? person.name : dice.pick(NAME_SPELLINGS[person.name]!) } : {}),
      },
      submission_type: dice.pick(['Original document', 'Original', null]),
      ...structuredClone(fields),
    }
    this.#putAmounts(entry, { ...truth, cents }, dice.chance(0.3))
    for (const [key, values] of Object.entries(DECIDING_VALUES[shape.form] ?? {}))
      if (dice.chance(this.#errorShare)) entry[key] = structuredClone(dice.pick(values))
    if (dice.chance(0.02)) entry[shape.money[0]!] = 'abc'
    return entry
  }

  /** Copies an entry as a correction or a void: of other amounts, of zeros, or with fewer details. */
  #makeCorrection(entry: Raw, { shape }: Truth): Raw {
    const dice = this.#dice
    const copy = structuredClone(entry)
    const kind = dice.drawFraction()
    copy['submission_type'] = dice.pick(['Corrected', 'Amended document', 'REPLACEMENT'])
    if (kind < 0.2) return { ...copy, submission_type: dice.pick(['Void', 'Deleted']) }
    if (kind < 0.27) {
      for (const key of shape.money) if (copy[key] !== undefined) copy[key] = 0
      return copy
    }
    for (const key of shape.money)
      if (typeof copy[key] === 'number' && dice.chance(0.5)) copy[key] = dice.pick(AMOUNTS) / 100
    for (const key of ['date_acquired', 'cusip', 'description', 'date_sold_or_disposed', 'date_won', 'state_code'])
      if (dice.chance(0.15)) delete copy[key]
    return copy
  }

  #makeRecord(
    id: string,
    provider: string,
    year: number,
    date: string,
    ssn: string | null,
    entries: [Truth, Raw][],
  ): Raw {
    const dice = this.#dice
    const form: Raw = { type: 'WAID', year: String(year), ...(ssn === null ? {} : { ssn }) }
    for (const [{ shape }, entry] of dice.chance(0.5) ? entries : dice.shuffle(entries)) {
      const list = (form[shape.form] as Raw[] | undefined) ?? []
      list.push(entry)
      form[shape.form] = list
    }
    return { id, tax_year: String(year), provider_id: provider, date, forms: [form] }
  }

  #makeIrsRecord(id: string, year: number, truths: readonly Truth[]): Raw {
    const dice = this.#dice
    const isMasked = dice.chance(0.6)
    const owner = dice.chance(0.9) ? (this.#hasNewSsn && year < 2024 ? BEFORE_SSN : TAXPAYER) : SPOUSE
    const entries: [Truth, Raw][] = []
    for (const truth of truths) {
      if (truth.person !== owner || dice.chance(0.15)) continue
      const entry = this.#makeIrsEntry(truth, isMasked)
      entries.push([truth, entry])
      if (dice.chance(0.12)) entries.push([truth, this.#makeCorrection(entry, truth)])
    }
    const date = `${year + 1}-0${dice.pick([2, 8])}-15T12:00:00.000Z`
    const ssn = this.#spellIdentifier(owner.identifier, isMasked)
    return this.#makeRecord(id, dice.pick(['irs', 'irs_tax_pro']), year, date, ssn, entries)
  }

  #makeSoftwareRecord(id: string, year: number, truths: readonly Truth[]): Raw {
    const dice = this.#dice
    const namesOnly = dice.chance(0.4)
    const entries: [Truth, Raw][] = []
    for (const truth of truths) {
      if (dice.chance(0.15)) continue
      const entry = this.#makeSoftwareEntry(truth, namesOnly)
      entries.push([truth, entry])
      // Software may list a document once per state, sometimes with one box that differs.
      if (dice.chance(0.12)) {
        const stateCopy = structuredClone(entry)
        if (dice.chance(0.4)) stateCopy[truth.shape.money[1]!] = 12
        entries.push([truth, stateCopy])
      }
      if (dice.chance(this.#errorShare * 0.4)) entries.push([truth, this.#makeCorrection(entry, truth)])
    }
    const ssn = dice.chance(0.8) ? this.#spellIdentifier(TAXPAYER.identifier, dice.chance(0.5)) : null
    return this.#makeRecord(
      id,
      dice.pick(['turbotax', 'hr', 'taxact']),
      year,
      `${year + 1}-04-01T12:00:00Z`,
      ssn,
      entries,
    )
  }
}

/**
 * Makes a raw dossier of up to four records per year, and what the lender states about it. The same seed gives the same
 * dossier.
 */
export const makeRandomEvidence = (seed: number): EvidenceCase => new EvidenceGenerator(seed).make()

import { MAIN_BOX_KEYS } from '../reference/documents.js'
import { mulberry32 } from './random.js'
import { type Shape, shapeOf } from './shape.js'

// Generates raw dossiers with many copies of the same documents: truncated, masked, amended, and pulled again.

type Json = Record<string, unknown>

/** A random number generator. The same seed gives the same numbers on every platform. */
export class Dice {
  /** Returns a number from 0 up to, but not including, 1. */
  readonly drawFraction: () => number

  constructor(seed: number) {
    this.drawFraction = mulberry32(Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995)
  }

  /** Returns an integer from 0 up to, but not including, the limit. */
  rollBelow(limit: number): number {
    return Math.floor(this.drawFraction() * limit)
  }

  chance(probability: number): boolean {
    return this.drawFraction() < probability
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.rollBelow(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }

  shuffle<T>(values: readonly T[]): T[] {
    const result = [...values]
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.rollBelow(i + 1)
      ;[result[i], result[j]] = [result[j]!, result[i]!]
    }
    return result
  }
}

const shapes: readonly Shape[] = [
  shapeOf('form_w2', 'wages_tips_other_compensation', 'federal_income_tax_withheld', 'medicare_wages_tips'),
  shapeOf('form_1099_int', 'interest_income', 'tax_withheld', 'savings_bonds'),
  shapeOf('form_1099_r', 'Tax Withheld', 'gross_distribution', 'taxable_amount'),
  shapeOf('form_1099_b', 'proceeds', 'cost_basis', 'wash_sale_loss_disallowed'),
  shapeOf('form_1042_s', 'gross_income', 'us_federal_tax_withheld', 'total_withholding_credit'),
  shapeOf('schedule_k1_1065', 'dividends', 'interest', 'ordinary_income_k1'),
  shapeOf('schedule_k1_1120s', 'dividends', 'interest', 'ordinary_income_k1'),
  shapeOf('form_1099_nec', 'federal_income_tax_withheld', 'non_employee_compensation'),
]

// If they are masked and truncated, the first two issuers look the same: `XX-XXX1234`, `THE`, `1 HACK`.
const issuers = [
  { id: '20-1111234', name: 'THE HOME DEPOT', address: '1 HACKER WAY\nMENLO PARK, CA' },
  { id: '20-2221234', name: 'THE GAP STORES', address: '1 HACKETT ROAD' },
  { id: '20-3335678', name: 'META PLATFORMS INC', address: '77 SUNSET BLVD' },
  { id: '20-4449012', name: 'IBM', address: '12 OAK ST' },
] as const

const people = [
  { id: '900-11-3333', name: 'ALEX SAMPLE', address: '5 ELM STREET' },
  { id: '900-22-6666', name: 'ROBIN SAMPLE', address: '5 ELM STREET' },
  { id: '900-44-3333', name: 'CASEY OTHER', address: '9 PINE LANE' },
] as const

// Amounts in cents. Some are equal, some differ by a dollar or less, and some are the sum of two others.
const amounts = [0, 5000, 10000, 10000, 10040, 10100, 10500, 15000, 20000, 20060, 30058, 500000, -2500] as const

interface IssuedDocument {
  shape: Shape
  year: number
  issuer: (typeof issuers)[number]
  person: (typeof people)[number]
  /** The amount of each box in cents, or null if the document does not have the box. */
  cents: (number | null)[]
  account: string
  unique: string
}

/** The keys of the main boxes. A main box is the box that a form kind exists to report. */
const MAIN_BOXES = Object.values(MAIN_BOX_KEYS).map(([key]) => key)

interface Style {
  issuerId: IdentifierStyle
  recipientId: IdentifierStyle
  isTextTruncated: boolean
  isWholeDollars: boolean
  omitsZeros: boolean
  /** The share of documents that lack their main box. */
  withoutMainBox: number
}

type IdentifierStyle = 'full' | 'masked' | 'absent'

function makeTruth(dice: Dice, shape: Shape, year: number): IssuedDocument {
  return {
    shape,
    year,
    issuer: issuers[dice.chance(0.4) ? 0 : dice.rollBelow(issuers.length)]!,
    person: people[dice.chance(0.7) ? 0 : dice.rollBelow(people.length)]!,
    cents: shape.money.map(() => (dice.chance(0.12) ? null : dice.pick(amounts))),
    account: dice.pick(['4001', '4002']),
    unique: dice.pick(['1000000001', '1000000002']),
  }
}

function makeStyle(dice: Dice, official: boolean): Style {
  const cut = official ? dice.chance(0.7) : dice.chance(0.1)
  const id = (): IdentifierStyle => (cut ? 'masked' : dice.chance(0.12) ? 'absent' : 'full')
  return {
    issuerId: id(),
    recipientId: official ? id() : dice.chance(0.4) ? 'absent' : id(),
    isTextTruncated: cut,
    isWholeDollars: dice.chance(official ? 0.3 : 0.4),
    omitsZeros: dice.chance(0.3),
    withoutMainBox: 0,
  }
}

function spellId(dice: Dice, id: string, cut: IdentifierStyle): string | null {
  if (cut === 'absent') return dice.pick([null, '', 'Unanswered'])
  const digits = id.replaceAll('-', '')
  if (cut === 'full') return dice.pick([id, digits])
  return dice.pick(['XXX-XX-', 'XX-XXX', 'XXXXX', '***-**-']) + digits.slice(-4)
}

function spellParty(
  dice: Dice,
  party: { id: string; name: string; address: string },
  key: string,
  cut: IdentifierStyle,
  style: Style,
): Json {
  const name = style.isTextTruncated ? party.name.slice(0, 4).trimEnd() : party.name
  const address = style.isTextTruncated ? party.address.slice(0, 6).trimEnd() : party.address
  const result: Json = { [key]: spellId(dice, party.id, cut) }
  if (!dice.chance(0.06)) result['name'] = dice.chance(0.1) ? name.toLowerCase() : name
  if (!dice.chance(0.1)) result['address'] = address
  return result
}

function spellEntry(dice: Dice, truth: IssuedDocument, style: Style, submission: string | null): Json {
  const { shape } = truth
  const entry: Json = {
    [shape.issuer]: spellParty(dice, truth.issuer, shape.issuerId, style.issuerId, style),
    [shape.recipient]: spellParty(dice, truth.person, shape.recipientId, style.recipientId, style),
  }
  if (submission !== null) entry['submission_type'] = submission
  shape.money.forEach((key, i) => {
    const cents = truth.cents[i] ?? null
    if (cents === null || (cents === 0 && style.omitsZeros)) return
    if (style.withoutMainBox > 0 && MAIN_BOXES.includes(key) && dice.chance(style.withoutMainBox)) return
    const dollars = style.isWholeDollars ? Math.trunc(cents / 100) : cents / 100
    entry[key] = dice.chance(0.06) ? dollars.toFixed(2) : dollars
  })
  if (shape.account !== null && !dice.chance(0.3)) entry[shape.account] = 'XXXX' + truth.account
  if (shape.unique !== null && !dice.chance(0.3)) entry[shape.unique] = truth.unique
  if (shape.periodEnd !== null && dice.chance(0.6)) entry[shape.periodEnd] = `${truth.year}12`
  return entry
}

// Copies a document with a typing error in one box, which is off by at most five dollars or by 90 dollars.
function addTypingError(dice: Dice, truth: IssuedDocument): IssuedDocument {
  const cents = [...truth.cents]
  const index = dice.rollBelow(cents.length)
  const originalCents = cents[index] ?? null
  if (originalCents !== null) cents[index] = originalCents + dice.pick([1, 40, 99, 100, 101, 500, -100, 9000])
  return { ...truth, cents }
}

const setAmountsToZero = (truth: IssuedDocument): IssuedDocument => ({
  ...truth,
  cents: truth.cents.map(x => (x === null ? null : 0)),
})

const removeAmounts = (truth: IssuedDocument): IssuedDocument => ({ ...truth, cents: truth.cents.map(() => null) })

// Combines the documents of each issuer, person and form kind into one document with their total amounts.
function combineIntoTotals(truths: readonly IssuedDocument[]): IssuedDocument[] {
  const result: IssuedDocument[] = []
  for (const truth of truths) {
    const earlier = result.find(
      ({ shape, issuer, person }) => shape === truth.shape && issuer === truth.issuer && person === truth.person,
    )
    if (earlier === undefined) result.push({ ...truth })
    else
      earlier.cents = earlier.cents.map((x, i) => {
        const y = truth.cents[i] ?? null
        return x === null && y === null ? null : (x ?? 0) + (y ?? 0)
      })
  }
  return result
}

interface CopyOptions {
  /** True if no document is marked as a correction, a void or a duplicate. */
  unmarked: boolean
  /** True if some documents lack a recipient identifier although others in the same record have one. */
  nameless?: boolean
  /** True if some sources omit the main box of some or all documents. */
  withoutMainBox?: boolean
}

function spellTruth(dice: Dice, truth: IssuedDocument, common: Style, options: CopyOptions): [IssuedDocument, Json][] {
  const result: [IssuedDocument, Json][] = []
  const style: Style = options.nameless && dice.chance(0.4) ? { ...common, recipientId: 'absent' } : common
  const add = (doc: IssuedDocument, submission: string | null): void => {
    result.push([doc, spellEntry(dice, doc, style, submission)])
  }
  const reportedTruth = dice.chance(0.12) ? addTypingError(dice, truth) : truth
  add(reportedTruth, dice.pick(['Original document', 'Original', null]))
  if (dice.chance(0.12)) {
    const [doc, entry] = result[0]!
    result.push([doc, structuredClone(entry)])
  }
  if (options.unmarked) return result
  if (dice.chance(0.12)) add(addTypingError(dice, reportedTruth), dice.pick(['Corrected', 'AMENDED', 'replacement']))
  if (dice.chance(0.05)) add(setAmountsToZero(reportedTruth), 'Corrected')
  if (dice.chance(0.03)) add(removeAmounts(reportedTruth), 'Corrected')
  if (dice.chance(0.06)) add(reportedTruth, dice.pick(['Void', 'Deleted']))
  if (dice.chance(0.06)) add(reportedTruth, 'Duplicate')
  if (dice.chance(0.03)) add(reportedTruth, 'Duplicate')
  return result
}

function makeRecord(
  dice: Dice,
  id: string,
  truths: readonly IssuedDocument[],
  year: number,
  options: CopyOptions,
): Json {
  const provider = dice.pick(['irs', 'irs', 'irs_tax_pro', 'irs-tax-pro', 'turbotax', 'hr', 'drake'])
  const official = provider.startsWith('irs')
  const owner = people[dice.chance(0.7) ? 0 : dice.rollBelow(people.length)]!
  const style = makeStyle(dice, official)
  if (options.withoutMainBox) style.withoutMainBox = dice.pick([0, 0, 0.3, 0.6, 1])
  let documentsInRecord = truths.filter(t => t.year === year && (!official || t.person === owner || dice.chance(0.1)))
  documentsInRecord = documentsInRecord.filter(() => !dice.chance(0.15))
  if (dice.chance(0.15)) documentsInRecord = combineIntoTotals(documentsInRecord)
  const entries = documentsInRecord.flatMap(truth => spellTruth(dice, truth, style, options)).slice(0, 9)
  const yearOfForms = dice.chance(0.06) ? undefined : String(year)
  const ssn = spellId(dice, owner.id, official ? 'masked' : dice.pick(['full', 'masked', 'absent']))
  const yearAndSsn = { ...(yearOfForms !== undefined && { year: yearOfForms }), ...(ssn !== null && { ssn }) }
  const forms = Array.from({ length: 1 + dice.rollBelow(3) }, (): Json => ({ type: 'WAID', ...yearAndSsn }))
  for (const [truth, entry] of entries) {
    const form = dice.pick(forms)
    const list = (form[truth.shape.form] as Json[] | undefined) ?? []
    list.push(entry)
    form[truth.shape.form] = list
  }
  const record: Json = { id, provider_id: provider, forms }
  if (!dice.chance(0.05) && yearOfForms !== undefined) record['tax_year'] = String(year)
  if (!dice.chance(0.04)) record['date'] = spellDate(dice, dice.rollBelow(300))
  return record
}

/** Formats noon UTC of a day in 2024 as a timestamp. Day 0 is January 1. One in five has the offset +02:00. */
function spellDate(dice: Dice, day: number): string {
  const utc = new Date(Date.UTC(2024, 0, 1 + day, 12))
  const text = utc.toISOString()
  return dice.chance(0.2) ? text.slice(0, 11) + '14:00:00.000+02:00' : text
}

// Copies a record as another pull. In most form arrays, the first entry is changed or gets a correction.
function makeCorrectedPull(dice: Dice, record: Json, id: string): Json {
  const copy = structuredClone(record)
  copy['id'] = id
  copy['date'] = spellDate(dice, 200 + dice.rollBelow(160))
  for (const form of copy['forms'] as Json[]) {
    for (const shape of shapes) {
      const entries = form[shape.form] as Json[] | undefined
      const first = entries?.[0]
      if (entries === undefined || first === undefined || !dice.chance(0.6)) continue
      const key = dice.pick(shape.money)
      const change = { ...structuredClone(first), [key]: Number(first[key] ?? 0) + dice.pick([1, 5, 100]) }
      if (dice.chance(0.5)) entries[0] = change
      else entries.push({ ...change, submission_type: 'Corrected' })
    }
  }
  return copy
}

/** Makes a raw dossier of one to six records. */
export function makeRandomCopies(seed: number, options: CopyOptions = { unmarked: false }): Record<string, unknown> {
  const dice = new Dice(seed)
  const kinds = dice.chance(0.5) ? [dice.pick(shapes)] : [dice.pick(shapes), dice.pick(shapes), shapes[0]!]
  const years = dice.chance(0.7) ? [2023] : [2022, 2023]
  const truths = Array.from({ length: 1 + dice.rollBelow(7) }, () =>
    makeTruth(dice, dice.pick(kinds), dice.pick(years)),
  )
  const records: Json[] = []
  const limit = 1 + dice.rollBelow(6)
  while (records.length < limit) {
    const id = dice.pick(['a', 'b', 'c/d', 'z']) + String(records.length)
    const earlierRecord = records.length > 0 ? dice.pick(records) : null
    const kind = dice.drawFraction()
    if (earlierRecord !== null && kind < 0.12) {
      records.push({ ...structuredClone(earlierRecord), id, date: spellDate(dice, 300 + dice.rollBelow(60)) })
    } else if (earlierRecord !== null && kind < 0.24 && !options.unmarked) {
      records.push(makeCorrectedPull(dice, earlierRecord, id))
    } else if (earlierRecord !== null && kind < 0.3) {
      const sameIdRecord = makeRecord(dice, String(earlierRecord['id']), truths, dice.pick(years), options)
      // Copies the date only if there is one, because JSON has no undefined.
      if (dice.chance(0.3) && 'date' in earlierRecord) sameIdRecord['date'] = earlierRecord['date']
      records.push(sameIdRecord)
    } else {
      records.push(makeRecord(dice, id, truths, dice.pick(years), options))
    }
  }
  return { taxpayer: { id: `taxpayer-${seed}` }, records: dice.shuffle(records) }
}

/** Returns the dossier with its records in random order. */
export function shuffleRecords(dossier: Record<string, unknown>, seed: number): Record<string, unknown> {
  return { ...dossier, records: new Dice(seed).shuffle(dossier['records'] as Json[]) }
}

/**
 * Returns the dossier with the form objects of each record, and the entries of their arrays, in random order.
 * Equal records stay equal, because each record is shuffled with the same seed.
 */
export function shuffleForms(dossier: Record<string, unknown>, seed: number): Record<string, unknown> {
  const records = (dossier['records'] as Json[]).map(record => {
    const dice = new Dice(seed)
    const forms = dice.shuffle(record['forms'] as Json[]).map(form => {
      const members = Object.entries(form)
      return Object.fromEntries(
        members.map(([key, value]) => [key, Array.isArray(value) ? dice.shuffle(value) : value]),
      )
    })
    return { ...record, forms }
  })
  return { ...dossier, records }
}

/**
 * Returns the dossier with a second copy of some records, or of all. Each copy has a new id and the same or a later
 * date. If several records have one id, their copies get one new id and keep their dates.
 */
export function pullAgain(dossier: Record<string, unknown>, seed: number, all = false): Record<string, unknown> {
  const dice = new Dice(seed)
  const records = dossier['records'] as Json[]
  const again: Json[] = []
  for (const id of [...new Set(records.map(record => record['id']))]) {
    const recordsWithId = records.filter(record => record['id'] === id)
    const skip = !all && dice.chance(0.5)
    const newId = `${dice.pick(['0', 'b', 'zz'])}-again-${id}`
    const days = dice.chance(0.6) && recordsWithId.length === 1 ? dice.rollBelow(200) : 0
    if (skip) continue
    for (const record of recordsWithId) {
      const copy: Json = { ...structuredClone(record), id: newId }
      if (record['date'] !== undefined && days > 0) {
        copy['date'] = new Date(new Date(String(record['date'])).getTime() + days * 86_400_000).toISOString()
      }
      again.push(copy)
    }
  }
  return { ...dossier, records: [...records, ...again] }
}

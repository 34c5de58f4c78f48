import { heldOr } from '../core/lists.js'
import { addCents, type Cents, wholeDollars } from '../core/money.js'
import { distributionCodes, isFromIra, isTaxFree } from '../forms/1099-r.js'
import type { LostEntry } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { FieldReader, FormTable } from '../spec/form.js'
import { categoryOf, type IncomeCategory } from '../spec/role.js'
import { doubtfulField, fieldsOf, type Ledger } from './facts.js'

/** The lines of Form 1040 that documents imply, in the order in which they are printed. */
export const RETURN_LINES = [
  '1a',
  '2a',
  '2b',
  '3a',
  '3b',
  '4a',
  '4b',
  '5a',
  '5b',
  '6a',
  '7',
  '25a',
  '25b',
  '25c',
  'S1-7',
  'S1-8b',
] as const

/** A line of Form 1040 or its Schedule 1 (S1). */
export type ReturnLine = (typeof RETURN_LINES)[number]

/** The name by which a year's form prints a line. Source: Form 1040 (2025), lines 7a and 7b. */
export const printedLine = (line: ReturnLine, year: number): string =>
  line === '7' && year >= 2025 ? '7a' : line

/** A box, or a net of boxes, that stands on a line: what a document adds goes to the terms. */
interface LineRow {
  readonly form: string
  readonly lines: readonly ReturnLine[]
  readonly read: (fields: FieldReader, terms: Terms) => void
}

/** Takes what one document adds to lines. */
interface Terms {
  /** There are sales of the document's year, and line 7 is theirs. */
  readonly hasSales: boolean
  /**
   * Units: cents. `unknown`: the box was lost, or the form says that the amount is not known, or it may be wages, which
   * stand on another line.
   */
  add(line: ReturnLine, field: string, cents: number, unknown: boolean, mayBeWages?: boolean): void
}

/** Boxes that are each rounded by themselves; `-` before a name subtracts. */
function boxes(
  form: string,
  line: ReturnLine,
  names: readonly string[],
  when: ((fields: FieldReader) => boolean) | null = null,
): LineRow {
  const parts = names.map(name => ({ field: name.replace('-', ''), sign: name.startsWith('-') ? -1 : 1 }))
  return {
    form,
    lines: [line],
    read: (fields, terms) => {
      if (when !== null && !when(fields)) return
      for (const { field, sign } of parts) {
        const cents = fields.cents(field)
        if (cents !== null && cents !== 0) terms.add(line, field, sign * cents, false)
        else if (fields.lost(field)) terms.add(line, field, 0, true)
      }
    },
  }
}

const K1S = ['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041']

/**
 * Which boxes stand on which line, beside the tax withheld, of which the form's table says it.
 * Source: Form 1040 and its instructions, tax years 2022 to 2025.
 */
const ROWS: readonly LineRow[] = [
  boxes('form_w2', '1a', ['wages'], fields => fields.flag('statutoryEmployee') !== true),
  boxes('form_1099_int', '2a', ['taxExemptInterest', '-bondPremiumOnTaxExemptBond']),
  boxes('form_1099_div', '2a', ['exemptInterestDividends']),
  boxes('form_1099_int', '2b', [
    'interestIncome',
    'savingsBondAndTreasuryInterest',
    'marketDiscount',
    '-bondPremium',
    '-bondPremiumOnTreasuryObligation',
  ]),
  ...K1S.map(form => boxes(form, '2b', ['interest'])),
  boxes('form_1099_div', '3a', ['qualifiedDividends']),
  boxes('form_1099_div', '3b', ['ordinaryDividends']),
  ...K1S.map(form => boxes(form, '3b', ['ordinaryDividends'])),
  { form: 'form_1099_r', lines: ['4a', '4b', '5a', '5b'], read: distribution },
  {
    form: 'form_ssa_1099',
    lines: ['6a'],
    read: (fields, terms) => {
      const net = (fields.cents('benefitsPaid') ?? 0) - (fields.cents('benefitsRepaid') ?? 0)
      terms.add('6a', 'benefitsPaid', net, fields.lost('benefitsPaid') || fields.lost('benefitsRepaid'))
    },
  },
  {
    form: 'form_1099_div',
    lines: ['7'],
    read: (fields, terms) => {
      const field = 'capitalGainDistributions'
      if (!terms.hasSales) terms.add('7', field, fields.cents(field) ?? 0, fields.lost(field))
    },
  },
  { form: 'form_1042_s', lines: ['25c'], read: nonresidentCredit },
  boxes('form_1099_g', 'S1-7', ['unemploymentCompensation']),
  boxes('form_w2g', 'S1-8b', ['grossWinnings']),
  { form: 'form_1042_s', lines: ['S1-8b'], read: nonresidentWinnings },
]

/** Codes of distributions of which nothing is taxable this year: to charity, another year's, recharacterized in the year. */
const UNTAXED = /[YPN]/

/**
 * Boxes 1 and 2a of a 1099-R: an IRA's, a Roth IRA's too, on lines 4a and 4b, any other on 5a and 5b; a fully taxable row
 * on b alone. A plan's corrective distribution stands on 1h, a contribution that was recharacterized the year after on no
 * line, and a disability pension on 1h until the minimum retirement age, which no box tells.
 * Source: instructions for Form 1040 (2025), lines 1h and 4a to 5b; for Form 8606 (2024), recharacterizations.
 */
function distribution(fields: FieldReader, terms: Terms): void {
  const codes = distributionCodes(fields)
  const isIra = isFromIra(fields, codes) || codes.includes('N')
  if (codes.includes('R') || (!isIra && /[8E]/.test(codes))) return
  const [a, b] = isIra ? (['4a', '4b'] as const) : (['5a', '5b'] as const)
  const gross = fields.cents('grossDistribution') ?? 0
  const printed = fields.cents('taxableAmount') ?? 0
  const untaxed = UNTAXED.test(codes)
  const undetermined =
    printed === 0 &&
    (fields.flag('taxableAmountNotDetermined') === true || /[JT]/.test(codes)) &&
    !isTaxFree(fields, codes)
  const taxable = untaxed ? 0 : printed
  const lost = (fields.lost('taxableAmount') || fields.lost('distributionCodes')) && !untaxed
  const unknown = !untaxed && (undetermined || lost)
  const whole = !unknown && gross === taxable && !fields.lost('grossDistribution')
  const mayBeWages = !isIra && codes.includes('3') && (gross !== 0 || taxable !== 0)
  const open = fields.lost('grossDistribution') || lost || mayBeWages
  terms.add(a, 'grossDistribution', whole ? 0 : gross, open, mayBeWages)
  terms.add(b, 'taxableAmount', taxable, unknown || mayBeWages, mayBeWages)
}

/** The credit of a 1042-S: box 10, or 7a + 8 - 9 rounded as one where box 10 is 0 or absent. */
function nonresidentCredit(fields: FieldReader, terms: Terms): void {
  const line = '25c'
  const credit = fields.cents('totalWithholdingCredit') ?? 0
  if (credit !== 0) {
    terms.add(line, 'totalWithholdingCredit', credit, false)
    return
  }
  const boxes = ['usFederalTaxWithheld', 'withholdingByOtherAgents', 'overwithheldTaxRepaidToRecipient']
  const [withheld = 0, others = 0, repaid = 0] = boxes.map(name => fields.cents(name) ?? 0)
  const unknown = [...boxes, 'totalWithholdingCredit'].some(name => fields.lost(name))
  terms.add(line, 'derivedCredit', withheld + others - repaid, unknown)
}

/** Box 2 of a 1042-S with the income code of gambling winnings; without its code it may be that. */
function nonresidentWinnings(fields: FieldReader, terms: Terms): void {
  const [line, field] = ['S1-8b', 'grossIncome'] as const
  if (fields.lost('incomeCode')) terms.add(line, field, 0, true)
  else if (fields.text('incomeCode') === '28')
    terms.add(line, field, fields.cents(field) ?? 0, fields.lost(field))
}

const rowsByForm = new WeakMap<FormTable, readonly LineRow[]>()

/** What a form adds to lines. */
const rowsOf = (form: FormTable): readonly LineRow[] =>
  heldOr(rowsByForm, form, () => {
    const withheld = form.fields.filter(({ role }) => role === 'withheld.federal').map(({ name }) => name)
    const rows = ROWS.filter(row => row.form === form.key)
    return withheld.length === 0 ? rows : [...rows, boxes(form.key, form.withholdingLine ?? '25b', withheld)]
  })

/** A document's part in a line. Units: cents. */
interface LinePart {
  readonly of: ResolvedDocument
  readonly field: string
  readonly cents: number
  /** It may be wages, which stand on another line. */
  readonly mayBeWages: boolean
}

/** A line that the counted documents of a year imply. Units: cents; `whole` is in whole dollars, each box rounded first. */
export interface LineSum {
  readonly year: number
  readonly line: ReturnLine
  amount: Cents
  whole: Cents
  complete: boolean
  readonly parts: LinePart[]
}

/**
 * The lines of Form 1040 that the counted documents imply. Rounds each box half away from zero before adding, as the
 * IRS's Direct File does. Missing: a line of 0 has no row unless it is incomplete.
 * Gap: excess Additional Medicare tax is not in 25c. Source: Form 1040, 2022 to 2025; other years use its labels.
 */
export function lineSums(
  documents: readonly ResolvedDocument[],
  lostEntries: readonly LostEntry[],
): LineSum[] {
  const sales = new Set<number | null>()
  for (const of of documents) if (of.status === 'counted' && isSale(of)) sales.add(of.document.year)
  const sums = new Sums()
  for (const of of documents) {
    const { document } = of
    const rows = rowsOf(document.plan.form)
    if (rows.length === 0 || of.status !== 'counted' || document.year === null) continue
    sums.start(of, document.year, sales.has(document.year))
    const fields = fieldsOf(document)
    for (const row of rows) row.read(fields, sums)
  }
  for (const { form, year } of lostEntries) {
    if (year === null) continue
    for (const row of rowsOf(form)) {
      // With sales in the year, line 7 is not theirs to fill.
      for (const line of row.lines) if (line !== '7' || !sales.has(year)) sums.of(year, line).complete = false
    }
    // A sale that was lost would have taken line 7 from the distributions that stand on it.
    if (form.key === SALES)
      for (const sum of sums.all) if (sum.year === year && sum.line === '7') sum.complete = false
  }
  for (const sum of sums.all) {
    if (sum.line !== '6a') continue
    if (sum.amount < 0) sum.amount = 0
    if (sum.whole < 0) sum.whole = 0
  }
  return sums.all
    .filter(sum => sum.amount !== 0 || sum.whole !== 0 || !sum.complete)
    .sort((a, b) => a.year - b.year || (a.line < b.line ? -1 : 1))
}

/**
 * The lines of a year that take more than documents say: 7 beside sales and shares of gains, which Schedule D works out,
 * and 3a beside shares of dividends, of which no box says how much is qualified. What was lost may have been such a share.
 */
export function openLines(
  documents: readonly ResolvedDocument[],
  { facts, gaps }: Ledger,
  year: number,
): ReadonlySet<ReturnLine> {
  const open = new Set<ReturnLine>()
  for (const of of documents)
    if (of.document.year === year && of.status === 'counted' && isSale(of)) open.add('7')
  const look = (category: IncomeCategory | null): void => {
    if (category === 'capital_gains') open.add('7')
    if (category === 'dividends') open.add('3a')
  }
  for (const { of, cents, meaning } of facts) {
    if (of.document.year !== year || of.status !== 'counted' || cents === 0) continue
    if (meaning.basis === 'allocated') look(meaning.category)
  }
  for (const gap of gaps) if (gap.year === year) look(categoryOf(gap.role))
  return open
}

/** Lines while they are added up. */
class Sums implements Terms {
  readonly all: LineSum[] = []
  hasSales = false
  readonly #byYear = new Map<number, Map<ReturnLine, LineSum>>()
  #of: ResolvedDocument | null = null
  #year = 0
  #lines = new Map<ReturnLine, LineSum>()
  #doubtful = false

  /** What is added from here on is of this document. */
  start(of: ResolvedDocument, year: number, hasSales: boolean): void {
    this.#of = of
    this.hasSales = hasSales
    this.#doubtful = of.document.lost.length > 0 && doubtfulField(of.document) !== null
    this.#go(year)
  }

  add(line: ReturnLine, field: string, cents: number, unknown: boolean, mayBeWages = false): void {
    if (cents === 0 && !unknown) return
    const sum = this.#sum(line)
    sum.amount = addCents(sum.amount, cents)
    sum.whole = addCents(sum.whole, wholeDollars(cents))
    if (unknown || this.#doubtful) sum.complete = false
    sum.parts.push({ of: this.#of as ResolvedDocument, field, cents, mayBeWages })
  }

  /** The sum of a year's line, started where it is not there. */
  of(year: number, line: ReturnLine): LineSum {
    this.#go(year)
    return this.#sum(line)
  }

  #go(year: number): void {
    if (year === this.#year) return
    this.#year = year
    this.#lines = heldOr(this.#byYear, year, () => new Map<ReturnLine, LineSum>())
  }

  #sum(line: ReturnLine): LineSum {
    return heldOr(this.#lines, line, () => {
      const sum: LineSum = { year: this.#year, line, amount: 0, whole: 0, complete: true, parts: [] }
      this.all.push(sum)
      return sum
    })
  }
}

const SALES = 'form_1099_b'

const isSale = ({ document }: ResolvedDocument): boolean => document.plan.key === SALES

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

/**
 * Why a line may not be whole by what a document adds: a box was lost; nothing was, and the form says that the amount is not
 * known; or it may be wages, which stand on another line.
 */
type Doubt = 'lost' | 'untold' | 'may_be_wages'

/** Takes what one document adds to lines. */
interface Terms {
  /** There are sales of the document's year, and line 7 is theirs. */
  readonly hasSales: boolean
  /** Boxes of 0 are wanted too. */
  readonly wantsZeros: boolean
  /** Units: cents. */
  add(line: ReturnLine, field: string, cents: number, doubt: Doubt | null): void
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
      for (const { field, sign } of parts) addBox(fields, terms, line, field, sign)
    },
  }
}

/** Adds one box. */
function addBox(fields: FieldReader, terms: Terms, line: ReturnLine, field: string, sign = 1): void {
  const cents = fields.cents(field)
  if (cents !== null && (cents !== 0 || terms.wantsZeros)) terms.add(line, field, sign * cents, null)
  else if (fields.lost(field)) terms.add(line, field, 0, 'lost')
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
      const [paid, repaid] = [fields.cents('benefitsPaid'), fields.cents('benefitsRepaid')]
      const lost = fields.lost('benefitsPaid') || fields.lost('benefitsRepaid')
      if (paid !== null || repaid !== null || lost)
        terms.add('6a', 'benefitsPaid', (paid ?? 0) - (repaid ?? 0), lost ? 'lost' : null)
    },
  },
  {
    form: 'form_1099_div',
    lines: ['7'],
    read: (fields, terms) => {
      if (!terms.hasSales) addBox(fields, terms, '7', 'capitalGainDistributions')
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
  const gross = fields.cents('grossDistribution')
  const printed = fields.cents('taxableAmount') ?? 0
  const untaxed = UNTAXED.test(codes)
  const undetermined =
    printed === 0 &&
    (fields.flag('taxableAmountNotDetermined') === true || /[JT]/.test(codes)) &&
    !isTaxFree(fields, codes)
  const taxable = untaxed ? 0 : printed
  const lost = (fields.lost('taxableAmount') || fields.lost('distributionCodes')) && !untaxed
  const unknown = !untaxed && (undetermined || lost)
  const isGrossLost = fields.lost('grossDistribution')
  const whole = !unknown && (gross ?? 0) === taxable && !isGrossLost
  const mayBeWages = !isIra && codes.includes('3') && ((gross ?? 0) !== 0 || taxable !== 0)
  const wages = mayBeWages ? 'may_be_wages' : null
  if (!whole || mayBeWages)
    terms.add(a, 'grossDistribution', whole ? 0 : (gross ?? 0), isGrossLost || lost ? 'lost' : wages)
  terms.add(b, 'taxableAmount', taxable, lost ? 'lost' : (wages ?? (unknown ? 'untold' : null)))
}

/** The credit of a 1042-S: box 10, or 7a + 8 - 9 rounded as one where box 10 is 0 or absent. */
function nonresidentCredit(fields: FieldReader, terms: Terms): void {
  const line = '25c'
  const credit = fields.cents('totalWithholdingCredit') ?? 0
  if (credit !== 0) {
    terms.add(line, 'totalWithholdingCredit', credit, null)
    return
  }
  const boxes = ['usFederalTaxWithheld', 'withholdingByOtherAgents', 'overwithheldTaxRepaidToRecipient']
  const [withheld = 0, others = 0, repaid = 0] = boxes.map(name => fields.cents(name) ?? 0)
  const all = [...boxes, 'totalWithholdingCredit']
  const lost = all.some(name => fields.lost(name))
  if (lost || all.some(name => fields.cents(name) !== null))
    terms.add(line, 'derivedCredit', withheld + others - repaid, lost ? 'lost' : null)
}

/** Box 2 of a 1042-S with the income code of gambling winnings; without its code it may be that. */
function nonresidentWinnings(fields: FieldReader, terms: Terms): void {
  const [line, field] = ['S1-8b', 'grossIncome'] as const
  if (fields.lost('incomeCode')) terms.add(line, field, 0, 'lost')
  else if (fields.text('incomeCode') === '28') addBox(fields, terms, line, field)
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
  /** Why the line may not be whole by it. Missing: null where it is. */
  readonly doubt: Doubt | null
}

/**
 * A line that the counted documents of a year imply. Units: cents; `whole` is in whole dollars, each box rounded first.
 * Missing: both are null where nothing of the line could be read.
 */
export interface LineSum {
  readonly year: number
  readonly line: ReturnLine
  readonly amount: Cents | null
  readonly whole: Cents | null
  readonly complete: boolean
  readonly parts: readonly LinePart[]
}

/** A line while it is added up. */
interface Adding extends LineSum {
  amount: Cents
  whole: Cents
  complete: boolean
  /** Something that it needs could not be read. */
  lost: boolean
  /** An amount of it was read. */
  read: boolean
  readonly parts: LinePart[]
}

/**
 * The lines of Form 1040 that the counted documents imply. Rounds each box half away from zero before adding, as the
 * IRS's Direct File does. Missing: a line of 0 has no row unless it is incomplete; an amount is null where nothing of the
 * line could be read. `isRefused` tells years of which something that may have held any form was refused.
 * Gap: excess Additional Medicare tax is not in 25c. Source: Form 1040, 2022 to 2025; other years use its labels.
 */
export function lineSums(
  documents: readonly ResolvedDocument[],
  lostEntries: readonly LostEntry[],
  isRefused: (year: number) => boolean = () => false,
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
      for (const line of row.lines) if (line !== '7' || !sales.has(year)) sums.lose(year, line)
    }
    // A sale that was lost would have taken line 7 from the distributions that stand on it.
    if (form.key === SALES)
      for (const sum of sums.all) if (sum.year === year && sum.line === '7') sum.complete = false
  }
  for (const sum of sums.all) {
    if (sum.line !== '6a') continue
    // What was repaid says nothing of what was paid.
    if (sum.amount < 0) sum.read = false
    if (sum.amount < 0) sum.amount = 0
    if (sum.whole < 0) sum.whole = 0
  }
  let zeros: ReadonlySet<string> | null = null
  const isUnread = (sum: Adding): boolean => {
    if (sum.read || sum.complete || !(sum.lost || isRefused(sum.year))) return false
    zeros ??= zerosOf(documents, sales)
    return !zeros.has(`${sum.year} ${sum.line}`)
  }
  return sums.all
    .filter(sum => sum.amount !== 0 || sum.whole !== 0 || !sum.complete)
    .sort((a, b) => a.year - b.year || (a.line < b.line ? -1 : 1))
    .map(sum => (isUnread(sum) ? { ...sum, amount: null, whole: null } : sum))
}

/** The lines of which a document that was read whole says 0. */
function zerosOf(documents: readonly ResolvedDocument[], sales: ReadonlySet<number | null>): Set<string> {
  const zeros = new Set<string>()
  for (const { document, status } of documents) {
    const { year, plan } = document
    if (status !== 'counted' || year === null) continue
    const own: ReturnLine[] = []
    let isWhole = true
    const terms: Terms = {
      hasSales: sales.has(year),
      wantsZeros: true,
      add: (line, _, cents, doubt) => {
        if (doubt === 'lost') isWhole = false
        else if (cents === 0 && doubt === null) own.push(line)
      },
    }
    const fields = fieldsOf(document)
    for (const row of rowsOf(plan.form)) row.read(fields, terms)
    for (const line of isWhole ? own : []) zeros.add(`${year} ${line}`)
  }
  return zeros
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
  readonly all: Adding[] = []
  hasSales = false
  readonly wantsZeros = false
  readonly #byYear = new Map<number, Map<ReturnLine, Adding>>()
  #of: ResolvedDocument | null = null
  #year = 0
  #lines = new Map<ReturnLine, Adding>()
  #doubtful = false

  /** What is added from here on is of this document. */
  start(of: ResolvedDocument, year: number, hasSales: boolean): void {
    this.#of = of
    this.hasSales = hasSales
    this.#doubtful = of.document.lost.length > 0 && doubtfulField(of.document) !== null
    this.#go(year)
  }

  add(line: ReturnLine, field: string, cents: number, doubt: Doubt | null): void {
    if (cents === 0 && doubt === null) return
    const sum = this.#sum(line)
    sum.amount = addCents(sum.amount, cents)
    sum.whole = addCents(sum.whole, wholeDollars(cents))
    if (doubt !== null || this.#doubtful) sum.complete = false
    if (cents !== 0) sum.read = true
    if (doubt === 'lost') sum.lost = true
    sum.parts.push({ of: this.#of as ResolvedDocument, field, cents, doubt })
  }

  /** Something was lost that a year's line needs. */
  lose(year: number, line: ReturnLine): void {
    this.#go(year)
    const sum = this.#sum(line)
    sum.complete = false
    sum.lost = true
  }

  #go(year: number): void {
    if (year === this.#year) return
    this.#year = year
    this.#lines = heldOr(this.#byYear, year, () => new Map<ReturnLine, Adding>())
  }

  #sum(line: ReturnLine): Adding {
    return heldOr(this.#lines, line, () => {
      const sum: Adding = {
        year: this.#year,
        line,
        amount: 0,
        whole: 0,
        complete: true,
        lost: false,
        read: false,
        parts: [],
      }
      this.all.push(sum)
      return sum
    })
  }
}

const SALES = 'form_1099_b'

const isSale = ({ document }: ResolvedDocument): boolean => document.plan.key === SALES

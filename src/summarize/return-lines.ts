import { addCents, type Cents, wholeDollars } from '../core/money.js'
import { distributionCodes } from '../forms/1099-r.js'
import type { LostEntry } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import type { FieldReader } from '../spec/form.js'
import { doubtfulField, fieldsOf } from './facts.js'

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

/** A box, or a net of boxes, that stands on a line; `-` before a name subtracts. */
interface LineRow {
  readonly form: string
  readonly lines: readonly ReturnLine[]
  readonly terms: (fields: FieldReader, year: YearContext) => readonly Term[]
}

/** What a document adds to a line. Units: cents. */
interface Term {
  readonly line: ReturnLine
  readonly field: string
  readonly cents: number
  /** The box was lost, or the form says that the amount is not known. */
  readonly unknown?: boolean
}

interface YearContext {
  readonly hasSales: boolean
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
    terms: fields => {
      const terms: Term[] = []
      if (when !== null && !when(fields)) return terms
      for (const { field, sign } of parts) {
        const cents = fields.cents(field) ?? 0
        if (cents !== 0) terms.push({ line, field, cents: sign * cents })
        else if (fields.lost(field)) terms.push({ line, field, cents: 0, unknown: true })
      }
      return terms
    },
  }
}

const K1S = ['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041']
const WITHHELD_25B = [
  'form_1099_misc',
  'form_1099_int',
  'form_1099_g',
  'form_1099_r',
  'form_1099_div',
  'form_1099_b',
  'form_1099_nec',
  'form_ssa_1099',
]

/** Which boxes stand on which line. Source: Form 1040 and its instructions, tax years 2022 to 2024. */
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
  { form: 'form_1099_r', lines: ['4a', '4b', '5a', '5b'], terms: distribution },
  {
    form: 'form_ssa_1099',
    lines: ['6a'],
    terms: fields => [
      {
        line: '6a',
        field: 'benefitsPaid',
        cents: (fields.cents('benefitsPaid') ?? 0) - (fields.cents('benefitsRepaid') ?? 0),
        unknown: fields.lost('benefitsPaid') || fields.lost('benefitsRepaid'),
      },
    ],
  },
  {
    form: 'form_1099_div',
    lines: ['7'],
    terms: (fields, { hasSales }) => {
      const field = 'capitalGainDistributions'
      return hasSales
        ? []
        : [{ line: '7', field, cents: fields.cents(field) ?? 0, unknown: fields.lost(field) }]
    },
  },
  boxes('form_w2', '25a', ['federalIncomeTaxWithheld']),
  ...WITHHELD_25B.map(form => boxes(form, '25b', ['federalIncomeTaxWithheld'])),
  boxes('form_w2g', '25c', ['federalIncomeTaxWithheld']),
  { form: 'form_1042_s', lines: ['25c'], terms: nonresidentCredit },
  boxes('form_1099_g', 'S1-7', ['unemploymentCompensation']),
  boxes('form_w2g', 'S1-8b', ['grossWinnings']),
  { form: 'form_1042_s', lines: ['S1-8b'], terms: nonresidentWinnings },
]

/** Boxes 1 and 2a of a 1099-R: an IRA's on lines 4a and 4b, any other on 5a and 5b; a fully taxable row on b alone. */
function distribution(fields: FieldReader): Term[] {
  const [a, b] = fields.flag('isIraSepSimple') === true ? (['4a', '4b'] as const) : (['5a', '5b'] as const)
  const gross = fields.cents('grossDistribution') ?? 0
  const printed = fields.cents('taxableAmount') ?? 0
  const elsewhere = /[YP]/.test(distributionCodes(fields))
  const undetermined = fields.flag('taxableAmountNotDetermined') === true && b === '5b' && printed === 0
  const taxable = elsewhere ? 0 : printed
  const lost = (fields.lost('taxableAmount') || fields.lost('distributionCodes')) && !elsewhere
  const unknown = !elsewhere && (undetermined || lost)
  const whole = !unknown && gross === taxable && !fields.lost('grossDistribution')
  return [
    {
      line: a,
      field: 'grossDistribution',
      cents: whole ? 0 : gross,
      unknown: fields.lost('grossDistribution') || lost,
    },
    { line: b, field: 'taxableAmount', cents: taxable, unknown },
  ]
}

/** The credit of a 1042-S: box 10, or 7a + 8 - 9 rounded as one where box 10 is 0 or absent. */
function nonresidentCredit(fields: FieldReader): Term[] {
  const line = '25c'
  const credit = fields.cents('totalWithholdingCredit') ?? 0
  if (credit !== 0) return [{ line, field: 'totalWithholdingCredit', cents: credit }]
  const boxes = ['usFederalTaxWithheld', 'withholdingByOtherAgents', 'overwithheldTaxRepaidToRecipient']
  const [withheld = 0, others = 0, repaid = 0] = boxes.map(name => fields.cents(name) ?? 0)
  const unknown = [...boxes, 'totalWithholdingCredit'].some(name => fields.lost(name))
  return [{ line, field: 'derivedCredit', cents: withheld + others - repaid, unknown }]
}

/** Box 2 of a 1042-S with the income code of gambling winnings; without its code it may be that. */
function nonresidentWinnings(fields: FieldReader): Term[] {
  const [line, field] = ['S1-8b', 'grossIncome'] as const
  if (fields.lost('incomeCode')) return [{ line, field, cents: 0, unknown: true }]
  if (fields.text('incomeCode') !== '28') return []
  return [{ line, field, cents: fields.cents(field) ?? 0, unknown: fields.lost(field) }]
}

const rowsByForm = new Map<string, LineRow[]>()
for (const row of ROWS) rowsByForm.set(row.form, [...(rowsByForm.get(row.form) ?? []), row])

/** A document's part in a line. Units: cents. */
interface LinePart {
  readonly of: ResolvedDocument
  readonly field: string
  readonly cents: number
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
 * Gap: excess Additional Medicare tax is not in 25c. Source: Form 1040, 2022 to 2024; other years use its labels.
 */
export function lineSums(
  documents: readonly ResolvedDocument[],
  lostEntries: readonly LostEntry[],
): LineSum[] {
  const sums: LineSum[] = []
  const byLine = new Map<ReturnLine, Map<number, LineSum>>()
  const sumOf = (year: number, line: ReturnLine): LineSum => {
    let byYear = byLine.get(line)
    if (byYear === undefined) {
      byYear = new Map()
      byLine.set(line, byYear)
    }
    let sum = byYear.get(year)
    if (sum === undefined) {
      sum = { year, line, amount: 0, whole: 0, complete: true, parts: [] }
      byYear.set(year, sum)
      sums.push(sum)
    }
    return sum
  }
  const counted = documents.filter(of => of.status === 'counted' && of.document.year !== null)
  const sales = new Set(counted.filter(isSale).map(of => of.document.year))
  for (const of of counted) {
    const rows = rowsByForm.get(of.document.plan.form.key)
    if (rows === undefined) continue
    const year = of.document.year as number
    const fields = fieldsOf(of.document)
    const doubtful = doubtfulField(of.document) !== null
    for (const row of rows) {
      for (const { line, field, cents, unknown } of row.terms(fields, { hasSales: sales.has(year) })) {
        if (cents === 0 && unknown !== true) continue
        const sum = sumOf(year, line)
        sum.amount = addCents(sum.amount, cents)
        sum.whole = addCents(sum.whole, wholeDollars(cents))
        if (unknown === true || doubtful) sum.complete = false
        sum.parts.push({ of, field, cents })
      }
    }
  }
  for (const { form, year } of lostEntries) {
    if (year === null) continue
    for (const row of rowsByForm.get(form.key) ?? []) {
      // With sales in the year, line 7 is not theirs to fill.
      for (const line of row.lines) if (line !== '7' || !sales.has(year)) sumOf(year, line).complete = false
    }
  }
  for (const sum of sums) {
    if (sum.line !== '6a') continue
    if (sum.amount < 0) sum.amount = 0
    if (sum.whole < 0) sum.whole = 0
  }
  return sums
    .filter(sum => sum.amount !== 0 || sum.whole !== 0 || !sum.complete)
    .sort((a, b) => a.year - b.year || (a.line < b.line ? -1 : 1))
}

const isSale = ({ document }: ResolvedDocument): boolean => document.plan.form.key === 'form_1099_b'

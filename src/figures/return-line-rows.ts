import { memoize } from '../core/lists.js'
import type { FieldReader, FormTable } from '../schema/form.js'
import { isFromIra, isTaxFree, readDistributionCodes } from '../schema/forms/1099-r.js'

/** The lines of Form 1040 that documents imply, in the order in which the form prints them. */
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

/** A line of Form 1040 or of its Schedule 1 (S1). */
export type ReturnLine = (typeof RETURN_LINES)[number]

/** Returns the line's name on the form for a year. Source: Form 1040 (2025), lines 7a and 7b. */
export const findPrintedLine = (line: ReturnLine, year: number): string => (line === '7' && year >= 2025 ? '7a' : line)

/** A rule that adds boxes of one form to lines. `read` passes a document's amounts to `collector`. */
interface LineRow {
  readonly form: string
  readonly lines: readonly ReturnLine[]
  readonly read: (fields: FieldReader, collector: LineCollector) => void
}

/**
 * Why a document may make a line incomplete. `unreadable`: a box is unreadable. `untold`: every box was read, and the
 * form says that the amount is unknown. `may_be_wages`: the amount may be wages, which belong on another line.
 */
export type LineUncertainty = 'unreadable' | 'untold' | 'may_be_wages'

/** Receives the amounts that one document adds to lines. */
export interface LineCollector {
  /** True if the year has sales, so that line 7 comes from them and not from capital gain distributions. */
  readonly hasSales: boolean
  /** True if boxes with 0 are also reported. */
  readonly includesZeros: boolean
  /** Adds an amount in cents to a line. */
  add(line: ReturnLine, field: string, cents: number, uncertainty: LineUncertainty | null): void
}

/** Defines a row whose boxes are rounded one by one. A `-` before a name subtracts the box. */
function defineBoxRow(
  form: string,
  line: ReturnLine,
  names: readonly string[],
  isApplicable: ((fields: FieldReader, collector: LineCollector) => boolean) | null = null,
): LineRow {
  const parts = names.map(name => ({ field: name.replace('-', ''), sign: name.startsWith('-') ? -1 : 1 }))
  return {
    form,
    lines: [line],
    read: (fields, collector) => {
      if (isApplicable !== null && !isApplicable(fields, collector)) return
      for (const { field, sign } of parts) addBox(fields, collector, line, field, sign)
    },
  }
}

function addBox(fields: FieldReader, collector: LineCollector, line: ReturnLine, field: string, sign = 1): void {
  const cents = fields.cents(field)
  if (cents !== null && (cents !== 0 || collector.includesZeros)) collector.add(line, field, sign * cents, null)
  else if (fields.isUnreadable(field)) collector.add(line, field, 0, 'unreadable')
}

const K1_FORMS = ['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041']

/**
 * The boxes that belong on each line. Withheld tax is not listed here, because each form's table defines it. Source:
 * Form 1040 and its instructions, tax years 2022 to 2025.
 */
const LINE_ROWS: readonly LineRow[] = [
  defineBoxRow('form_w2', '1a', ['wages'], fields => fields.flag('statutoryEmployee') !== true),
  defineBoxRow('form_1099_int', '2a', ['taxExemptInterest', '-bondPremiumOnTaxExemptBond']),
  defineBoxRow('form_1099_div', '2a', ['exemptInterestDividends']),
  defineBoxRow('form_1099_int', '2b', [
    'interestIncome',
    'savingsBondAndTreasuryInterest',
    'marketDiscount',
    '-bondPremium',
    '-bondPremiumOnTreasuryObligation',
  ]),
  ...K1_FORMS.map(form => defineBoxRow(form, '2b', ['interest'])),
  defineBoxRow('form_1099_div', '3a', ['qualifiedDividends']),
  defineBoxRow('form_1099_div', '3b', ['ordinaryDividends']),
  ...K1_FORMS.map(form => defineBoxRow(form, '3b', ['ordinaryDividends'])),
  { form: 'form_1099_r', lines: ['4a', '4b', '5a', '5b'], read: addDistribution },
  {
    form: 'form_ssa_1099',
    lines: ['6a'],
    read: (fields, collector) => {
      const [paid, repaid] = [fields.cents('benefitsPaid'), fields.cents('benefitsRepaid')]
      const isUnreadable = fields.isUnreadable('benefitsPaid') || fields.isUnreadable('benefitsRepaid')
      // Ignore a repayment if the benefits that it reduces are unknown.
      const net = fields.isUnreadable('benefitsPaid') ? 0 : (paid ?? 0) - (repaid ?? 0)
      if (paid !== null || repaid !== null || isUnreadable)
        collector.add('6a', 'benefitsPaid', net, isUnreadable ? 'unreadable' : null)
    },
  },
  defineBoxRow('form_1099_div', '7', ['capitalGainDistributions'], (_, { hasSales }) => !hasSales),
  { form: 'form_1042_s', lines: ['25c'], read: addNonresidentCredit },
  defineBoxRow('form_1099_g', 'S1-7', ['unemploymentCompensation']),
  defineBoxRow('form_w2g', 'S1-8b', ['grossWinnings']),
  { form: 'form_1042_s', lines: ['S1-8b'], read: addNonresidentWinnings },
]

/**
 * The distribution codes that make a whole distribution untaxed this year: paid to charity, taxed in another year, or
 * recharacterized in the same year.
 */
const UNTAXED_CODES = /[YPN]/

/**
 * Adds boxes 1 and 2a of a 1099-R. Distributions from an IRA, including a Roth IRA, go to lines 4a and 4b, and all
 * others to 5a and 5b. A fully taxable distribution goes only to line 4b or 5b.
 *
 * Exceptions: a plan's corrective distribution belongs on line 1h, and a contribution that was recharacterized in the
 * following year belongs on no line. A disability pension belongs on 1h until the minimum retirement age, which no box
 * states. Source: instructions for Form 1040 (2025), lines 1h and 4a to 5b, and for Form 8606 (2024),
 * recharacterizations.
 */
function addDistribution(fields: FieldReader, collector: LineCollector): void {
  const codes = readDistributionCodes(fields)
  const isIra = isFromIra(fields, codes) || codes.includes('N')
  if (codes.includes('R') || (!isIra && /[8E]/.test(codes))) return
  const [grossLine, taxableLine] = isIra ? (['4a', '4b'] as const) : (['5a', '5b'] as const)
  const gross = fields.cents('grossDistribution')
  const statedTaxable = fields.cents('taxableAmount') ?? 0
  const isUntaxed = UNTAXED_CODES.test(codes)
  const isUndetermined =
    statedTaxable === 0 &&
    (fields.flag('taxableAmountNotDetermined') === true || /[JT]/.test(codes)) &&
    !isTaxFree(fields, codes)
  const taxable = isUntaxed ? 0 : statedTaxable
  const isTaxableUnreadable =
    (fields.isUnreadable('taxableAmount') || fields.isUnreadable('distributionCodes')) && !isUntaxed
  const isTaxableUnknown = !isUntaxed && (isUndetermined || isTaxableUnreadable)
  const isGrossUnreadable = fields.isUnreadable('grossDistribution')
  const isFullyTaxable = !isTaxableUnknown && (gross ?? 0) === taxable && !isGrossUnreadable
  const mayBeWages = !isIra && codes.includes('3') && ((gross ?? 0) !== 0 || taxable !== 0)
  const wages = mayBeWages ? 'may_be_wages' : null
  if (!isFullyTaxable || mayBeWages)
    collector.add(
      grossLine,
      'grossDistribution',
      isFullyTaxable ? 0 : (gross ?? 0),
      isGrossUnreadable || isTaxableUnreadable ? 'unreadable' : wages,
    )
  collector.add(
    taxableLine,
    'taxableAmount',
    taxable,
    isTaxableUnreadable ? 'unreadable' : isTaxableUnknown ? 'untold' : wages,
  )
}

/** Adds the credit of a 1042-S: box 10. If box 10 is 0 or absent, adds 7a + 8 - 9, rounded once. */
function addNonresidentCredit(fields: FieldReader, collector: LineCollector): void {
  const line = '25c'
  const credit = fields.cents('totalWithholdingCredit') ?? 0
  if (credit !== 0) {
    collector.add(line, 'totalWithholdingCredit', credit, null)
    return
  }
  const boxes = ['usFederalTaxWithheld', 'withholdingByOtherAgents', 'overwithheldTaxRepaidToRecipient']
  const [withheld = 0, others = 0, repaid = 0] = boxes.map(name => fields.cents(name) ?? 0)
  const creditBoxes = [...boxes, 'totalWithholdingCredit']
  const isUnreadable = creditBoxes.some(name => fields.isUnreadable(name))
  if (isUnreadable || creditBoxes.some(name => fields.cents(name) !== null))
    collector.add(line, 'derivedCredit', withheld + others - repaid, isUnreadable ? 'unreadable' : null)
}

/**
 * Adds box 2 of a 1042-S with the income code for gambling winnings. If the code is unreadable, the line is incomplete.
 */
function addNonresidentWinnings(fields: FieldReader, collector: LineCollector): void {
  const [line, field] = ['S1-8b', 'grossIncome'] as const
  if (fields.isUnreadable('incomeCode')) collector.add(line, field, 0, 'unreadable')
  else if (fields.text('incomeCode') === '28') addBox(fields, collector, line, field)
}

/** Returns the rules by which a form adds to lines. */
export const listLineRows: (form: FormTable) => readonly LineRow[] = memoize(form => {
  const withheld = form.fields.filter(({ role }) => role === 'withheld.federal').map(({ name }) => name)
  const rows = LINE_ROWS.filter(row => row.form === form.key)
  return withheld.length === 0 ? rows : [...rows, defineBoxRow(form.key, form.withholdingLine ?? '25b', withheld)]
})

import {
  addCents,
  type Cents,
  type Decimal,
  divideHalfEven,
  microsOfDecimal,
  narrow,
  subtractCents,
} from '../core/money.js'
import { onForm, statement, sumOf } from './rules.js'
import { isWithin, nearestToZero, onePercent, T1, TW } from './tolerance.js'
import { Boxes, type View } from './view.js'

const GROSS = 'grossIncome'
const ALLOWANCE = 'withholdingAllowance'
const NET = 'netIncome'
const WITHHELD = 'usFederalTaxWithheld'
const BY_OTHERS = 'withholdingByOtherAgents'
const WITHHELD_BY_ALL = new Boxes([WITHHELD, BY_OTHERS])
const REPAID = 'overwithheldTaxRepaidToRecipient'
const PAID_BY_AGENT = 'taxPaidByWithholdingAgent'
const CREDIT = 'totalWithholdingCredit'
const RATES = ['taxRateChapter3', 'taxRateChapter4'] as const
const INSTRUCTIONS = 'Instructions for Form 1042-S (2024)'

const timesFraction = (cents: Cents, fraction: Decimal): Cents =>
  narrow(divideHalfEven(BigInt(cents) * BigInt(microsOfDecimal(fraction)), 1_000_000n))

const ratesOf = (view: View): Decimal[] =>
  RATES.map(name => view.fraction(name)).filter(rate => rate !== null)

const SHARE = onePercent(2_00, 'box 2')

/** The highest rate is 37%. Until 2017 a partner's share of business income could be withheld at 39.6%. */
const isRate = (rate: Decimal, year: number | null): boolean =>
  rate.gte(0) && (rate.lte('0.37') || (year !== null && year < 2018 && rate.lte('0.396')))

export const S1042_CHECKS = onForm('form_1042_s', [
  {
    id: 'F-01',
    doc: 'Box 6 is box 2 less box 5.',
    reading: 'Not tested if boxes 5 and 6 are both 0: only some income codes use them.',
    boxes: [GROSS, ALLOWANCE, NET],
    tolerance: T1,
    severity: 'warning',
    exceptions: 'Boxes 5 and 6 are used with some income codes only.',
    source: `${INSTRUCTIONS}, boxes 5 and 6`,
    run(view) {
      const [gross, allowance, net] = [view.cents(GROSS), view.cents(ALLOWANCE), view.cents(NET)]
      if (gross === null || allowance === null || net === null || (allowance === 0 && net === 0)) return null
      const difference = subtractCents(net, subtractCents(gross, allowance))
      return isWithin(difference, T1) ? null : { difference }
    },
  },
  {
    id: 'F-02',
    doc: 'Box 10 is box 7a plus box 8 less box 9.',
    reading:
      'Boxes 8, 9 and 11 absent count as 0. The same with box 11 added is accepted too: the older form added it.',
    boxes: [CREDIT, WITHHELD],
    optional: [BY_OTHERS, REPAID, PAID_BY_AGENT],
    tolerance: TW,
    severity: 'warning',
    exceptions: 'The older layout adds box 11.',
    source: `${INSTRUCTIONS}, boxes 7a to 11`,
    run(view) {
      const credit = view.cents(CREDIT)
      const withheld = sumOf(view, WITHHELD_BY_ALL)
      if (credit === null || withheld === null) return null
      if (view.isUnreadable(REPAID) || view.isUnreadable(PAID_BY_AGENT)) return null
      const sum = subtractCents(withheld, view.cents(REPAID) ?? 0)
      const old = addCents(sum, view.cents(PAID_BY_AGENT) ?? 0)
      const difference = nearestToZero([subtractCents(credit, sum), subtractCents(credit, old)]) as Cents
      return isWithin(difference, TW) ? null : { difference }
    },
  },
  {
    id: 'F-03',
    doc: 'Box 7a is about box 2 times the tax rate.',
    reading:
      'About is within one percent of box 2. Either rate, of chapter 3 or 4, may fit, and box 6 may replace box 2 if it is above 0.',
    boxes: [GROSS, WITHHELD],
    optional: [...RATES, NET],
    tolerance: SHARE,
    severity: 'info',
    exceptions: 'Treaty rates, graduated rates, tax on net income.',
    source: `${INSTRUCTIONS}, boxes 3b, 4b and 7a`,
    run(view) {
      const [gross, withheld, net] = [view.cents(GROSS), view.cents(WITHHELD), view.cents(NET) ?? 0]
      if (gross === null || withheld === null || [...RATES, NET].some(name => view.isUnreadable(name)))
        return null
      const bases = net > 0 ? [gross, net] : [gross]
      const difference = nearestToZero(
        ratesOf(view).flatMap(rate => bases.map(base => subtractCents(withheld, timesFraction(base, rate)))),
      )
      return difference === null || isWithin(difference, SHARE, gross) ? null : { difference }
    },
  },
  {
    id: 'F-04',
    doc: 'The tax rates are from 0 to 37 percent.',
    reading: 'Rates between whole percents are rates (12.5, 17.5); to 2017 up to 39.6.',
    ...statement([], view => ratesOf(view).every(rate => isRate(rate, view.year)), RATES),
    severity: 'warning',
    exceptions: "39.6% to 2017, the highest rate on a foreign partner's share of business income.",
    source: `${INSTRUCTIONS}, valid tax rates; IRC 1446(b)`,
  },
])

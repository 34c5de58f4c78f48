import { addCents, type Cents, type Decimal, narrowBigint, subtractCents } from '../core/money.js'
import { divideHalfEven, microsFromDecimal } from '../core/ratio.js'
import { defineChecks, requireStatement, sumBoxes } from './check-rules.js'
import { BoxPositions, type CheckableDocument } from './checkable-document.js'
import {
  defineOnePercent,
  isWithinTolerance,
  ONE_AMOUNT_TOLERANCE,
  pickNearestToZero,
  TAX_TOLERANCE,
} from './tolerance.js'

const GROSS_INCOME = 'grossIncome'
const WITHHOLDING_ALLOWANCE = 'withholdingAllowance'
const NET_INCOME = 'netIncome'
const FEDERAL_TAX_WITHHELD = 'usFederalTaxWithheld'
const WITHHELD_BY_OTHERS = 'withholdingByOtherAgents'
const WITHHELD_BY_ALL = new BoxPositions([FEDERAL_TAX_WITHHELD, WITHHELD_BY_OTHERS])
const TAX_REPAID = 'overwithheldTaxRepaidToRecipient'
const PAID_BY_AGENT = 'taxPaidByWithholdingAgent'
const WITHHOLDING_CREDIT = 'totalWithholdingCredit'
const RATE_BOXES = ['taxRateChapter3', 'taxRateChapter4'] as const
const INSTRUCTIONS = 'Instructions for Form 1042-S (2024)'

const multiplyByFraction = (cents: Cents, fraction: Decimal): Cents =>
  narrowBigint(divideHalfEven(BigInt(cents) * BigInt(microsFromDecimal(fraction)), 1_000_000n))

const listRates = (document: CheckableDocument): Decimal[] =>
  RATE_BOXES.map(name => document.fraction(name)).filter(rate => rate !== null)

const ONE_PERCENT_OF_GROSS = defineOnePercent(2_00, 'box 2')

/** True for a rate up to 37%, or 39.6% until 2017, which was the rate on a partner's share of business income. */
const isPossibleRate = (rate: Decimal, year: number | null): boolean =>
  rate.gte(0) && (rate.lte('0.37') || (year !== null && year < 2018 && rate.lte('0.396')))

export const S1042_CHECKS = defineChecks('form_1042_s', [
  {
    id: 'F-01',
    doc: 'Box 6 is box 2 less box 5.',
    interpretation: 'The check does not run if boxes 5 and 6 are both 0, because only some income codes use them.',
    boxes: [GROSS_INCOME, WITHHOLDING_ALLOWANCE, NET_INCOME],
    tolerance: ONE_AMOUNT_TOLERANCE,
    severity: 'warning',
    exceptions: 'Boxes 5 and 6 are used only with some income codes.',
    source: `${INSTRUCTIONS}, boxes 5 and 6`,
    run(document) {
      const gross = document.cents(GROSS_INCOME)
      const allowance = document.cents(WITHHOLDING_ALLOWANCE)
      const net = document.cents(NET_INCOME)
      if (gross === null || allowance === null || net === null || (allowance === 0 && net === 0)) return null
      const difference = subtractCents(net, subtractCents(gross, allowance))
      return isWithinTolerance(difference, ONE_AMOUNT_TOLERANCE) ? null : { difference }
    },
  },
  {
    id: 'F-02',
    doc: 'Box 10 is box 7a plus box 8 less box 9.',
    interpretation: 'Absent boxes 8, 9 and 11 count as 0. The sum may include box 11 too, as on the older form.',
    boxes: [WITHHOLDING_CREDIT, FEDERAL_TAX_WITHHELD],
    optional: [WITHHELD_BY_OTHERS, TAX_REPAID, PAID_BY_AGENT],
    tolerance: TAX_TOLERANCE,
    severity: 'warning',
    exceptions: 'An older version of the form adds box 11.',
    source: `${INSTRUCTIONS}, boxes 7a to 11`,
    run(document) {
      const credit = document.cents(WITHHOLDING_CREDIT)
      const withheld = sumBoxes(document, WITHHELD_BY_ALL)
      if (credit === null || withheld === null) return null
      if (document.isUnreadable(TAX_REPAID) || document.isUnreadable(PAID_BY_AGENT)) return null
      const sum = subtractCents(withheld, document.cents(TAX_REPAID) ?? 0)
      const sumWithBox11 = addCents(sum, document.cents(PAID_BY_AGENT) ?? 0)
      const difference = pickNearestToZero([subtractCents(credit, sum), subtractCents(credit, sumWithBox11)]) as Cents
      return isWithinTolerance(difference, TAX_TOLERANCE) ? null : { difference }
    },
  },
  {
    id: 'F-03',
    doc: 'Box 7a is about box 2 times the tax rate.',
    interpretation:
      'The difference may be one percent of box 2. The chapter 3 rate or the chapter 4 rate may match. If box 6 is above 0, the tax may be on box 6 instead of box 2.',
    boxes: [GROSS_INCOME, FEDERAL_TAX_WITHHELD],
    optional: [...RATE_BOXES, NET_INCOME],
    tolerance: ONE_PERCENT_OF_GROSS,
    severity: 'info',
    exceptions: 'Treaty rates, graduated rates, and tax on net income.',
    source: `${INSTRUCTIONS}, boxes 3b, 4b and 7a`,
    run(document) {
      const gross = document.cents(GROSS_INCOME)
      const withheld = document.cents(FEDERAL_TAX_WITHHELD)
      const net = document.cents(NET_INCOME) ?? 0
      if (gross === null || withheld === null || [...RATE_BOXES, NET_INCOME].some(name => document.isUnreadable(name)))
        return null
      const bases = net > 0 ? [gross, net] : [gross]
      const difference = pickNearestToZero(
        listRates(document).flatMap(rate => bases.map(base => subtractCents(withheld, multiplyByFraction(base, rate)))),
      )
      return difference === null || isWithinTolerance(difference, ONE_PERCENT_OF_GROSS, gross) ? null : { difference }
    },
  },
  {
    id: 'F-04',
    doc: 'The tax rates are from 0 to 37 percent.',
    interpretation: 'Fractional rates are allowed (12.5, 17.5). Until 2017, the maximum is 39.6.',
    ...requireStatement(
      [],
      document => listRates(document).every(rate => isPossibleRate(rate, document.year)),
      RATE_BOXES,
    ),
    severity: 'warning',
    exceptions: "Until 2017, 39.6% was the highest rate on a foreign partner's share of business income.",
    source: `${INSTRUCTIONS}, valid tax rates; IRC 1446(b)`,
  },
])

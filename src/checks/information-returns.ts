import { addCents } from '../core/money.js'
import { f1098t } from '../schema/forms/1098-t.js'
import { f1099misc } from '../schema/forms/1099-misc.js'
import type { Check } from './check.js'
import {
  defineChecks,
  findExcess,
  listMoneyFields,
  pickWorseBreach,
  requireAtMost,
  requireAtMostLimit,
  requireEachAtMost,
  requireIfAmount,
  requireNoneNegative,
  requireStatement,
} from './check-rules.js'
import type { CheckableDocument } from './checkable-document.js'
import { multiplyByRate, NO_TOLERANCE, ONE_AMOUNT_TOLERANCE } from './tolerance.js'

const MISC_MONEY_BOXES = listMoneyFields(f1099misc)
const IRA_CONTRIBUTION_BOXES = ['iraContributions', 'rothIraContributions']
const IRA_INSTRUCTIONS = 'Instructions for Forms 1099-R and 5498 (2024)'

const hasAnyAmountOrNoBoxes = (document: CheckableDocument): boolean => {
  if (document.year === null || document.year > 2019 || MISC_MONEY_BOXES.some(name => document.isUnreadable(name)))
    return true
  const presentAmounts = MISC_MONEY_BOXES.map(name => document.cents(name)).filter(cents => cents !== null)
  return presentAmounts.length === 0 || presentAmounts.some(cents => cents !== 0)
}

const ABOVE_QUARTER_NOTE = { note: 'Box 1 is above 25% of box 2.' }

/** The checks of Forms 1099-MISC, 1099-NEC, 1098, 1098-T and 5498. */
export const OTHER_CHECKS: readonly Check[] = [
  {
    id: 'M-01',
    forms: ['form_1099_misc'],
    doc: 'For years until 2019, the amounts are not all 0.',
    interpretation: 'A form without any amounts is not tested.',
    ...requireStatement([], hasAnyAmountOrNoBoxes, MISC_MONEY_BOXES),
    severity: 'warning',
    exceptions: 'Until 2019, nonemployee compensation was in box 7, for which the API has no field.',
    source: 'Instructions for Form 1099-MISC (2019), box 7',
  },
  {
    id: 'N-01',
    forms: ['form_1099_nec'],
    doc: 'The tax year is 2020 or later.',
    ...requireStatement([], document => document.year === null || document.year >= 2020),
    severity: 'warning',
    exceptions: 'None: the form did not exist before.',
    source: "Instructions for Forms 1099-MISC and 1099-NEC (2020), What's New",
  },
  {
    id: 'M8-1',
    forms: ['form_1098'],
    doc: 'Box 9 is at least 1, and box 1 is at most 25% of box 2.',
    interpretation: 'Each part is tested if its boxes are present. A principal of 0 is not tested.',
    boxes: [],
    optional: ['numberOfMortgagedProperties', 'mortgageInterestPaid', 'outstandingMortgagePrincipal'],
    tolerance: NO_TOLERANCE,
    severity: 'info',
    exceptions:
      'The principal is as of January 1, so a new loan may have none. Box 9 is blank if there is only one property.',
    source: 'Instructions for Form 1098 (2024), boxes 1, 2 and 9',
    run(document) {
      const properties = document.number('numberOfMortgagedProperties')
      const interest = document.cents('mortgageInterestPaid')
      const principal = document.cents('outstandingMortgagePrincipal')
      const hasNoProperties = properties !== null && properties < 1
      return pickWorseBreach(
        principal === null || principal <= 0
          ? null
          : findExcess(interest, multiplyByRate(principal, 25_000), NO_TOLERANCE, ABOVE_QUARTER_NOTE),
        hasNoProperties ? { difference: null, note: 'Box 9 is 0.' } : null,
      )
    },
  },
  {
    id: 'T-01',
    forms: ['form_1098_t'],
    doc: 'Box 5 is at most box 1.',
    ...requireAtMost(NO_TOLERANCE, ['scholarshipsGrants'], ['qualifiedTuitionAndRelatedExpenses']),
    severity: 'info',
    exceptions: 'A scholarship may cover room and board, and the excess may be taxable.',
    source: 'Instructions for Forms 1098-E and 1098-T (2024), boxes 1 and 5; Publication 970 (2024)',
  },
  {
    id: 'T-02',
    forms: ['form_1098_t'],
    doc: 'No amount is negative.',
    ...requireNoneNegative(listMoneyFields(f1098t)),
    severity: 'error',
    exceptions: 'None: adjustments are reported as positive amounts.',
    source: 'Instructions for Forms 1098-E and 1098-T (2024), boxes 4 and 6',
  },
  ...defineChecks('form_5498', [
    {
      id: '5-01',
      doc: 'Box 6 is at most box 1, and box 15a at most box 5.',
      interpretation: 'Each part is tested if both of its boxes are present.',
      ...requireEachAtMost(ONE_AMOUNT_TOLERANCE, [
        { smaller: 'lifeInsuranceCost', larger: 'iraContributions', note: 'Box 6 is above box 1.' },
        {
          smaller: 'fairMarketValueSpecifiedAssets',
          larger: 'fairMarketValueOfAccount',
          note: 'Box 15a is above box 5.',
        },
      ]),
      severity: 'warning',
      source: `${IRA_INSTRUCTIONS}, Form 5498 boxes 1, 5, 6 and 15a`,
    },
    {
      id: '5-02',
      doc: "The sum of boxes 1 and 10 is at most the year's IRA limit with its catch-up.",
      interpretation: 'An absent box adds nothing. Boxes 8 (SEP) and 9 (SIMPLE) are left out.',
      ...requireAtMostLimit(
        ONE_AMOUNT_TOLERANCE,
        IRA_CONTRIBUTION_BOXES,
        limits => addCents(limits.iraLimit, limits.iraCatchUp),
        IRA_CONTRIBUTION_BOXES,
      ),
      severity: 'warning',
      exceptions: 'An excess contribution is allowed, but it is taxed.',
      source: 'IRC 219(b)(5) and 408A(c)(2); cost-of-living notices of the IRS',
    },
    {
      id: '5-03',
      doc: 'Box 12b has no amount if box 7 says Roth IRA.',
      interpretation: 'A form that does not state the type of account is not tested.',
      ...requireIfAmount('requiredMinimumDistribution', ['isRothIra'], document => document.flag('isRothIra') !== true),
      severity: 'info',
      exceptions: 'An inherited Roth IRA.',
      source: `${IRA_INSTRUCTIONS}, Form 5498 boxes 7 and 12b; IRC 408A(c)(4)`,
    },
  ]),
]

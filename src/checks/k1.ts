import type { Breach } from './check.js'
import { defineChecks, pickWorseBreach, requireNoneNegative, requireStatement } from './check-rules.js'
import type { CheckableDocument } from './checkable-document.js'
import { BILLIONTH_TOLERANCE } from './tolerance.js'

const CAPITAL_SHARE_BOXES = ['partnerShareOfCapitalBeginning', 'partnerShareOfCapitalEnd'] as const
const TAX_PERIOD_BOXES = ['taxPeriodBeginning', 'taxPeriodEnd'] as const

/**
 * Checks the original value of a capital share. Normalization divides shares above 1 by 100 and makes shares that are
 * out of range null, so the normalized value does not show the error.
 */
function checkCapitalShare(document: CheckableDocument, name: string): Breach | null {
  const raw = document.readOriginalValue(name)
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return null
  const share = document.readOriginalNumber(name)
  if (share === null) return null
  const slack = '1e-9'
  if (share.lt(0) ? share.neg().lte(slack) : share.minus(1).lte(slack)) return null
  return share.lt(0) || share.minus(100).gt(slack)
    ? { difference: null, severity: 'error', note: 'The share is not from 0 to 100.' }
    : { difference: null, severity: 'warning', note: 'The share is above 1 and was read as a percentage.' }
}

/** Counts the months of a period, including both ends. The result is below 1 if the end is before the beginning. */
function countMonths(begin: string, end: string): number {
  const toMonthNumber = (period: string): number => Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7))
  return toMonthNumber(end) - toMonthNumber(begin) + 1
}

const readYear = (period: string | null): number | null => (period === null ? null : Number(period.slice(0, 4)))

/** The checks of the Schedules K-1. */
export const K1_CHECKS = defineChecks('schedule_k1_1065', [
  {
    id: 'K-01',
    doc: 'The shares of capital are from 0 to 1.',
    interpretation: 'The shares are tested as received. `Various` and other text that is not a number are not tested.',
    optional: CAPITAL_SHARE_BOXES,
    tolerance: BILLIONTH_TOLERANCE,
    severity: 'error',
    secondSeverity: { severity: 'warning', when: 'a share is above 1 but at most 100, so that it may be a percentage' },
    exceptions: '`Various` counts as absent.',
    source: 'Schedule K-1 (Form 1065) (2024), item J',
    run: document => CAPITAL_SHARE_BOXES.map(name => checkCapitalShare(document, name)).reduce(pickWorseBreach),
  },
  {
    id: 'K-02',
    forms: ['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041'],
    doc: 'The tax period ends after it begins, and lasts at most 12 months (13 for a 52-53-week year).',
    interpretation:
      'Periods are in months. A period that begins and ends in the same month is a short year. 13 months are allowed, including the first and the last month.',
    ...requireStatement(TAX_PERIOD_BOXES, document => {
      const months = countMonths(document.text('taxPeriodBeginning') ?? '', document.text('taxPeriodEnd') ?? '')
      return !(months < 1 || months > 13)
    }),
    severity: 'warning',
    exceptions: 'Short years are allowed.',
    source: 'IRC 441 and 443; Instructions for Form 1065 (2024), Period Covered',
  },
  {
    id: 'K-03',
    doc: 'Guaranteed payments and shares of debt are not negative.',
    ...requireNoneNegative([
      'guaranteedPayments',
      'nonrecourseBeginning',
      'nonrecourseEnd',
      'qualifiedNonrecourseBeginning',
      'qualifiedNonrecourseEnd',
      'recourseBeginning',
      'recourseEnd',
    ]),
    severity: 'warning',
    source: 'Schedule K-1 (Form 1065) (2024), box 4c and item K1',
  },
  {
    id: 'K-04',
    doc: 'The tax year is the year in which the tax period begins or ends.',
    interpretation:
      'The check uses the tax year of the form object, or else of the record. The tax year of the document itself is always the year in which the period ends.',
    ...requireStatement(
      TAX_PERIOD_BOXES,
      document =>
        document.formYear === null ||
        TAX_PERIOD_BOXES.some(name => readYear(document.text(name)) === document.formYear),
    ),
    severity: 'warning',
    exceptions: "The entity has a fiscal year. The K-1 belongs to the partner's year in which the entity's year ends.",
    source: 'IRC 706(a); Schedule K-1 (Form 1065) (2024)',
  },
  {
    id: 'K-05',
    forms: ['schedule_k1_1120s'],
    doc: 'Credits are above 0 if a code for credits is present, and are otherwise 0.',
    ...requireStatement(
      ['credits'],
      document => {
        const coded = document.isPresent('creditsCode1') || document.isPresent('creditsCode2')
        if (!coded && (document.isUnreadable('creditsCode1') || document.isUnreadable('creditsCode2'))) return true
        return (document.cents('credits') ?? 0) > 0 === coded
      },
      ['creditsCode1', 'creditsCode2'],
    ),
    severity: 'info',
    exceptions: 'The amount of the credit is on an attached statement.',
    source: 'Schedule K-1 (Form 1120-S) (2024), box 13',
  },
  {
    id: 'K-06',
    forms: ['schedule_k1_1041'],
    doc: 'Other information is not 0 if codes for other information are present, and is otherwise 0.',
    ...requireStatement(
      ['otherInformation'],
      document =>
        document.isUnreadable('otherInformationCodes') ||
        (document.cents('otherInformation') !== 0) === document.list('otherInformationCodes').length > 0,
      ['otherInformationCodes'],
    ),
    severity: 'info',
    exceptions: 'The amount for the code is on an attached statement.',
    source: 'Schedule K-1 (Form 1041) (2024), box 14',
  },
])

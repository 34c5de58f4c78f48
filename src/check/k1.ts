import type { Breach } from './check.js'
import { noneNegative, onForm, statement, worse } from './rules.js'
import { BILLIONTH } from './tolerance.js'
import type { View } from './view.js'

const SHARES = ['partnerShareOfCapitalBeginning', 'partnerShareOfCapitalEnd'] as const
const PERIOD = ['taxPeriodBeginning', 'taxPeriodEnd'] as const

/**
 * Checks a share against its original value. Normalization changes shares above 1 or out of range, so the normalized value no
 * longer shows the error.
 */
function shareBreach(view: View, name: string): Breach | null {
  // Every share of a plain document was read as it is, so it is from 0 to 1.
  if (view.document.isPlain === true) return null
  const raw = view.raw(name)
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return null
  const share = view.given(name)
  if (share === null) return null
  const slack = '1e-9'
  if (share.lt(0) ? share.neg().lte(slack) : share.minus(1).lte(slack)) return null
  return share.lt(0) || share.minus(100).gt(slack)
    ? { difference: null, severity: 'error', note: 'It is outside 0 to 100.' }
    : { difference: null, severity: 'warning', note: 'It is above 1, and was read as a percentage.' }
}

/**
 * Counts the months of a period including its first and last month. The result is below 1 if the period ends before it begins.
 */
function monthsOf(begin: string, end: string): number {
  const month = (period: string): number => Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7))
  return month(end) - month(begin) + 1
}

const yearOf = (period: string | null): number | null => (period === null ? null : Number(period.slice(0, 4)))

/** The checks of the Schedules K-1. */
export const K1_CHECKS = onForm('schedule_k1_1065', [
  {
    id: 'K-01',
    doc: 'The shares of capital are from 0 to 1.',
    reading: 'Tested as they were given. `Various`, and text that is not a number, are not tested.',
    optional: SHARES,
    tolerance: BILLIONTH,
    severity: 'error',
    other: { severity: 'warning', when: 'a share is above 1 and at most 100, as a percentage would be' },
    exceptions: '`Various` is absent.',
    source: 'Schedule K-1 (Form 1065) (2024), item J',
    run: view => worse(shareBreach(view, SHARES[0]), shareBreach(view, SHARES[1])),
  },
  {
    id: 'K-02',
    forms: ['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041'],
    doc: 'The tax period ends after it begins and lasts at most 12 months (a 52-53-week year: 13).',
    reading:
      'Periods are months: one that begins and ends in the same month is a short year, and 13 months counting both ends are allowed.',
    ...statement(PERIOD, view => {
      const months = monthsOf(view.text('taxPeriodBeginning') ?? '', view.text('taxPeriodEnd') ?? '')
      return !(months < 1 || months > 13)
    }),
    severity: 'warning',
    exceptions: 'Short years are legal.',
    source: 'IRC 441 and 443; Instructions for Form 1065 (2024), Period Covered',
  },
  {
    id: 'K-03',
    doc: 'Guaranteed payments and shares of debt are not negative.',
    ...noneNegative([
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
    doc: 'The tax year is the year in which the tax period ends, or begins.',
    reading:
      'The tax year is that of the form object, else of the record: the document itself takes the year of the end.',
    ...statement(
      PERIOD,
      view => view.statedYear === null || PERIOD.some(name => yearOf(view.text(name)) === view.statedYear),
    ),
    severity: 'warning',
    exceptions: "A fiscal year: the K-1 belongs to the partner's year in which the entity's year ends.",
    source: 'IRC 706(a); Schedule K-1 (Form 1065) (2024)',
  },
  {
    id: 'K-05',
    forms: ['schedule_k1_1120s'],
    doc: 'Credits are above 0 exactly if a code of credits is present.',
    ...statement(
      ['credits'],
      view => {
        const coded = view.isPresent('creditsCode1') || view.isPresent('creditsCode2')
        if (!coded && (view.isUnreadable('creditsCode1') || view.isUnreadable('creditsCode2'))) return true
        return (view.cents('credits') ?? 0) > 0 === coded
      },
      ['creditsCode1', 'creditsCode2'],
    ),
    severity: 'info',
    exceptions: 'A credit whose amount is on a statement.',
    source: 'Schedule K-1 (Form 1120-S) (2024), box 13',
  },
  {
    id: 'K-06',
    forms: ['schedule_k1_1041'],
    doc: 'Other information is not 0 exactly if codes of other information are present.',
    ...statement(
      ['otherInformation'],
      view =>
        view.isUnreadable('otherInformationCodes') ||
        (view.cents('otherInformation') !== 0) === view.list('otherInformationCodes').length > 0,
      ['otherInformationCodes'],
    ),
    severity: 'info',
    exceptions: 'A code whose amount is on a statement.',
    source: 'Schedule K-1 (Form 1041) (2024), box 14',
  },
])

import type { Citation } from './policy.js'
import { STREAMS, type Subject } from './subject.js'

/** Pay for work. */
export const WORK: Subject[] = ['wages', 'officer_compensation', 'unemployment']
/** Income from what is owned. */
export const INVESTED: Subject[] = ['interest', 'dividends', 'capital_gains', 'royalties']
/** Income that varies. */
export const VARIABLE: Subject[] = [...WORK, ...INVESTED]
/** Income of businesses. */
export const BUSINESS: Subject[] = [
  'self_employment',
  'rental',
  'partnership',
  's_corporation',
  'estate_trust',
]
/** Income that may not be taxed. */
export const NONTAXABLE: Subject[] = ['tax_exempt_interest', 'retirement', 'social_security']
/** What must continue. */
export const CONTINUING: Subject[] = [
  'retirement',
  'social_security',
  'government_payments',
  'other',
  'continuance_indicators',
]
/** What is owed. */
export const DEBT: Subject[] = ['debt_indicators']

/** What was read in quotation. */
export const cite = (source: string, date: string | null, about: Subject[], text: string): Citation => ({
  text,
  source,
  date,
  secondHand: true,
  about,
})

/** What was read itself, in a copy of the section of that date. */
export const read = (source: string, date: string, about: Subject[], text: string): Citation => ({
  text,
  source,
  date,
  secondHand: false,
  about,
})

/** Income is not discounted for its kind. */
export const KINDS: Citation = {
  text: 'A creditor shall not discount or exclude income because it is derived from part-time employment or is an annuity, pension, or other retirement benefit, nor because of a prohibited basis, which public assistance is; a creditor may consider the amount and probable continuance of any income.',
  source: '12 CFR 1002.6(b)(5)',
  date: null,
  secondHand: true,
  about: [...STREAMS],
}
/** What is decided here. */
export const OWN: Citation = {
  text: 'Decided for this library: a change of at most 5% is stable, 36 months of continuance, a tax balance without a known plan is paid over 72 months; the definition of every indicator that no other source is about. No agency is quoted for the band or the months of payment.',
  source: 'taxtally',
  date: '2026-03',
}

/** The guide of Fannie Mae, as it is numbered since. */
export const FANNIE_2026 = 'Fannie Mae Selling Guide B3-3'
/** The same before. */
export const FANNIE_2024 = 'Fannie Mae Selling Guide B3-3.1-01'
/** The handbook of FHA. */
export const HUD = 'HUD Handbook 4000.1 II.A.4.c'
/** The regulation of VA. */
export const VA = '38 CFR 36.4340'
/** Its lenders' handbook. */
export const VA_LENDERS = 'VA Pamphlet 26-7, chapter 4'
/** Debts over income. */
export const DEBTS = [
  cite('Fannie Mae Selling Guide B3-6-02', null, DEBT, 'Debts over income, as a ratio.'),
  cite(
    'Fannie Mae Selling Guide B3-6-05',
    null,
    DEBT,
    'Monthly obligations, payments of federal tax under an agreement among them.',
  ),
]
/** What Fannie Mae asks of investments. */
export const FANNIE_INVESTMENTS = [
  read(
    'Fannie Mae Selling Guide, answer on gains, interest and dividends',
    '2020-06-03',
    ['interest', 'dividends', 'tax_exempt_interest', 'capital_gains'],
    'Two years of returns show a stable history; averaged over two years, or the lower amount where it fell.',
  ),
  read(
    'Fannie Mae Selling Guide B3-3.3-04',
    '2012-11-13',
    ['capital_gains'],
    'Gains of the last two years that recur may be considered; most are made once.',
  ),
  cite(
    'Fannie Mae Selling Guide B3-3.1-09',
    null,
    ['capital_gains'],
    'Capital losses need not be considered, even where they recur.',
  ),
  read(
    'Fannie Mae Selling Guide B3-3.3-05',
    '2014-09-30',
    ['royalties'],
    'By Schedule E, with twelve months of receipt and three years of continuance.',
  ),
  cite(
    'Fannie Mae Selling Guide B3-3.1-05',
    '2019-08-07',
    ['unemployment'],
    'With seasonal work that is expected to recur.',
  ),
]
/** What Freddie Mac asks of work and of businesses. */
export const FREDDIE = [
  cite('Freddie Mac Bulletin 2023-22', '2023', WORK, 'History and calculation of earnings that fluctuate.'),
  cite('Freddie Mac Guide 5303-5306', null, BUSINESS, 'Ownership of 25% and access to the income.'),
]
/** Of income that is not taxed. */
export const GROSS_UP_25 = 'An amount of 25% of verified nontaxable income may be added to it.'
/** Of owners. */
export const PARTNERS =
  'An owner of 25% or more is self-employed; income of a business needs its returns, and access to it must be shown.'

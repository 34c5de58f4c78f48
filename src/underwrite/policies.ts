import type { Citation, Policy } from './policy.js'
import { DEFAULTS } from './settings.js'
import { STREAMS, type Subject } from './subject.js'

const WORK: Subject[] = ['wages', 'officer_compensation', 'unemployment']
const INVESTED: Subject[] = ['interest', 'dividends', 'capital_gains', 'royalties']
const VARIABLE: Subject[] = [...WORK, ...INVESTED]
const BUSINESS: Subject[] = ['self_employment', 'rental', 'partnership', 's_corporation', 'estate_trust']
const NONTAXABLE: Subject[] = ['tax_exempt_interest', 'retirement', 'social_security']
const CONTINUING: Subject[] = [
  'retirement',
  'social_security',
  'government_payments',
  'other',
  'continuance_indicators',
]
const DEBT: Subject[] = ['debt_indicators']

const cite = (source: string, date: string | null, about: Subject[], text: string): Citation => ({
  text,
  source,
  date,
  secondHand: true,
  about,
})

const KINDS: Citation = {
  text: 'A creditor shall not discount or exclude income because it is derived from part-time employment or is an annuity, pension, or other retirement benefit, nor because of a prohibited basis, which public assistance is; a creditor may consider the amount and probable continuance of any income.',
  source: '12 CFR 1002.6(b)(5)',
  date: null,
  secondHand: true,
  about: [...STREAMS],
}
const OWN: Citation = {
  text: 'Decided for this library: a change of at most 5% is stable, 36 months of continuance, a tax balance without a known plan is paid over 72 months; the definition of every indicator that no other source is about. No agency is quoted for the band or the months of payment.',
  source: 'taxtally',
  date: '2026-03',
}

const FANNIE_2026 = 'Fannie Mae Selling Guide B3-3'
const FANNIE_2024 = 'Fannie Mae Selling Guide B3-3.1-01'
const HUD = 'HUD Handbook 4000.1 II.A.4.c'
const VA = '38 CFR 36.4340'
const VA_LENDERS = 'VA Pamphlet 26-7, chapter 4'
const DEBTS = [
  cite('Fannie Mae Selling Guide B3-6-02', null, DEBT, 'Debts over income, as a ratio.'),
  cite(
    'Fannie Mae Selling Guide B3-6-05',
    null,
    DEBT,
    'Monthly obligations, payments of federal tax under an agreement among them.',
  ),
]
const GROSS_UP_25 = 'An amount of 25% of verified nontaxable income may be added to it.'
const PARTNERS =
  'An owner of 25% or more is self-employed; income of a business needs its returns, and access to it must be shown.'

const settings = (
  averaging: Policy['averaging'],
  onDecline: Policy['onDecline'],
  minHistoryYears: number,
  grossUp: number,
  socialSecurityNontaxable: number,
) => ({
  ...DEFAULTS,
  averaging,
  onDecline,
  minHistoryYears,
  grossUp,
  socialSecurityNontaxable,
  investmentAveraging: averaging,
})

/** Two years of interest, dividends, gains and tax-exempt interest. */
const TWO_OF_INVESTMENT = { interest: 2, dividends: 2, capital_gains: 2, tax_exempt_interest: 2 }
/** What two guides and a lender's program ask for. */
const STATED = { royalties: 'need_schedule_e', unemployment: 'continuance_stated' } as const
const FANNIE_MAE = { ...STATED, minHistoryByCategory: TWO_OF_INVESTMENT, capitalLosses: 'leave_out' } as const

/** A value that nobody can change, whatever it holds: a preset is one for the whole process. */
function frozen<T extends object>(value: T): Readonly<T> {
  for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) frozen(each)
  return Object.freeze(value)
}

function byName<const Name extends string>(
  presets: readonly (Policy & { readonly name: Name })[],
): Readonly<Record<Name, Policy>> {
  const named = {} as Record<Name, Policy>
  for (const preset of presets) named[preset.name] = preset
  return frozen(named)
}

/** The presets by name. Source: what each cites; the settings are data, and a caller's own policy has the same shape. */
export const POLICIES = byName([
  {
    name: 'fannie-2026-03',
    ruleVersion: 'Selling Guide, numbering of 03/04/2026',
    ...settings('average', 'exclude', 1, 0.25, 0.15),
    ...FANNIE_MAE,
    citations: [
      cite(FANNIE_2026, '2026-03-04', VARIABLE, 'Averaged; a decline that has not stabilized is not used.'),
      cite(FANNIE_2026, '2026-03-04', BUSINESS, PARTNERS),
      cite(
        FANNIE_2026,
        '2026-03-04',
        NONTAXABLE,
        `${GROSS_UP_25} Of Social Security, 15% without documents.`,
      ),
      cite(FANNIE_2026, '2026-03-04', CONTINUING, 'Expected to continue for three years.'),
      ...DEBTS,
      KINDS,
      OWN,
    ],
  },
  {
    name: 'fannie-2024',
    ruleVersion: 'Selling Guide, B3-3.1 to B3-3.6 of 2024',
    ...settings('average', 'latest', 1, 0.25, 0.15),
    ...FANNIE_MAE,
    citations: [
      cite(
        FANNIE_2024,
        '2024-03-06',
        VARIABLE,
        'Averaged income is reviewed for history, frequency and trend; two years are recommended, 12 to 24 months may do. After a decline, not more than the lower level.',
      ),
      cite('Fannie Mae Selling Guide B3-3.1 to B3-3.6', '2024', BUSINESS, PARTNERS),
      cite('Fannie Mae Selling Guide B3-3.1 to B3-3.6', '2024', NONTAXABLE, GROSS_UP_25),
      cite(FANNIE_2024, '2024-03-06', CONTINUING, 'Expected to continue for three years.'),
      ...DEBTS,
      KINDS,
      OWN,
    ],
  },
  {
    name: 'fha-4000.1',
    ruleVersion: 'Handbook 4000.1, II.A.4.c',
    ...settings('lesser_of_1y_2y', 'lesser_of', 1, 0.15, 0.15),
    minHistoryByCategory: { ...TWO_OF_INVESTMENT, capital_gains: 3 },
    royalties: 'need_schedule_e',
    manualUnderwriteOnMaterialDecline: true,
    citations: [
      cite(HUD, null, WORK, 'The lesser of the average of two years and of one.'),
      cite(
        HUD,
        null,
        INVESTED,
        'The lesser of the average of two years and of one; here the average, or the latest year after a decline of more than 5%.',
      ),
      cite(HUD, null, BUSINESS, 'A decline of more than 20% is material and needs a manual underwriting.'),
      cite(
        HUD,
        null,
        NONTAXABLE,
        'Nontaxable income may be grossed up by 15%, or by the tax rate of the borrower where that is higher; here by 15%.',
      ),
      cite(HUD, null, CONTINUING, 'Expected to continue for three years.'),
      cite(HUD, null, DEBT, 'Debts over income; tax debts by their agreement.'),
      KINDS,
      OWN,
    ],
  },
  {
    name: 'va',
    ruleVersion: '38 CFR 36.4340',
    ...settings('average', 'latest', 2, 0.25, 0.15),
    royalties: 'need_schedule_e',
    grossUpUse: 'ratio_only',
    citations: [
      cite(
        VA,
        null,
        [...VARIABLE, ...BUSINESS],
        'Two years of history; stable, reliable and likely to go on.',
      ),
      cite(
        VA_LENDERS,
        null,
        NONTAXABLE,
        'Tax-free income may be grossed up for the ratio, not for residual income.',
      ),
      cite(VA, null, CONTINUING, 'Likely to continue for the foreseeable future.'),
      cite(VA, null, DEBT, 'Debt-to-income is a guide beside residual income.'),
      KINDS,
      OWN,
    ],
  },
  {
    name: 'freddie-5300',
    ruleVersion: 'Seller/Servicer Guide, 5300 series, second-hand',
    ...settings('average', 'latest', 1, 0.25, 0.15),
    ...STATED,
    minHistoryByCategory: TWO_OF_INVESTMENT,
    stableBand: 0.1,
    citations: [KINDS, OWN],
  },
  {
    name: 'conservative',
    ruleVersion: 'taxtally, 2026-03',
    ...settings('lesser_of_1y_2y', 'lesser_of', 2, 0, 0),
    ...STATED,
    requireAuthority: 'exclude',
    citations: [
      cite('Freddie Mac Guide 5303-5306', null, VARIABLE, 'Two years of history; a trend is examined.'),
      cite(
        'Freddie Mac Bulletin 2023-22',
        '2023',
        WORK,
        'History and calculation of earnings that fluctuate.',
      ),
      cite('Freddie Mac Guide 5303-5306', null, BUSINESS, 'Ownership of 25% and access to the income.'),
      cite(
        '12 CFR 1026 Appendix Q (repealed; history only)',
        null,
        [...VARIABLE, ...BUSINESS],
        'Two years of history for income that varies.',
      ),
      KINDS,
      OWN,
    ],
  },
  {
    name: 'latest-year',
    ruleVersion: 'taxtally, 2026-03',
    ...settings('latest', 'latest', 1, 0, 0),
    citations: [KINDS, OWN],
  },
  {
    name: 'nonqm-1099',
    ruleVersion: 'taxtally, 2026-11',
    ...settings('average', 'lesser_of', 1, 0.25, 0.15),
    ...STATED,
    selfEmployedExpenses: 0.1,
    requireAuthority: 'exclude',
    citations: [KINDS, OWN],
  },
])

/** The name of a preset. */
export type PolicyName = keyof typeof POLICIES

/** The names of the presets. */
export const POLICY_NAMES = Object.freeze(Object.keys(POLICIES)) as readonly PolicyName[]

/** The policy that is taken where none is named. */
export const DEFAULT_POLICY = 'fannie-2026-03' satisfies PolicyName

/** The preset of a name; undefined where none has it. */
export const presetOf = (name: string): Policy | undefined =>
  Object.hasOwn(POLICIES, name) ? POLICIES[name as PolicyName] : undefined

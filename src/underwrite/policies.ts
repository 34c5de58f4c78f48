import type { Policy } from './policy.js'
import { DEFAULTS } from './settings.js'
import {
  BUSINESS,
  CONTINUING,
  cite,
  DEBT,
  DEBTS,
  FANNIE_2024,
  FANNIE_2026,
  FANNIE_INVESTMENTS,
  FREDDIE,
  GROSS_UP_25,
  HUD,
  INVESTED,
  KINDS,
  NONTAXABLE,
  OWN,
  PARTNERS,
  read,
  VA,
  VA_LENDERS,
  VARIABLE,
  WORK,
} from './sources.js'

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
    ruleVersion: 'Selling Guide, numbering of 03/04/2026; 2026-11',
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
      ...FANNIE_INVESTMENTS,
      ...DEBTS,
      KINDS,
      OWN,
    ],
  },
  {
    name: 'fannie-2024',
    ruleVersion: 'Selling Guide, B3-3.1 to B3-3.6 of 2024; 2026-11',
    ...settings('average', 'latest', 1, 0.25, 0.15),
    ...FANNIE_MAE,
    citations: [
      read(
        FANNIE_2024,
        '2024-03-06',
        VARIABLE,
        'Averaged income is reviewed for history, frequency and trend; two years are recommended, 12 to 24 months may do.',
      ),
      cite(FANNIE_2024, '2024-03-06', WORK, 'After a decline, not more than the lower level.'),
      cite('Fannie Mae Selling Guide B3-3.1 to B3-3.6', '2024', BUSINESS, PARTNERS),
      cite('Fannie Mae Selling Guide B3-3.1 to B3-3.6', '2024', NONTAXABLE, GROSS_UP_25),
      cite(FANNIE_2024, '2024-03-06', CONTINUING, 'Expected to continue for three years.'),
      ...FANNIE_INVESTMENTS,
      ...DEBTS,
      KINDS,
      OWN,
    ],
  },
  {
    name: 'fha-4000.1',
    ruleVersion: 'Handbook 4000.1, II.A.4.c; 2026-11',
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
        'Investment income: two years, the lesser of their average and the latest. Capital gains and losses: three years.',
      ),
      cite(HUD, null, BUSINESS, 'A decline of more than 20% is material and needs a manual underwriting.'),
      cite(
        HUD,
        null,
        NONTAXABLE,
        'Nontaxable income may be grossed up by 15%, or by the tax rate of the borrower where that is higher; here by 15%.',
      ),
      read(HUD, '2015-09-14', CONTINUING, 'Effective income is likely to continue for three years.'),
      cite(HUD, null, DEBT, 'Debts over income; tax debts by their agreement.'),
      KINDS,
      OWN,
    ],
  },
  {
    name: 'va',
    ruleVersion: '38 CFR 36.4340; 2026-11',
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
    ruleVersion: 'Guide, 5303 to 5307; 2026-11',
    ...settings('average', 'latest', 1, 0.25, 0.15),
    ...STATED,
    minHistoryByCategory: TWO_OF_INVESTMENT,
    stableBand: 0.1,
    citations: [
      cite('Freddie Mac Guide 5303.4', null, WORK, 'Averaged; fluctuation of more than 10% is examined.'),
      read(
        'Freddie Mac Guide 5303.3',
        '2017-09-14',
        WORK,
        'Income that fluctuates is judged by its history, of two years for most of its types.',
      ),
      ...FREDDIE,
      read(
        'Freddie Mac Guide 5305.2',
        '2018-10-31',
        ['interest', 'dividends', 'tax_exempt_interest', 'capital_gains'],
        'Dividends, interest: the most recent two years, averaged over 24 months. Gains: two years.',
      ),
      cite('Freddie Mac Guide 5305.2', null, ['royalties'], 'Two years, and three of continuance.'),
      cite('Freddie Mac Guide 5303 to 5307', null, NONTAXABLE, GROSS_UP_25),
      cite('Freddie Mac Guide 5303 to 5307', null, CONTINUING, 'Expected to continue for three years.'),
      KINDS,
      OWN,
    ],
  },
  {
    name: 'conservative',
    ruleVersion: 'taxtally, 2026-11',
    ...settings('lesser_of_1y_2y', 'lesser_of', 2, 0, 0),
    ...STATED,
    requireAuthority: 'exclude',
    citations: [
      cite('Freddie Mac Guide 5303-5306', null, VARIABLE, 'Two years of history; a trend is examined.'),
      ...FREDDIE,
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
    ruleVersion: 'taxtally, 2026-11',
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
    citations: [
      cite(
        'Guidelines of lenders for Forms 1099 alone',
        '2025',
        ['self_employment'],
        'Receipts on Forms 1099 less a share for expenses, 10% where nothing else is shown, averaged over 24 months, or 12 after a decline; transcripts of wages and income show the forms.',
      ),
      KINDS,
      OWN,
    ],
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

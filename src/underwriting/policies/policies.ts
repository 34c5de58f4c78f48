// The folder `underwriting/policies` has the policies and reads the settings that a caller gives: policies, known facts
// and stated income.

import { STREAMS, type Subject } from './setting.js'
import { type Citation, DEFAULTS, type Policy } from './settings.js'

// The subjects of citations.
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
const INVESTMENTS: Subject[] = ['interest', 'dividends', 'tax_exempt_interest', 'capital_gains']

/** Cites a source that was read in quotation. */
const cite = (source: string, date: string | null, about: Subject[], text: string): Citation => ({
  text,
  source,
  date,
  secondHand: true,
  about,
})

/** Cites a source that was itself read, in a copy of that date. */
const read = (source: string, date: string, about: Subject[], text: string): Citation => ({
  ...cite(source, date, about, text),
  secondHand: false,
})

const FANNIE_2026 = ['Fannie Mae Selling Guide B3-3', '2026-03-04'] as const
const FANNIE_2024 = ['Fannie Mae Selling Guide B3-3.1-01', '2024-03-06'] as const
const FANNIE_SECTIONS_2024 = ['Fannie Mae Selling Guide B3-3.1 to B3-3.6', '2024'] as const
const FREDDIE_SECTIONS = ['Freddie Mac Guide 5303 to 5307', null] as const
const HUD = 'HUD Handbook 4000.1 II.A.4.c'
const VA = '38 CFR 36.4340'

const KINDS: Citation = {
  text: 'A creditor shall not discount or exclude income because it is derived from part-time employment or is an annuity, pension, or other retirement benefit, nor because of a prohibited basis, which public assistance is; a creditor may consider the amount and probable continuance of any income.',
  source: '12 CFR 1002.6(b)(5)',
  date: null,
  secondHand: true,
  about: [...STREAMS],
}

/** What is decided here. */
const OWN: Citation = {
  text: 'Defined by this library: a change of at most 5% is stable, 36 months of continuance are required, a tax balance without a known plan is paid over 72 months, and every indicator that no other source covers. No agency is cited for the 5% or the 72 months.',
  source: 'taxtally',
  date: '2026-03',
}

/** Debts over income. */
const DEBTS = [
  cite('Fannie Mae Selling Guide B3-6-02', null, DEBT, 'Debts over income, as a ratio.'),
  cite(
    'Fannie Mae Selling Guide B3-6-05',
    null,
    DEBT,
    'Monthly obligations, including federal tax payments under an agreement.',
  ),
]

/** What Fannie Mae asks of investments. */
const FANNIE_INVESTMENTS = [
  read(
    'Fannie Mae Selling Guide, answer on gains, interest and dividends',
    '2020-06-03',
    INVESTMENTS,
    'Two years of returns show a stable history; averaged over two years, or the lower amount if it declined.',
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
    'Capital losses need not be considered, even if they recur.',
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
const FREDDIE = [
  cite('Freddie Mac Bulletin 2023-22', '2023', WORK, 'History and calculation of earnings that fluctuate.'),
  cite('Freddie Mac Guide 5303-5306', null, BUSINESS, 'Ownership of 25% and access to the income.'),
]

const GROSS_UP_25 = 'An amount of 25% of verified nontaxable income may be added to it.'
const PARTNERS =
  'An owner of 25% or more is self-employed; income of a business needs its returns, and access to it must be shown.'
const THREE_YEARS = 'Expected to continue for three years.'

/** Makes a policy that the library brings, of which the type knows the name. A setting that it does not state is the default. */
const preset = <const Name extends string>(
  name: Name,
  ruleVersion: string,
  settings: Partial<Omit<Policy, 'name' | 'ruleVersion' | 'citations'>>,
  citations: readonly Citation[],
): Policy & { readonly name: Name } => ({
  name,
  ruleVersion,
  ...DEFAULTS,
  investmentAveraging: settings.averaging ?? DEFAULTS.investmentAveraging,
  ...settings,
  citations: [...citations, KINDS, OWN],
})

const TWO_OF_INVESTMENT = { interest: 2, dividends: 2, capital_gains: 2, tax_exempt_interest: 2 }
const AVERAGED = { averaging: 'average', grossUp: 0.25, socialSecurityNontaxable: 0.15 } as const
const LESSER = { averaging: 'lesser_of_1y_2y', onDecline: 'lesser_of' } as const
const STATED = { royalties: 'need_schedule_e', unemployment: 'continuance_stated' } as const
const FANNIE_MAE = {
  ...AVERAGED,
  ...STATED,
  minHistoryByCategory: TWO_OF_INVESTMENT,
  capitalLosses: 'leave_out',
} as const

/** Freezes a value and everything in it: the whole process shares the presets. */
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
  /** Fannie Mae's Selling Guide, in its numbering of 2026. */
  preset('fannie-2026-03', 'Selling Guide, numbering of 03/04/2026; 2026-11', { ...FANNIE_MAE, onDecline: 'exclude' }, [
    cite(...FANNIE_2026, VARIABLE, 'Averaged; a decline that has not stabilized is not used.'),
    cite(...FANNIE_2026, BUSINESS, PARTNERS),
    cite(...FANNIE_2026, NONTAXABLE, `${GROSS_UP_25} Of Social Security, 15% without documents.`),
    cite(...FANNIE_2026, CONTINUING, THREE_YEARS),
    ...FANNIE_INVESTMENTS,
    ...DEBTS,
  ]),
  /** Fannie Mae's Selling Guide as it was in 2024. */
  preset('fannie-2024', 'Selling Guide, B3-3.1 to B3-3.6 of 2024; 2026-11', FANNIE_MAE, [
    read(
      ...FANNIE_2024,
      VARIABLE,
      'Averaged income is reviewed for history, frequency and trend; two years are recommended, 12 to 24 months may do.',
    ),
    cite(...FANNIE_2024, WORK, 'After a decline, not more than the lower level.'),
    cite(...FANNIE_SECTIONS_2024, BUSINESS, PARTNERS),
    cite(...FANNIE_SECTIONS_2024, NONTAXABLE, GROSS_UP_25),
    cite(...FANNIE_2024, CONTINUING, THREE_YEARS),
    ...FANNIE_INVESTMENTS,
    ...DEBTS,
  ]),
  /** FHA's Handbook 4000.1. */
  preset(
    'fha-4000.1',
    'Handbook 4000.1, II.A.4.c; 2026-11',
    {
      ...LESSER,
      minHistoryByCategory: { ...TWO_OF_INVESTMENT, capital_gains: 3 },
      royalties: 'need_schedule_e',
      grossUp: 0.15,
      socialSecurityNontaxable: 0.15,
      manualUnderwriteOnMaterialDecline: true,
    },
    [
      cite(HUD, null, WORK, 'The lesser of the average of two years and of one.'),
      cite(
        HUD,
        null,
        INVESTED,
        'Investment income: two years, the lesser of their average and the latest. Capital gains and losses: three years.',
      ),
      cite(HUD, null, BUSINESS, 'A decline of more than 20% is material and requires manual underwriting.'),
      cite(
        HUD,
        null,
        NONTAXABLE,
        "Nontaxable income may be grossed up by 15%, or by the borrower's tax rate if that is higher; this policy uses 15%.",
      ),
      read(HUD, '2015-09-14', CONTINUING, 'Effective income is likely to continue for three years.'),
      cite(HUD, null, DEBT, 'Debts over income; tax debts by their agreement.'),
    ],
  ),
  /** VA's rules for lenders. */
  preset(
    'va',
    '38 CFR 36.4340; 2026-11',
    { ...AVERAGED, minHistoryYears: 2, royalties: 'need_schedule_e', grossUpUse: 'ratio_only' },
    [
      cite(VA, null, [...VARIABLE, ...BUSINESS], 'Two years of history; stable, reliable and likely to continue.'),
      cite(
        'VA Pamphlet 26-7, chapter 4',
        null,
        NONTAXABLE,
        'Tax-free income may be grossed up for the ratio, not for residual income.',
      ),
      cite(VA, null, CONTINUING, 'Likely to continue for the foreseeable future.'),
      cite(VA, null, DEBT, 'Debt-to-income is a guide in addition to residual income.'),
    ],
  ),
  /** Freddie Mac's Guide, 5303 to 5307. */
  preset(
    'freddie-5300',
    'Guide, 5303 to 5307; 2026-11',
    { ...AVERAGED, ...STATED, minHistoryByCategory: TWO_OF_INVESTMENT, stableBand: 0.1 },
    [
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
        INVESTMENTS,
        'Dividends, interest: the most recent two years, averaged over 24 months. Gains: two years.',
      ),
      cite('Freddie Mac Guide 5305.2', null, ['royalties'], 'Two years, and three of continuance.'),
      cite(...FREDDIE_SECTIONS, NONTAXABLE, GROSS_UP_25),
      cite(...FREDDIE_SECTIONS, CONTINUING, THREE_YEARS),
    ],
  ),
  /** The stricter side of what guides ask for. */
  preset(
    'conservative',
    'taxtally, 2026-11',
    { ...LESSER, ...STATED, minHistoryYears: 2, requireAuthority: 'exclude' },
    [
      cite('Freddie Mac Guide 5303-5306', null, VARIABLE, 'Two years of history; a trend is examined.'),
      ...FREDDIE,
      cite(
        '12 CFR 1026 Appendix Q (repealed; history only)',
        null,
        [...VARIABLE, ...BUSINESS],
        'Two years of history for income that varies.',
      ),
    ],
  ),
  preset('latest-year', 'taxtally, 2026-11', {}, []),
  /** A lender program for Forms 1099 alone. */
  preset(
    'nonqm-1099',
    'taxtally, 2026-11',
    { ...AVERAGED, ...STATED, onDecline: 'lesser_of', selfEmployedExpenses: 0.1, requireAuthority: 'exclude' },
    [
      cite(
        'Guidelines of lenders for Forms 1099 alone',
        '2025',
        ['self_employment'],
        'Receipts on Forms 1099 less a share for expenses, 10% if nothing else is shown, averaged over 24 months, or 12 after a decline; transcripts of wages and income show the forms.',
      ),
    ],
  ),
])

/** The name of a preset. */
export type PolicyName = keyof typeof POLICIES

/** The names of the presets. */
export const POLICY_NAMES = Object.freeze(Object.keys(POLICIES)) as readonly PolicyName[]

/** The policy that is taken where none is named. */
export const DEFAULT_POLICY = 'fannie-2026-03' satisfies PolicyName

/** True for the name of a preset: what a configuration or a request holds may then be given as a policy. */
export const isPolicyName = (name: unknown): name is PolicyName =>
  typeof name === 'string' && Object.hasOwn(POLICIES, name)

/** The preset of a name; undefined where none has it. */
export const presetOf = (name: string): Policy | undefined => (isPolicyName(name) ? POLICIES[name] : undefined)

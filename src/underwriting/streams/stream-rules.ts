import { getOrCreate } from '../../core/lists.js'
import type { FactRow } from '../../figures/facts.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import type { Flag } from '../flag.js'
import { STREAMS, type StreamName, type Subject } from '../policies/setting.js'
import type { Policy } from '../policies/settings.js'
import { type AdjustedYear, microsOfShare } from './averaging.js'
import { retirementOf, socialSecurityOf } from './retirement.js'

/**
 * Returns the sources of the rules of several subjects, without duplicates. Without subjects, returns the citations that
 * apply to every rule.
 */
export const unionOfCitations = (policy: Policy, subjects: readonly Subject[]): string =>
  policy.citations
    .filter(({ about }) => about === undefined || subjects.some(subject => about.includes(subject)))
    .map(({ source, date, secondHand }) => {
      const marks = [date, secondHand === true ? 'cited from a secondary source' : null].filter(mark => mark !== null)
      return marks.length === 0 ? source : `${source} (${marks.join(', ')})`
    })
    .filter((text, i, all) => all.indexOf(text) === i)
    .join('; ')

/**
 * How a stream is worked out under a policy. `method`: over two years; by the latest; two years of a seasonal pattern; only
 * where continuance is stated; or never. `nontaxable`: all of it, what is not taxable, or a share.
 */
export interface StreamRule {
  readonly name: StreamName
  readonly method: 'years' | 'latest' | 'seasonal' | 'stated' | 'never'
  readonly averaging: Policy['averaging']
  readonly onDecline: Policy['onDecline']
  /** Fewer years in a row than this count 0; 1 where any number will do. */
  readonly minHistory: number
  /** What does not count where no continuance is stated is flagged so; null where it counts. */
  readonly unstated: Flag | null
  /** A month below 0 is left out. */
  readonly withoutLosses: boolean
  /** The part of the gross that is income, in millionths; null where the amounts are income. */
  readonly kept: number | null
  readonly nontaxable: 'all' | 'untaxed' | 'share' | null
  /** What is left of a year's facts; null where all of them are. */
  readonly adjust: ((facts: readonly FactRow[], year: number, borrower: BorrowerView) => AdjustedYear) | null
  /** A year below 0 is one of repayments, and counts 0. */
  readonly repaid: boolean
  /** Worked per issuer and summed: entities, or jobs; null where it is one stream. */
  readonly per: 'entity' | 'job' | null
  /** A share of a Schedule K-1 in it is no cash yet, and is flagged so. */
  readonly shares: boolean
  /** Owned entities need their business returns. */
  readonly owners: boolean
  readonly flags: readonly Flag[]
  readonly citations: string
}

type StreamRulePart = Partial<StreamRule>

const SHARED = { per: 'entity', flags: ['access_to_income_not_shown'] } as const
const OWNED = { ...SHARED, owners: true } as const
const PER_JOB = { per: 'job' } as const
const STATED = { method: 'stated', unstated: 'continuance_unknown' } as const
const never = (...flags: Flag[]): StreamRulePart => ({ method: 'never', minHistory: 1, flags })
const invested = ({ investmentAveraging }: Policy): StreamRulePart => ({
  averaging: investmentAveraging,
  onDecline: 'latest',
  shares: true,
})

/** The rule of every stream; no row of it depends on what kind of person receives the income. */
const RULES: Readonly<Record<StreamName, (policy: Policy) => StreamRulePart>> = {
  wages: () => PER_JOB,
  officer_compensation: () => PER_JOB,
  self_employment: ({ selfEmployedExpenses: share }) =>
    share === null
      ? never('not_computable', 'needs_schedule_c')
      : { kept: 1_000_000 - microsOfShare(share), flags: ['expenses_assumed'] },
  rental: () => never('not_computable', 'needs_schedule_e'),
  partnership: () => OWNED,
  s_corporation: () => OWNED,
  estate_trust: () => SHARED,
  interest: invested,
  dividends: invested,
  capital_gains: policy => ({ ...invested(policy), withoutLosses: policy.capitalLosses === 'leave_out' }),
  royalties: policy =>
    policy.royalties === 'count'
      ? invested(policy)
      : { ...invested(policy), unstated: 'needs_schedule_e', flags: ['needs_schedule_e'] },
  tax_exempt_interest: policy => ({ ...invested(policy), minHistory: 1, nontaxable: 'all' }),
  retirement: () => ({ method: 'latest', minHistory: 1, nontaxable: 'untaxed', adjust: retirementOf }),
  social_security: () => ({
    method: 'latest',
    minHistory: 1,
    nontaxable: 'share',
    adjust: socialSecurityOf,
    repaid: true,
  }),
  unemployment: ({ unemployment }) => ({
    method: 'seasonal',
    unstated: unemployment === 'seasonal_pattern' ? 'not_seasonal_pattern' : 'continuance_unknown',
  }),
  government_payments: () => STATED,
  other: () => STATED,
  gambling: () => never('not_recurring'),
  allocated_tips: () => never('unreported'),
}

/** Every stream's rule begins as this one, so that all are of one shape. */
const ordinary = (name: StreamName, policy: Policy): StreamRule => ({
  name,
  method: 'years',
  averaging: policy.averaging,
  onDecline: policy.onDecline,
  minHistory: policy.minHistoryYears,
  unstated: null,
  withoutLosses: false,
  kept: null,
  nontaxable: null,
  adjust: null,
  repaid: false,
  per: null,
  shares: false,
  owners: false,
  flags: [],
  citations: unionOfCitations(policy, [name]),
})

function ruleOf(name: StreamName, policy: Policy): StreamRule {
  const rule = Object.assign(ordinary(name, policy), RULES[name](policy))
  const minHistory = rule.method === 'never' ? 1 : (policy.minHistoryByCategory[name] ?? rule.minHistory)
  return Object.assign(rule, { minHistory })
}

export type StreamRules = ReadonlyMap<StreamName, StreamRule>

const known = new WeakMap<Policy, StreamRules>()

/** What a policy says of every stream, worked out once for each policy. */
export const rulesOf = (policy: Policy): StreamRules =>
  getOrCreate(known, policy, () => new Map(STREAMS.map(name => [name, ruleOf(name, policy)])))

/** The first year that a rule looks at: the year before, or the first of the history that it asks for. */
export const firstYearOf = (year: number, { minHistory }: StreamRule): number => year - Math.max(1, minHistory - 1)

import type { FactRow } from '../summarize/facts.js'
import type { AdjustedYear } from './adjusted-year.js'
import type { BorrowerView } from './borrower-view.js'
import type { Flag } from './flag.js'
import { retirementOf } from './retirement.js'
import { socialSecurityOf } from './social-security.js'
import type { StreamName } from './subject.js'

/**
 * How a stream is worked out. `method`: by the policy; always two years, or the latest where it declines; the latest
 * year; two years of a seasonal pattern; only where continuance is stated; or never.
 * `nontaxable`: all of it, what is not taxable, or a share. `history`: the policy's least years apply.
 */
export interface StreamRule {
  readonly method: 'policy' | 'two_year' | 'latest' | 'seasonal' | 'stated' | 'never'
  readonly nontaxable?: 'all' | 'untaxed' | 'share'
  readonly history: boolean
  /** What is left of a year's facts. Missing: all of them. */
  readonly adjust?: (facts: readonly FactRow[], year: number, borrower: BorrowerView) => AdjustedYear
  /** A year below 0 is one of repayments, and counts 0. */
  readonly repaid?: true
  /** Worked per issuer, and summed. */
  readonly perEntity?: true
  /** Owned entities need their business returns. */
  readonly owners?: true
  /** Flags of every row. */
  readonly flags: readonly Flag[]
}

const BY_POLICY: StreamRule = { method: 'policy', history: true, flags: [] }
const INVESTED: StreamRule = { method: 'two_year', history: true, flags: [] }
const STATED: StreamRule = { method: 'stated', history: true, flags: [] }
const SHARED: StreamRule = {
  method: 'policy',
  history: true,
  perEntity: true,
  flags: ['access_to_income_not_shown'],
}
const never = (...flags: Flag[]): StreamRule => ({ method: 'never', history: false, flags })

/** The rule of every stream; no row of it depends on what kind of person receives the income. */
export const STREAM_RULES: Readonly<Record<StreamName, StreamRule>> = {
  wages: BY_POLICY,
  officer_compensation: BY_POLICY,
  self_employment: never('not_computable', 'needs_schedule_c'),
  rental: never('not_computable', 'needs_schedule_e'),
  partnership: { ...SHARED, owners: true },
  s_corporation: { ...SHARED, owners: true },
  estate_trust: SHARED,
  interest: INVESTED,
  dividends: INVESTED,
  capital_gains: INVESTED,
  royalties: INVESTED,
  tax_exempt_interest: { method: 'two_year', nontaxable: 'all', history: false, flags: [] },
  retirement: { method: 'latest', nontaxable: 'untaxed', history: false, adjust: retirementOf, flags: [] },
  social_security: {
    method: 'latest',
    nontaxable: 'share',
    history: false,
    adjust: socialSecurityOf,
    repaid: true,
    flags: [],
  },
  unemployment: { method: 'seasonal', history: true, flags: [] },
  government_payments: STATED,
  other: STATED,
  gambling: never('not_recurring'),
  allocated_tips: never('unreported'),
}

import type { Policy } from './policy.js'
import { DEFAULTS } from './settings.js'

/** A policy that the library brings, of which the type knows the name. */
export const preset = <const Name extends string>(
  policy: Policy & { readonly name: Name },
): Policy & { readonly name: Name } => policy

/** The settings of a preset: those that most state, and the defaults of the others. */
export const settings = (
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
export const TWO_OF_INVESTMENT = { interest: 2, dividends: 2, capital_gains: 2, tax_exempt_interest: 2 }
/** What two guides and a lender's program ask for. */
export const STATED = { royalties: 'need_schedule_e', unemployment: 'continuance_stated' } as const

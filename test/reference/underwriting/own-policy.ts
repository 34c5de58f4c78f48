import { OPTIONAL, PRESETS, type Rules, withDefaults } from './policies.js'

/** Creates a random custom policy in two forms: as the caller writes it, and with its defaults filled in. */
export function createRandomPolicy(random: () => number): { readonly policy: object; readonly rules: Rules } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const settings: Record<string, unknown> = {
    averaging: pick(['average', 'lesser_of_1y_2y', 'latest']),
    onDecline: pick(['exclude', 'latest', 'lesser_of']),
    minHistoryYears: pick([1, 1, 2, 3]),
    minHistoryByCategory: pick([
      {},
      { interest: 2, capital_gains: 3 },
      { retirement: 2, social_security: 2, wages: 2, tax_exempt_interest: 3 },
      { partnership: 3, s_corporation: 1, royalties: 2, unemployment: 2, other: 2 },
    ]),
    investmentAveraging: pick(['average', 'lesser_of_1y_2y', 'latest']),
    capitalLosses: pick(['count', 'leave_out']),
    royalties: pick(['count', 'need_schedule_e']),
    unemployment: pick(['seasonal_pattern', 'continuance_stated']),
    selfEmployedExpenses: pick([null, 0.1, 0.35, 0]),
    requireAuthority: pick(['flag', 'exclude']),
    grossUp: pick([0, 0.15, 0.25, 0.333]),
    grossUpUse: pick(['income', 'ratio_only']),
    socialSecurityNontaxable: pick([0, 0.15, 1]),
    wageBasis: pick(['box1', 'box5', 'max']),
    stableBand: pick([0, 0.05, 0.1]),
    materialDecline: pick([0.1, 0.2, 0.5]),
    manualUnderwriteOnMaterialDecline: pick([true, false]),
    continuanceMonths: pick([24, 36, 61]),
    selfEmployedOwnership: pick([0.2, 0.25, 0.5]),
    imputeMonths: pick([60, 72, 84]),
  }
  for (const setting of OPTIONAL) if (random() < 0.3) delete settings[setting]
  const named = { name: 'of-our-own', ...settings }
  return {
    policy: { ...named, ruleVersion: '1', citations: [] },
    rules: withDefaults(named as unknown as Partial<Rules> & Pick<Rules, 'name'>),
  }
}

export const PRESET_NAMES = PRESETS.map(({ name }) => name)

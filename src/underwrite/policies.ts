import { FANNIE_MAE_2024, FANNIE_MAE_2026, FHA, FREDDIE_MAC, VA_LOANS } from './agency-policies.js'
import { CONSERVATIVE, LATEST_YEAR, NONQM_1099 } from './own-policies.js'
import type { Policy } from './policy.js'

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
  FANNIE_MAE_2026,
  FANNIE_MAE_2024,
  FHA,
  VA_LOANS,
  FREDDIE_MAC,
  CONSERVATIVE,
  LATEST_YEAR,
  NONQM_1099,
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
export const presetOf = (name: string): Policy | undefined =>
  isPolicyName(name) ? POLICIES[name] : undefined

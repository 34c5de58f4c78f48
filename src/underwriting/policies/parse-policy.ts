import { toCanonicalJson } from '../../core/json.js'
import { extendPath, isObject } from '../../core/json-value.js'
import { replaceControls } from '../../core/text.js'
import type { ConditionCode, SeveritySetting, UnderwritingPolicy } from './policy.js'
import { POLICY_TABLE } from './policy-table.js'
import { findPreset, PRESET_NAMES, PRESETS, type PresetName } from './presets.js'
import { normalizeKeys, type Setting } from './setting.js'
import { listProblems, type SettingProblem, throwProblems } from './setting-problems.js'

/** A caller's policy. Everything that is left out is as in the preset `latest-year`. */
export type CustomPolicy = {
  readonly [Key in keyof Omit<UnderwritingPolicy, 'conditions'>]?: UnderwritingPolicy[Key] | undefined
} & { readonly conditions?: Readonly<Partial<Record<ConditionCode, SeveritySetting>>> | undefined }

/**
 * Parses a policy: the name of a preset, or a caller's policy.
 *
 * @throws RangeError for an unknown name, for a policy with a problem, and for a policy that has the name of a preset but
 * differs from it. It names each path and what was expected there.
 */
export function parsePolicy(input: CustomPolicy | PresetName): UnderwritingPolicy {
  if (typeof input === 'string') {
    const preset = findPreset(input)
    if (preset !== undefined) return preset
    throw new RangeError(`No policy has this name. Expected one of ${PRESET_NAMES.join(', ')}.`)
  }
  const preset = isObject(input) ? findPreset(String(input['name'])) : undefined
  if (preset !== undefined && preset === input) return preset
  const [policy, problems] = checkPolicy(input)
  throwProblems(problems, 'The policy')
  return policy as UnderwritingPolicy
}

/** Completes a caller's policy with the defaults, as a copy. Null if it has a problem. */
export function checkPolicy(
  input: unknown,
): readonly [policy: UnderwritingPolicy | null, problems: readonly SettingProblem[]] {
  const problems = listProblems(input, POLICY_TABLE)
  if (problems.length > 0) return [null, problems]
  const settings = normalizeKeys(input, POLICY_TABLE) as Readonly<Record<string, unknown>>
  const completeSettings = Object.entries<Setting>(POLICY_TABLE.keys).map(([key, setting]) => [
    key,
    settings[key] === undefined ? setting.default : settings[key],
  ])
  const { conditions, ...rest } = Object.fromEntries(completeSettings)
  const completePolicy = { ...rest, conditions: { ...PRESETS['latest-year'].conditions, ...conditions } }
  // A deep copy, so that the policy does not change if the caller changes the object.
  const policy = JSON.parse(JSON.stringify(completePolicy), (_, value: unknown) =>
    typeof value === 'string' ? replaceControls(value) : value,
  ) as UnderwritingPolicy
  const preset = findPreset(policy.name)
  // A changed copy of a preset must not look like the preset.
  if (preset === undefined || toCanonicalJson(policy) === toCanonicalJson(preset)) return [policy, []]
  const expected = 'a name that no preset has'
  return [null, [{ path: extendPath(null, 'name'), setting: POLICY_TABLE.keys.name, expected, value: policy.name }]]
}

import { toCanonicalJson } from '../../core/json.js'
import { extendPath, isObject } from '../../core/json-value.js'
import { replaceControls } from '../../core/text.js'
import { STATED, type StatedIncome } from '../tie-out/stated.js'
import { POLICY_NAMES, type PolicyName, presetOf } from './policies.js'
import { asSpelled, type Problem, problemsIn, type Setting, wordsOf } from './setting.js'
import { KNOWN_FACTS, type KnownFacts, POLICY, type Policy } from './settings.js'

// What a caller gives to the library is checked here by the tables of settings, without zod, which the core does not
// load; a law in test/underwriting/parse-terms.test.ts holds this against the schemas.

/** So many are named: an object of something else altogether may have any number of keys. */
const NAMED = 30

function refuse(problems: readonly Problem[], what: string): void {
  if (problems.length === 0) return
  const words = problems.slice(0, NAMED).map(wordsOf)
  if (problems.length > NAMED) words.push(`and ${problems.length - NAMED} more`)
  throw new RangeError(`${what} cannot be used: ${words.join('; ')}.`)
}

/**
 * A policy that the caller gave: a preset by its name, or an object. Missing: settings that may be left out are filled, in
 * a copy. Throws a RangeError for a name that is none, with the known ones, and for a policy that is none, or is not the
 * preset whose name it has, with each path and what was expected there.
 */
export function parsePolicy(given: Policy | PolicyName): Policy {
  if (typeof given === 'string') {
    const preset = presetOf(given)
    if (preset !== undefined) return preset
    throw new RangeError(`No policy has this name; the known ones are ${POLICY_NAMES.join(', ')}.`)
  }
  if (isObject(given) && presetOf(String(given['name'])) === given) return given
  const [policy, problems] = checkPolicy(given)
  refuse(problems, 'The policy')
  return policy as Policy
}

/** A policy of the caller's own, whole, in a copy; null where something is wrong with it. */
export function checkPolicy(given: unknown): [policy: Policy | null, problems: readonly Problem[]] {
  const problems = problemsIn(given, POLICY)
  if (problems.length > 0) return [null, problems]
  const read = asSpelled(given, POLICY) as Readonly<Record<string, unknown>>
  const whole = Object.entries<Setting>(POLICY.keys).map(([key, each]) => [key, read[key] ?? each.default])
  // A deep copy: what is kept of a policy must not outlive a change of the caller's.
  const policy = JSON.parse(JSON.stringify(Object.fromEntries(whole)), (_, value: unknown) =>
    typeof value === 'string' ? replaceControls(value) : value,
  ) as Policy
  const preset = presetOf(policy.name)
  // A changed copy of a preset must not pass for the preset.
  if (preset === undefined || toCanonicalJson(policy) === toCanonicalJson(preset)) return [policy, []]
  const [at, setting, value] = [extendPath(null, 'name'), POLICY.keys.name, policy.name]
  return [null, [{ at, setting, expected: 'a name that no preset has', value }]]
}

/**
 * What the caller knows, by taxpayer; of two about one taxpayer the later stands. Throws a RangeError for facts that are
 * none, with each path and what was expected there.
 */
export const parseKnownFacts = (given: KnownFacts | readonly KnownFacts[] | undefined) =>
  byTaxpayer<KnownFacts>(given, KNOWN_FACTS, 'What is known')

/** What applications state, by taxpayer, likewise. */
export const parseStated = (given: StatedIncome | readonly StatedIncome[] | undefined) =>
  byTaxpayer<StatedIncome>(given, STATED, 'What is stated')

function byTaxpayer<T extends { readonly taxpayerId: string }>(
  given: unknown,
  setting: Setting,
  what: string,
): ReadonlyMap<string, T> {
  const all = given === undefined ? [] : [given].flat()
  for (const each of all) refuse(problemsIn(each, setting), what)
  const read = all.map(each => asSpelled(each, setting) as T)
  return new Map(read.map(each => [each.taxpayerId, each]))
}

/** The year to work for. Throws a RangeError for what is none. */
export function parseYear(given: number): number {
  refuse(problemsIn(given, KNOWN_FACTS.keys.asOfYear), 'The year to work for')
  return given
}

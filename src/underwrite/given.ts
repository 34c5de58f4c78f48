// What a caller gives to the library is checked here without zod, which the core does not load; a law in
// test/underwrite/given.test.ts holds this against the schemas of the readers.
import { canonicalJson } from '../core/json.js'
import { printPath, type Site, step, stepUnknown } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { centsOfGiven, type KnownFacts, PLAN_STATES } from './known-facts.js'
import { DEFAULTS, type PolicyName, presetOf } from './policies.js'
import { isExactShare, POLICY_NAMES, type Policy } from './policy.js'
import { STREAMS, SUBJECTS } from './subject.js'

/** What is wrong, by path and expectation and never by value; null where nothing is. */
type Check = (value: unknown, at: Site | null) => string | null

const told = (at: Site | null, expected: string): string => `${printPath(at)}: expected ${expected}`
const fits =
  (expected: string, test: (value: unknown) => boolean): Check =>
  (value, at) =>
    test(value) ? null : told(at, expected)
const optional =
  (check: Check): Check =>
  (value, at) =>
    value === undefined ? null : check(value, at)

const list =
  (item: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return told(at, 'an array')
    for (let i = 0; i < value.length; i++) {
      const problem = item(value[i], step(at, i))
      if (problem !== null) return problem
    }
    return null
  }

const object =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    if (!isObject(value)) return told(at, 'an object')
    for (const key of Object.keys(value))
      if (!Object.hasOwn(checks, key)) return told(stepUnknown(at, key), 'a known key')
    for (const [key, check] of Object.entries(checks)) {
      const problem = check(value[key], step(at, key))
      if (problem !== null) return problem
    }
    return null
  }

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isBetween = (value: unknown, least: number, most: number): boolean =>
  isNumber(value) && value >= least && value <= most
const whole = (least: number, most = 1200): Check =>
  fits(
    `a whole number from ${least} to ${most}`,
    value => Number.isInteger(value) && isBetween(value, least, most),
  )
const share = fits(
  'a share from 0 to 1, of six decimals at most',
  value => isBetween(value, 0, 1) && isExactShare(value as number),
)
const words = (most = 1000): Check =>
  fits(
    `text of 1 to ${most} characters`,
    value => typeof value === 'string' && value.length >= 1 && value.length <= most,
  )
const oneOf = (choices: readonly string[]): Check =>
  fits(`one of ${choices.join(', ')}`, value => choices.includes(value as string))
const flag = fits('true or false', value => typeof value === 'boolean')
const amount = fits(
  'an amount of 0 or more',
  value => (isNumber(value) || typeof value === 'string') && (centsOfGiven(value) ?? -1) >= 0,
)
const digits = fits('four digits', value => typeof value === 'string' && /^[0-9]{4}$/.test(value))
const byStream =
  (check: Check): Check =>
  (value, at) => {
    const named = STREAMS.filter(stream => isObject(value) && Object.hasOwn(value, stream))
    return object(Object.fromEntries(named.map(stream => [stream, check])))(value, at)
  }

/** The words of those settings that take one of several. */
export const CHOICES = {
  averaging: ['average', 'lesser_of_1y_2y', 'latest'],
  onDecline: ['exclude', 'latest', 'lesser_of'],
  grossUpUse: ['income', 'ratio_only'],
  wageBasis: ['box1', 'box5', 'max'],
} as const

const CITATION = object({
  text: words(),
  source: words(),
  date: (value, at) => (value === null ? null : words()(value, at)),
  secondHand: optional(flag),
  about: optional(list(oneOf(SUBJECTS))),
})

const POLICY = object({
  name: words(100),
  ruleVersion: words(),
  citations: list(CITATION),
  averaging: oneOf(CHOICES.averaging),
  onDecline: oneOf(CHOICES.onDecline),
  minHistoryYears: whole(1),
  grossUp: share,
  grossUpUse: optional(oneOf(CHOICES.grossUpUse)),
  socialSecurityNontaxable: share,
  wageBasis: oneOf(CHOICES.wageBasis),
  stableBand: optional(share),
  materialDecline: optional(share),
  manualUnderwriteOnMaterialDecline: optional(flag),
  continuanceMonths: optional(whole(0)),
  selfEmployedOwnership: optional(share),
  imputeMonths: optional(whole(1)),
} satisfies Record<keyof Policy, Check>)

const KNOWN_FACTS = object({
  taxpayer_id: fits('text', value => typeof value === 'string' && value !== ''),
  monthly_obligations: optional(amount),
  recipients: optional(list(digits)),
  continuance: optional(byStream(whole(0))),
  plan: optional(object({ state: oneOf(PLAN_STATES), monthly_payment: optional(amount) })),
  nontaxable_share: optional(byStream(share)),
  as_of_year: optional(whole(1900, 2100)),
} satisfies Record<keyof KnownFacts, Check>)

function refuse(value: unknown, check: Check, what: string): void {
  const problem = check(value, null)
  if (problem !== null) throw unusable(what, problem)
}

const unusable = (what: string, problem: string): RangeError =>
  new RangeError(`${what} cannot be used: ${problem}.`)

/**
 * A policy that the caller gave: a preset by its name, or an object. Missing: settings that may be left out are filled, in
 * a copy. Throws a RangeError for a name that is none, with the known ones, and for a policy that is none, or is not the
 * preset whose name it has, with the first path and what was expected there.
 */
export function policyGiven(given: Policy | PolicyName): Policy {
  if (typeof given !== 'string') return isPreset(given) ? given : wholePolicy(given)
  const preset = presetOf(given)
  if (preset === undefined)
    throw new RangeError(`No policy has this name; the known ones are ${POLICY_NAMES.join(', ')}.`)
  return preset
}

const isPreset = (given: Policy): boolean => isObject(given) && presetOf(String(given['name'])) === given

function wholePolicy(given: Policy): Policy {
  refuse(given, POLICY, 'The policy')
  const missing = Object.entries(DEFAULTS).filter(([key]) => given[key as keyof Policy] === undefined)
  // A copy of one that lacks nothing too: what is kept of a policy must not outlive a change of the caller's.
  const policy = { ...given, ...Object.fromEntries(missing) }
  const preset = presetOf(policy.name)
  // A changed copy of a preset must not pass for the preset.
  if (preset !== undefined && canonicalJson(policy) !== canonicalJson(preset))
    throw unusable('The policy', told(step(null, 'name'), 'a name that no preset has'))
  return policy
}

/**
 * What the caller knows, by taxpayer; of two about one taxpayer the later stands. Throws a RangeError for facts that are
 * none, with the first path and what was expected there.
 */
export function knownGiven(
  given: KnownFacts | readonly KnownFacts[] | undefined,
): ReadonlyMap<string, KnownFacts> {
  const known = given === undefined ? [] : [given].flat()
  for (const each of known) refuse(each, KNOWN_FACTS, 'What is known')
  return new Map(known.map(each => [each.taxpayer_id, each]))
}

const YEAR = optional(whole(1900, 2100))

/** The year to work for, where one was given. Throws a RangeError for what is none. */
export function yearGiven(given: number | undefined): { readonly asOfYear?: number } {
  refuse(given, YEAR, 'The year to work for')
  return given === undefined ? {} : { asOfYear: given }
}

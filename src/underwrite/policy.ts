import { z } from 'zod'
import { makeIssue } from '../core/issue.js'
import { accepted, type Outcome, refused } from '../core/outcome.js'
import { POLICIES } from './policies.js'
import { issuesOfSchema } from './schema-issues.js'
import { SUBJECTS, type Subject } from './subject.js'

/** A source of a rule. */
export interface Citation {
  readonly text: string
  readonly source: string
  /** The date of the source; null where it states none. */
  readonly date: string | null
  /** Read in quotation or in part. */
  readonly secondHand?: boolean | undefined
  /** What the rule is about. Missing: about everything. */
  readonly about?: readonly Subject[] | undefined
}

/**
 * A policy: settings, the version of the rules behind them, and where they were read.
 * Units: shares from 0 to 1, months, years. Missing: none; `readPolicy` fills the settings that all presets share.
 */
export interface Policy {
  readonly name: string
  readonly ruleVersion: string
  readonly citations: readonly Citation[]
  readonly averaging: 'average' | 'lesser_of_1y_2y' | 'latest'
  /** With `average`: what a declining income counts as. */
  readonly onDecline: 'exclude' | 'latest' | 'lesser_of'
  /** Fewer years in a row than this count 0. */
  readonly minHistoryYears: number
  /** Share added to the nontaxable part. */
  readonly grossUp: number
  /** Whether the gross-up is income, or counts in ratios only. */
  readonly grossUpUse: 'income' | 'ratio_only'
  /** Nontaxable share of Social Security benefits without documents of it. */
  readonly socialSecurityNontaxable: number
  /** The box of Form W-2 that wages are read from. */
  readonly wageBasis: 'box1' | 'box5' | 'max'
  /** A change up to this share is stable. */
  readonly stableBand: number
  /** A fall by more than this share is material. */
  readonly materialDecline: number
  readonly manualUnderwriteOnMaterialDecline: boolean
  /** Months of continuance that are long enough. */
  readonly continuanceMonths: number
  /** An owner from this share on is self-employed. */
  readonly selfEmployedOwnership: number
  /** Months to pay a balance due over, where no plan is stated. */
  readonly imputeMonths: number
}

/** True for a number that millionths hold, so that exact arithmetic means what the number says. */
export const isExactShare = (value: number): boolean => Math.round(value * 1e6) / 1e6 === value

const share = z
  .number({ error: 'ratio_unreadable' })
  .min(0, { error: 'ratio_unreadable' })
  .max(1, { error: 'ratio_unreadable' })
  .refine(isExactShare, { error: 'ratio_unreadable' })
const whole = (least: number) =>
  z
    .int({ error: 'count_unreadable' })
    .min(least, { error: 'count_unreadable' })
    .max(1200, { error: 'count_unreadable' })
const words = z.string({ error: 'text_unreadable' }).min(1, { error: 'text_unreadable' }).max(1000, {
  error: 'text_unreadable',
})
const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, { error: 'enum_unreadable' })
const list = { error: 'list_unreadable' }
const object = { error: 'object_unreadable' }

const CITATION: z.ZodType<Citation> = z.strictObject(
  {
    text: words,
    source: words,
    date: words.nullable(),
    secondHand: z.boolean({ error: 'flag_unreadable' }).optional(),
    about: z.array(oneOf(SUBJECTS), list).optional(),
  },
  object,
)

/**
 * How income is qualified. Strict, and without a setting for a single category: nothing here can discount income for
 * its kind. Missing: the settings that are the same in all presets.
 * Source: 12 CFR 1002.6(b)(5) for what is not here.
 */
export const POLICY_SCHEMA: z.ZodType<Policy> = z.strictObject(
  {
    name: words.max(100, { error: 'text_unreadable' }),
    ruleVersion: words,
    citations: z.array(CITATION, list),
    averaging: oneOf(['average', 'lesser_of_1y_2y', 'latest']),
    onDecline: oneOf(['exclude', 'latest', 'lesser_of']),
    minHistoryYears: whole(1),
    grossUp: share,
    grossUpUse: oneOf(['income', 'ratio_only']).default('income'),
    socialSecurityNontaxable: share,
    wageBasis: oneOf(['box1', 'box5', 'max']),
    stableBand: share.default(0.05),
    materialDecline: share.default(0.2),
    manualUnderwriteOnMaterialDecline: z.boolean({ error: 'flag_unreadable' }).default(false),
    continuanceMonths: whole(0).default(36),
    selfEmployedOwnership: share.default(0.25),
    imputeMonths: whole(1).default(72),
  },
  object,
)

/** The names of the presets. */
export const POLICY_NAMES: readonly string[] = Object.keys(POLICIES)

/**
 * The policy of a name, or a caller's own. Shape: text, or an object of the policy's shape.
 * Issues: an unknown name lists the known ones; every setting that is wrong or unknown has one.
 */
export function readPolicy(input: unknown): Outcome<Policy> {
  if (typeof input === 'string') {
    const preset = Object.hasOwn(POLICIES, input) ? POLICIES[input] : undefined
    if (preset !== undefined) return accepted(preset, [])
    return refused(input, [
      makeIssue('enum_unreadable', null, {
        more: 'No policy has this name.',
        expected: `one of ${POLICY_NAMES.join(', ')}`,
        value: input,
      }),
    ])
  }
  const read = POLICY_SCHEMA.safeParse(input)
  if (!read.success) return refused(input, issuesOfSchema(read.error, input))
  // A changed copy of a preset must not pass for the preset.
  const preset = Object.hasOwn(POLICIES, read.data.name) ? POLICIES[read.data.name] : undefined
  if (preset !== undefined && JSON.stringify(POLICY_SCHEMA.parse(preset)) !== JSON.stringify(read.data)) {
    const more = 'A policy of its own needs a name of its own.'
    return refused(input, [makeIssue('text_unreadable', { parent: null, key: 'name' }, { more })])
  }
  return accepted(read.data, [])
}

/** A policy's sources as they are printed: by subject, and of several subjects by the citations that these have. */
interface Printed {
  readonly of: ReadonlyMap<Subject, string>
  /** One bit for each citation; null where the policy has more than bits. */
  readonly bits: ReadonlyMap<Subject, number> | null
  readonly together: Map<number, string>
}

const printed = new WeakMap<Policy, Printed>()

const isAbout = ({ about }: Citation, subject: Subject): boolean =>
  about === undefined || about.includes(subject)

function printedOf(policy: Policy): Printed {
  let known = printed.get(policy)
  if (known === undefined) {
    const bitsOf = (subject: Subject): number =>
      policy.citations.reduce((bits, each, i) => (isAbout(each, subject) ? bits | (1 << i) : bits), 0)
    known = {
      of: new Map(SUBJECTS.map(each => [each, printCitations(policy, [each])])),
      bits: policy.citations.length > 30 ? null : new Map(SUBJECTS.map(each => [each, bitsOf(each)])),
      together: new Map(),
    }
    printed.set(policy, known)
  }
  return known
}

/** The sources of the rules of several subjects, each once. Missing: empty without a subject. */
export function unionOfCitations(policy: Policy, subjects: readonly Subject[]): string {
  const { bits, together } = printedOf(policy)
  if (bits === null) return printCitations(policy, subjects)
  let key = 0
  for (const subject of subjects) key |= bits.get(subject) ?? 0
  let text = together.get(key)
  if (text === undefined) {
    text = printCitations(policy, subjects)
    together.set(key, text)
  }
  return text
}

/** The sources of a rule, as a table prints them. */
export const citationsOf = (policy: Policy, subject: Subject): string =>
  printedOf(policy).of.get(subject) ?? ''

const printCitations = (policy: Policy, subjects: readonly Subject[]): string =>
  policy.citations
    .filter(citation => subjects.some(each => isAbout(citation, each)))
    .map(({ source, date, secondHand }) => {
      const marks = [...(date === null ? [] : [date]), ...(secondHand === true ? ['second-hand'] : [])]
      return marks.length === 0 ? source : `${source} (${marks.join(', ')})`
    })
    .filter((text, i, all) => all.indexOf(text) === i)
    .join('; ')

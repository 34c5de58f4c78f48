import { getOrCreate } from '../core/lists.js'
import type { Policy } from './policy.js'
import { SUBJECTS, type Subject } from './subject.js'

/** A policy's sources as they are printed: by subject, and of several subjects by the citations that these have. */
interface Printed {
  readonly of: ReadonlyMap<Subject, string>
  /** One bit for each citation; null where the policy has more than bits. */
  readonly bits: ReadonlyMap<Subject, number> | null
  readonly together: Map<number, string>
}

const printed = new WeakMap<Policy, Printed>()

const printedOf = (policy: Policy): Printed =>
  getOrCreate(printed, policy, () => {
    const bitsOf = (subject: Subject): number =>
      policy.citations.reduce((bits, { about }, i) => (about?.includes(subject) ? bits | (1 << i) : bits), 0)
    return {
      of: new Map(SUBJECTS.map(each => [each, printCitations(policy, [each])])),
      bits: policy.citations.length > 30 ? null : new Map(SUBJECTS.map(each => [each, bitsOf(each)])),
      together: new Map(),
    }
  })

/** The sources of the rules of several subjects, each once. Missing: without a subject those that are about everything. */
export function unionOfCitations(policy: Policy, subjects: readonly Subject[]): string {
  const { bits, together } = printedOf(policy)
  if (bits === null) return printCitations(policy, subjects)
  let key = 0
  for (const subject of subjects) key |= bits.get(subject) ?? 0
  return getOrCreate(together, key, () => printCitations(policy, subjects))
}

/** The sources of a rule, as a table prints them. */
export const citationsOf = (policy: Policy, subject: Subject): string =>
  printedOf(policy).of.get(subject) ?? ''

const printCitations = (policy: Policy, subjects: readonly Subject[]): string =>
  policy.citations
    .filter(({ about }) => about === undefined || subjects.some(each => about.includes(each)))
    .map(({ source, date, secondHand }) => {
      const marks = [...(date === null ? [] : [date]), ...(secondHand === true ? ['second-hand'] : [])]
      return marks.length === 0 ? source : `${source} (${marks.join(', ')})`
    })
    .filter((text, i, all) => all.indexOf(text) === i)
    .join('; ')

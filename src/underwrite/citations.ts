import { getOrCreate } from '../core/lists.js'
import type { Policy } from './policy.js'
import { SUBJECTS, type Subject } from './subject.js'

const printed = new WeakMap<Policy, ReadonlyMap<Subject, string>>()

/** The sources of a rule, as a table prints them. They are the same for each taxpayer, so each policy's are made once. */
export const citationsOf = (policy: Policy, subject: Subject): string =>
  getOrCreate(
    printed,
    policy,
    () => new Map(SUBJECTS.map(each => [each, unionOfCitations(policy, [each])])),
  ).get(subject) ?? ''

/** The sources of the rules of several subjects, each once. Without a subject, those that are about everything. */
export const unionOfCitations = (policy: Policy, subjects: readonly Subject[]): string =>
  policy.citations
    .filter(({ about }) => about === undefined || subjects.some(each => about.includes(each)))
    .map(({ source, date, secondHand }) => {
      const marks = [...(date === null ? [] : [date]), ...(secondHand === true ? ['second-hand'] : [])]
      return marks.length === 0 ? source : `${source} (${marks.join(', ')})`
    })
    .filter((text, i, all) => all.indexOf(text) === i)
    .join('; ')

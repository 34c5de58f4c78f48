import { getOrCreate } from '../core/lists.js'
import type { Policy } from './policy.js'
import { SUBJECTS, type Subject } from './subject.js'

const citationsByPolicy = new WeakMap<Policy, ReadonlyMap<Subject, string>>()

/**
 * Returns the sources of a rule as table text. They do not depend on the taxpayer, so they are built once per policy.
 */
export const citationsOf = (policy: Policy, subject: Subject): string =>
  getOrCreate(citationsByPolicy, policy, () => citeSubjects(policy)).get(subject) ?? ''

const citeSubjects = (policy: Policy): ReadonlyMap<Subject, string> =>
  new Map(SUBJECTS.map(subject => [subject, unionOfCitations(policy, [subject])]))

/**
 * Returns the sources of the rules of several subjects, without duplicates. Without subjects, returns the citations that
 * apply to every rule.
 */
export const unionOfCitations = (policy: Policy, subjects: readonly Subject[]): string =>
  policy.citations
    .filter(({ about }) => about === undefined || subjects.some(subject => about.includes(subject)))
    .map(({ source, date, secondHand }) => {
      const marks = [...(date === null ? [] : [date]), ...(secondHand === true ? ['second-hand'] : [])]
      return marks.length === 0 ? source : `${source} (${marks.join(', ')})`
    })
    .filter((text, i, all) => all.indexOf(text) === i)
    .join('; ')

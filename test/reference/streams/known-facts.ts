// What the lender tells us about a taxpayer. Keys may be in snake_case or camelCase.
import { areEmployerNamesEqual } from '../names.js'
import { scoreName } from '../resolve.js'
import { isFull, isObject, lastFour, type Raw, readDay, readIdentifier, readMoney, readText } from '../values.js'
import { type Amount, exact, exactNumber } from './amounts.js'

/** Returns a copy of a JSON value whose keys are in snake_case. */
function toSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeCase)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      toSnakeCase(child),
    ]),
  )
}

/** The facts of one borrower, with raw values under keys in snake_case. */
export interface BorrowerFacts {
  readonly id: string
  readonly identifiers: readonly string[]
  readonly jobs: readonly Raw[]
  readonly businesses: readonly Raw[]
  readonly retirement: readonly Raw[]
  readonly otherIncome: readonly Raw[]
  readonly raw: Raw
}

/** All facts about a taxpayer. */
export interface LenderFacts {
  readonly applicationDate: string | null
  readonly borrowers: readonly BorrowerFacts[]
  readonly sameEmployer: readonly (readonly string[])[]
  readonly conditionsMet: readonly Raw[]
  readonly overrides: readonly Raw[]
}

const listOf = (value: unknown): Raw[] => (Array.isArray(value) ? value : []).filter(isObject)
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : []).map(String)

/** Reads the lender's facts from JSON. */
export function readLenderFacts(json: unknown): LenderFacts {
  const raw = toSnakeCase(json ?? {})
  const facts = isObject(raw) ? raw : {}
  const borrowers = listOf(facts['borrowers']).map(
    (borrower): BorrowerFacts => ({
      id: readText(borrower['id']) ?? 'self',
      identifiers: textsOf(borrower['identifiers']),
      jobs: listOf(borrower['jobs']),
      businesses: listOf(borrower['businesses']),
      retirement: listOf(borrower['retirement']),
      otherIncome: listOf(borrower['other_income']),
      raw: borrower,
    }),
  )
  const jobLists = borrowers.flatMap(({ jobs }) => jobs.map(job => textsOf(job['identifiers'])))
  const statedLists = Array.isArray(facts['same_employer']) ? facts['same_employer'].map(textsOf) : []
  return {
    applicationDate: readDay(facts['application_date']),
    borrowers,
    sameEmployer: [...jobLists, ...statedLists].filter(list => list.length > 1),
    conditionsMet: listOf(facts['conditions_met']),
    overrides: listOf(facts['overrides']),
  }
}

/** Returns the object under a key, or an empty object. */
export const childOf = (raw: Raw | undefined, key: string): Raw => {
  const child = raw?.[key]
  return isObject(child) ? child : {}
}

/** Reads a stated amount in cents. Returns null if it is absent. */
export function readStated(raw: Raw | undefined, key: string): Amount | null {
  const box = readMoney(raw?.[key])
  return box === null || box === 'lost' ? null : exact(box)
}

/** Reads a stated number, such as hours or months. Returns null if it is absent. */
export const readStatedNumber = (raw: Raw | undefined, key: string): Amount | null => {
  const value = raw?.[key]
  return typeof value === 'number' ? exactNumber(value) : null
}

/** Reads a stated day as `YYYY-MM-DD`. */
export const readStatedDay = (raw: Raw | undefined, key: string): string | null => readDay(raw?.[key])

/** Reads amounts by year. */
export function readYears(raw: Raw): Map<number, Amount> {
  const years = new Map<number, Amount>()
  for (const key of Object.keys(raw)) {
    const amount = readStated(raw, key)
    if (/^[0-9]{4}$/.test(key) && amount !== null) years.set(Number(key), amount)
  }
  return years
}

/** A party that a fact may name. */
export interface NamedParty {
  readonly ids: readonly string[]
  readonly names: readonly string[]
}

const isSameId = (a: string, b: string): boolean => (isFull(a) && isFull(b) ? a === b : lastFour(a) === lastFour(b))

/**
 * Finds the party that a fact names: by identifier, then by an equal name, then by a name that is equal except for the
 * legal form, then by a name that a source has cut.
 */
export function findNamed<T extends NamedParty>(
  parties: readonly T[],
  identifiers: readonly string[],
  name: string | null,
): T | undefined {
  const ids = identifiers.map(readIdentifier).filter((id): id is string => id !== null)
  const byId = parties.find(party => party.ids.some(a => ids.some(b => isSameId(a, b))))
  if (byId !== undefined || name === null) return byId
  const text = name.toUpperCase()
  return (
    parties.find(({ names }) => names.some(candidate => candidate.toUpperCase() === text)) ??
    parties.find(({ names }) => names.some(candidate => areEmployerNamesEqual(candidate, name))) ??
    parties.find(({ names }) => names.some(candidate => scoreName(candidate, name) === 2))
  )
}

/** Returns true if a fact names a stream: its category, or `category:name` by the name rules. */
export function namesStream(
  text: string | null,
  stream: { readonly category: string; readonly name: string | null; readonly key: string },
  streams: readonly { readonly category: string; readonly name: string | null; readonly key: string }[],
): boolean {
  if (text === null || text === stream.key || text === stream.category) return true
  if (streams.some(({ key }) => key === text)) return false
  if (!text.startsWith(`${stream.category}:`)) return false
  const name = text.slice(stream.category.length + 1)
  const candidates = streams
    .filter(({ category }) => category === stream.category)
    .map(candidate => ({ candidate, ids: [], names: candidate.name === null ? [] : [candidate.name] }))
  return findNamed(candidates, [], name)?.candidate === stream
}

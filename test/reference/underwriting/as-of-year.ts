import { augustAfter, type DocumentWithFacts, incomeFacts, type UnderwritingInput } from './papers.js'

/** The year of the figures, whether its documents may be incomplete, and the later years that are incomplete. */
export interface AsOf {
  readonly year: number | null
  readonly incomplete: boolean
  readonly later: readonly number[]
}

/** Returns true for a counted document of a known year that reports income, even if the amount is unreadable. */
export const isIncomeDocument = (document: DocumentWithFacts): boolean =>
  document.counted &&
  document.year !== null &&
  (incomeFacts(document).length > 0 || document.reading.unreadRoles.some(role => role.startsWith('income.')))

// Returns true if a document shows that its source covers the year. Void and canceled documents do not.
const coversYear = (document: DocumentWithFacts, year: number): boolean =>
  document.year === year && document.item.status !== 'void' && document.item.status !== 'canceled'

function isComplete(input: UnderwritingInput, year: number): boolean {
  const holding = input.documents.filter(document => coversYear(document, year))
  if (holding.some(({ entry }) => !entry.authority)) return true
  const dates = holding.map(({ entry }) => input.pulledOn.get(entry.record) ?? '').sort()
  return (dates.at(-1) ?? '') >= augustAfter(year)
}

/** Chooses the year of the figures: the requested, the latest complete, or the latest year with counted income. */
export function asOfYear(input: UnderwritingInput): AsOf {
  const income = input.documents.filter(isIncomeDocument)
  const ours = income.filter(({ borrower }) => borrower !== null)
  // If no borrower has income, another person's documents determine the year.
  const years = [...new Set((ours.length > 0 ? ours : income).map(({ year }) => year!))].sort()
  const complete = years.filter(year => isComplete(input, year))
  const requestedYear = input.knownFacts.as_of_year
  // Without any income there is no year, even if one is requested.
  const year = years.length === 0 ? null : (requestedYear ?? complete.at(-1) ?? years.at(-1) ?? null)
  return {
    year,
    incomplete: year !== null && !isComplete(input, year),
    later: years.filter(candidate => year !== null && candidate > year && !isComplete(input, candidate)),
  }
}

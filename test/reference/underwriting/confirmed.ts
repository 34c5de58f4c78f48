import { type Contribution, isConfirmed } from './contributions.js'
import { augustAfter, type DocumentWithFacts, type UnderwritingInput } from './papers.js'

/** Returns true for forms that IRS transcripts include: all except K-1 and 1098-T. */
const isCarried = ({ entry: { form } }: DocumentWithFacts): boolean =>
  !form.startsWith('schedule_k1') && form !== 'form_1098_t'

/** Returns true if an IRS transcript of this recipient and year was pulled late enough to be complete. */
function hasCompleteTranscript({ transcripts }: UnderwritingInput, document: DocumentWithFacts): boolean {
  const dates = transcripts
    .filter(({ year, recipient }) => year === document.year && recipient !== null && recipient === document.recipient)
    .map(({ date }) => date)
    .sort()
  return (dates.at(-1) ?? '') >= augustAfter(document.year!)
}

/** Returns the flag for a counted document that no IRS document confirms, or null if no flag applies. */
export function doubtOf(
  input: UnderwritingInput,
  document: DocumentWithFacts,
): 'not_on_transcript' | 'transcript_incomplete' | null {
  if (document.year === null || !document.counted || isConfirmed(document) || !isCarried(document)) return null
  return hasCompleteTranscript(input, document) ? 'not_on_transcript' : 'transcript_incomplete'
}

/** Collects the flags of contributions from unconfirmed documents. */
export const doubtsOf = (
  input: UnderwritingInput,
  contributions: readonly Pick<Contribution, 'document'>[],
): string[] => [...new Set(contributions.flatMap(({ document }) => doubtOf(input, document) ?? []))]

import { type Contribution, isConfirmed } from './contributions.js'
import { augustAfter, type Desk, type Paper } from './papers.js'

/** True for forms that IRS transcripts include: all except K-1 and 1098-T. */
const isCarried = ({ entry: { form } }: Paper): boolean => !form.startsWith('schedule_k1') && form !== 'form_1098_t'

/** True if the dossier has a complete IRS transcript of that recipient and year, which means that its newest pull was late enough. */
function hasCompleteTranscript({ transcripts }: Desk, paper: Paper): boolean {
  const dates = transcripts
    .filter(({ year, recipient }) => year === paper.year && recipient !== null && recipient === paper.recipient)
    .map(({ date }) => date)
    .sort()
  return (dates.at(-1) ?? '') >= augustAfter(paper.year!)
}

/** Returns the flag of a counted document that no IRS document matches. Null if there is none. */
export function doubtOf(desk: Desk, paper: Paper): 'not_on_transcript' | 'transcript_incomplete' | null {
  if (paper.year === null || !paper.counted || isConfirmed(paper) || !isCarried(paper)) return null
  return hasCompleteTranscript(desk, paper) ? 'not_on_transcript' : 'transcript_incomplete'
}

/** Collects the flags of unconfirmed amounts. */
export const doubtsOf = (desk: Desk, contributions: readonly Pick<Contribution, 'paper'>[]): string[] => [
  ...new Set(contributions.flatMap(({ paper }) => doubtOf(desk, paper) ?? [])),
]

import { type Contribution, isConfirmed } from './contributions.js'
import { augustAfter, type Desk, type Paper } from './papers.js'

/** Forms that an authority's transcripts carry: all but the K-1 and the 1098-T. */
const isCarried = ({ entry: { form } }: Paper): boolean =>
  !form.startsWith('schedule_k1') && form !== 'form_1098_t'

/** Whether the dossier has a complete authority record of that recipient and year: its newest pull was late enough. */
function hasCompleteTranscript({ transcripts }: Desk, paper: Paper): boolean {
  const dates = transcripts
    .filter(
      ({ year, recipient }) => year === paper.year && recipient !== null && recipient === paper.recipient,
    )
    .map(({ date }) => date)
    .sort()
  return (dates.at(-1) ?? '') >= augustAfter(paper.year!)
}

/** What to say of a counted document that no authority's matches; null where nothing. */
export function doubtOf(desk: Desk, paper: Paper): 'not_on_transcript' | 'transcript_incomplete' | null {
  if (paper.year === null || !paper.counted || isConfirmed(paper) || !isCarried(paper)) return null
  return hasCompleteTranscript(desk, paper) ? 'not_on_transcript' : 'transcript_incomplete'
}

/** The flags of amounts that nobody confirms. */
export const doubtsOf = (desk: Desk, contributions: readonly Pick<Contribution, 'paper'>[]): string[] => [
  ...new Set(contributions.flatMap(({ paper }) => doubtOf(desk, paper) ?? [])),
]

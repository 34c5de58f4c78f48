import type { Plan } from '../model/plan.js'
import type { Cell } from './cell.js'
import type { Submission } from './source.js'

/** Reads a submission type; an unknown word means an original. */
function readSubmission(words: string): Submission | null {
  const lower = words.toLowerCase()
  if (lower.startsWith('orig')) return 'original'
  if (/^(?:correct|amend|replac)/.test(lower)) return 'amended'
  if (/^(?:void|delet)/.test(lower)) return 'void'
  return lower.startsWith('dup') ? 'duplicate' : null
}

/** The submission types that were met, of which there are few. */
const submissions = new Map<string, Submission | null>()
const MAX_SUBMISSIONS = 100

/** What the cells of a document say of its standing; null for words that are not known. */
export function submissionOf({ submission: position }: Plan, cells: readonly Cell[]): Submission | null {
  const words = position === -1 ? null : (cells[position] as string | null)
  if (words === null) return 'original'
  let submission = submissions.get(words)
  if (submission === undefined) {
    submission = readSubmission(words)
    if (submissions.size < MAX_SUBMISSIONS) submissions.set(words, submission)
  }
  return submission
}

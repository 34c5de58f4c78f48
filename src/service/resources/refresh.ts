import type * as z from 'zod'
import { type Answer, answerSchema } from './layout.js'
import type { KnownOr } from './resource.js'

const OF_WHOM = { 'taxpayerId?': 'text', 'name?': 'text' } as const
const REFRESH_JOB = { jobId: 'id', ...OF_WHOM } as const
const REFRESH_STATUS = { status: 'text', 'jobId?': 'text', ...OF_WHOM } as const

/** A refresh job, as its start answers it. Source: interface, Refresh job. */
export interface RefreshJob extends Answer<typeof REFRESH_JOB> {}

/** Where a refresh job stands. Gap: of its values only `processing` is shown. */
export type RefreshState = KnownOr<'processing'>

/** A refresh job, as its status is read. Source: interface, Refresh job. */
export interface RefreshStatus extends Answer<typeof REFRESH_STATUS> {
  readonly status: RefreshState
}

/** Checks a refresh job. */
export const refreshJobSchema: z.ZodType<RefreshJob> = answerSchema(REFRESH_JOB)

/** Checks the status of a refresh job. */
export const refreshStatusSchema: z.ZodType<RefreshStatus> = answerSchema(REFRESH_STATUS)

/** How a refresh job stands: `unknown` is a word that nobody has documented, of a job that may still run. */
export type RefreshOutcome = 'running' | 'completed' | 'failed' | 'unknown'

const WORDS: Readonly<Record<Exclude<RefreshOutcome, 'unknown'>, string>> = {
  running: 'processing pending queued created started running in_progress',
  completed: 'completed complete success succeeded done finished',
  failed: 'failed failure error errored rejected cancelled canceled expired aborted timed_out timeout',
}

const OUTCOMES = new Map<string, RefreshOutcome>(
  Object.entries(WORDS).flatMap(([outcome, words]) =>
    words.split(' ').map(word => [word, outcome as RefreshOutcome] as const),
  ),
)

/**
 * Reads a job's status word, in any case, with `-`, `_` or a space between its words.
 * Gap: the interface shows `processing` only; the other words are the usual ones, and all else is `unknown`.
 */
export function refreshOutcome(status: RefreshState): RefreshOutcome {
  return OUTCOMES.get(status.trim().toLowerCase().replace(/[- ]/g, '_')) ?? 'unknown'
}

import { z } from 'zod'
import { type KnownOr, type Maybe, maybeText, type OpenObject } from './resource.js'

/** A refresh job, as its start answers it. Source: interface, Refresh job. */
export interface RefreshJob extends OpenObject {
  readonly jobId: string
  readonly taxpayerId?: Maybe<string>
  readonly name?: Maybe<string>
}

/** Where a refresh job stands. Gap: of its values only `processing` is shown. */
export type RefreshState = KnownOr<'processing'>

/** A refresh job, as its status is read. Source: interface, Refresh job. */
export interface RefreshStatus extends OpenObject {
  readonly status: RefreshState
  readonly jobId?: Maybe<string>
  readonly taxpayerId?: Maybe<string>
  readonly name?: Maybe<string>
}

/** Checks a refresh job. */
export const refreshJobSchema: z.ZodType<RefreshJob> = z.looseObject({
  jobId: z.string().min(1),
  taxpayerId: maybeText,
  name: maybeText,
})

/** Checks the status of a refresh job. */
export const refreshStatusSchema: z.ZodType<RefreshStatus> = z.looseObject({
  status: z.string(),
  jobId: maybeText,
  taxpayerId: maybeText,
  name: maybeText,
})

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

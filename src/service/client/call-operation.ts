import type { z } from 'zod'
import { checkValue } from '../resources/index.js'
import { parseJson } from '../resources/read-body.js'
import type { Connection } from './connection.js'
import { type Limits, runWithin } from './limits.js'
import { fitsPath, OPERATIONS } from './operation.js'
import { type ServiceAnswer, type ServiceRequest, sendRequest } from './send-request.js'
import { ServiceError } from './service-error.js'

/** Makes something of an answer; throws a service error where it cannot. */
export type AnswerReader<T> = (answer: ServiceAnswer) => T

/**
 * Calls an operation within its limits. What may be repeated is repeated on faults of the network, 429 and 5xx, after
 * the wait that the service asks for, or else a random one that grows; everything else is sent once.
 */
export function callOperation<T>(
  connection: Connection,
  request: ServiceRequest,
  limits: Limits,
  read: AnswerReader<T>,
): Promise<T> {
  const { operation } = request
  const { repeatable } = OPERATIONS[operation]
  const { timing, retry } = connection
  return runWithin(limits, timing, { operation, retryable: repeatable }, async signal => {
    for (let attempt = 1; ; attempt++) {
      try {
        return read(await sendRequest(connection, request, signal))
      } catch (error) {
        if (!repeatable || !(error instanceof ServiceError) || !error.retryable) throw error
        if (attempt >= retry.attempts || signal.aborted) throw error
        const most = Math.min(retry.longestMs, retry.firstMs * 2 ** (attempt - 1))
        const wait = Math.max(error.retryAfterMs ?? 0, most * (0.5 + timing.random() / 2))
        // No use in waiting for a moment that the call will not see.
        if (timing.now() + wait >= limits.deadlineAt) throw error
        await timing.sleep(wait, signal)
        if (signal.aborted) throw error
      }
    }
  })
}

/** An error about the body of an answer; `path` is the place in it. */
export const bodyError = (
  request: ServiceRequest,
  answer: ServiceAnswer,
  reason: string,
  more: { readonly path?: string; readonly retryable?: boolean; readonly jobId?: string | undefined } = {},
): ServiceError =>
  new ServiceError({
    kind: 'body',
    operation: request.operation,
    status: answer.status,
    requestId: answer.requestId,
    retryable: more.retryable ?? false,
    path: more.path,
    jobId: more.jobId,
    reason,
  })

/** Reads an answer's JSON, of any shape. */
export function readJson(request: ServiceRequest, answer: ServiceAnswer): unknown {
  const json = parseJson(answer.body)
  // A body that was cut off looks like this too, so what may be repeated is.
  if (json === undefined)
    throw bodyError(request, answer, 'the body is not JSON', {
      retryable: OPERATIONS[request.operation].repeatable,
    })
  return json.value
}

/** Reads an answer's JSON against a schema. Unknown fields stay in it. */
export function readChecked<T>(request: ServiceRequest, answer: ServiceAnswer, schema: z.ZodType<T>): T {
  const checked = checkValue(schema, readJson(request, answer))
  if (checked.ok) return checked.value
  const { path, expected, received } = checked
  throw bodyError(
    request,
    answer,
    `the body does not fit at ${path}: expected ${expected}; received ${received}`,
    {
      path,
    },
  )
}

/** Refuses an answer with an id that no address can hold: nothing could be asked for by it. */
export function checkId(
  request: ServiceRequest,
  answer: ServiceAnswer,
  id: string,
  path: string,
  jobId?: string,
): void {
  if (!fitsPath(id))
    throw bodyError(request, answer, `the body does not fit at ${path}: no address can hold it`, {
      path,
      jobId,
    })
}

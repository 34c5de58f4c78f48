// The folder `service/conformance` checks any server against the API document. It imports nothing from the rest of the
// library, so that an error there cannot hide itself.

import { randomUUID } from 'node:crypto'
import { type Endpoint, openEndpoint } from './endpoint.js'
import { StepFailure, type StoredValues } from './match-pattern.js'
import { runRequest, runStep, sendStepRequest, takeToken } from './run-step.js'
import { CONFORMANCE_STATEMENTS, type ConformanceStatement } from './statements.js'
import type { ConformanceCheck } from './steps.js'

/** The service to check and the credentials for it. A check whose credential is missing does not run. */
export interface ConformanceOptions {
  readonly url: string
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  /** An access token. Not needed for a sandbox, because each check gets its own token there. */
  readonly accessToken?: string | undefined
  /** The control token of a sandbox that other machines can reach. */
  readonly controlToken?: string | undefined
  /** Also runs checks that remove, end or create something permanently. */
  readonly destructive?: boolean | undefined
}

/** The result for one statement. `reason` explains a failure or a check that did not run. It has no response value. */
export interface StatementResult {
  readonly statement: ConformanceStatement
  readonly outcome: 'holds' | 'fails' | 'not run'
  readonly reason: string | null
}

type ConformanceCheckResult = Omit<StatementResult, 'statement'>

/**
 * Checks a service against every statement of the API document. A check that several statements share runs once. Finally,
 * moves a sandbox's clock back to the offset that it had at the start.
 */
export async function* runConformance(options: ConformanceOptions): AsyncGenerator<StatementResult> {
  const base = options.url.replace(/\/$/, '')
  const sandbox = await findSandbox(base, options.controlToken)
  const results = new Map<ConformanceCheck, ConformanceCheckResult>()
  const run = async (check: ConformanceCheck) => {
    const result = results.get(check) ?? (await runCheck(check, options, base, sandbox?.redirect ?? null))
    results.set(check, result)
    return result
  }
  try {
    if (sandbox === null)
      for (const check of listByEffect()) if (explainSkip(check, options, false) === null) await run(check)
    for (const statement of CONFORMANCE_STATEMENTS) {
      const { check } = statement
      const skipReason = check === null ? statement.why : explainSkip(check, options, sandbox !== null)
      if (check === null || skipReason !== null) yield { statement, outcome: 'not run', reason: skipReason }
      else yield { statement, ...(await run(check)) }
    }
  } finally {
    const { aheadMs } = sandbox ?? {}
    if (aheadMs !== undefined) {
      const restoreStep = { send: 'POST /_sandbox/clock/ahead', body: { ahead_ms: aheadMs } }
      await sendStepRequest(restoreStep, makeControlValues(base, options.controlToken)).catch(() => {})
    }
  }
}

/**
 * Lists all checks, those that change data after those that only read, and those that end the token last. Without a
 * sandbox, they all use one token.
 */
function listByEffect(): readonly ConformanceCheck[] {
  const rank = ({ changes, endsToken }: ConformanceCheck) => Number(changes === true) + Number(endsToken === true)
  const checks = CONFORMANCE_STATEMENTS.flatMap(({ check }) => check ?? [])
  return checks.toSorted((first, second) => rank(first) - rank(second))
}

/** Finds the redirect address and the clock of a sandbox. Returns null if the service has no sandbox controls. */
async function findSandbox(base: string, controlToken: string | undefined) {
  try {
    const response = await sendStepRequest({ send: 'GET /_sandbox' }, makeControlValues(base, controlToken))
    const json = response.json as { redirect_uris?: readonly string[]; ahead_ms?: number }
    if (response.status !== 200 || json.redirect_uris === undefined) return null
    return { redirect: json.redirect_uris[0] ?? '', aheadMs: json.ahead_ms }
  } catch {
    return null
  }
}

const makeControlValues = (base: string, controlToken: string | undefined): StoredValues =>
  new Map([['base', base], ...(controlToken === undefined ? [] : [['control', controlToken] as const])])

function explainSkip({ needs, changes }: ConformanceCheck, options: ConformanceOptions, isSandbox: boolean) {
  if (changes === true && options.destructive !== true) return 'It changes data. Run it with --destructive.'
  if (needs.includes('sandbox') && !isSandbox) return 'It needs the controls of the sandbox.'
  const hasClient = options.clientId !== undefined && options.clientSecret !== undefined
  if ((needs.includes('client') || isSandbox) && !hasClient) return 'It needs client credentials.'
  if (needs.includes('token') && !isSandbox && options.accessToken === undefined) return 'It needs an access token.'
  return null
}

async function runCheck(
  check: ConformanceCheck,
  { clientId = '', clientSecret = '', accessToken = '', controlToken }: ConformanceOptions,
  base: string,
  redirect: string | null,
): Promise<ConformanceCheckResult> {
  const values: StoredValues = new Map([
    ...makeControlValues(base, controlToken),
    ...Object.entries({
      client_id: clientId,
      client_secret: clientSecret,
      client: Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
      token: accessToken,
      redirect: redirect ?? '',
      origin: 'http://localhost:3000',
      code: 'unknown',
    }),
  ])
  let endpoint: Endpoint | null = null
  try {
    if (check.webhookEndpoint !== undefined) {
      const { responses = [], ...types } = check.webhookEndpoint
      const secret = randomUUID()
      endpoint = await openEndpoint(secret, responses)
      const body = { url: endpoint.url, secret, ...types }
      await runRequest({ send: 'POST /_sandbox/webhooks', body, storeValues: { hook: 'json:id' } }, values)
    }
    if (check.needs.includes('token')) await takeToken(values, redirect !== null)
    for (const step of check.steps) await runStep(step, values, endpoint)
    const problem = endpoint?.deliveries.find(delivery => delivery.problem !== null)?.problem
    if (problem) throw new StepFailure(`a delivery: ${problem}`)
    return { outcome: 'holds', reason: null }
  } catch (cause) {
    if (!(cause instanceof StepFailure)) return { outcome: 'fails', reason: 'the check could not be run' }
    return { outcome: cause.message.startsWith('no entry') ? 'not run' : 'fails', reason: cause.message }
  } finally {
    endpoint?.close()
    if (values.has('hook')) await sendStepRequest({ send: 'DELETE /_sandbox/webhooks/{hook}' }, values).catch(() => {})
  }
}

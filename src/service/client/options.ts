import { isLoopback } from '../contract/http.js'
import { type ClientCredentials, isCredential } from './credentials.js'
import type { CallName } from './operations.js'
import type { ServiceError } from './service-error.js'

/** The client's clock, timers and random numbers. The caller can replace each. All times are in milliseconds. */
export interface Timing {
  now(): number
  /** Waits between attempts and polls. It ends early, without an error, if the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Returns a number from 0 to 1, excluding 1. */
  random(): number
  /** Runs a function after a delay, for deadlines. Returns a function that cancels it. */
  after(ms: number, task: () => void): () => void
}

const MAX_DELAY_MS = 2_147_483_647

function runAfter(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, Math.min(Math.max(ms, 0), MAX_DELAY_MS))
  return () => clearTimeout(timer)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = runAfter(ms, end)
    signal.addEventListener('abort', end)
  })
}

/** The part of `fetch` that the client uses. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** The number of attempts at a request, and the waits between them in milliseconds. */
export interface RetryPolicy {
  /** The number of attempts, including the first. 1 means no retry. */
  readonly attempts: number
  /** The maximum wait before the second attempt. It doubles for each further attempt, up to `longestMs`. */
  readonly firstMs: number
  readonly longestMs: number
}

/** A description of a request for a log. It contains no secret and no data. */
export interface RequestNote {
  readonly operation: CallName
  /** The number of the attempt, counted from 1. */
  readonly attempt: number
  readonly method: string
  /** The path, with its variable parts in braces. */
  readonly route: string
  readonly headers: Readonly<Record<string, string>>
}

/** A description of a response for a log. It contains no secret and no data. */
export interface ResponseNote extends RequestNote {
  /** The headers of the response, without secrets. */
  readonly headers: Readonly<Record<string, string>>
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The time from sending to the last byte, in milliseconds. */
  readonly tookMs: number
  readonly error: ServiceError | undefined
}

/** A part of a response that differs from the API document and that the call did not need. It contains no value. */
export interface DriftNote {
  readonly operation: CallName
  /** The RFC 9535 path of the difference. */
  readonly path: string
  readonly expected: string
  readonly received: string
  readonly requestId: string | undefined
}

/** The functions that the client calls for requests, responses and differences. Errors that they throw are ignored. */
export interface ClientListeners {
  readonly onRequest?: ((request: RequestNote) => void) | undefined
  readonly onResponse?: ((response: ResponseNote) => void) | undefined
  /** Called for fields whose type differs from the API document. Without it, the client does not look for them. */
  readonly onDrift?: ((drift: DriftNote) => void) | undefined
}

/** The options of a client. Source: service API, Versioning, Authentication. */
export interface ClientOptions extends ClientListeners {
  /** The base URL: `https:`, or `http:` to `localhost`, `127.0.0.1` or `[::1]`. It may have a path. */
  readonly baseUrl: string
  readonly version?: string
  readonly credentials?: ClientCredentials
  readonly fetch?: Fetch
  /** Also allows `http:` to other machines, although others can then read the secrets in transit. */
  readonly allowInsecure?: boolean
  /** The time limit of one operation, including its retries. The default is 60 seconds. */
  readonly deadlineMs?: number
  /** The time limit of one attempt. The default is 30 seconds if the operation may be repeated, else the deadline. */
  readonly attemptMs?: number
  /** The time limit for waiting until completion or the end of a refresh. The default is 15 minutes. */
  readonly waitMs?: number
  /** The maximum size of a response body, in bytes. The default is 64 MiB. */
  readonly maxBodyBytes?: number
  readonly retry?: Partial<RetryPolicy>
  readonly timing?: Partial<Timing>
}

/** The client's options with their defaults filled in. */
export type ClientSettings = ReturnType<typeof resolveClientOptions>

function checkBaseUrl(text: string, allowInsecure: boolean): string {
  if (!URL.canParse(text)) throw new TypeError('baseUrl is an absolute address')
  const url = new URL(text)
  const isSecure =
    url.protocol === 'https:' || (url.protocol === 'http:' && (allowInsecure || isLoopback(url.hostname)))
  if (!isSecure) throw new TypeError('baseUrl is an https address, or an http address of this machine')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl has no user, no query and no fragment')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Fills in missing methods with the defaults. The other methods are called on the caller's object. */
const resolveTiming = (customTiming: Partial<Timing>): Timing => ({
  now: () => customTiming.now?.() ?? Date.now(),
  sleep: (ms, signal) => customTiming.sleep?.(ms, signal) ?? sleep(ms, signal),
  random: () => customTiming.random?.() ?? Math.random(),
  after: (ms, task) => customTiming.after?.(ms, task) ?? runAfter(ms, task),
})

/** Checks that a numeric option is 0 or more. Rejects NaN, which would make every later comparison false. */
function checkNumber(option: number | undefined, defaultValue: number): number {
  const value = option ?? defaultValue
  if (!(value >= 0)) throw new TypeError('An option that is a number is 0 or more')
  return value
}

/** Fills in the defaults. Throws a TypeError for invalid options. */
export function resolveClientOptions(options: ClientOptions) {
  const version = options.version ?? '2024-01-01'
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(version)) throw new TypeError('version is a date, YYYY-MM-DD')
  if (options.credentials !== undefined && !isCredential(options.credentials))
    throw new TypeError('credentials is new ClientCredentials(id, secret)')
  const { fetch: customFetch, retry = {} } = options
  const listeners: ClientListeners = options
  // Called as a function, because a browser's own `fetch` must not be called as a method of another object.
  const fetch: Fetch = (address, init) => (customFetch ?? globalThis.fetch)(address, init)
  return {
    baseUrl: checkBaseUrl(options.baseUrl, options.allowInsecure === true),
    version,
    credentials: options.credentials,
    fetch,
    deadlineMs: checkNumber(options.deadlineMs, 60_000),
    attemptMs: options.attemptMs === undefined ? undefined : checkNumber(options.attemptMs, 0),
    listeners,
    waitMs: checkNumber(options.waitMs, 900_000),
    maxBodyBytes: checkNumber(options.maxBodyBytes, 64 * 1024 * 1024),
    retry: {
      attempts: checkNumber(retry.attempts, 4),
      firstMs: checkNumber(retry.firstMs, 500),
      longestMs: checkNumber(retry.longestMs, 20_000),
    },
    timing: resolveTiming(options.timing ?? {}),
  }
}

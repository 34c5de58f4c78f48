import { isLoopback } from '../resources/http.js'
import { type ClientCredentials, isCredential } from './credentials.js'
import type { CallName } from './operations.js'
import type { ServiceError } from './service-error.js'

/** Time and chance, as the client uses them. The caller can replace each. Units: milliseconds. */
export interface Timing {
  now(): number
  /** Waits between attempts and polls; ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 up to, not including, 1. */
  random(): number
  /** Runs something later, for deadlines, and returns the function that cancels it. */
  after(ms: number, run: () => void): () => void
}

const MAX_DELAY_MS = 2_147_483_647

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(Math.max(ms, 0), MAX_DELAY_MS))
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
    const cancel = after(ms, end)
    signal.addEventListener('abort', end)
  })
}

/** The part of `fetch` that the client uses. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** How often a request is repeated, and after which waits. Units: milliseconds. */
export interface RetryPolicy {
  /** All attempts, the first included; 1 means that nothing is repeated. */
  readonly attempts: number
  /** The longest wait before the second attempt; it doubles from there. */
  readonly firstMs: number
  readonly longestMs: number
}

/** A request as it is sent, fit for a log: it holds no secret and no data. */
export interface RequestNote {
  readonly operation: CallName
  /** Counted from 1. */
  readonly attempt: number
  readonly method: string
  /** The path, with its variable parts in braces. */
  readonly route: string
  readonly headers: Readonly<Record<string, string>>
}

/** The end of a request, fit for a log: it holds no secret and no data. */
export interface ResponseNote extends RequestNote {
  /** The headers of the answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** From sending to the last byte. Units: milliseconds. */
  readonly tookMs: number
  readonly error: ServiceError | undefined
}

/** A place of an answer that is not as the interface shows it, and that was not needed. It holds no value. */
export interface DriftNote {
  readonly operation: CallName
  /** An RFC 9535 path. */
  readonly path: string
  readonly expected: string
  readonly received: string
  readonly requestId: string | undefined
}

/** Hears what a client does. Errors of a listener are ignored. */
export interface ClientListeners {
  readonly onRequest?: ((request: RequestNote) => void) | undefined
  readonly onResponse?: ((response: ResponseNote) => void) | undefined
  /** Hears of fields that have another type than the interface shows. Without it, they are not looked for. */
  readonly onDrift?: ((drift: DriftNote) => void) | undefined
}

/** How a client reaches the service. Source: interface, Versioning, Authentication. */
export interface ClientOptions extends ClientListeners {
  /** `https:`, or `http:` to `localhost`, `127.0.0.1` or `[::1]`. It may have a path. */
  readonly baseUrl: string
  readonly version?: string
  readonly credentials?: ClientCredentials
  readonly fetch?: Fetch
  /** Lets `http:` reach other machines too, where others can read the secrets on their way. */
  readonly allowInsecure?: boolean
  /** The limit of one operation, its repetitions included; 60 seconds unless given. */
  readonly deadlineMs?: number
  /** The limit of one attempt; 30 seconds for what may be repeated, and the deadline for all else, unless given. */
  readonly attemptMs?: number
  /** The limit of waiting for completion or for a refresh; 15 minutes unless given. */
  readonly waitMs?: number
  /** The largest body that is read; 64 MiB unless given. Units: bytes. */
  readonly maxBodyBytes?: number
  readonly retry?: Partial<RetryPolicy>
  readonly timing?: Partial<Timing>
}

/** The options with their defaults filled in. */
export type ClientSettings = ReturnType<typeof resolveOptions>

function checkBaseUrl(text: string, allowInsecure: boolean): string {
  if (!URL.canParse(text)) throw new TypeError('baseUrl is an absolute address')
  const url = new URL(text)
  const secure =
    url.protocol === 'https:' || (url.protocol === 'http:' && (allowInsecure || isLoopback(url.hostname)))
  if (!secure) throw new TypeError('baseUrl is an https address, or an http address of this machine')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl has no user, no query and no fragment')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** The caller's own methods, called on the caller's object, and the platform's for the rest. */
const resolveTiming = (custom: Partial<Timing>): Timing => ({
  now: () => custom.now?.() ?? Date.now(),
  sleep: (ms, signal) => custom.sleep?.(ms, signal) ?? sleep(ms, signal),
  random: () => custom.random?.() ?? Math.random(),
  after: (ms, run) => custom.after?.(ms, run) ?? after(ms, run),
})

/** Checks a number of the options. NaN would go unnoticed into every comparison. */
function checkNumber(option: number | undefined, defaultValue: number): number {
  const value = option ?? defaultValue
  if (!(value >= 0)) throw new TypeError('An option that is a number is 0 or more')
  return value
}

/** Fills in the defaults. Throws a TypeError for options that make no sense. */
export function resolveOptions(options: ClientOptions) {
  const version = options.version ?? '2024-01-01'
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(version)) throw new TypeError('version is a date, YYYY-MM-DD')
  if (options.credentials !== undefined && !isCredential(options.credentials))
    throw new TypeError('credentials is new ClientCredentials(id, secret)')
  const { fetch: customFetch, retry = {} } = options
  const listeners: ClientListeners = options
  // Called as a function, because a browser's own refuses to be a method of anything else.
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

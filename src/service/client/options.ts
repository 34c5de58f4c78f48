import { isLoopback } from '../resources/http.js'
import { type ClientCredentials, isCredential } from './credentials.js'
import type { CallName } from './operations.js'
import type { ServiceError } from './service-error.js'

/** Time and chance, as the client uses them; each can be put in the caller's hands. Units: milliseconds. */
export interface Timing {
  now(): number
  /** Waits between attempts and polls; ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 up to, not including, 1. */
  random(): number
  /** Runs something later, for deadlines; gives back what cancels it. */
  after(ms: number, run: () => void): () => void
}

const MAX_DELAY = 2_147_483_647

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.min(Math.max(ms, 0), MAX_DELAY))
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

/** The platform's own time and chance. */
const SYSTEM_TIMING: Timing = { now: () => Date.now(), sleep, random: () => Math.random(), after }

/** The part of `fetch` that the client uses. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** How often and how patiently what may be repeated is repeated. Units: milliseconds. */
export interface RetryPolicy {
  /** Attempts in all; 1 means never again. */
  readonly attempts: number
  /** The longest wait before the second attempt; it doubles from there. */
  readonly firstMs: number
  readonly longestMs: number
}

/** A request as it is sent, fit for a log: nothing secret, no data. */
export interface RequestNote {
  readonly operation: CallName
  /** Counted from 1. */
  readonly attempt: number
  readonly method: string
  /** The path; its variable parts are in braces. */
  readonly route: string
  readonly headers: Readonly<Record<string, string>>
}

/** What became of a request, fit for a log: nothing secret, no data. */
export interface ResponseNote extends RequestNote {
  /** Those of the answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** From sending to the last byte. Units: milliseconds. */
  readonly tookMs: number
  readonly error: ServiceError | undefined
}

/** A place of an answer that is not as the interface shows it, and that nothing was needed from. It holds no value. */
export interface DriftNote {
  readonly operation: CallName
  /** An RFC 9535 path. */
  readonly path: string
  readonly expected: string
  readonly received: string
  readonly requestId: string | undefined
}

/** What a client tells of its work. What a listener throws is passed over. */
export interface ClientListeners {
  readonly onRequest?: ((request: RequestNote) => void) | undefined
  readonly onResponse?: ((response: ResponseNote) => void) | undefined
  /** Hears of fields that have another type than the interface shows; without it, nobody looks for them. */
  readonly onDrift?: ((drift: DriftNote) => void) | undefined
}

/** How a client reaches the service. Source: interface, Versioning, Authentication. */
export interface ClientOptions extends ClientListeners {
  /** `https:`, or `http:` to `localhost`, `127.0.0.1` or `[::1]`; may have a path. */
  readonly baseUrl: string
  readonly version?: string
  readonly credentials?: ClientCredentials
  readonly fetch?: Fetch
  /** Lets `http:` reach other machines too: secrets then travel readable. */
  readonly allowInsecure?: boolean
  /** The whole of one operation, its repetitions included; 60 seconds unless given. */
  readonly deadlineMs?: number
  /**
   * One attempt within it. Unless given, 30 seconds for what may be repeated; everything else may take until the deadline.
   */
  readonly attemptMs?: number
  /** Waiting for completion or for a refresh; 15 minutes unless given. */
  readonly waitMs?: number
  /** The largest body that is read; 64 MiB unless given. Units: bytes. */
  readonly maxBodyBytes?: number
  readonly retry?: Partial<RetryPolicy>
  readonly timing?: Partial<Timing>
}

/** The options with nothing left open. */
export interface ClientSettings
  extends Required<
    Omit<
      ClientOptions,
      'credentials' | 'allowInsecure' | 'attemptMs' | 'retry' | 'timing' | keyof ClientListeners
    >
  > {
  readonly credentials: ClientCredentials | undefined
  readonly attemptMs: number | undefined
  readonly listeners: ClientListeners
  readonly retry: RetryPolicy
  readonly timing: Timing
}

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

/** The caller's own functions, called as its own, and the platform's for the rest. */
function resolveTiming(callers: Partial<Timing>): Timing {
  return {
    now: () => callers.now?.() ?? SYSTEM_TIMING.now(),
    sleep: (ms, signal) => callers.sleep?.(ms, signal) ?? SYSTEM_TIMING.sleep(ms, signal),
    random: () => callers.random?.() ?? SYSTEM_TIMING.random(),
    after: (ms, run) => callers.after?.(ms, run) ?? SYSTEM_TIMING.after(ms, run),
  }
}

/** A number of the options; NaN would go unnoticed into every comparison. */
function checkNumber(option: number | undefined, usual: number): number {
  const value = option ?? usual
  if (!(value >= 0)) throw new TypeError('An option that is a number is 0 or more')
  return value
}

/** Fills in what the options leave open. Options that cannot be meant are a TypeError. */
export function resolveOptions(options: ClientOptions): ClientSettings {
  const version = options.version ?? '2024-01-01'
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(version)) throw new TypeError('version is a date, YYYY-MM-DD')
  if (options.credentials !== undefined && !isCredential(options.credentials))
    throw new TypeError('credentials is new ClientCredentials(id, secret)')
  const { fetch: send, retry = {} } = options
  return {
    baseUrl: checkBaseUrl(options.baseUrl, options.allowInsecure === true),
    version,
    credentials: options.credentials,
    // As a function: a browser's own refuses to be a method of anything else.
    fetch: (address, init) => (send ?? globalThis.fetch)(address, init),
    deadlineMs: checkNumber(options.deadlineMs, 60_000),
    attemptMs: options.attemptMs === undefined ? undefined : checkNumber(options.attemptMs, 0),
    listeners: options,
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

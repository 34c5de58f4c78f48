import { isThisMachine } from '../resources/this-machine.js'
import { type ClientCredentials, isCredential } from './credentials.js'
import { SYSTEM_TIMING, type Timing } from './timing.js'

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

/** How a client reaches the service. Source: interface, Versioning, Authentication. */
export interface ClientOptions {
  /** `https:`, or `http:` to `localhost`, `127.0.0.1` or `[::1]`; may have a path. */
  readonly baseUrl: string
  readonly version?: string
  readonly credentials?: ClientCredentials
  readonly fetch?: Fetch
  /** Lets `http:` reach other machines too: secrets then travel readable. */
  readonly allowInsecure?: boolean
  /** The whole of one operation, its repetitions included; 60 seconds unless given. */
  readonly deadlineMs?: number
  /** Waiting for completion or for a refresh; 15 minutes unless given. */
  readonly waitMs?: number
  /** The largest body that is read; 64 MiB unless given. Units: bytes. */
  readonly maxBodyBytes?: number
  readonly retry?: Partial<RetryPolicy>
  readonly timing?: Partial<Timing>
}

/** The options with nothing left open. */
export interface Connection {
  readonly baseUrl: string
  readonly version: string
  readonly credentials: ClientCredentials | undefined
  readonly fetch: Fetch
  readonly deadlineMs: number
  readonly waitMs: number
  readonly maxBodyBytes: number
  readonly retry: RetryPolicy
  readonly timing: Timing
}

function checkBaseUrl(text: string, allowInsecure: boolean): string {
  if (!URL.canParse(text)) throw new TypeError('baseUrl is an absolute address')
  const url = new URL(text)
  const secure =
    url.protocol === 'https:' || (url.protocol === 'http:' && (allowInsecure || isThisMachine(url.hostname)))
  if (!secure) throw new TypeError('baseUrl is an https address, or an http address of this machine')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('baseUrl has no user, no query and no fragment')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** The caller's own functions, called as its own, and the platform's for the rest. */
function timingOf(own: Partial<Timing>): Timing {
  return {
    now: () => own.now?.() ?? SYSTEM_TIMING.now(),
    sleep: (ms, signal) => own.sleep?.(ms, signal) ?? SYSTEM_TIMING.sleep(ms, signal),
    random: () => own.random?.() ?? SYSTEM_TIMING.random(),
    after: (ms, run) => own.after?.(ms, run) ?? SYSTEM_TIMING.after(ms, run),
  }
}

/** A number of the options; NaN would go unnoticed into every comparison. */
function numberOf(given: number | undefined, usual: number): number {
  const value = given ?? usual
  if (!(value >= 0)) throw new TypeError('An option that is a number is 0 or more')
  return value
}

/** Fills in what the options leave open. Options that cannot be meant are a TypeError. */
export function connect(options: ClientOptions): Connection {
  const version = options.version ?? '2024-01-01'
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(version)) throw new TypeError('version is a date, YYYY-MM-DD')
  if (options.credentials !== undefined && !isCredential(options.credentials))
    throw new TypeError('credentials is new ClientCredentials(id, secret)')
  const own = options.fetch
  const retry = options.retry ?? {}
  return {
    baseUrl: checkBaseUrl(options.baseUrl, options.allowInsecure === true),
    version,
    credentials: options.credentials,
    // As a function: a browser's own refuses to be a method of anything else.
    fetch: (address, init) => (own ?? globalThis.fetch)(address, init),
    deadlineMs: numberOf(options.deadlineMs, 60_000),
    waitMs: numberOf(options.waitMs, 900_000),
    maxBodyBytes: numberOf(options.maxBodyBytes, 64 * 1024 * 1024),
    retry: {
      attempts: numberOf(retry.attempts, 4),
      firstMs: numberOf(retry.firstMs, 500),
      longestMs: numberOf(retry.longestMs, 20_000),
    },
    timing: timingOf(options.timing ?? {}),
  }
}

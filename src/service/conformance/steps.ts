/** A request and the expected answer. Names in braces stand for stored values: `{token}`, `{taxpayer}`. */
export interface Sent {
  /** The method and the path, or a complete URL. */
  readonly send: string
  /** The name of the stored credential that is sent. By default, none is sent. */
  readonly as?: string | undefined
  /** The version header. The current version by default; null leaves the header out. */
  readonly version?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The fields of an HTML form, as a browser sends them. */
  readonly form?: Readonly<Record<string, string>>
  /** The name of a stored PDF that is sent as the part `file` of multipart/form-data. */
  readonly file?: string
  /** The expected status. The default is 200. */
  readonly gives?: number
  /** The JSON that the answer must contain at least. `$` names are kinds: `$text`, `$number`, `$uuid`, `$time`, `$status`. */
  readonly shows?: unknown
  /** Patterns that headers of the answer must match. */
  readonly has?: Readonly<Record<string, string>>
  /** Values to store for later steps: `json:KEY`, `header:NAME`, `query:NAME` of the `location` header, or `body`. */
  readonly keep?: Readonly<Record<string, string>>
}

/** An event that must be delivered to the check's endpoint `times` times, or at least once. Its signature is checked. */
export interface Delivered {
  readonly delivered: string
  readonly data?: unknown
  readonly times?: number
}

/** The expected entry of a form in at least one readable record. Each text lists the keys of one JSON type, with commas. */
export interface Entries {
  readonly entries: string
  readonly parties: Readonly<Record<string, string>>
  readonly numbers: string
  readonly booleans?: string
  readonly texts: string
  readonly lists?: string
}

/** A step of a check. `advance` moves the sandbox's clock by this many milliseconds. */
export type Step = Sent | Delivered | Entries | { readonly advance: number }

/** A requirement of a check: client credentials, an access token, or the controls that only the sandbox has. */
type Need = 'client' | 'token' | 'sandbox'

/** The requests that show whether a statement is true of a service. */
export interface Check {
  readonly needs: readonly Need[]
  /** True if the check removes, ends or creates something permanently. */
  readonly changes?: true
  /** The check's webhook endpoint: the event types that it accepts, and its answers in turn. Later answers are 200. */
  readonly hook?: { readonly events?: readonly string[]; readonly answers?: readonly number[] }
  readonly steps: readonly Step[]
}

/** Makes a check that changes nothing. */
export const reading = (need: Need | readonly Need[], steps: readonly Step[]): Check => ({
  needs: [need].flat(),
  steps,
})

/** Makes a check that removes, ends or creates something permanently. */
export const changing = (need: Need | readonly Need[], steps: readonly Step[]): Check => ({
  ...reading(need, steps),
  changes: true,
})

/** Makes a check that has a webhook endpoint. */
export const hooked = (steps: readonly Step[], hook: Check['hook'] = {}): Check => ({
  ...changing('sandbox', steps),
  hook,
})

/** Parses a line of keys and values: `id: $text, status: {status}`. */
export const parseFields = (line: string): Readonly<Record<string, string>> =>
  Object.fromEntries(line.split(', ').map(pair => pair.split(': ')))

/** Makes the body of a token exchange. */
export const exchange = (more: object = {}): object => ({
  ...parseFields('client_id: {client_id}, client_secret: {client_secret}, code: {code}'),
  ...more,
})
export const otherProvider: Sent = {
  send: 'POST /auth/token',
  body: exchange(),
  keep: { other: 'json:access_token' },
}
export const authorize = (body: object = {}): Sent => ({
  send: 'POST /_sandbox/authorize',
  body,
  keep: { code: 'json:code' },
})

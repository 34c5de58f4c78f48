/** A request, and the answer that is expected. Texts in braces stand for what was kept: `{token}`, `{taxpayer}`. */
export interface Sent {
  /** Method and path, or a whole address. */
  readonly send: string
  /** The credential that it carries: the name of what is known, or was kept; none unless given. */
  readonly as?: string | undefined
  /** The version header: the current version unless given, null where it is left out. */
  readonly version?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Fields of a form, as a browser sends them. */
  readonly form?: Readonly<Record<string, string>>
  /** A PDF as the part `file` of multipart/form-data: the name of what was kept. */
  readonly file?: string
  /** The status of the answer; 200 unless given. */
  readonly gives?: number
  /** What the JSON of the answer holds, at least; `$` names are kinds: `$text`, `$number`, `$uuid`, `$time`, `$provider`, `$status`. */
  readonly shows?: unknown
  /** Headers of the answer, as patterns. */
  readonly has?: Readonly<Record<string, string>>
  /** What is kept for later: `json:KEY`, `header:NAME`, `query:NAME` of the address in `location`, or `body`. */
  readonly keep?: Readonly<Record<string, string>>
}

/** An event that the endpoint of the check is sent, so often at least; its signature is checked whatever it holds. */
export interface Delivered {
  readonly delivered: string
  readonly data?: unknown
  readonly times?: number
}

/** Some record that can be read has an entry of the form whose keys, with commas between them, have these types. */
export interface Entries {
  readonly entries: string
  readonly parties: Readonly<Record<string, string>>
  readonly numbers: string
  readonly booleans?: string
  readonly texts: string
  readonly lists?: string
}

/** A step of a check. `advance` moves the sandbox's clock. Units: milliseconds. */
export type Step = Sent | Delivered | Entries | { readonly advance: number }

/** What a check needs: client credentials, an access token, or the controls that only the sandbox has. */
type Need = 'client' | 'token' | 'sandbox'

/** The requests that show that a sentence holds. */
export interface Check {
  readonly needs: readonly Need[]
  /** Removes, ends or begins something that outlasts the check. */
  readonly changes?: true
  /** The endpoint of the check: the types that it takes, and the statuses that it answers with, in turn; then 200. */
  readonly hook?: { readonly events?: readonly string[]; readonly answers?: readonly number[] }
  readonly steps: readonly Step[]
}

/** A check that leaves everything as it was. */
export const reading = (need: Need | readonly Need[], steps: readonly Step[]): Check => ({
  needs: [need].flat(),
  steps,
})

/** A check that removes, ends or begins something that outlasts it. */
export const changing = (need: Need | readonly Need[], steps: readonly Step[]): Check => ({
  ...reading(need, steps),
  changes: true,
})

/** A check with an endpoint of its own. */
export const hooked = (steps: readonly Step[], hook: Check['hook'] = {}): Check => ({
  ...changing('sandbox', steps),
  hook,
})

/** The object that a line of keys and values describes: `id: $text, status: {status}`. */
export const parseFields = (line: string): Readonly<Record<string, string>> =>
  Object.fromEntries(line.split(', ').map(pair => pair.split(': ')))

/** The body of a token exchange. */
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

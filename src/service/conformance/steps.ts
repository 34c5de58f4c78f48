/** A request and the expected response. Stored values replace names in braces: `{token}`, `{taxpayer}`. */
export interface RequestStep {
  /** The method and the path, or a complete URL. */
  readonly send: string
  /** The name of the stored credential that is sent. By default, none is sent. */
  readonly credentialName?: string | undefined
  /** The version header. The default is the current version. Null omits the header. */
  readonly version?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The fields of an HTML form, as a browser sends them. */
  readonly form?: Readonly<Record<string, string>>
  /** The name of a stored PDF that is sent as the part `file` of multipart/form-data. */
  readonly file?: string
  /** The expected status. The default is 200. */
  readonly expectedStatus?: number
  /** JSON that the response must contain. `$` names are kinds: `$text`, `$number`, `$uuid`, `$time`, `$status`. */
  readonly expectedBody?: unknown
  /** The patterns that headers of the response must match, by header name. */
  readonly expectedHeaders?: Readonly<Record<string, string>>
  /** Values to store: `json:KEY`, `header:NAME`, `query:NAME` of the `location` header, `text:PATTERN`, or `body`. */
  readonly storeValues?: Readonly<Record<string, string>>
}

/** An event that must reach the check's endpoint `times` times, or at least once if `times` is absent. */
export interface DeliveryStep {
  readonly delivered: string
  readonly data?: unknown
  readonly times?: number
}

/** The keys that an entry of a form must have in some readable record. Each string lists the keys of one JSON type. */
export interface EntriesStep {
  readonly entries: string
  readonly parties: Readonly<Record<string, string>>
  readonly numbers: string
  readonly booleans?: string
  readonly texts: string
  readonly lists?: string
}

/** A step of a check. `advance` moves the sandbox's clock by this many milliseconds. */
export type Step = RequestStep | DeliveryStep | EntriesStep | { readonly advance: number }

/** A requirement of a check: client credentials, an access token, or the controls that only the sandbox has. */
type CheckRequirement = 'client' | 'token' | 'sandbox'

/** The steps that show whether a statement is true of a service. */
export interface ConformanceCheck {
  readonly needs: readonly CheckRequirement[]
  /** True if the check removes, ends or creates something permanently. */
  readonly changes?: true
  /** The check's webhook endpoint: the event types that it accepts, and its response statuses in order, then 200. */
  readonly webhookEndpoint?: { readonly events?: readonly string[]; readonly responses?: readonly number[] }
  readonly steps: readonly Step[]
}

/** Makes a request with the stored access token. `otherFields` are the remaining fields of the step. */
export const makeTokenStep = (send: string, otherFields: Partial<RequestStep> = {}): RequestStep => ({
  send,
  credentialName: 'token',
  ...otherFields,
})

/** Makes a check that changes nothing. */
export const makeReadingCheck = (
  need: CheckRequirement | readonly CheckRequirement[],
  steps: readonly Step[],
): ConformanceCheck => ({ needs: [need].flat(), steps })

/** Makes a check that removes, ends or creates something permanently. */
export const makeChangingCheck = (
  need: CheckRequirement | readonly CheckRequirement[],
  steps: readonly Step[],
): ConformanceCheck => ({ ...makeReadingCheck(need, steps), changes: true })

/** Makes a check that has a webhook endpoint. */
export const makeWebhookCheck = (
  steps: readonly Step[],
  hook: ConformanceCheck['webhookEndpoint'] = {},
): ConformanceCheck => ({ ...makeChangingCheck('sandbox', steps), webhookEndpoint: hook })

/** Parses a line of keys and values, such as `id: $text, status: {status}`. */
export const parseFields = (line: string): Readonly<Record<string, string>> =>
  Object.fromEntries(line.split(', ').map(pair => pair.split(': ')))

/** Makes the body of a token exchange. */
export const makeExchangeBody = (extraFields: object = {}): object => ({
  ...parseFields('client_id: {client_id}, client_secret: {client_secret}, code: {code}'),
  ...extraFields,
})
export const exchangeStep: RequestStep = {
  send: 'POST /auth/token',
  body: makeExchangeBody(),
  storeValues: { other: 'json:access_token' },
}
export const makeAuthorizeStep = (body: object = {}): RequestStep => ({
  send: 'POST /_sandbox/authorize',
  body,
  storeValues: { code: 'json:code' },
})

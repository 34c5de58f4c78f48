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
  /** The expected status, or several. The default is 200. The number 4 stands for every status from 400 to 499. */
  readonly expectedStatus?: number | readonly number[]
  /**
   * JSON that the response must contain. A text that begins with `$` stands for any value of a kind, such as `$text`,
   * `$number` or `$time`. A key that ends with `?` may be absent or null, because the API document does not guarantee it.
   */
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

/** A check of every entry of some forms, in every record that can be read. */
export interface EntriesStep {
  readonly forms: readonly FormKeys[]
}

/** The keys of a form's entries. Any of them may be absent, except `submission_type` and the keys of a party. */
export interface FormKeys {
  readonly form: string
  /** The keys of each party, by the party's key. */
  readonly parties: Readonly<Record<string, readonly string[]>>
  /** The JSON type of every other key. */
  readonly keys: Readonly<Record<string, 'number' | 'boolean' | 'string' | 'array'>>
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
  /** True if the access token is not valid after the check. */
  readonly endsToken?: true
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

/** Parses a line of keys and values, such as `id: $text, status?: $status`. */
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

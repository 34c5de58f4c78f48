import type {
  Acknowledgement,
  ClientLink,
  ClientLinkRequest,
  Form8821Request,
  Introspection,
  OpenObject,
  Providers,
  RecordDetails,
  RefreshJob,
  RefreshOutcome,
  RefreshStatus,
  Taxpayer,
  TaxpayerTokenRecord,
  TaxRecord,
  TokenResponse,
} from '../resources/index.js'
import type { AccessToken } from './credentials.js'

/** How long a call may take, all its attempts and waits included, and how to give it up. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Units: milliseconds. */
  readonly deadlineMs?: number | undefined
}

/** A value of a query; undefined is left out, and a list repeats its key. */
export type QueryValue = string | number | boolean | null | undefined

/** A query by its keys. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/** How an operation is called. */
export interface OperationOptions extends CallOptions {
  /** The longest that one attempt may take; that of the client unless given. Units: milliseconds. */
  readonly attemptMs?: number | undefined
  /** Parameters of the address that the service has added since. */
  readonly query?: Query | undefined
  /** Fields of the body that the service has added since. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** How a raw request is made. */
export interface RawRequestOptions extends Omit<OperationOptions, 'extra'> {
  /** An access token, or the client's own credentials; none unless given. */
  readonly credential?: AccessToken | 'client' | undefined
  readonly json?: unknown
  readonly form?: FormData | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Makes an answer that is not JSON, such as one that was cut off, an error after which the request may be repeated. */
  readonly expectJson?: boolean | undefined
  /** True if it may be repeated after a fault without doing its work twice; GET and HEAD unless given. */
  readonly repeatable?: boolean | undefined
}

/** An answer without its body. */
export interface AnswerHead {
  readonly status: number
  readonly headers: Headers
  /** The service's name of the request. Missing: undefined if it gives no name that is safe to print. */
  readonly requestId: string | undefined
}

/** The answer to a raw request. */
export interface RawAnswer extends AnswerHead {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Missing: undefined if the body is not JSON. */
  readonly json: unknown
}

/** An answer whose token is wrapped, so that it prints as `[redacted]`. */
type WithWrappedToken<T> = { readonly [K in keyof T]: K extends 'access_token' ? AccessToken : T[K] }

/** A token response whose token is wrapped. */
export interface TokenGrant extends WithWrappedToken<TokenResponse> {}

/** A taxpayer token record whose token is wrapped. */
export interface RetrievedToken extends WithWrappedToken<TaxpayerTokenRecord> {}

/** An unsigned Form 8821. */
export interface UnsignedForm {
  /** Missing: null if the service answered only with an address. */
  readonly file: Uint8Array<ArrayBuffer> | null
  /** Where the file can be fetched, without credentials; treat it as a secret. Missing: null if the file itself came. */
  readonly url: string | null
  /** The headers of the answer. */
  readonly headers: Headers
  /** The id for the upload of the signed form; null if the service did not say it in any known place. */
  readonly documentId: string | null
  readonly contentType: string | null
  /** The service's name of the file, without folders; null if it has none that is safe. It may name a person. */
  readonly fileName: string | null
}

/** The code of an authorization. `redirectUri` is only for the redirect flow, and the same as there. */
export interface AuthorizationCode {
  readonly code: string
  readonly redirectUri?: string | undefined
}

/** How a code is exchanged. */
export interface ExchangeOptions extends OperationOptions {
  /** Answers before parsing is done. Then call `waitForCompletion`, or wait for the event, before reading records. */
  readonly async?: boolean | undefined
}

/** How often something is asked for again. Units: milliseconds. */
export interface Pace {
  /** The wait before the second question; it grows by half each time. */
  readonly firstMs: number
  readonly longestMs: number
}

/** How something is waited for. */
export interface WaitOptions extends CallOptions {
  readonly pace?: Pace | undefined
}

/** How records are refreshed. */
export interface RefreshOptions extends WaitOptions {
  /** Asked of the service unless given. */
  readonly taxpayerId?: string | undefined
  /**
   * Reads the job's status word; `refreshOutcome` unless given. Give your own if the service has other words: after an
   * unknown word the client asks again, and fails at the deadline.
   */
  readonly readOutcome?: ((status: string) => RefreshOutcome) | undefined
}

/** A refresh that has ended. */
export interface RefreshResult {
  readonly job: RefreshJob
  readonly status: RefreshStatus
  readonly outcome: 'completed' | 'failed'
}

/** How a dossier is collected. */
export interface CollectOptions extends CallOptions {
  /** Refreshes the records first. */
  readonly refresh?: boolean | Omit<RefreshOptions, keyof CallOptions> | undefined
  /** Waits first until the taxpayer is COMPLETED or REJECTED: needed after an exchange with `async`. */
  readonly wait?: boolean | undefined
}

/** A taxpayer and its records as they came. The core reads them, and reports every flaw at its place. */
export interface CollectedDossier {
  readonly taxpayer: OpenObject
  readonly records: readonly unknown[]
}

/** A file for upload. */
export type UploadFile = Blob | Uint8Array | ArrayBuffer

/** The ids by which a refresh job is asked for. */
export interface RefreshKey {
  readonly taxpayerId: string
  readonly jobId: string
}

/**
 * A client of the service. Each call rejects with a `ServiceError`, or with a TypeError if it is called wrongly. Reading is
 * repeated after faults that pass. Everything else is sent again only after 408 and 429, because it may have been done. A
 * field that has changed fails only the calls that need it: see `onDrift`.
 */
export interface ServiceClient {
  /** Exchanges an authorization code for a token. A code that failed is used up: ask for a new one. */
  exchangeCode(code: AuthorizationCode, options?: ExchangeOptions): Promise<TokenGrant>
  /** Reads the token of a taxpayer that was created elsewhere, such as by a client link. Use sparingly. */
  retrieveToken(taxpayerId: string, options?: OperationOptions): Promise<RetrievedToken>
  /** Reads the taxpayer and the provider of a token. */
  introspect(token: AccessToken, options?: OperationOptions): Promise<Introspection>
  /** Deletes the token and all others of the same taxpayer and provider. */
  disconnect(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** Lists all providers. Gap: neither its credentials nor its shape are shown. */
  listProviders(token?: AccessToken, options?: OperationOptions): Promise<Providers>
  /** Reads the taxpayer of a token. */
  getTaxpayer(token: AccessToken, options?: OperationOptions): Promise<Taxpayer>
  /** Starts a refresh job. */
  startRefresh(token: AccessToken, taxpayerId: string, options?: OperationOptions): Promise<RefreshJob>
  /** Reads the status of a refresh job. */
  getRefresh(token: AccessToken, job: RefreshKey, options?: OperationOptions): Promise<RefreshStatus>
  /** Removes all records of the token's taxpayer; the taxpayer stays. */
  clearRecords(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** Reads the records of a token. */
  listRecords(token: AccessToken, options?: OperationOptions): Promise<readonly TaxRecord[]>
  /** Reads the details of one record. Gap: its shape is not shown. */
  getRecord(token: AccessToken, id: string, options?: OperationOptions): Promise<RecordDetails>
  /** Creates a client link: a hosted page where the taxpayer authorizes access. */
  createClientLink(link?: ClientLinkRequest, options?: OperationOptions): Promise<ClientLink>
  /** Makes an unsigned Form 8821. */
  createUnsignedForm(form: Form8821Request, options?: OperationOptions): Promise<UnsignedForm>
  /** Uploads the wet-signed PDF of a form. */
  uploadSignedForm(documentId: string, file: UploadFile, options?: OperationOptions): Promise<TokenGrant>
  /** Asks for the taxpayer until its status is COMPLETED or REJECTED. */
  waitForCompletion(token: AccessToken, options?: WaitOptions): Promise<Taxpayer>
  /** Starts a refresh job and asks for it until it has completed or failed. */
  refresh(token: AccessToken, options?: RefreshOptions): Promise<RefreshResult>
  /** Reads the taxpayer and the records of a token: the dossier that the library analyzes. */
  collect(token: AccessToken, options?: CollectOptions): Promise<CollectedDossier>
  /**
   * Makes a request that the client has no name for, as the service may add some. `path` is below the base address. It has
   * the same authentication, retries, limits and redaction.
   */
  request(method: string, path: string, options?: RawRequestOptions): Promise<RawAnswer>
}

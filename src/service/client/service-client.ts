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
} from '../contract/index.js'
import type { AccessToken } from './credentials.js'
/** The time limit of a call, including all attempts and waits, and the signal that aborts it. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The time limit, in milliseconds. */
  readonly deadlineMs?: number | undefined
}

/** A value of a query parameter. Undefined and null are left out. */
export type QueryValue = string | number | boolean | null | undefined

/** The query parameters by key. A list repeats its key. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/** The options of an operation. */
export interface OperationOptions extends CallOptions {
  /** The time limit of one attempt, in milliseconds. The default is the client's. */
  readonly attemptMs?: number | undefined
  /** Query parameters that the service has added since this version of the library. */
  readonly query?: Query | undefined
  /** Body fields that the service has added since this version of the library. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
  /** Request headers, for example for tracing. They replace the default headers, but not `authorization` or the headers that the operation sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The options of a raw request. */
export interface RawRequestOptions extends Omit<OperationOptions, 'extra'> {
  /** An access token, or `client` for the client's own credentials. By default, none is sent. */
  readonly credential?: AccessToken | 'client' | undefined
  readonly json?: unknown
  readonly form?: FormData | undefined
  /** Treats a response that is not JSON as an error. A repeatable request is then retried, in case it was truncated. */
  readonly expectJson?: boolean | undefined
  /** True if the request can be repeated without doing its work twice. The default is true for GET and HEAD. */
  readonly repeatable?: boolean | undefined
}

/** A response without its body. */
export interface ResponseHead {
  readonly status: number
  readonly headers: Headers
  /** The service's id of the request. Undefined if the response has no id that is safe to print. */
  readonly requestId: string | undefined
}

/** The response to a raw request. */
export interface RawResponse extends ResponseHead {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined if the body is not JSON. */
  readonly json: unknown
}

/** A response whose token is wrapped in an AccessToken, so that it prints as `[redacted]`. */
type WithWrappedToken<T> = { readonly [K in keyof T]: K extends 'access_token' ? AccessToken : T[K] }

/** A token response whose token is wrapped. */
export interface TokenGrant extends WithWrappedToken<TokenResponse> {}

/** A taxpayer token record whose token is wrapped. */
export interface RetrievedToken extends WithWrappedToken<TaxpayerTokenRecord> {}

/** An unsigned Form 8821. */
export interface UnsignedForm {
  /** The file's bytes. Null if the response has only a URL. */
  readonly file: Uint8Array<ArrayBuffer> | null
  /** The file's URL, which needs no credentials: treat it as a secret. Null if the response has the file itself. */
  readonly url: string | null
  /** The headers of the response. */
  readonly headers: Headers
  /** The id for uploading the signed form. Null if the client cannot find it in the response. */
  readonly documentId: string | null
  readonly contentType: string | null
  /** The file name that the service sent, without folders. It may name a person. Null if absent or unsafe. */
  readonly fileName: string | null
}

/** An authorization code. `redirectUri` is the address used in the redirect flow, and absent in the embedded flow. */
export interface AuthorizationCode {
  readonly code: string
  readonly redirectUri?: string | undefined
}

/** The options of a code exchange. */
export interface ExchangeOptions extends OperationOptions {
  /** Requests a response before parsing is done. Then await `waitForCompletion` or the event before reading records. */
  readonly async?: boolean | undefined
}

/** The waits between repeated status requests, in milliseconds. */
export interface Pace {
  /** The wait before the second request. It grows by half each time. */
  readonly firstMs: number
  readonly longestMs: number
}

/** The options of waiting. */
export interface WaitOptions extends CallOptions {
  readonly pace?: Pace | undefined
}

/** The options of a refresh. */
export interface RefreshOptions extends WaitOptions {
  /** The taxpayer's id. By default, the client requests it from the service. */
  readonly taxpayerId?: string | undefined
  /**
   * Interprets the job's status. The default is `refreshOutcome`. Supply your own function if the service uses other
   * words: after an unknown word, the client requests the status again, and fails at the deadline.
   */
  readonly readOutcome?: ((status: string) => RefreshOutcome) | undefined
}

/** A refresh that has ended. */
export interface RefreshResult {
  readonly job: RefreshJob
  readonly status: RefreshStatus
  readonly outcome: 'completed' | 'failed'
}

/** The options of `collect`. */
export interface CollectOptions extends CallOptions {
  /** Refreshes the records before they are read. */
  readonly refresh?: boolean | Omit<RefreshOptions, keyof CallOptions> | undefined
  /** Waits until the taxpayer is COMPLETED or REJECTED. Needed after an exchange with `async`. */
  readonly wait?: boolean | undefined
}
/** The taxpayer object and its records, unchanged. The core reads them and reports every problem with its path. */
export interface CollectedDossier {
  readonly taxpayer: OpenObject
  readonly records: readonly unknown[]
}

/** A file for upload. */
export type UploadFile = Blob | Uint8Array | ArrayBuffer
/** The ids that identify a refresh job. */
export interface RefreshKey {
  readonly taxpayerId: string
  readonly jobId: string
}
/**
 * A client of the service. Each call rejects with a `ServiceError`, or with a TypeError if its arguments are invalid.
 * Reads, `disconnect` and `clearRecords` are retried after temporary faults. Other operations are retried only after 408
 * and 429, because after any other fault they may already be done. A field that has changed fails only the calls that need it: see `onDrift`.
 */
export interface ServiceClient {
  /** Exchanges an authorization code for a token. A code can be used once: after a failure, get a new one. */
  exchangeCode(code: AuthorizationCode, options?: ExchangeOptions): Promise<TokenGrant>
  /** Reads a taxpayer's token that was created elsewhere, such as through a client link. Use it only if necessary. */
  retrieveToken(taxpayerId: string, options?: OperationOptions): Promise<RetrievedToken>
  /** Reads the taxpayer and the provider of a token. */
  introspect(token: AccessToken, options?: OperationOptions): Promise<Introspection>
  /** Deletes the token and all other tokens of the same taxpayer and provider. */
  disconnect(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** Lists all providers. The API document shows neither the credentials nor the response of this operation. */
  listProviders(token?: AccessToken, options?: OperationOptions): Promise<Providers>
  /** Reads the taxpayer of a token. */
  getTaxpayer(token: AccessToken, options?: OperationOptions): Promise<Taxpayer>
  /** Starts a refresh job. */
  startRefresh(token: AccessToken, taxpayerId: string, options?: OperationOptions): Promise<RefreshJob>
  /** Reads the status of a refresh job. */
  getRefresh(token: AccessToken, job: RefreshKey, options?: OperationOptions): Promise<RefreshStatus>
  /** Removes all records of the token's taxpayer, but not the taxpayer. */
  clearRecords(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** Reads the records of the taxpayer and provider that a token is bound to. */
  listRecords(token: AccessToken, options?: OperationOptions): Promise<readonly TaxRecord[]>
  /** Reads the details of one record. The API document does not show their shape. */
  getRecord(token: AccessToken, id: string, options?: OperationOptions): Promise<RecordDetails>
  /** Creates a client link: the address of a hosted page on which the taxpayer authorizes access. */
  createClientLink(link?: ClientLinkRequest, options?: OperationOptions): Promise<ClientLink>
  /** Creates an unsigned Form 8821. */
  createUnsignedForm(form: Form8821Request, options?: OperationOptions): Promise<UnsignedForm>
  /** Uploads the wet-signed PDF of a form. */
  uploadSignedForm(documentId: string, file: UploadFile, options?: OperationOptions): Promise<TokenGrant>
  /** Reads the taxpayer repeatedly until its status is COMPLETED or REJECTED. */
  waitForCompletion(token: AccessToken, options?: WaitOptions): Promise<Taxpayer>
  /** Starts a refresh job and reads its status until it has completed or failed. */
  refresh(token: AccessToken, options?: RefreshOptions): Promise<RefreshResult>
  /** Reads the taxpayer and the records of a token: the dossier that the library analyzes. */
  collect(token: AccessToken, options?: CollectOptions): Promise<CollectedDossier>
  /**
   * Sends a request for which the client has no method, such as an operation that the service has added. `path` is
   * relative to the base URL. Authentication, retries, limits and redaction are as in other calls.
   */
  request(method: string, path: string, options?: RawRequestOptions): Promise<RawResponse>
}

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
/** The time limit of a call, including all attempts and waits, and the signal that aborts it. */
/** How long a call may take, all its attempts and waits included, and how to give it up. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** In milliseconds. */
  readonly deadlineMs?: number | undefined
}

/** A value of a query. Undefined and null are left out, and a list repeats its key. */
export type QueryValue = string | number | boolean | null | undefined

/** The parameters of a query by key. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>

/** The options of an operation. */
export interface OperationOptions extends CallOptions {
  /** The limit of one attempt, in milliseconds. The default is the limit of the client. */
  readonly attemptMs?: number | undefined
  /** Query parameters that the service has added since this version. */
  readonly query?: Query | undefined
  /** Body fields that the service has added since this version. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** The options of a raw request. */
export interface RawRequestOptions extends Omit<OperationOptions, 'extra'> {
  /** An access token, or `client` for the client's own credentials. None by default. */
  readonly credential?: AccessToken | 'client' | undefined
  readonly json?: unknown
  readonly form?: FormData | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Treats an answer that is not JSON as an error. The request may be repeated, because the answer may be cut off. */
  readonly expectJson?: boolean | undefined
  /** True if a repetition after a fault does not do the work twice. By default, true for GET and HEAD. */
  readonly repeatable?: boolean | undefined
}

/** An answer without its body. */
export interface AnswerHead {
  readonly status: number
  readonly headers: Headers
  /** The service's id of the request. It is undefined if the answer has no id that is safe to print. */
  readonly requestId: string | undefined
}

/** The answer to a raw request. */
export interface RawAnswer extends AnswerHead {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined if the body is not JSON. */
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
  /** Null if the service answered only with a URL. */
  readonly file: Uint8Array<ArrayBuffer> | null
  /** The URL of the file, which needs no credentials; treat it as a secret. Null if the answer has the file itself. */
  readonly url: string | null
  /** The headers of the answer. */
  readonly headers: Headers
  /** The id for the upload of the signed form. Null if it is not in any known place of the answer. */
  readonly documentId: string | null
  readonly contentType: string | null
  /** The service's name of the file, without folders. It may name a person. Null if it is missing or unsafe. */
  readonly fileName: string | null
}

/** The code of an authorization. `redirectUri` is needed only in the redirect flow and must be the same as there. */
export interface AuthorizationCode {
  readonly code: string
  readonly redirectUri?: string | undefined
}

/** The options of a code exchange. */
export interface ExchangeOptions extends OperationOptions {
  /** Answers before parsing is done. Before reading records, call `waitForCompletion` or wait for the event. */
  readonly async?: boolean | undefined
}

/** The waits between repeated questions, in milliseconds. */
export interface Pace {
  /** The wait before the second question. It grows by half each time. */
  readonly firstMs: number
  readonly longestMs: number
}

/** The options of waiting. */
export interface WaitOptions extends CallOptions {
  readonly pace?: Pace | undefined
}

/** The options of a refresh. */
export interface RefreshOptions extends WaitOptions {
  /** By default, the client asks the service for it. */
  readonly taxpayerId?: string | undefined
  /**
   * Interprets the status of the job. The default is `refreshOutcome`. Supply your own function if the service uses other
   * words: after an unknown word the client asks again, and fails at the deadline.
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
/** A taxpayer and its records, unchanged. The core reads them and reports every problem with its path. */
/** A taxpayer and its records as they came. The core reads them, and reports every flaw at its place. */
export interface CollectedDossier {
  readonly taxpayer: OpenObject
  readonly records: readonly unknown[]
}

/** A file for upload. */
export type UploadFile = Blob | Uint8Array | ArrayBuffer
/** The ids that identify a refresh job. */
/** The ids by which a refresh job is asked for. */
export interface RefreshKey {
  readonly taxpayerId: string
  readonly jobId: string
}
/**
 * A client of the service. Each call rejects with a `ServiceError`, or with a TypeError if its arguments are invalid. Reading
 * is repeated after temporary faults. Other operations are repeated only after 408 and 429, because they may have been done. A
 * field that has changed fails only the calls that need it: see `onDrift`.
 */
export interface ServiceClient {
  /** Exchanges an authorization code for a token. A code can be used once: after a failure, get a new one. */
  exchangeCode(code: AuthorizationCode, options?: ExchangeOptions): Promise<TokenGrant>
  /** Reads the token of a taxpayer that was created elsewhere, such as by a client link. Use it only if necessary. */
  retrieveToken(taxpayerId: string, options?: OperationOptions): Promise<RetrievedToken>
  /** Reads the taxpayer and the provider of a token. */
  introspect(token: AccessToken, options?: OperationOptions): Promise<Introspection>
  /** Deletes the token and all other tokens of the same taxpayer and provider. */
  disconnect(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** Lists all providers. The interface does not show its credentials or its shape. */
  listProviders(token?: AccessToken, options?: OperationOptions): Promise<Providers>
  /** Reads the taxpayer of a token. */
  getTaxpayer(token: AccessToken, options?: OperationOptions): Promise<Taxpayer>
  /** Starts a refresh job. */
  startRefresh(token: AccessToken, taxpayerId: string, options?: OperationOptions): Promise<RefreshJob>
  /** Reads the status of a refresh job. */
  getRefresh(token: AccessToken, job: RefreshKey, options?: OperationOptions): Promise<RefreshStatus>
  /** Removes all records of the token's taxpayer, but not the taxpayer. */
  clearRecords(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** Reads the records of a token. */
  listRecords(token: AccessToken, options?: OperationOptions): Promise<readonly TaxRecord[]>
  /** Reads the details of one record. The interface does not show their shape. */
  getRecord(token: AccessToken, id: string, options?: OperationOptions): Promise<RecordDetails>
  /** Creates a client link: a hosted page where the taxpayer authorizes access. */
  createClientLink(link?: ClientLinkRequest, options?: OperationOptions): Promise<ClientLink>
  /** Makes an unsigned Form 8821. */
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
   * Makes a request for which the client has no method, because the service may add operations. `path` is relative to the
   * base URL. The request has the same authentication, retries, limits and redaction.
   */
  request(method: string, path: string, options?: RawRequestOptions): Promise<RawAnswer>
}

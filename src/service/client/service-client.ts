import type {
  Acknowledgement,
  ClientLink,
  ClientLinkRequest,
  Form8821Request,
  Introspection,
  OpenObject,
  ProviderId,
  Providers,
  RecordDetails,
  RefreshJob,
  RefreshOutcome,
  RefreshStatus,
  Taxpayer,
  TaxpayerTokenRecord,
  TaxRecord,
} from '../resources/index.js'
import type { AccessToken } from './credentials.js'
import type { CallOptions } from './limits.js'
import type { OperationOptions, RawAnswer, RawRequestOptions } from './request-options.js'

/** A token response whose token is wrapped, so that it prints as `[redacted]`. */
export interface TokenGrant extends OpenObject {
  readonly taxpayer_id: string
  readonly provider_id: ProviderId
  readonly access_token: AccessToken
}

/** A taxpayer token record whose token is wrapped, so that it prints as `[redacted]`. */
export interface RetrievedToken extends OpenObject {
  readonly taxpayer_id: string
  readonly access_token: AccessToken
  readonly name?: TaxpayerTokenRecord['name']
  readonly metadata?: TaxpayerTokenRecord['metadata']
  readonly provider_id?: TaxpayerTokenRecord['provider_id']
  readonly created_at?: TaxpayerTokenRecord['created_at']
  readonly status?: TaxpayerTokenRecord['status']
}

/** An unsigned Form 8821. */
export interface UnsignedForm {
  /** Missing: null where the service answered only where the file is. */
  readonly file: Uint8Array<ArrayBuffer> | null
  /** Where the file can be fetched, without credentials; treat it as a secret. Missing: null where the file came itself. */
  readonly url: string | null
  /** Those of the answer. */
  readonly headers: Headers
  /** What the upload of the signed form asks for; null where the service did not say it in any known place. */
  readonly documentId: string | null
  readonly contentType: string | null
  /**
   * As the service says it, the last segment alone: no name of a folder, no control characters, not only dots; null where
   * nothing of that is left. It may name a person.
   */
  readonly fileName: string | null
}

/** The code of an authorization; `redirectUri` only for the redirect flow, and the same as there. */
export interface AuthorizationCode {
  readonly code: string
  readonly redirectUri?: string | undefined
}

/** How a code is exchanged. */
export interface ExchangeOptions extends OperationOptions {
  /** Answers before parsing is done; then `waitForCompletion`, or the event, comes before reading records. */
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
  /** Asked of the service where it is not given. */
  readonly taxpayerId?: string | undefined
  /**
   * Reads the job's status word; `refreshOutcome` unless given, since the interface shows `processing` only. A word that
   * it does not know is asked for again, and is an error at the deadline: give a reader that knows it.
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

/** A taxpayer and its records as they came: the core reads them, and reports every flaw at its place. */
export interface CollectedDossier {
  readonly taxpayer: OpenObject
  readonly records: readonly unknown[]
}

/** A file for upload. */
export type UploadFile = Blob | Uint8Array | ArrayBuffer

/**
 * The operations of the service. Each rejects with a `ServiceError`, or with a TypeError where it is called wrongly.
 * Reading is repeated on faults that pass; everything else is sent again only after 408 and 429, because it may have been
 * done. A field that has changed fails no call that can do without it: see `onDrift`.
 */
export interface OperationCalls {
  /** Exchanges an authorization code for a token. A code that failed is used up: ask for a new one. */
  exchangeCode(code: AuthorizationCode, options?: ExchangeOptions): Promise<TokenGrant>
  /** The token of a taxpayer, where it was created out of sight, as by a client link. Use sparingly. */
  retrieveToken(taxpayerId: string, options?: OperationOptions): Promise<RetrievedToken>
  /** What a token is bound to. */
  introspect(token: AccessToken, options?: OperationOptions): Promise<Introspection>
  /** Deletes the token and all others of the same taxpayer and provider. */
  disconnect(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** All providers. Gap: neither its credentials nor its shape are shown. */
  listProviders(token?: AccessToken, options?: OperationOptions): Promise<Providers>
  /** The taxpayer of a token. */
  getTaxpayer(token: AccessToken, options?: OperationOptions): Promise<Taxpayer>
  /** Starts a refresh job. */
  startRefresh(token: AccessToken, taxpayerId: string, options?: OperationOptions): Promise<RefreshJob>
  /** Where a refresh job stands. */
  getRefresh(token: AccessToken, job: RefreshKey, options?: OperationOptions): Promise<RefreshStatus>
  /** Removes all records of the token's taxpayer; the taxpayer stays. */
  clearRecords(token: AccessToken, options?: OperationOptions): Promise<Acknowledgement>
  /** The records of a token. */
  listRecords(token: AccessToken, options?: OperationOptions): Promise<readonly TaxRecord[]>
  /** The details of one record. Gap: its shape is not shown. */
  getRecord(token: AccessToken, id: string, options?: OperationOptions): Promise<RecordDetails>
  /** Creates a client link: a hosted page where the taxpayer authorizes access. */
  createClientLink(link?: ClientLinkRequest, options?: OperationOptions): Promise<ClientLink>
  /** Makes an unsigned Form 8821. */
  createUnsignedForm(form: Form8821Request, options?: OperationOptions): Promise<UnsignedForm>
  /** Uploads the wet-signed PDF of a form. */
  uploadSignedForm(documentId: string, file: UploadFile, options?: OperationOptions): Promise<TokenGrant>
}

/** The calls that are made of several operations. */
export interface CompositeCalls {
  /** Asks for the taxpayer until its status is COMPLETED or REJECTED. */
  waitForCompletion(token: AccessToken, options?: WaitOptions): Promise<Taxpayer>
  /** Starts a refresh job and asks for it until it has completed or failed. */
  refresh(token: AccessToken, options?: RefreshOptions): Promise<RefreshResult>
  /** The taxpayer and the records of a token: the dossier that the library analyzes. */
  collect(token: AccessToken, options?: CollectOptions): Promise<CollectedDossier>
}

/** What a refresh job is asked for by. */
export interface RefreshKey {
  readonly taxpayerId: string
  readonly jobId: string
}

/** A client of the service. */
export interface ServiceClient extends OperationCalls, CompositeCalls {
  /**
   * A request that the client has no name for, as the service may add some: `path` stands below the base address. It has
   * the same authentication, retries, limits and redaction. Rejects as the operations do.
   */
  request(method: string, path: string, options?: RawRequestOptions): Promise<RawAnswer>
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { Payloads } from '../contract/event.js'
import { findProvider, isIrsProvider, type KnownStatus } from '../contract/provider.js'
import { NEXT_STATUSES, STATUS_DESCRIPTIONS } from '../contract/taxpayer.js'
import { type Client, newSecret, type SandboxLink } from './clients.js'
import { type Clock, type Delays, formatNow } from './clock.js'
import { addForm8821, requestForm8821, type StoredForm8821 } from './form-8821.js'
import { getPersonName, type SandboxDossier } from './generate.js'
import type { JsonObject } from './generate-documents.js'
import type { PayloadFields } from './webhook-delivery.js'

/** A taxpayer of one application. Each submission creates a new one. Source: service API, Introspection result. */
export class SandboxTaxpayer {
  readonly id = randomUUID()
  readonly name: string
  readonly createdAt: string
  metadata: JsonObject = {}
  readonly connections = new Map<string, Connection>()
  /** The time of the last change by provider id, in milliseconds since 1970. Includes disconnected providers. */
  readonly lastChangeTimes = new Map<string, number>()

  constructor(
    readonly state: SandboxState,
    readonly client: Client,
    readonly person: SandboxDossier,
  ) {
    this.name = getPersonName(person)
    this.createdAt = formatNow(state.clock)
  }

  /** Returns the taxpayer's connection to a provider, or a new one that is not registered until `enroll`. */
  connect(providerId: string): Connection {
    return this.connections.get(providerId) ?? new Connection(this, providerId)
  }

  /** Returns the time of a change, in milliseconds since 1970: now, but later than the provider's last change. */
  takeChangeTime(providerId: string): number {
    const time = Math.max(this.state.clock.now(), (this.lastChangeTimes.get(providerId) ?? 0) + 1)
    this.lastChangeTimes.set(providerId, time)
    return time
  }
}

/** A taxpayer's connection to one provider. Access tokens are bound to it. */
export class Connection {
  readonly createdAt: string
  status: KnownStatus = 'CREATED'
  /** Null before documents are pulled from the provider, and after they are cleared. */
  records: readonly JsonObject[] | null = null
  isParsed = false
  readonly jobs = new Map<string, SandboxRefreshJob>()
  /** Cancels the parsing or the authorization that is in progress. Null if there is none. */
  cancelParsing: (() => void) | null = null
  form8821: StoredForm8821 | null = null

  constructor(
    readonly taxpayer: SandboxTaxpayer,
    readonly providerId: string,
  ) {
    this.createdAt = formatNow(taxpayer.state.clock)
  }

  /** Emits an event. Its time is later than that of the connection's previous event, so stale data is recognizable. */
  emit<T extends keyof Payloads & `taxpayer.${string}`>(event: T, data: PayloadFields<T>): void {
    const { state, client, id, createdAt } = this.taxpayer
    state.emit(client, event, {
      taxpayer_id: id,
      ...data,
      provider_id: this.providerId,
      created_at: createdAt,
      updated_at: new Date(this.taxpayer.takeChangeTime(this.providerId)).toISOString(),
    })
  }

  /** Sets a status and emits an event. Throws an Error if `NEXT_STATUSES` does not allow the transition. */
  setStatus(status: KnownStatus): void {
    if (!NEXT_STATUSES[this.status].includes(status)) throw new Error(`No step from ${this.status} to ${status}.`)
    this.status = status
    this.emit('taxpayer.status_changed', { status, status_description: STATUS_DESCRIPTIONS[status] })
  }

  /** True if the provider has granted access and the access is still valid. */
  get isConnected(): boolean {
    return this.status === 'AUTHORIZED' || this.status === 'COMPLETED'
  }

  /** Registers the submission when the taxpayer consents. A provider that is already connected keeps its status. */
  enroll(metadata: JsonObject = {}): void {
    const { taxpayer } = this
    taxpayer.state.taxpayers.set(taxpayer.id, taxpayer)
    taxpayer.connections.set(this.providerId, this)
    taxpayer.metadata = { ...taxpayer.metadata, ...metadata }
    if (this.isConnected) return
    this.stopParsing()
    this.setStatus('CREATED')
  }

  /** Sets the consent status, unless the provider is already connected. */
  consent(): void {
    if (!this.isConnected) this.setStatus('CONSENT_RECEIVED')
  }

  /** Records that the provider grants access. For the IRS, the authorization form is submitted first. */
  authorize(): void {
    if (this.isConnected) return
    const { state, client, name, person } = this.taxpayer
    const needsForm = isIrsProvider(this.providerId)
    if (needsForm && this.status === 'CONSENT_RECEIVED') this.setStatus('TAX_AUTHORIZATION_SUBMITTED')
    this.setStatus('AUTHORIZED')
    if (needsForm) this.form8821 ??= addForm8821(state.forms8821, client, requestForm8821(name, person.taxpayer))
  }

  /** Issues an access token. It is valid until the connection ends. */
  issueToken(): string {
    const token = newSecret('at')
    this.taxpayer.state.tokens.set(token, this)
    return token
  }

  /** Issues an authorization code. It can be used once and expires. */
  issueCode(redirectUri: string | null): string {
    const { clock, delays, codes } = this.taxpayer.state
    const code = newSecret('code')
    codes.set(code, { connection: this, redirectUri, expiresAt: clock.now() + delays.codeLifetime })
    return code
  }

  /** Deletes the tokens and unused codes of this connection and emits an event. Other providers are not affected. */
  disconnect(): void {
    const { state, connections, name } = this.taxpayer
    for (const [token, connection] of state.tokens) if (connection === this) state.tokens.delete(token)
    for (const [code, { connection }] of state.codes) if (connection === this) state.codes.delete(code)
    this.cancelPendingTasks()
    connections.delete(this.providerId)
    this.emit('taxpayer.disconnected', { name })
  }

  /** Cancels parsing and refresh jobs that are in progress. */
  cancelPendingTasks(): void {
    this.stopParsing()
    for (const job of this.jobs.values()) job.cancel()
  }

  /**
   * Pulls the documents from the provider. `service-sandbox` has the records of every provider. Until the documents are
   * parsed, the records have no forms.
   */
  pullRecords(): void {
    this.records = this.taxpayer.person.records.filter(
      ({ provider_id }) =>
        this.providerId === 'service-sandbox' || findProvider(String(provider_id)) === this.providerId,
    )
    this.isParsed = false
  }

  /** Finishes parsing: makes the forms readable and sets the status COMPLETED. Cleared records stay cleared. */
  finishParsing(): void {
    this.stopParsing()
    this.showRecords()
    if (this.status === 'AUTHORIZED') this.setStatus('COMPLETED')
  }

  /** Stops the parsing or the authorization that is in progress. */
  stopParsing(): void {
    this.cancelParsing?.()
    this.cancelParsing = null
  }

  /** Finishes parsing after the sandbox's delay. */
  parseLater(): void {
    const { runLater, delays } = this.taxpayer.state
    this.cancelParsing = runLater(delays.parsing, () => this.finishParsing())
  }

  /** Adds a refresh job. If it is not finished, it ends after the sandbox's delay. */
  startJob({ id, status }: Pick<SandboxRefreshJob, 'id' | 'status'>): SandboxRefreshJob {
    const { runLater, delays } = this.taxpayer.state
    const job: SandboxRefreshJob = { id, status, cancel: () => {} }
    if (status === 'processing') job.cancel = runLater(delays.refresh, () => this.finishRefresh(job))
    this.jobs.set(id, job)
    return job
  }

  /**
   * Ends a refresh job. The job fails if the provider has not granted access. Otherwise it pulls the documents. Unless
   * the status is COMPLETED, the forms become readable later, when the parsing that is in progress finishes.
   */
  finishRefresh(job: SandboxRefreshJob): void {
    job.status = this.isConnected ? 'completed' : 'failed'
    if (job.status === 'failed') return
    this.pullRecords()
    if (this.status === 'COMPLETED') this.showRecords()
  }

  /** Makes the records' forms readable and emits an event. */
  private showRecords(): void {
    if (this.records === null) return
    this.isParsed = true
    const records = this.records.map(({ id, tax_year }) => ({ record_id: String(id), tax_year: Number(tax_year) }))
    this.emit('taxpayer.records_synced', { records })
  }
}

export interface SandboxRefreshJob {
  readonly id: string
  status: 'processing' | 'completed' | 'failed'
  cancel: () => void
}

export interface ConnectVisit {
  readonly id: string
  readonly client: Client
  readonly flow: 'embedded' | 'redirect' | 'link'
  /** The redirect address, the origin that embeds the page, or the URL of the client link. */
  readonly target: string
  readonly echoedState: string | null
  readonly link: SandboxLink | null
  stage: 'opened' | 'selected' | 'consented' | 'done'
  /** Null until a provider is selected. Before consent, only the visit refers to it. */
  connection: Connection | null
}

/** The settings of a sandbox's state. `emit` sends an event to an application. */
interface StateSettings {
  readonly clock: Clock
  /** Runs a task that changes the state after a delay in milliseconds. Returns a function that cancels it. */
  readonly runLater: (delay: number, task: () => void) => () => void
  readonly delays: Delays
  readonly maxUploadBytes: number
  readonly people: SandboxDossier[]
  readonly emit: (client: Client, event: string, data: JsonObject) => void
}

/** The state of a sandbox. */
export type SandboxState = ReturnType<typeof createState>

/** Creates the state of a new sandbox. */
export const createState = (settings: StateSettings) => ({
  ...settings,
  /** The key for the signatures of pre-signed URLs. */
  fileKey: randomBytes(32),
  clients: new Map<string, Client>(),
  taxpayers: new Map<string, SandboxTaxpayer>(),
  tokens: new Map<string, Connection>(),
  /** The authorization codes. `redirectUri` is null in the embedded flow. */
  codes: new Map<string, { connection: Connection; redirectUri: string | null; expiresAt: number }>(),
  links: new Map<string, SandboxLink>(),
  forms8821: new Map<string, StoredForm8821>(),
  visits: new Map<string, ConnectVisit>(),
})

import type { ClientLinkSettings } from '../resources/client-link.js'
import type { UnknownEvent } from '../resources/event.js'
import type { KnownStatus } from '../resources/resource.js'
import type { Clock } from './clock.js'
import type { WholeForm8821Request } from './form-8821-request.js'

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A person whom the sandbox knows, with what the providers hold of them. */
export interface SandboxDossier {
  readonly taxpayer: JsonObject
  readonly records: readonly JsonObject[]
}

/** A webhook endpoint of an application. Missing: `events` where every type is delivered. */
export interface Webhook {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly events: readonly string[] | null
}

/** A registered application. */
export interface Client {
  readonly id: string
  readonly secret: string
  readonly redirectUris: readonly string[]
  readonly webhooks: Webhook[]
}

/** A person as one application's taxpayer: one for each submission. Source: interface, Introspection result. */
export interface Taxpayer {
  readonly id: string
  readonly client: Client
  readonly person: SandboxDossier
  readonly name: string
  metadata: JsonObject
  readonly createdAt: string
  readonly connections: Map<string, Connection>
  /** The last change at each provider, those that were disconnected too. Units: milliseconds since the epoch. */
  readonly changes: Map<string, number>
}

/** A taxpayer at one provider: what an access token is bound to. */
export interface Connection {
  readonly taxpayer: Taxpayer
  readonly providerId: string
  readonly createdAt: string
  status: KnownStatus
  tokens: string[]
  /** Null until documents were pulled from the provider, and after they were cleared. */
  records: readonly JsonObject[] | null
  parsed: boolean
  readonly jobs: Map<string, Job>
  /** Cancels the parsing that is under way. */
  cancelParsing: () => void
  form8821: Form8821 | null
}

/** A refresh job. */
export interface Job {
  readonly id: string
  status: 'processing' | 'completed' | 'failed'
  cancel: () => void
}

/** An authorization code. Missing: `redirectUri` in the embedded flow. */
interface Code {
  readonly connection: Connection
  readonly redirectUri: string | null
  readonly expiresAt: number
}

/** A client link. */
export interface Link {
  readonly id: string
  readonly client: Client
  readonly metadata: JsonObject
  readonly settings: ClientLinkSettings
  readonly createdAt: string
  /** The last thing that happened to it. Units: milliseconds since the epoch. */
  changed: number
  done: boolean
}

/** A Form 8821: unsigned, and signed once it was uploaded. */
export interface Form8821 {
  readonly id: string
  readonly client: Client
  readonly request: WholeForm8821Request
  /** Null until someone asks for the file. */
  unsigned: Uint8Array | null
  signed: Uint8Array | null
  /** The access token that filing it gave. */
  token: string | null
}

/** One visit to a hosted page. */
export interface Visit {
  readonly id: string
  readonly client: Client
  readonly flow: 'embedded' | 'redirect' | 'link'
  /** The redirect address, or the origin that embeds the page. */
  readonly target: string
  readonly echo: string | null
  readonly link: Link | null
  stage: 'opened' | 'selected' | 'consented' | 'done'
  /** Null until a provider is selected. Until consent, nobody but the visit knows of it. */
  connection: Connection | null
}

/** An event as it is delivered, which the functions of `taxtally/webhooks` take. Source: interface, Event object. */
export interface ServiceEvent extends UnknownEvent {
  readonly data: JsonObject
}

/** How long things take. Units: milliseconds. */
export interface Delays {
  readonly codeLifetime: number
  readonly parsing: number
  readonly refresh: number
  readonly authorization: number
}

/** Everything the sandbox holds. */
export interface State {
  readonly clock: Clock
  readonly delays: Delays
  readonly maxUploadBytes: number
  /** The key of pre-signed addresses. */
  readonly fileKey: Uint8Array
  readonly people: SandboxDossier[]
  readonly clients: Map<string, Client>
  readonly taxpayers: Map<string, Taxpayer>
  readonly tokens: Map<string, Connection>
  readonly codes: Map<string, Code>
  readonly links: Map<string, Link>
  readonly forms8821: Map<string, Form8821>
  readonly visits: Map<string, Visit>
  /** Announces something to an application. */
  readonly emit: (client: Client, event: string, data: JsonObject) => void
}

/** The moment of a change of a taxpayer at a provider: always later than the one before, so that stale data can be told. */
export function nextUpdate(clock: Clock, { taxpayer: { changes }, providerId }: Connection): string {
  const moment = Math.max(clock.now(), (changes.get(providerId) ?? 0) + 1)
  changes.set(providerId, moment)
  return new Date(moment).toISOString()
}

/** The moments that a payload about a client link carries, the second always later than the one before. */
export function linkMoments(clock: Clock, link: Link): JsonObject {
  link.changed = Math.max(clock.now(), link.changed + 1)
  return { created_at: link.createdAt, updated_at: new Date(link.changed).toISOString() }
}

/** The moment as the interface writes it. */
export const timestamp = (clock: Clock): string => new Date(clock.now()).toISOString()

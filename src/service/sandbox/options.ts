import type { Clock } from './clock.js'
import type { Delays, SandboxDossier } from './state.js'
import type { DeliveryOptions } from './webhook-delivery.js'

/** An application to register. Missing: what is not given is made up, and shown by the sandbox's `client`. */
export interface ClientRegistration {
  readonly id?: string
  readonly secret?: string
  /** https, or http to localhost. */
  readonly redirectUris?: readonly string[]
}

/** A webhook endpoint to register. Missing: `events` where every type is delivered; `secret` is made up. */
export interface WebhookRegistration {
  /** https, or http to localhost. */
  readonly url: string
  readonly events?: readonly string[]
  readonly secret?: string
}

/** How a sandbox is set up; everything may be left out. */
export interface SandboxOptions {
  /** The people and their records; eight made-up people unless given. */
  readonly dossiers?: readonly SandboxDossier[]
  /** The first application; one is made up unless given. */
  readonly client?: ClientRegistration
  readonly clock?: Clock
  /** Units: milliseconds. */
  readonly delays?: Partial<Delays>
  /** How webhooks are delivered. */
  readonly delivery?: DeliveryOptions
  /** 10 MB unless given. */
  readonly maxUploadBytes?: number
}

/** How long things take unless an option says otherwise: a code lives ten minutes. Units: milliseconds. */
export const DELAYS: Delays = { codeLifetime: 600_000, parsing: 1_000, refresh: 1_000, authorization: 1_000 }

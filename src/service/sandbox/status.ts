import type { KnownStatus } from '../resources/status.js'

/**
 * The statuses that may follow each. Gap: the interface shows no transitions; these are the sandbox's reading.
 * A taxpayer who authorizes again begins again at `CREATED`.
 */
export const NEXT: Readonly<Record<KnownStatus, readonly KnownStatus[]>> = {
  CREATED: ['CREATED', 'CONSENT_RECEIVED', 'REJECTED'],
  CONSENT_RECEIVED: ['CREATED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED', 'REJECTED'],
  TAX_AUTHORIZATION_SUBMITTED: ['CREATED', 'AUTHORIZED', 'REJECTED'],
  AUTHORIZED: ['CREATED', 'COMPLETED', 'REJECTED'],
  REJECTED: ['CREATED'],
  COMPLETED: ['CREATED'],
}

/** What `status_description` says of each status. Gap: the texts are the sandbox's own. */
export const DESCRIPTIONS: Readonly<Record<KnownStatus, string>> = {
  CREATED: 'The taxpayer was created.',
  CONSENT_RECEIVED: 'The taxpayer consented.',
  TAX_AUTHORIZATION_SUBMITTED: 'The tax information authorization was submitted.',
  AUTHORIZED: 'Access to the records was authorized.',
  REJECTED: 'The authorization was rejected.',
  COMPLETED: 'The records were parsed.',
}

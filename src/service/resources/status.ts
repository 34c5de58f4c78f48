import type { z } from 'zod'
import { type KnownOr, wordSchema } from './open.js'

/** The states of a taxpayer. Source: interface, Taxpayer status. Gap: the transitions are not shown. */
export const KNOWN_STATUSES = [
  'CREATED',
  'CONSENT_RECEIVED',
  'TAX_AUTHORIZATION_SUBMITTED',
  'AUTHORIZED',
  'REJECTED',
  'COMPLETED',
] as const

/** A state of the interface's list. */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** A state; a new one passes as text. */
export type TaxpayerStatus = KnownOr<KnownStatus>

/** Checks a state: any text. */
export const taxpayerStatusSchema: z.ZodType<TaxpayerStatus> = wordSchema

/** True for the states behind which nothing more is parsed: COMPLETED and REJECTED. */
export const isFinalStatus = (status: unknown): status is 'COMPLETED' | 'REJECTED' =>
  status === 'COMPLETED' || status === 'REJECTED'

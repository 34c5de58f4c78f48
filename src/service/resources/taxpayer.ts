import type * as z from 'zod'
import { TAXPAYER } from '../../model/taxpayer.js'
import { resourceSchema } from './layout.js'
import type { ProviderId } from './provider.js'
import type { KnownStatus, Resource, TaxpayerStatus } from './resource.js'

/** True for the states behind which nothing more is parsed: COMPLETED and REJECTED. */
export const isFinalStatus = (status: unknown): status is 'COMPLETED' | 'REJECTED' =>
  status === 'COMPLETED' || status === 'REJECTED'

/**
 * The statuses that may follow each in the sandbox. Gap: the interface shows no transitions.
 * A taxpayer who authorizes again begins again at `CREATED`.
 */
export const NEXT_STATUSES: Readonly<Record<KnownStatus, readonly KnownStatus[]>> = {
  CREATED: ['CREATED', 'CONSENT_RECEIVED', 'REJECTED'],
  CONSENT_RECEIVED: ['CREATED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED', 'REJECTED'],
  TAX_AUTHORIZATION_SUBMITTED: ['CREATED', 'AUTHORIZED', 'REJECTED'],
  AUTHORIZED: ['CREATED', 'COMPLETED', 'REJECTED'],
  REJECTED: ['CREATED'],
  COMPLETED: ['CREATED'],
}

/** What the sandbox says of each status in `status_description`. Gap: the texts are its own. */
export const STATUS_DESCRIPTIONS: Readonly<Record<KnownStatus, string>> = {
  CREATED: 'The taxpayer was created.',
  CONSENT_RECEIVED: 'The taxpayer consented.',
  TAX_AUTHORIZATION_SUBMITTED: 'The tax information authorization was submitted.',
  AUTHORIZED: 'Access to the records was authorized.',
  REJECTED: 'The authorization was rejected.',
  COMPLETED: 'The records were parsed.',
}

/** What the interface says of fields beyond their type: known words, and the amounts that are sent as text. */
interface Known {
  readonly provider_id: ProviderId
  readonly status: TaxpayerStatus
  readonly total_liabilities: string
  readonly liabilities_with_lien_filed: string
}

type Analysis = typeof TAXPAYER.objects.analysis.shape
type History = Analysis['lists']['employment_history']['shape']
type Details = typeof TAXPAYER.objects.details.shape
type Balance = Details['objects']['balance_summary']['shape']

/**
 * The answer of GET /tax-payer. Source: interface, Taxpayer; what its fields are stands in the core's shape.
 * `form8821` is a pre-signed address that expires after 12 hours: treat it as a secret.
 */
export interface Taxpayer extends Resource<typeof TAXPAYER, Known> {
  readonly id: string
}

/** The service's analysis across all tax records. Units: amounts are texts. */
export type TaxpayerAnalysis = Resource<Analysis, Known>

/** A year with one employer, as the service analyzed it. */
export type Employment = Resource<History>

/** An employer of the employment history. */
export type Employer = Resource<History['objects']['employer']['shape']>

/** Account details, depending on the provider. */
export type TaxpayerDetails = Resource<Details>

/** The taxpayer's address. */
export type TaxpayerAddress = Resource<Details['objects']['address']['shape']>

/** What the taxpayer owes. Units: US dollars. */
export type BalanceSummary = Resource<Balance>

/** The balance due for one tax year. Units: US dollars. */
export type BalanceYear = Resource<Balance['lists']['tax_years']['shape']>

/** Checks a taxpayer. */
export const taxpayerSchema: z.ZodType<Taxpayer> = resourceSchema(TAXPAYER, { id: 'text' })

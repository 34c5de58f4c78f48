import * as z from 'zod'
import type { FormKey } from '../../schema/forms/index.js'
import { FORM_OBJECT, RECORD, TAXPAYER } from '../../schema/record.js'
import type { WireForm } from '../../schema/wire/wire-types.js'
import { type KnownStatus, type ProviderId, providerSchema, statusSchema, type TaxpayerStatus } from './provider.js'
import {
  buildResourceSchema,
  identifier,
  type KnownOr,
  type Maybe,
  type Resource,
  text,
  type ValueOf,
} from './schema.js'

/** Tests whether a status is final (COMPLETED or REJECTED), which means that no more data will be parsed. */
export const isFinalStatus = (status: unknown): status is 'COMPLETED' | 'REJECTED' =>
  status === 'COMPLETED' || status === 'REJECTED'

/**
 * The statuses that may follow each status in the sandbox. The API document shows no transitions. A taxpayer who
 * authorizes again restarts at `CREATED`.
 */
export const NEXT_STATUSES: Readonly<Record<KnownStatus, readonly KnownStatus[]>> = {
  CREATED: ['CREATED', 'CONSENT_RECEIVED', 'REJECTED'],
  CONSENT_RECEIVED: ['CREATED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED', 'REJECTED'],
  TAX_AUTHORIZATION_SUBMITTED: ['CREATED', 'AUTHORIZED', 'REJECTED'],
  AUTHORIZED: ['CREATED', 'COMPLETED', 'REJECTED'],
  REJECTED: ['CREATED'],
  COMPLETED: ['CREATED'],
}

/** The `status_description` of each status in the sandbox. The API document does not show these texts. */
export const STATUS_DESCRIPTIONS: Readonly<Record<KnownStatus, string>> = {
  CREATED: 'The taxpayer was created.',
  CONSENT_RECEIVED: 'The taxpayer consented.',
  TAX_AUTHORIZATION_SUBMITTED: 'The tax information authorization was submitted.',
  AUTHORIZED: 'Access to the records was authorized.',
  REJECTED: 'The authorization was rejected.',
  COMPLETED: 'The records were parsed.',
}

/** The types of taxpayer fields that have known values, and of amounts that are sent as text. */
interface TaxpayerFieldTypes {
  readonly provider_id: ProviderId
  readonly status: TaxpayerStatus
  readonly total_liabilities: string
  readonly liabilities_with_lien_filed: string
}

/**
 * The response of GET /tax-payer. `TAXPAYER` lists its fields. `form8821` is a pre-signed URL that expires after 12
 * hours: treat it as a secret. Source: service API, Taxpayer.
 */
export interface Taxpayer extends Resource<typeof TAXPAYER, TaxpayerFieldTypes> {
  readonly id: string
}

/** The service's analysis of all tax records. Its amounts are sent as text. */
export type TaxpayerAnalysis = NonNullable<Taxpayer['analysis']>

/** One employer in one year, according to the service's analysis. */
export type Employment = NonNullable<TaxpayerAnalysis['employment_history']>[number]

/** An employer in the employment history. */
export type Employer = NonNullable<Employment['employer']>

/** Account details. Their fields depend on the provider. */
export type TaxpayerDetails = NonNullable<Taxpayer['details']>

/** The taxpayer's address. */
export type TaxpayerAddress = NonNullable<TaxpayerDetails['address']>

/** The taxpayer's tax balance, in dollars. */
export type BalanceSummary = NonNullable<TaxpayerDetails['balance_summary']>

/** The balance due for one tax year, in dollars. */
export type BalanceYear = NonNullable<BalanceSummary['tax_years']>[number]

export const taxpayerSchema = buildResourceSchema<Taxpayer>(TAXPAYER, {
  id: text,
  provider_id: providerSchema.nullish(),
  status: statusSchema.nullish(),
})

/**
 * The form arrays of a form object, in the shape that the service may send. The client does not check their entries. The
 * core reads them box by box and reports every problem.
 */
export type FormArrays = Pick<WireForm, FormKey>

/** A form object of a record: its form arrays and the fields that they share. */
export interface FormObject extends FormArrays, Resource<typeof FORM_OBJECT> {}

/** A record in the response of GET /records. `RECORD` lists its fields. Source: service API, Record. */
export interface TaxRecord extends Resource<typeof RECORD, { readonly provider_id: ProviderId }> {
  readonly id: string
  readonly forms?: Maybe<readonly FormObject[]>
}

/** The response of GET /records/{id}. The API document does not show its shape, so it may be any JSON value. */
export type RecordDetails = unknown

/** The schema of a record and its form objects. It does not check the entries of form arrays: the core reads them. */
export const taxRecordSchema = buildResourceSchema<TaxRecord>(RECORD, {
  id: text,
  forms: z.array(buildResourceSchema(FORM_OBJECT)).nullish(),
})

const jobOwnerFields = { taxpayerId: text.nullish(), name: text.nullish() }

export const refreshJobSchema = z.looseObject({ jobId: identifier, ...jobOwnerFields })

/** A refresh job in the response of the call that starts it. Source: service API, Refresh job. */
export interface RefreshJob extends ValueOf<typeof refreshJobSchema> {}

/** The `status` of a refresh job. The API document shows only the value `processing`. */
export type RefreshState = KnownOr<'processing'>

export const refreshStatusSchema = z.looseObject({ status: text, jobId: text.nullish(), ...jobOwnerFields })

/** The response to a request for a refresh job's status. Source: service API, Refresh job. */
export interface RefreshStatus extends ValueOf<typeof refreshStatusSchema> {
  readonly status: RefreshState
}

/** The outcome of a refresh job. `unknown` means that the status is not documented. The job may still be running. */
export type RefreshOutcome = 'running' | 'completed' | 'failed' | 'unknown'

const OUTCOME_WORDS = {
  running: 'processing pending queued created started running in_progress',
  completed: 'completed complete success succeeded done finished',
  failed: 'failed failure error errored rejected cancelled canceled expired aborted timed_out timeout',
} as const

/**
 * Interprets the status of a refresh job, ignoring case and treating `-`, `_` and spaces alike. The API document shows
 * only `processing`. The other recognized words are common in similar APIs. Any further word means `unknown`.
 */
export function refreshOutcome(status: RefreshState): RefreshOutcome {
  const statusWord = status.trim().toLowerCase().replace(/[- ]/g, '_')
  const outcomes = Object.keys(OUTCOME_WORDS) as (keyof typeof OUTCOME_WORDS)[]
  return outcomes.find(outcome => OUTCOME_WORDS[outcome].split(' ').includes(statusWord)) ?? 'unknown'
}

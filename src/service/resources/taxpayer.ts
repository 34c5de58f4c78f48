import * as z from 'zod'
import type { FormKey } from '../../forms/index.js'
import { FORM_OBJECT, RECORD } from '../../model/record.js'
import { TAXPAYER } from '../../model/taxpayer.js'
import type { KnownStatus, ProviderId, TaxpayerStatus } from './provider.js'
import {
  identifier,
  type KnownOr,
  type Maybe,
  type Resource,
  resourceSchema,
  text,
  type ValueOf,
} from './schema.js'

/** True for the states after which nothing more is parsed: COMPLETED and REJECTED. */
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

/** The `status_description` of each status in the sandbox. Gap: the texts are the sandbox's own. */
export const STATUS_DESCRIPTIONS: Readonly<Record<KnownStatus, string>> = {
  CREATED: 'The taxpayer was created.',
  CONSENT_RECEIVED: 'The taxpayer consented.',
  TAX_AUTHORIZATION_SUBMITTED: 'The tax information authorization was submitted.',
  AUTHORIZED: 'Access to the records was authorized.',
  REJECTED: 'The authorization was rejected.',
  COMPLETED: 'The records were parsed.',
}

/** Fields with known words, and amounts that are sent as text. */
interface Known {
  readonly provider_id: ProviderId
  readonly status: TaxpayerStatus
  readonly total_liabilities: string
  readonly liabilities_with_lien_filed: string
}

/**
 * The answer of GET /tax-payer. Source: interface, Taxpayer; its fields are listed in the core's shape.
 * `form8821` is a pre-signed address that expires after 12 hours: treat it as a secret.
 */
export interface Taxpayer extends Resource<typeof TAXPAYER, Known> {
  readonly id: string
}

/** The service's analysis across all tax records. Units: amounts are texts. */
export type TaxpayerAnalysis = NonNullable<Taxpayer['analysis']>

/** A year with one employer, as the service analyzed it. */
export type Employment = NonNullable<TaxpayerAnalysis['employment_history']>[number]

/** An employer of the employment history. */
export type Employer = NonNullable<Employment['employer']>

/** Account details, depending on the provider. */
export type TaxpayerDetails = NonNullable<Taxpayer['details']>

/** The taxpayer's address. */
export type TaxpayerAddress = NonNullable<TaxpayerDetails['address']>

/** What the taxpayer owes. Units: US dollars. */
export type BalanceSummary = NonNullable<TaxpayerDetails['balance_summary']>

/** The balance due for one tax year. Units: US dollars. */
export type BalanceYear = NonNullable<BalanceSummary['tax_years']>[number]

export const taxpayerSchema = resourceSchema<Taxpayer>(TAXPAYER, { id: text })

/** The form arrays of a form object. Their entries are read by the core, box by box, which reports every flaw. */
export type FormArrays = { readonly [K in FormKey]?: unknown }

/** A form object of a record: its arrays of form entries, and what they have in common. */
export interface FormObject extends FormArrays, Resource<typeof FORM_OBJECT> {}

/** A record of GET /records. Source: interface, Record; its fields are listed in the core's shape. */
export interface TaxRecord extends Resource<typeof RECORD, { readonly provider_id: ProviderId }> {
  readonly id: string
  readonly forms?: Maybe<readonly FormObject[]>
}

/** The answer of GET /records/{id}. Gap: its shape is not shown, so any JSON value. */
export type RecordDetails = unknown

/** Checks a record's own fields and those of its form objects. The core reads the entries of the form arrays. */
export const taxRecordSchema = resourceSchema<TaxRecord>(RECORD, {
  id: text,
  forms: z.array(resourceSchema(FORM_OBJECT)).nullish(),
})

const jobOwner = { taxpayerId: text.nullish(), name: text.nullish() }

export const refreshJobSchema = z.looseObject({ jobId: identifier, ...jobOwner })

/** A refresh job, as its start answers it. Source: interface, Refresh job. */
export interface RefreshJob extends ValueOf<typeof refreshJobSchema> {}

/** The state of a refresh job. Gap: of its values only `processing` is shown. */
export type RefreshState = KnownOr<'processing'>

export const refreshStatusSchema = z.looseObject({ status: text, jobId: text.nullish(), ...jobOwner })

/** The status of a refresh job, as it is read. Source: interface, Refresh job. */
export interface RefreshStatus extends ValueOf<typeof refreshStatusSchema> {
  readonly status: RefreshState
}

/** How a refresh job stands: `unknown` is a word that nobody has documented, of a job that may still run. */
export type RefreshOutcome = 'running' | 'completed' | 'failed' | 'unknown'

const OUTCOME_WORDS = {
  running: 'processing pending queued created started running in_progress',
  completed: 'completed complete success succeeded done finished',
  failed: 'failed failure error errored rejected cancelled canceled expired aborted timed_out timeout',
} as const

/**
 * Reads a job's status word, in any case, with `-`, `_` or a space between its words.
 * Gap: the interface shows `processing` only; the other words are the usual ones, and all else is `unknown`.
 */
export function refreshOutcome(status: RefreshState): RefreshOutcome {
  const statusWord = status.trim().toLowerCase().replace(/[- ]/g, '_')
  const outcomes = Object.keys(OUTCOME_WORDS) as (keyof typeof OUTCOME_WORDS)[]
  return outcomes.find(outcome => OUTCOME_WORDS[outcome].split(' ').includes(statusWord)) ?? 'unknown'
}

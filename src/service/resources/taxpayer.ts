import { z } from 'zod'
import { type Maybe, maybe, type OpenObject, openObjectSchema } from './open.js'
import { type ProviderId, providerIdSchema } from './provider.js'
import { type TaxpayerStatus, taxpayerStatusSchema } from './status.js'

/** A year with one employer, as the service analyzed it. */
export interface Employment extends OpenObject {
  readonly type?: Maybe<string>
  readonly year?: Maybe<string>
  readonly employer?: Maybe<Employer>
}

/** An employer of the employment history. */
export interface Employer extends OpenObject {
  readonly ein?: Maybe<string>
  readonly name?: Maybe<string>
  readonly address?: Maybe<string>
}

/** The service's analysis across all tax records. Units: amounts are texts. */
export interface TaxpayerAnalysis extends OpenObject {
  readonly total_liabilities?: Maybe<string>
  readonly liabilities_with_lien_filed?: Maybe<string>
  readonly tin?: Maybe<string>
  readonly employment_history?: Maybe<readonly Employment[]>
}

/** The taxpayer's address. */
export interface TaxpayerAddress extends OpenObject {
  readonly street_address?: Maybe<string>
  readonly city?: Maybe<string>
  readonly state?: Maybe<string>
  readonly zip_code?: Maybe<string>
}

/** What the taxpayer owes. Units: US dollars. */
export interface BalanceSummary extends OpenObject {
  readonly balance_due?: Maybe<number>
  readonly tax_years?: Maybe<readonly BalanceYear[]>
}

/** The balance due for one tax year. Units: US dollars. */
export interface BalanceYear extends OpenObject {
  readonly amount?: Maybe<number>
  readonly year?: Maybe<string>
}

/** Account details, depending on the provider. */
export interface TaxpayerDetails extends OpenObject {
  readonly address?: Maybe<TaxpayerAddress>
  readonly balance_summary?: Maybe<BalanceSummary>
}

/**
 * The answer of GET /tax-payer. Source: interface, Taxpayer.
 * `form8821` is a pre-signed address that expires after 12 hours: treat it as a secret.
 */
export interface Taxpayer extends OpenObject {
  readonly id: string
  readonly name?: Maybe<string>
  readonly provider_id?: Maybe<ProviderId>
  readonly created_at?: Maybe<string>
  readonly status?: Maybe<TaxpayerStatus>
  readonly metadata?: Maybe<OpenObject>
  readonly analysis?: Maybe<TaxpayerAnalysis>
  readonly details?: Maybe<TaxpayerDetails>
  readonly form8821?: Maybe<string>
}

const text = maybe(z.string())
const number = maybe(z.number())

const employmentSchema: z.ZodType<Employment> = z.looseObject({
  type: text,
  year: text,
  employer: maybe(z.looseObject({ ein: text, name: text, address: text })),
})

const analysisSchema: z.ZodType<TaxpayerAnalysis> = z.looseObject({
  total_liabilities: text,
  liabilities_with_lien_filed: text,
  tin: text,
  employment_history: maybe(z.array(employmentSchema)),
})

const detailsSchema: z.ZodType<TaxpayerDetails> = z.looseObject({
  address: maybe(z.looseObject({ street_address: text, city: text, state: text, zip_code: text })),
  balance_summary: maybe(
    z.looseObject({
      balance_due: number,
      tax_years: maybe(z.array(z.looseObject({ amount: number, year: text }))),
    }),
  ),
})

/** Checks a taxpayer. */
export const taxpayerSchema: z.ZodType<Taxpayer> = z.looseObject({
  id: z.string(),
  name: text,
  provider_id: maybe(providerIdSchema),
  created_at: text,
  status: maybe(taxpayerStatusSchema),
  metadata: maybe(openObjectSchema),
  analysis: maybe(analysisSchema),
  details: maybe(detailsSchema),
  form8821: text,
})

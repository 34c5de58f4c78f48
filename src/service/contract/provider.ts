import * as z from 'zod'
import { IRS_PROVIDERS, PROVIDERS, TAXPAYER_STATUSES } from '../../schema/providers.js'
import type { KnownOr, UnlistedText } from './schema.js'

/** The provider identifiers, in the order of the API document. Source: service API, Provider identifier. */
export const KNOWN_PROVIDERS = PROVIDERS

/** A listed provider identifier, or the hyphenated variant in the API document's samples. */
export type KnownProvider = (typeof KNOWN_PROVIDERS)[number] | 'irs-tax-pro'

/** A provider identifier. Identifiers that the service adds later are accepted as text. */
export type ProviderId = KnownOr<KnownProvider>

/** The response of GET /providers. The API document does not show its shape, so it may be any JSON value. */
export type Providers = unknown

/** The statuses of a taxpayer. The API document shows no transitions. Source: service API, Taxpayer status. */
export const KNOWN_STATUSES = TAXPAYER_STATUSES

/** A taxpayer status that the API document lists. */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** A taxpayer status. Statuses that the service adds later are accepted as text. */
export type TaxpayerStatus = KnownStatus | UnlistedText

export const providerSchema = z.string() as z.ZodType as z.ZodType<ProviderId>
export const statusSchema = z.string() as z.ZodType as z.ZodType<TaxpayerStatus>

/** Returns the listed variant of a provider id: `irs-tax-pro` becomes `irs_tax_pro`. Other ids are unchanged. */
export const canonicalProvider = (provider: ProviderId): ProviderId =>
  provider === 'irs-tax-pro' ? 'irs_tax_pro' : provider

/** Finds a listed provider by its id, in either variant. Returns undefined if the id is not listed. */
export const findProvider = (id: string): (typeof KNOWN_PROVIDERS)[number] | undefined =>
  KNOWN_PROVIDERS.find(provider => provider === canonicalProvider(id))

/** Tests whether a provider is the IRS, to which an authorization form must be submitted. */
export const isIrsProvider = (id: string): boolean => IRS_PROVIDERS.includes(id)

const SPECIAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['irs', 'Tax authority online account'],
  ['irs_tax_pro', 'Tax authority transcript system'],
  ['pilot', 'Bookkeeping (pilot)'],
  ['cch_axcess', 'Preparer software (cch_axcess)'],
  ['drake', 'Preparer software (drake)'],
  ['proconnect', 'Preparer software (proconnect)'],
  ['service-sandbox', 'Sandbox: every record of the person'],
])

/** Returns the display name of a provider in the sandbox. The names are descriptions, not brands. */
export const formatProviderName = (id: string): string => SPECIAL_NAMES.get(id) ?? `Tax software (${id})`

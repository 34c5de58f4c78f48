import type * as z from 'zod'
import { IRS_PROVIDERS, PROVIDERS, TAXPAYER_STATUSES } from '../../model/providers.js'
import type { KnownOr } from './schema.js'
import { text } from './schema.js'

/** The provider identifiers of the interface, in its order. Source: interface, Provider identifier. */
export const KNOWN_PROVIDERS = PROVIDERS

/** A provider identifier of the interface, or the hyphenated spelling in its samples. */
export type KnownProvider = (typeof KNOWN_PROVIDERS)[number] | 'irs-tax-pro'

/** A provider identifier. A new identifier is accepted as text. */
export type ProviderId = KnownOr<KnownProvider>

/** The answer of GET /providers. Its shape is not documented, so it may be any JSON value. */
export type Providers = unknown

/** The states of a taxpayer. The transitions are not documented. Source: interface, Taxpayer status. */
export const KNOWN_STATUSES = TAXPAYER_STATUSES

/** A state that the interface lists. */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** A state. A new state is accepted as text. */
export type TaxpayerStatus = KnownOr<KnownStatus>

export const providerSchema = text as z.ZodType as z.ZodType<ProviderId>
export const statusSchema = text as z.ZodType as z.ZodType<TaxpayerStatus>

/** Returns the listed spelling of a provider id: `irs-tax-pro` becomes `irs_tax_pro`. Other ids are unchanged. */
export const canonicalProvider = (provider: ProviderId): ProviderId =>
  provider === 'irs-tax-pro' ? 'irs_tax_pro' : provider

/** Finds a listed provider by its id, in either spelling. Returns undefined if the list does not have it. */
export const findProvider = (id: string): (typeof KNOWN_PROVIDERS)[number] | undefined =>
  KNOWN_PROVIDERS.find(provider => provider === canonicalProvider(id))

/** Tests whether a provider is the IRS, for which an authorization form is filed. */
export const isAuthority = (id: string): boolean => IRS_PROVIDERS.includes(id)

const SPECIAL_NAMES: Readonly<Record<string, string>> = {
  irs: 'Tax authority online account',
  irs_tax_pro: 'Tax authority transcript system',
  pilot: 'Bookkeeping (pilot)',
  cch_axcess: 'Preparer software (cch_axcess)',
  drake: 'Preparer software (drake)',
  proconnect: 'Preparer software (proconnect)',
  'service-sandbox': 'Sandbox: every record of the person',
}

/** Returns the display name of a provider in the sandbox. Names describe the provider and are not brands. */
export const formatProviderName = (id: string): string => SPECIAL_NAMES[id] ?? `Tax software (${id})`

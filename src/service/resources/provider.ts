import type * as z from 'zod'
import { AUTHORITIES, PROVIDERS, STATUSES } from '../../model/providers.js'
import type { KnownOr } from './schema.js'
import { text } from './schema.js'

/** The provider identifiers that the interface allows, in its order. Source: interface, Provider identifier. */
export const KNOWN_PROVIDERS = PROVIDERS

/** A provider identifier of the interface's list, or the hyphened spelling that its samples show. */
export type KnownProvider = (typeof KNOWN_PROVIDERS)[number] | 'irs-tax-pro'

/** A provider identifier; a new one passes as text. */
export type ProviderId = KnownOr<KnownProvider>

/** The answer of GET /providers. Gap: its shape is not shown, so any JSON value. */
export type Providers = unknown

/** The states of a taxpayer. Source: interface, Taxpayer status. Gap: the transitions are not shown. */
export const KNOWN_STATUSES = STATUSES

/** A state of the interface's list. */
export type KnownStatus = (typeof KNOWN_STATUSES)[number]

/** A state; a new one passes as text. */
export type TaxpayerStatus = KnownOr<KnownStatus>

export const providerSchema = text as z.ZodType as z.ZodType<ProviderId>
export const statusSchema = text as z.ZodType as z.ZodType<TaxpayerStatus>

/** The spelling of the allowed-value list: `irs-tax-pro` is `irs_tax_pro`; every other word stays as it is. */
export const canonicalProvider = (provider: ProviderId): ProviderId =>
  provider === 'irs-tax-pro' ? 'irs_tax_pro' : provider

/** A provider of the interface's list by its id, in either spelling. Missing: undefined if the list does not have it. */
export const findProvider = (id: string): (typeof KNOWN_PROVIDERS)[number] | undefined =>
  KNOWN_PROVIDERS.find(known => known === canonicalProvider(id))

/** True for the tax authority's own records, for which a form of authorization is filed. */
export const isAuthority = (id: string): boolean => AUTHORITIES.includes(id)

const SPECIAL_NAMES: Readonly<Record<string, string>> = {
  irs: 'Tax authority online account',
  irs_tax_pro: 'Tax authority transcript system',
  pilot: 'Bookkeeping (pilot)',
  cch_axcess: 'Preparer software (cch_axcess)',
  drake: 'Preparer software (drake)',
  proconnect: 'Preparer software (proconnect)',
  'service-sandbox': 'Sandbox: every record of the person',
}

/** What a provider is called in the sandbox: descriptions, not brands. */
export const providerName = (id: string): string => SPECIAL_NAMES[id] ?? `Tax software (${id})`

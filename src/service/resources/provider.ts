import type { z } from 'zod'
import { type KnownOr, wordSchema } from './open.js'

/** The provider identifiers that the interface allows, in its order. Source: interface, Provider identifier. */
export const KNOWN_PROVIDERS = [
  'turbotax',
  'hr',
  'taxact',
  'tax_slayer',
  'jackson',
  'free_tax_usa',
  'irs',
  'irs_tax_pro',
  'pilot',
  'cch_axcess',
  'drake',
  'proconnect',
  'service-sandbox',
] as const

/** A provider identifier of the interface's list, or the hyphened spelling that its samples show. */
export type KnownProvider = (typeof KNOWN_PROVIDERS)[number] | 'irs-tax-pro'

/** A provider identifier; a new one passes as text. */
export type ProviderId = KnownOr<KnownProvider>

/** Checks a provider identifier: any text. */
export const providerIdSchema: z.ZodType<ProviderId> = wordSchema

/** The answer of GET /providers. Gap: its shape is not shown, so any JSON value. */
export type Providers = unknown

/** The spelling of the allowed-value list: `irs-tax-pro` is `irs_tax_pro`; every other word stays as it is. */
export const canonicalProvider = (provider: ProviderId): ProviderId =>
  provider === 'irs-tax-pro' ? 'irs_tax_pro' : provider

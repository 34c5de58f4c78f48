import { choice } from './field.js'

/** The provider identifiers that the interface allows, in its order. Source: interface, Provider identifier. */
export const PROVIDERS = [
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

/** The providers whose records are the authority's own; all others are software. */
export const AUTHORITIES: readonly string[] = ['irs', 'irs_tax_pro']

/** The states of a taxpayer, in the order of the interface. Source: interface, Taxpayer status. */
export const STATUSES = [
  'CREATED',
  'CONSENT_RECEIVED',
  'TAX_AUTHORIZATION_SUBMITTED',
  'AUTHORIZED',
  'REJECTED',
  'COMPLETED',
] as const

/** The field that names a provider. */
export const provider = choice(
  'provider_id',
  PROVIDERS,
  'The provider; `irs-tax-pro` and `irs_tax_pro` are one.',
)

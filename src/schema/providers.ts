/** The provider identifiers that the service's API allows, in the order of the API document. */
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

/** The providers whose records come from the IRS. All others are software sources. */
export const IRS_PROVIDERS: readonly string[] = ['irs', 'irs_tax_pro']

/** The statuses of a taxpayer, in the order of the API document. */
export const TAXPAYER_STATUSES = [
  'CREATED',
  'CONSENT_RECEIVED',
  'TAX_AUTHORIZATION_SUBMITTED',
  'AUTHORIZED',
  'REJECTED',
  'COMPLETED',
] as const

import { canonicalProvider } from '../resources/provider.js'

/** A tax record provider. Gap: the interface does not show this shape; id and name are the least one needs. */
export interface Provider {
  readonly id: string
  readonly name: string
  /** The tax authority's own records, for which a form of authorization is filed. */
  readonly authority: boolean
}

const provider = (id: string, name: string, authority = false): Provider => ({ id, name, authority })

/** Every provider, in the order of the interface. The names are descriptions, not brands. */
export const PROVIDERS: readonly Provider[] = [
  provider('turbotax', 'Tax software (turbotax)'),
  provider('hr', 'Tax software (hr)'),
  provider('taxact', 'Tax software (taxact)'),
  provider('tax_slayer', 'Tax software (tax_slayer)'),
  provider('jackson', 'Tax software (jackson)'),
  provider('free_tax_usa', 'Tax software (free_tax_usa)'),
  provider('irs', 'Tax authority online account', true),
  provider('irs_tax_pro', 'Tax authority transcript system', true),
  provider('pilot', 'Bookkeeping (pilot)'),
  provider('cch_axcess', 'Preparer software (cch_axcess)'),
  provider('drake', 'Preparer software (drake)'),
  provider('proconnect', 'Preparer software (proconnect)'),
  provider('service-sandbox', 'Sandbox: every record of the person'),
]

/** A provider by its id, `irs-tax-pro` and `irs_tax_pro` being one; undefined where there is none. */
export const findProvider = (id: string): Provider | undefined => {
  const spelled = canonicalProvider(id)
  return PROVIDERS.find(provider => provider.id === spelled)
}

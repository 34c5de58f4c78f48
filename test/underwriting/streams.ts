import { decimalFromCents } from '../../src/core/money.js'
import { computeResult } from '../../src/figures/taxpayer-result.js'
import {
  findStatedIdentities,
  getAsOfYear,
  parseUnderwritingOptions,
  type UnderwritingComparisonOptions,
} from '../../src/underwriting/facts/options.js'
import { type PolicyResult, underwriteTaxpayer } from '../../src/underwriting/underwrite.js'
import { type Raw, sourceOfDossier } from '../support/run.js'

/** Underwrites a raw dossier under the policies of the options. */
export function underwriteRaw(raw: Raw, options: UnderwritingComparisonOptions = {}): PolicyResult[] {
  const underwritingInputs = parseUnderwritingOptions(options)
  const dossier = sourceOfDossier(raw)
  const taxpayerId = String((raw['taxpayer'] as Raw)['id'])
  const result = computeResult(dossier, () => {}, findStatedIdentities(underwritingInputs, taxpayerId))
  return underwriteTaxpayer(
    result,
    underwritingInputs.policies,
    underwritingInputs.factsByTaxpayer.get(taxpayerId) ?? null,
    getAsOfYear(underwritingInputs, taxpayerId),
  )
}

/** Formats an amount as dollars. */
export const toDollars = (cents: number | bigint | null): string | null =>
  cents === null ? null : decimalFromCents(cents).toFixed(2)

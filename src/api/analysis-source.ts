import type { TaxpayerContext } from '../tables/table.js'
import type { UnderwritingInputs } from '../underwriting/facts/options.js'
import { type NormalizedDossier, toTaxpayerContext } from './dossier.js'
import { readLazySource } from './lazy.js'
import type { Underwriting } from './underwriting.js'

/** A dossier and the parsed inputs (policies, known facts and stated income) for underwriting it. */
export interface AnalysisSource {
  readonly dossier: NormalizedDossier
  readonly underwritingInputs: UnderwritingInputs
  /** The context of the tables. It is made when it is first needed, because it computes the figures. */
  context?: TaxpayerContext
  /** The underwriting under each policy, made when it is first needed. */
  underwritings?: readonly Underwriting[]
}

/** Returns the context of the tables. */
export function getSourceContext(source: AnalysisSource): TaxpayerContext {
  source.context ??= toTaxpayerContext(source.dossier, source.underwritingInputs)
  return source.context
}

/**
 * Returns the context that the tables need, with the inputs of the analysis.
 *
 * @throws TypeError if the library did not make the analysis.
 */
export function getAnalysisContext(analysis: object): TaxpayerContext {
  const source = readLazySource(analysis) as Partial<AnalysisSource> | undefined
  if (source?.dossier === undefined || source.underwritingInputs === undefined)
    throw new TypeError('Expected the analysis that analyze gave, not a copy of it and not raw input.')
  return toTaxpayerContext(source.dossier, source.underwritingInputs)
}

import { getLastFour, type Identifier } from '../../core/identifier.js'
import { getOrCreate } from '../../core/lists.js'
import type { StatedIdentities } from '../../figures/taxpayer-result.js'
import type { Privacy } from '../../ingest/privacy.js'
import { type CustomPolicy, parsePolicy } from '../policies/parse-policy.js'
import type { UnderwritingPolicy } from '../policies/policy.js'
import { DEFAULT_PRESET, type PresetName } from '../policies/presets.js'
import { FOUR_DIGITS } from '../policies/setting.js'
import { listProblems, throwProblems } from '../policies/setting-problems.js'
import type { BorrowerFacts, KnownFacts, TaxpayerFacts } from './known-facts.js'
import { AS_OF_YEAR } from './known-facts-table.js'
import { parseKnownFacts } from './parse-known-facts.js'
import { parseStatedIncome, type StatedIncome } from './stated-income.js'

/** A policy, or the name of a preset. */
export type PolicyOption = CustomPolicy | PresetName

/** How dossiers are underwritten. */
export interface UnderwritingOptions {
  /** The name of a preset or a policy. The default is `fannie-2026-08`. */
  readonly policy?: PolicyOption | undefined
  /**
   * What only the lender knows about one or several taxpayers. Facts count for the dossier with their `taxpayerId` only.
   * Of two objects about one taxpayer, the later one counts.
   */
  readonly knownFacts?: KnownFacts | readonly KnownFacts[] | undefined
  /** What loan applications state, to be compared with the documents. Without it, the table `tie_out` has no rows. */
  readonly statedIncome?: StatedIncome | readonly StatedIncome[] | undefined
  /**
   * The year to evaluate for every taxpayer, complete or not. It takes precedence over the `asOfYear` of known facts.
   * Without either, the latest complete year with income is used, or else the latest year with income.
   */
  readonly asOfYear?: number | undefined
}

/** The same for several policies. */
export interface UnderwritingComparisonOptions extends Omit<UnderwritingOptions, 'policy'> {
  /** One or several policies or names of presets. The default is `fannie-2026-08`. */
  readonly policy?: PolicyOption | readonly PolicyOption[] | undefined
}

/** Parsed options. */
export interface UnderwritingInputs {
  readonly policies: readonly UnderwritingPolicy[]
  readonly factsByTaxpayer: ReadonlyMap<string, TaxpayerFacts>
  readonly statedIncomeByTaxpayer: ReadonlyMap<string, StatedIncome>
  /** Takes precedence over the `asOfYear` of known facts. */
  readonly asOfYear: number | undefined
}

/**
 * Parses options.
 *
 * @throws RangeError that names each key that cannot be used, without its value.
 */
export const parseUnderwritingOptions = (options: UnderwritingComparisonOptions = {}): UnderwritingInputs =>
  parseOptions(options, (input, parse) => parse(input))

/**
 * Makes a parser of options that differ by taxpayer. Each object is parsed only once. It is kept weakly, because each
 * taxpayer may have objects of its own.
 */
export function createOptionsParser(
  getOptions: (taxpayerId: string) => UnderwritingComparisonOptions | undefined,
): (taxpayerId: string) => UnderwritingInputs {
  const parsedInputs = new WeakMap<object, unknown>()
  const parseOnce: InputParser = (input, parse) =>
    typeof input === 'object' && input !== null
      ? (getOrCreate(parsedInputs, input, () => parse(input)) as ReturnType<typeof parse>)
      : parse(input)
  return taxpayerId => parseOptions(getOptions(taxpayerId) ?? {}, parseOnce)
}

type InputParser = <Input, Parsed>(input: Input, parse: (input: Input) => Parsed) => Parsed

function parseOptions(
  { policy = DEFAULT_PRESET, knownFacts, statedIncome, asOfYear }: UnderwritingComparisonOptions,
  parseInput: InputParser,
): UnderwritingInputs {
  const policies: readonly PolicyOption[] = [policy].flat()
  return {
    policies: policies.map(input => parseInput(input, parsePolicy)),
    factsByTaxpayer: knownFacts === undefined ? new Map() : parseInput(knownFacts, parseKnownFacts),
    statedIncomeByTaxpayer: statedIncome === undefined ? new Map() : parseInput(statedIncome, parseStatedIncome),
    asOfYear: asOfYear === undefined ? undefined : parseAsOfYear(asOfYear),
  }
}

/**
 * Checks the year to evaluate.
 *
 * @throws RangeError if it is not a year from 1900 to 2100.
 */
export function parseAsOfYear(year: number): number {
  throwProblems(listProblems(year, AS_OF_YEAR), 'The year')
  return year
}

/** Returns the year to evaluate that the caller chose for a taxpayer. Null if the caller chose none. */
export const getAsOfYear = ({ asOfYear, factsByTaxpayer }: UnderwritingInputs, taxpayerId: string): number | null =>
  asOfYear ?? factsByTaxpayer.get(taxpayerId)?.asOfYear ?? null

const listLastFours = ({ id, identifiers }: BorrowerFacts): string[] => [
  ...(FOUR_DIGITS.test(id) ? [id] : []),
  ...identifiers.map(getLastFour),
]

/** Known facts whose texts are masked, by the original facts. Facts are compared by identity, so each is masked once. */
const MASKED_FACTS = new WeakMap<TaxpayerFacts, TaxpayerFacts>()

/**
 * Returns the known facts of a taxpayer with the texts that outputs may show: who closed a condition or set an amount, and
 * why. No output shows the other texts, which are compared with documents. Null if nothing is known.
 */
export function getFacts(
  { factsByTaxpayer }: UnderwritingInputs,
  taxpayerId: string,
  privacy: Privacy,
): TaxpayerFacts | null {
  const facts = factsByTaxpayer.get(taxpayerId)
  if (facts === undefined) return null
  if (privacy.canShowPersonalData) return facts
  const maskText = <Value>(text: Value): Value | string => privacy.toPublicText(text)
  return getOrCreate(MASKED_FACTS, facts, () => ({
    ...facts,
    conditionsMet: facts.conditionsMet.map(condition => ({
      ...condition,
      by: maskText(condition.by),
      note: maskText(condition.note),
    })),
    overrides: facts.overrides.map(override => ({
      ...override,
      by: maskText(override.by),
      reason: maskText(override.reason),
    })),
  }))
}

/** Returns what the known facts of a taxpayer state about identities. Null if they state nothing about them. */
export function findStatedIdentities(
  underwritingInputs: UnderwritingInputs,
  taxpayerId: string,
): StatedIdentities | null {
  const facts = underwritingInputs.factsByTaxpayer.get(taxpayerId)
  if (facts === undefined) return null
  const identifiers: Identifier[] = []
  const sameEmployer: (readonly Identifier[])[] = []
  const sameBorrower: (readonly string[])[] = []
  for (const borrower of facts.borrowers) {
    if (borrower.id === 'self') identifiers.push(...borrower.identifiers)
    else if (borrower.identifiers.length > 0) sameBorrower.push(listLastFours(borrower))
    for (const job of borrower.jobs) if (job.identifiers.length > 0) sameEmployer.push(job.identifiers)
  }
  return identifiers.length + sameEmployer.length + sameBorrower.length === 0
    ? null
    : { identifiers, sameEmployer, sameBorrower }
}

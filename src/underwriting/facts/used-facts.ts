import { type Issue, makeIssue } from '../../core/issues/issue.js'
import type { JsonPath } from '../../core/json-value.js'
import { getOrCreate } from '../../core/lists.js'
import { toSnakeCase } from '../../core/text.js'
import { SELF } from '../../figures/recipients.js'
import type { TaxpayerFacts } from './known-facts.js'

/** Stands for the whole fact in the set of used keys. */
const WHOLE_FACT = ''

/** The known facts that decide something about a stream under one policy: whole objects, and single keys of objects. */
export class UsedFacts {
  readonly #keysByFact = new Map<object, Set<string>>()

  add(fact: object, key: string = WHOLE_FACT): void {
    getOrCreate(this.#keysByFact, fact, () => new Set<string>()).add(key)
  }

  /** Marks a key of a fact as used and returns its value. Returns null and marks nothing if the lender does not state it. */
  use<Fact extends object, Key extends keyof Fact & string>(fact: Fact | null | undefined, key: Key): Fact[Key] | null {
    if (fact === null || fact === undefined || fact[key] === null) return null
    this.add(fact, key)
    return fact[key]
  }

  has(fact: object, key: string = WHOLE_FACT): boolean {
    return this.#keysByFact.get(fact)?.has(key) === true
  }
}

/** The indicators that use a stated tax plan. A result has one of them if there is a tax balance or a ratio. */
const TAX_PLAN_INDICATORS: readonly string[] = ['dti', 'residual_income', 'tax_debt_state']

/** The parts of a policy result that show which facts it uses. */
interface FactUse {
  readonly usedFacts: UsedFacts
  readonly indicators: readonly { readonly indicator: string }[]
}

/**
 * Lists an issue for each known fact that decides nothing under any of the policies. Facts about the loan file, such as the
 * household and the obligations, are not listed. Without a policy, nothing shows whether a fact is used.
 */
export function listUnusedFacts(
  { borrowers, taxPlan, conditionsMet, overrides }: TaxpayerFacts,
  policyResults: readonly FactUse[],
): Issue[] {
  if (policyResults.length === 0) return []
  const issues: Issue[] = []
  const isUsed = (fact: object, key?: string): boolean =>
    policyResults.some(({ usedFacts }) => usedFacts.has(fact, key))
  const addIssue = (path: JsonPath | null, explanation: string): void => {
    issues.push(makeIssue('known_fact_unused', path, { explanation }))
  }
  const addUnused = (facts: readonly { readonly path: JsonPath }[], explanation: string): void => {
    for (const fact of facts) if (!isUsed(fact)) addIssue(fact.path, explanation)
  }
  /** Adds the keys of a fact that are stated and not used. `field` is the name of the fact in files. */
  const addUnusedKeys = (path: JsonPath, field: string, fact: object | null, keys = Object.keys(fact ?? {})): void => {
    for (const key of keys)
      if (fact !== null && fact[key as keyof typeof fact] !== null && !isUsed(fact, key))
        addIssue(path, `No income stream uses ${field}${toSnakeCase(key)}.`)
  }
  for (const borrower of borrowers) {
    const { id, jobs, businesses, retirement, selfEmployment, rental, path } = borrower
    if (id !== SELF && !isUsed(borrower))
      addIssue(path, 'No document belongs to this borrower, or another entry is about the same person.')
    for (const [party, facts] of Object.entries({ employer: jobs, business: businesses, payer: retirement }))
      addUnused(facts, `No ${party} of the borrower matches it by identifier or name.`)
    for (const job of jobs) {
      if (!isUsed(job)) continue
      addUnusedKeys(job.path, 'jobs.', job, ['returnsToWork', 'pay', 'yearToDate', 'stabilized'])
      for (const [year, pay] of job.priorYears ?? [])
        if (!isUsed(pay)) addIssue(job.path, `No income stream uses jobs.prior_years.${year}.`)
    }
    for (const fact of retirement) if (isUsed(fact)) addUnusedKeys(fact.path, 'retirement.', fact, ['monthly'])
    for (const [key, fact] of Object.entries({ self_employment: selfEmployment, rental }))
      if (fact !== null && !isUsed(fact.cashFlow))
        addIssue(path, `The cash flow of ${key} has no amount of the as-of year.`)
    addUnusedKeys(path, 'royalties.', borrower.royalties, ['continuesMonths'])
    addUnusedKeys(path, 'continues_months.', borrower.continuesMonths)
    addUnusedKeys(path, 'nontaxable_share.', borrower.nontaxableShare)
    addUnusedKeys(path, '', borrower, ['seasonalUnemployment'])
    for (const category of borrower.assetsOwned)
      if (!isUsed(borrower.assetsOwned, category)) addIssue(path, `No income stream uses assets_owned.${category}.`)
  }
  const isPlanUsed = policyResults.some(({ indicators }) =>
    indicators.some(({ indicator }) => TAX_PLAN_INDICATORS.includes(indicator)),
  )
  if (taxPlan !== null && !isPlanUsed) addIssue(null, 'No tax balance and no ratio uses tax_plan.')
  addUnused(conditionsMet, 'No policy raises this condition for this borrower, stream and tax year.')
  addUnused(overrides, 'No single income stream has this key, or an earlier override sets the same stream.')
  return issues
}

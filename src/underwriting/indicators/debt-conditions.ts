import { lookUp, NO_ITEMS } from '../../core/lists.js'
import { hasUnreadableBalance, hasUnreadableLien } from '../../figures/liabilities.js'
import { SELF } from '../../figures/recipients.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import { findUnreadForm } from '../../schema/forms/unread-forms.js'
import { raiseCondition } from '../conditions/condition.js'
import type { TaxpayerFacts } from '../facts/known-facts.js'
import type { BorrowerCondition } from '../mortgages/loans.js'
import { hasTaxDebt } from './debt-indicators.js'

/** What each agency says about a tax lien, by the name of its preset. Source: the section and date in each text. */
const LIEN_RULES: Readonly<Record<string, string>> = {
  'fannie-2026-08':
    'Fannie Mae accepts an installment agreement only if no notice of federal tax lien is filed in the county of the property; otherwise the balance is paid in full (Selling Guide B3-6-05 and B3-6-07, 2026-08-05, read)',
  'fha-4000.1':
    'FHA allows a lien to remain with an installment agreement and three timely payments that were not prepaid (second-hand)',
  usda: 'USDA requires three timely payments under an installment agreement (second-hand)',
}

const OTHER_LIEN_RULE = 'ask the lender whether the lien must be paid off before closing'

/**
 * Lists the conditions about tax debt and about forms that show an obligation. They are about the taxpayer.
 *
 * @param policyName The name of the policy, which decides what the condition says about a lien.
 */
export function listDebtConditions(
  result: TaxpayerResult,
  facts: TaxpayerFacts | null,
  policyName: string,
): readonly BorrowerCondition[] {
  const taxDebt = findTaxDebt(result, facts, policyName)
  const obligations = listObligations(result)
  return taxDebt === null ? obligations : [taxDebt, ...obligations]
}

/**
 * Raises `tax_debt` if there is a balance or a lien. A plan that is approved and current answers it, unless there is or may be
 * a lien.
 */
function findTaxDebt(
  { liabilities, dossier }: TaxpayerResult,
  facts: TaxpayerFacts | null,
  policyName: string,
): BorrowerCondition | null {
  const isTaxDebt = hasTaxDebt(liabilities)
  const isLienUnreadable = hasUnreadableLien(dossier.taxpayer)
  if (!isTaxDebt && !isLienUnreadable && !hasUnreadableBalance(dossier.taxpayer)) return null
  const hasLien = liabilities.lienFiled === true
  const lienRule = hasLien ? `tax lien: ${lookUp(LIEN_RULES, policyName) ?? OTHER_LIEN_RULE}` : null
  return {
    borrower: SELF,
    ...raiseCondition('tax_debt', {
      amount: facts?.taxPlan?.paymentMonthly ?? null,
      about:
        lienRule ??
        (isLienUnreadable
          ? 'tax lien that could not be read'
          : isTaxDebt
            ? 'tax balance'
            : 'tax balance that could not be read'),
      isMet: !hasLien && !isLienUnreadable && facts?.taxPlan?.state === 'approved_current',
    }),
  }
}

/** Raises `obligation_reported` once for each year and kind of form that shows a debt or a foreclosure. */
function listObligations({ dossier }: TaxpayerResult): readonly BorrowerCondition[] {
  let conditions: BorrowerCondition[] | null = null
  for (const { unrecognized, forms } of dossier.records)
    for (const { path, value } of unrecognized) {
      // Forms without a table are kept as they are, under their key in a form object.
      const [root, formIndex, key] = path
      if (path.length !== 3 || root !== 'forms' || typeof key !== 'string' || !hasEntries(value)) continue
      const form = findUnreadForm(key)
      if (form === null || !form.isObligation) continue
      const about = `Form ${form.number}: ${form.content}`
      const taxYear = forms[formIndex as number]?.year ?? null
      conditions ??= []
      if (conditions.some(condition => condition.about === about && condition.taxYear === taxYear)) continue
      conditions.push({ borrower: SELF, ...raiseCondition('obligation_reported', { taxYear, about }) })
    }
  return conditions ?? NO_ITEMS
}

/** True for an object or an array with a value. */
const hasEntries = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some(entry => entry !== null && entry !== '')

import { textOfCents } from '../core/money.js'
import type { Scope } from '../export/table.js'
import { placeOf } from '../summarize/result.js'
import { missingOf } from './missing.js'
import { ownObjectsOf } from './objects.js'
import { doubtful, flagged, issueCounts, notCounted, notIncome, otherRecipients } from './remarks.js'

/**
 * A taxpayer's figures as one object: the rows of the tables with their columns, and what the text says beside them.
 * Units: money and ratios are decimal text. Missing: null.
 */
export function summaryObject(scope: Scope): object {
  const [taxpayer] = ownObjectsOf('taxpayers', scope)
  const [liabilities] = ownObjectsOf('liabilities', scope)
  return {
    taxpayer_id: scope.taxpayerId,
    ...taxpayer,
    years: ownObjectsOf('years', scope),
    income: ownObjectsOf('income', scope),
    withholding: ownObjectsOf('withholding', scope),
    employment: ownObjectsOf('employment', scope),
    liabilities,
    liability_years: ownObjectsOf('liability_years', scope),
    return_lines: ownObjectsOf('return_lines', scope),
    qualifying_income: ownObjectsOf('qualifying_income', scope),
    indicators: ownObjectsOf('indicators', scope),
    checks: ownObjectsOf('checks', scope),
    missing: missingOf(scope).map(({ year, figure, why }) => ({ tax_year: year, figure, why })),
    not_counted: notCounted(scope).map(({ place, document, why, of }) => ({
      place,
      document,
      why,
      status: of.status,
      decided_by: of.decidedBy === null ? null : placeOf(of.decidedBy),
    })),
    not_income: notIncome(scope).map(({ place, document, why, fact }) => ({
      place,
      document,
      why,
      field: fact.meaning.field,
      box: fact.meaning.box,
      role: fact.meaning.role,
      amount: textOfCents(fact.cents),
      reason: fact.meaning.reason,
    })),
    other_recipients: otherRecipients(scope),
    flagged: flagged(scope),
    doubtful: doubtful(scope),
    issues: issueCounts(scope),
  }
}

import { textOfCents } from '../core/money.js'
import { jsonRowsOf } from '../export/objects.js'
import { taxpayers } from '../export/record-tables.js'
import type { Scope, TableSpec } from '../export/table.js'
import { TABLES } from '../export/tables.js'
import { missingOf } from '../report/missing.js'
import { doubtful, flagged, issueCounts, notCounted, notIncome, otherRecipients } from '../report/remarks.js'
import { placeOf } from '../summarize/result.js'

/**
 * A taxpayer's figures as one object: the rows of the tables with their columns, and what the text says beside them.
 * Units: money and ratios are decimal text. Missing: null.
 */
export function summaryObject(scope: Scope): object {
  const figures = TABLES.flatMap(table => {
    if (table.summary === undefined) return []
    const rows = jsonRowsOf(table, scope)
    return [[table.name, table.summary === 'object' ? rows[0] : rows]]
  })
  return {
    taxpayer_id: scope.taxpayerId,
    ...jsonRowsOf(taxpayers as TableSpec, scope)[0],
    // The totals stand before what they are made of.
    years: [],
    ...Object.fromEntries(figures),
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

import { formatRows, type Row } from '../cells.js'
import type { Raw } from '../values.js'
import { indicators } from './indicators.js'
import { lenderOf, loansOf } from './loans.js'
import { COMPARED_NEEDS, needs } from './needs.js'
import { type Known, readUnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import { qualifyingIncome } from './qualifying-income.js'

/** Computes the underwriting tables independently of the library. The rows have no citations, notes or addresses. */
export function computeReferenceUnderwriting(
  raw: Raw,
  knownFacts: Known,
  policies: readonly Rules[],
  failedDocuments: ReadonlySet<string> = new Set(),
): Readonly<Record<'qualifying_income' | 'indicators' | 'mortgages' | 'needs', Row[]>> {
  const input = readUnderwritingInput(raw, knownFacts, failedDocuments)
  const policyIncomes = policies.map(rules => ({ rules, income: qualifyingIncome(input, rules) }))
  return {
    qualifying_income: formatRows(policyIncomes.flatMap(({ income }) => income.rows)),
    indicators: formatRows(policyIncomes.flatMap(({ rules, income }) => indicators(input, rules, income))),
    needs: formatRows(
      policyIncomes.flatMap(({ rules, income }) =>
        needs(input, rules, income)
          .filter(({ need }) => COMPARED_NEEDS.includes(need))
          .map(row => ({ policy: rules.name, ...row })),
      ),
    ),
    mortgages: formatRows(
      loansOf(input).map(loan => ({
        taxpayer_id: input.taxpayerId,
        tax_year: loan.year,
        loan: loan.number,
        lenders: loan.documents.flatMap(document => lenderOf(document) ?? []).join(';'),
        origination_date: loan.originationDate,
        principal: loan.principal,
        interest: loan.interest,
        insurance_premiums: loan.insurance,
        points: loan.points,
        lender_count: loan.documents.length,
        flags: [...(loan.isIncomplete ? ['incomplete'] : []), ...(loan.isTransfer ? ['servicing_transfer'] : [])].join(
          ';',
        ),
        borrower: loan.borrower,
      })),
    ),
  }
}

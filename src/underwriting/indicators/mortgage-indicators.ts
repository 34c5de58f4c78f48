import { NO_ITEMS } from '../../core/lists.js'
import { addCents, type Cents } from '../../core/money.js'
import type { FormUses } from '../../schema/form.js'
import type { Loan } from '../mortgages/loans.js'
import type { LoanStatement } from '../mortgages/statement.js'
import { divideHalfAway } from '../streams/formulas.js'
import { excludeInput, inputOf, type TraceInput } from '../traces/trace.js'
import type { BorrowerForms } from './borrower-forms.js'
import type { IndicatorCollector } from './indicator.js'

type MortgageBox = 'principal' | 'interest'

const getBoxes = ({ resolvedDocument }: LoanStatement): FormUses['mortgage'] =>
  resolvedDocument.document.compiledForm.uses.mortgage as FormUses['mortgage']

const isBoxUnreadable = (statement: LoanStatement, box: MortgageBox): boolean =>
  statement.resolvedDocument.document.unreadableFields.includes(getBoxes(statement)[box])

const traceBox = (statement: LoanStatement, box: MortgageBox): TraceInput =>
  inputOf(statement.resolvedDocument.document, getBoxes(statement)[box], statement[box])

/**
 * Adds the indicators about a borrower's loans of the as-of year: obligations that an application may not list. An amount
 * is null if no form has its box. The note says how many forms lack it.
 */
export function addMortgageIndicators(
  collector: IndicatorCollector,
  forms: BorrowerForms,
  asOfYear: number,
  loans: readonly Loan[],
): void {
  const { id } = forms.borrower
  const yearRange = { from: asOfYear, to: asOfYear }
  const { rejectedEntryForms } = forms.borrower.result.completeness
  const yearLoans = loans.length === 0 ? NO_ITEMS : loans.filter(loan => loan.year === asOfYear && loan.borrower === id)
  if (
    yearLoans.length === 0 &&
    !rejectedEntryForms.some(({ form, year: entryYear }) => entryYear === asOfYear && form.uses?.mortgage !== undefined)
  )
    return
  const subject = { recipient: id, taxYear: asOfYear }
  const statements = yearLoans.flatMap(loan => loan.statements)
  collector.add('mortgages_reported', subject, yearLoans.length, {
    rule: 'loans that Forms 1098 of the year report',
    inputs: () => statements.map(statement => ({ ...traceBox(statement, 'principal'), cents: null })),
    isIncomplete: forms.isFormUnreadable(yearRange, 'mortgage'),
  })
  // The principal of a transferred loan is that of its first lender.
  const principalStatements = yearLoans.flatMap(loan => loan.statements[0] ?? NO_ITEMS)
  const addAmount = (
    indicator: 'mortgage_principal' | 'monthly_mortgage_interest',
    box: MortgageBox,
    countedStatements: readonly LoanStatement[],
    rule: string,
  ): void => {
    if (countedStatements.length === 0) return
    const readable = countedStatements.filter(statement => statement[box] !== null)
    let sum: Cents = 0
    for (const statement of readable) sum = addCents(sum, statement[box] ?? 0)
    const amount = box === 'interest' ? divideHalfAway(sum, 12) : sum
    const absentCount = countedStatements.filter(
      statement => statement[box] === null && !isBoxUnreadable(statement, box),
    ).length
    collector.add(indicator, subject, readable.length === 0 ? null : amount, {
      rule,
      inputs: () => readable.map(statement => traceBox(statement, box)),
      excluded: () =>
        statements
          .filter(statement => statement[box] !== null && !countedStatements.includes(statement))
          .map(statement => excludeInput(traceBox(statement, box), 'servicing_transfer')),
      detail:
        absentCount === 0
          ? null
          : `Incomplete: ${absentCount} of ${countedStatements.length} Forms 1098 do not show the ${box}.`,
      isIncomplete: forms.isFormUnreadable(yearRange, 'mortgage', boxes => [boxes[box]]),
    })
  }
  addAmount('mortgage_principal', 'principal', principalStatements, 'sum of outstanding principal, each loan once')
  addAmount('monthly_mortgage_interest', 'interest', statements, 'interest paid in the year / 12')
}

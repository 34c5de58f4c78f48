import { addAll } from '../../core/lists.js'
import type { TaxpayerResult } from '../../summarize/result.js'
import { ALL, SELF } from '../borrower-view.js'
import type { KnownFacts } from '../known-facts.js'
import type { BorrowerIncome } from '../qualifying-income.js'
import type { Underwriting } from '../underwrite.js'
import { isIncomplete, needsOfBoxes, needsOfRefusals } from './by-loss.js'
import { needsOfStreams } from './by-stream.js'
import type { NeedCode } from './codes.js'
import type { Need } from './need.js'

const READ_AGAIN: readonly NeedCode[] = ['refused_record', 'unread_form']

/** What is missing under a policy, of each borrower and of the household; not in an order yet, and some of it twice. */
export function needsOf(under: Underwriting, result: TaxpayerResult, known: KnownFacts | undefined): Need[] {
  const { asOfYear: year, incomes } = under
  const household = incomes.length > 1 ? ALL : SELF
  const needs: Need[] = []
  if (year !== null) {
    for (const income of incomes) {
      addAll(needs, needsOfStreams(income, year))
      addAll(needs, needsOfBoxes(income, year))
    }
    if (under.yearIncomplete) addAll(needs, needsOfYear(incomes, year, needs))
  }
  for (const { year: of, unsure, borrower, statements, principal } of under.loans) {
    if (!unsure || of !== year) continue
    const issuer = statements.at(-1)?.document ?? null
    needs.push({
      borrower,
      need: 'verification_of_mortgage',
      issuer,
      about: null,
      year: of,
      cents: principal,
    })
  }
  addAll(needs, needsOfRefusals(result, household))
  addAll(needs, needOfAgreement(result, known))
  const isTold = (borrower: string): boolean =>
    needs.some(
      each => READ_AGAIN.includes(each.need) && (each.borrower === borrower || each.borrower === household),
    )
  // What was lost may have no place that can be named: of an earlier year, or of the year itself.
  for (const income of incomes) {
    const { borrower } = income.view
    if (!isIncomplete(income) || isTold(borrower)) continue
    needs.push({ borrower, need: 'unread_form', issuer: null, about: null, year, cents: null })
  }
  return needs
}

/** The transcript of a year that is not complete, where no row has asked for it. */
const needsOfYear = (incomes: readonly BorrowerIncome[], year: number, asked: readonly Need[]): Need[] =>
  incomes.flatMap(({ view, total }) => {
    const { borrower } = view
    const isAsked = asked.some(
      each => each.need === 'complete_transcript' && each.borrower === borrower && each.year === year,
    )
    if (isAsked) return []
    return [
      { borrower, need: 'complete_transcript', issuer: null, about: null, year, cents: total.latestAmount },
    ]
  })

/** The agreement about a balance, unless the caller says that there is one. */
function needOfAgreement({ liabilities }: TaxpayerResult, known: KnownFacts | undefined): Need[] {
  const { balanceDue, total, oldestBalanceYear: year } = liabilities
  const cents = (balanceDue ?? 0) > 0 ? balanceDue : total
  if (cents === null || cents <= 0 || known?.plan?.state === 'approved_current') return []
  return [{ borrower: SELF, need: 'installment_agreement', issuer: null, about: null, year, cents }]
}

import { addAll } from '../../core/lists.js'
import type { FactRow } from '../../summarize/facts.js'
import type { BorrowerIncome, StreamIncome } from '../qualifying-income.js'
import { rulesOfFlag, type Share } from './codes.js'
import { type Need, needsOfFacts, needsOfYears } from './need.js'

/** Whether a fact of a stream's two years stands behind a need. */
const IS_BEHIND: Readonly<
  Record<Share, (fact: FactRow, stream: StreamIncome, income: BorrowerIncome) => boolean>
> = {
  all: () => true,
  allocated: ({ of }) => of.document.plan.form.allocated === true,
  owned: ({ of }, { work }) => work.entities.of.get(of.document)?.owned === true,
  unmatched: () => true,
  unconfirmed: ({ of }, _, { view }) => view.confirmation.silenceOf(of) === 'transcript_incomplete',
  without_basis: ({ meaning, of }, _, { view }) => meaning.reason === 'basis_unknown' && view.isOwn(of),
}

/** The facts of a stream's two years that stand behind a need. */
function behindOf(share: Share, stream: StreamIncome, income: BorrowerIncome, year: number): FactRow[] {
  const { own, absent, unmatched } = stream.facts
  const lists =
    share === 'unmatched' ? [unmatched] : share === 'without_basis' ? [income.view.others] : [own, absent]
  const isBehind = IS_BEHIND[share]
  const behind: FactRow[] = []
  for (const facts of lists) {
    for (const fact of facts) {
      const each = fact.of.document.year
      if ((each === year || each === year - 1) && isBehind(fact, stream, income)) behind.push(fact)
    }
  }
  return behind
}

/** What the rows of a borrower ask for by their flags, and of employers of whom only they can tell. */
export function needsOfStreams(income: BorrowerIncome, year: number): Need[] {
  const { borrower } = income.view
  const needs: Need[] = []
  for (const stream of income.streams) {
    const { flags, category } = stream.row
    for (const { employer, year: of, cents } of stream.years.verify)
      needs.push({
        borrower,
        need: 'verification_of_employment',
        issuer: employer,
        about: null,
        year: of,
        cents,
      })
    for (const flag of flags) {
      for (const { need, share, of } of rulesOfFlag(flag)) {
        if (of !== undefined && of !== category) continue
        const behind = behindOf(share, stream, income, year)
        const found = (share === 'unconfirmed' ? needsOfYears : needsOfFacts)(borrower, need, behind)
        if (found.length > 0) addAll(needs, found)
        // What stands behind it was lost, or is of no amount.
        else needs.push({ borrower, need, issuer: null, about: null, year, cents: null })
      }
    }
  }
  return needs
}

import { addAll } from '../../core/lists.js'
import type { SourceDocument } from '../../normalize/source.js'
import type { FactRow } from '../../summarize/facts.js'
import type { BorrowerIncome, StreamIncome } from '../qualifying-income.js'
import { rulesOfFlag, type Share } from './codes.js'
import { type Need, needsOfFacts, needsOfYears } from './need.js'

/** Which documents stand behind a need, whatever of them could be read. Missing: a need that not all of a document asks for. */
const OF_DOCUMENT: Readonly<
  Partial<Record<Share, (document: SourceDocument, stream: StreamIncome) => boolean>>
> = {
  all: () => true,
  allocated: ({ plan }) => plan.form.allocated === true,
  owned: (document, { work }) => work.entities.of.get(document)?.owned === true,
}

/** Which facts stand behind a need. Missing: those of the documents above, or all of a list. */
const OF_FACT: Readonly<Partial<Record<Share, (fact: FactRow, income: BorrowerIncome) => boolean>>> = {
  unconfirmed: ({ of }, { view }) => view.confirmation.silenceOf(of) === 'transcript_incomplete',
  without_basis: ({ meaning, of }, { view }) => meaning.reason === 'basis_unknown' && view.isOwn(of),
}

/** The facts of a stream's two years that stand behind a need. */
function behindOf(share: Share, stream: StreamIncome, income: BorrowerIncome, year: number): FactRow[] {
  const { own, absent, unmatched } = stream.facts
  const lists =
    share === 'unmatched' ? [unmatched] : share === 'without_basis' ? [income.view.others] : [own, absent]
  const [ofDocument, ofFact] = [OF_DOCUMENT[share], OF_FACT[share]]
  const behind: FactRow[] = []
  for (const facts of lists) {
    for (const fact of facts) {
      const { document } = fact.of
      if (document.year !== year && document.year !== year - 1) continue
      if (ofDocument?.(document, stream) === false || ofFact?.(fact, income) === false) continue
      behind.push(fact)
    }
  }
  return behind
}

/** The documents of a stream's two years that stand behind a need, and whose amounts could not be read. */
function lostBehind(share: Share, stream: StreamIncome, year: number): SourceDocument[] {
  const lost: SourceDocument[] = []
  const isBehind = OF_DOCUMENT[share]
  if (isBehind === undefined) return lost
  for (const { document, year: each } of stream.facts.losses)
    if (document !== null && (each === year || each === year - 1) && isBehind(document, stream))
      lost.push(document)
  return lost
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
        const before = needs.length
        const behind = behindOf(share, stream, income, year)
        addAll(needs, (share === 'unconfirmed' ? needsOfYears : needsOfFacts)(borrower, need, behind))
        for (const issuer of lostBehind(share, stream, year))
          needs.push({ borrower, need, issuer, about: null, year: issuer.year, cents: null })
        // What stands behind it was refused whole, or is of no amount.
        if (needs.length === before)
          needs.push({ borrower, need, issuer: null, about: null, year, cents: null })
      }
    }
  }
  return needs
}

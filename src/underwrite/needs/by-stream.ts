import type { FactRow } from '../../summarize/facts.js'
import { entitiesOf } from '../entities.js'
import type { Policy } from '../policy.js'
import type { StreamIncome } from '../qualifying-income.js'
import type { BorrowerIncome } from '../underwrite.js'
import { type Behind, NEED_RULES } from './codes.js'
import { type Need, needsOfFacts, needsOfYears } from './need.js'

const BASIS = 'basis_unknown'

/** The facts of a stream's two years, by what they are to a need. */
function behindOf({ facts }: StreamIncome, { view }: BorrowerIncome, year: number, policy: Policy): Behind {
  const isOfTwo = ({ of }: FactRow): boolean => {
    const each = of.document.year
    return each === year || each === year - 1
  }
  const all = (): FactRow[] => [...facts.own, ...facts.absent].filter(isOfTwo)
  return {
    all,
    allocated: () => all().filter(({ of }) => of.document.plan.form.allocated === true),
    owned: () => {
      const { of } = entitiesOf(view, year, policy)
      return all().filter(fact => of.get(fact.of.document)?.owned === true)
    },
    unmatched: () => facts.unmatched,
    unconfirmed: () => all().filter(({ of }) => view.confirmation.silenceOf(of) === 'transcript_incomplete'),
    without_basis: () =>
      view.others.filter(fact => fact.meaning.reason === BASIS && isOfTwo(fact) && view.isOwn(fact.of)),
  }
}

/** What the rows of a borrower ask for by their flags, and of employers of whom only they can tell. */
export function needsOfStreams(income: BorrowerIncome, year: number, policy: Policy): Need[] {
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
    if (flags.length === 0) continue
    let behind: Behind | null = null
    for (const { flag, need, share, of } of NEED_RULES) {
      if (!flags.includes(flag) || (of !== undefined && of !== category)) continue
      behind ??= behindOf(stream, income, year, policy)
      const found = (share === 'unconfirmed' ? needsOfYears : needsOfFacts)(borrower, need, behind[share]())
      if (found.length > 0) needs.push(...found)
      // What stands behind it was lost, or is of no amount.
      else needs.push({ borrower, need, issuer: null, about: null, year, cents: null })
    }
  }
  return needs
}

// The folder `underwriting/conditions` lists the documents that an underwriter still needs. It takes a finished
// underwriting and gives one row per document.

import { appendAll, groupBy, NO_ITEMS } from '../../core/lists.js'
import { addCents, type Cents } from '../../core/money.js'
import { listUnparsedRecords } from '../../figures/completeness.js'
import type { FactRow } from '../../figures/facts.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { SourceDocument } from '../../ingest/source.js'
import { formatFormName } from '../../schema/form.js'
import { ALL, SELF } from '../borrowers/borrower-view.js'
import type { Flag } from '../flag.js'
import type { StreamName } from '../policies/setting.js'
import type { KnownFacts } from '../policies/settings.js'
import type { BorrowerIncome, StreamIncome } from '../streams/qualifying-income.js'
import type { PolicyUnderwriting } from '../underwrite.js'

/** What can be missing, and what is asked for. */
export const NEEDS = {
  award_letter: 'Award letter or other proof that the income will continue.',
  business_return_1065: 'Partnership return (Form 1065) with all schedules.',
  business_return_1120s: 'S corporation return (Form 1120-S) with all schedules.',
  complete_transcript: 'IRS Wage & Income transcript for the year, pulled after July 31 of the following year.',
  cost_basis: 'Cost basis of the securities sold.',
  installment_agreement: 'IRS installment agreement showing the monthly payment.',
  k1_distributions: 'Proof of distributions: a Schedule K-1 shows a share of earnings, not cash received.',
  refused_record: 'A fresh copy of the record that could not be read.',
  schedule_c: 'Schedule C: the documents show gross receipts, not net income after expenses.',
  schedule_e: 'Schedule E: it shows net income after expenses, and how long the income has been received.',
  transcript_match: "The issuer's confirmation of a document that is not on the complete IRS transcript.",
  unread_form: 'The original document: part of it could not be read.',
  verification_of_employment: 'Verification of employment, with start date.',
  verification_of_mortgage: "Lender's confirmation: transferred loan or second loan?",
} as const

/** What is missing. */
export type NeedCode = keyof typeof NEEDS

/** Which facts of a stream stand behind a need. */
type Share = 'all' | 'allocated' | 'owned' | 'unmatched' | 'unconfirmed' | 'without_basis'

/** What a flag of a row asks for. Missing: without `of`, for rows of every stream. */
interface NeedRule {
  readonly flag: Flag
  readonly need: NeedCode
  readonly share: Share
  readonly of?: StreamName
}

const NEED_RULES: readonly NeedRule[] = [
  { flag: 'needs_schedule_c', need: 'schedule_c', share: 'all' },
  { flag: 'needs_schedule_e', need: 'schedule_e', share: 'all' },
  { flag: 'access_to_income_not_shown', need: 'k1_distributions', share: 'allocated' },
  { flag: 'business_return_required', need: 'business_return_1065', share: 'owned', of: 'partnership' },
  { flag: 'business_return_required', need: 'business_return_1120s', share: 'owned', of: 's_corporation' },
  { flag: 'continuance_unknown', need: 'award_letter', share: 'all' },
  { flag: 'basis_unknown', need: 'cost_basis', share: 'without_basis' },
  { flag: 'not_on_transcript', need: 'transcript_match', share: 'unmatched' },
  { flag: 'transcript_incomplete', need: 'complete_transcript', share: 'unconfirmed' },
]

const BY_FLAG = groupBy(NEED_RULES, rule => rule.flag)

/** What a flag asks for: nothing, or what could not be read, where it is not in the table above. */
const rulesOfFlag = (flag: Flag): readonly NeedRule[] => BY_FLAG.get(flag) ?? NO_ITEMS

/**
 * Something that is missing. Units: cents. Missing: `issuer` where none is asked, then `about` names a form or a record, or
 * nothing in particular; `year` where it is of none; `cents` where no amount stands behind it.
 */
export interface Need {
  readonly borrower: string
  readonly need: NeedCode
  /** One of the issuer's documents, which names it. */
  readonly issuer: SourceDocument | null
  readonly about: string | null
  readonly year: number | null
  readonly cents: Cents | null
}

/** Makes a need. It has no issuer, subject or amount unless the details name one. */
const needOf = (
  borrower: string,
  need: NeedCode,
  year: number | null,
  { issuer = null, about = null, cents = null }: Partial<Pick<Need, 'issuer' | 'about' | 'cents'>> = {},
): Need => ({ borrower, need, issuer, about, year, cents })

/** Lists a need for each year that facts are of, with their sum. */
function needsOfYears(
  borrower: string,
  need: NeedCode,
  facts: readonly FactRow[],
  issuer: SourceDocument | null = null,
): Need[] {
  const sums = new Map<number, Cents>()
  for (const { resolvedDocument, cents } of facts) {
    const year = resolvedDocument.document.year as number
    sums.set(year, addCents(sums.get(year) ?? 0, cents))
  }
  return Array.from(sums, ([year, cents]) => needOf(borrower, need, year, { issuer, cents }))
}

/** Lists a need for each issuer and year that facts are of, with their sum. */
function needsOfFacts(borrower: string, need: NeedCode, facts: readonly FactRow[]): Need[] {
  const byDocument = groupBy(facts, ({ resolvedDocument }) => resolvedDocument.document)
  // Most needs are about one document, which needs no comparison of issuers.
  if (byDocument.size <= 1) return needsOfYears(borrower, need, facts, facts[0]?.resolvedDocument.document)
  return groupByIssuer([...byDocument.keys()]).flatMap(({ first, documents }) =>
    needsOfYears(
      borrower,
      need,
      documents.flatMap(document => byDocument.get(document) ?? []),
      first,
    ),
  )
}

/** Which documents stand behind a need, whatever of them could be read. Missing: a need that not all of a document asks for. */
const OF_DOCUMENT: Readonly<Partial<Record<Share, (document: SourceDocument, stream: StreamIncome) => boolean>>> = {
  all: () => true,
  allocated: ({ compiledForm }) => compiledForm.form.isAllocated === true,
  owned: (document, { work }) => work.entities.of.get(document)?.owned === true,
}

/** Which facts stand behind a need. Missing: those of the documents above, or all of a list. */
const OF_FACT: Readonly<Partial<Record<Share, (fact: FactRow, income: BorrowerIncome) => boolean>>> = {
  unconfirmed: ({ resolvedDocument }, { view }) =>
    view.confirmation.silenceOf(resolvedDocument) === 'transcript_incomplete',
  without_basis: ({ meaning, resolvedDocument }, { view }) =>
    meaning.reason === 'basis_unknown' && view.isOwn(resolvedDocument),
}

/** The facts of a stream's two years that stand behind a need. */
function behindOf(share: Share, stream: StreamIncome, income: BorrowerIncome, year: number): FactRow[] {
  const { own, absent, unmatched } = stream.facts
  const lists = share === 'unmatched' ? [unmatched] : share === 'without_basis' ? [income.view.others] : [own, absent]
  const [ofDocument, ofFact] = [OF_DOCUMENT[share], OF_FACT[share]]
  const behind: FactRow[] = []
  for (const facts of lists) {
    for (const fact of facts) {
      const { document } = fact.resolvedDocument
      if (document.year !== year && document.year !== year - 1) continue
      if (ofDocument?.(document, stream) === false || ofFact?.(fact, income) === false) continue
      behind.push(fact)
    }
  }
  return behind
}

/** The documents of a stream's two years that stand behind a need, and whose amounts could not be read. */
function lostBehind(share: Share, stream: StreamIncome, year: number): SourceDocument[] {
  const isBehind = OF_DOCUMENT[share]
  return stream.facts.losses.flatMap(({ document, year: each }) =>
    document !== null && (each === year || each === year - 1) && isBehind?.(document, stream) === true
      ? [document]
      : [],
  )
}

/** What the rows of a borrower ask for by their flags, and of employers of whom only they can tell. */
function needsOfStreams(income: BorrowerIncome, year: number): Need[] {
  const { borrower } = income.view
  const needs: Need[] = []
  for (const stream of income.streams) {
    const { flags, category } = stream.row
    for (const { employer, year: of, cents } of stream.years.verify)
      needs.push(needOf(borrower, 'verification_of_employment', of, { issuer: employer, cents }))
    for (const flag of flags) {
      for (const { need, share, of } of rulesOfFlag(flag)) {
        if (of !== undefined && of !== category) continue
        const before = needs.length
        const behind = behindOf(share, stream, income, year)
        appendAll(needs, (share === 'unconfirmed' ? needsOfYears : needsOfFacts)(borrower, need, behind))
        for (const issuer of lostBehind(share, stream, year))
          needs.push(needOf(borrower, need, issuer.year, { issuer }))
        // The document that the need is about was refused whole, or has no amount.
        if (needs.length === before) needs.push(needOf(borrower, need, year))
      }
    }
  }
  return needs
}

/** What was refused, or is of a kind that nobody reads, of nobody in particular. */
function needsOfRefusals({ dossier, completeness }: TaxpayerResult, household: string): Need[] {
  // Millions of values that are refused alike need one document.
  const needs = new Map<string, Need>()
  const add = (need: 'refused_record' | 'unread_form', about: string | null, year: number | null): void => {
    const key = `${need}\n${year}\n${about}`
    if (!needs.has(key)) needs.set(key, needOf(household, need, year, { about }))
  }
  for (const { id, taxYear, isRepeated } of dossier.rejected) if (!isRepeated) add('refused_record', id, taxYear)
  for (const { id, taxYear } of listUnparsedRecords(dossier)) add('refused_record', id, taxYear)
  for (const { form, year } of completeness.rejectedEntries) add('refused_record', formatFormName(form), year)
  for (const { id, forms, unknownForms, taxYear } of dossier.records) {
    for (const { name, year } of unknownForms) add('unread_form', name, year)
    for (const { isUnreadable, year } of forms) if (isUnreadable) add('refused_record', id, year ?? taxYear)
  }
  return [...needs.values()]
}

/** Documents of a borrower's two years of which a box could not be read, or holds amounts under keys that nobody reads. */
function needsOfBoxes({ view }: BorrowerIncome, latest: number): Need[] {
  const needs = new Map<string, Need>()
  // Most borrowers have no such document.
  if (view.flawed.length === 0 && view.unread.length === 0) return []
  for (const { unreadableFields, unreadAmountCount, compiledForm, year } of view.documents) {
    if (unreadableFields.length === 0 && unreadAmountCount === 0) continue
    if (year === null || year < latest - 1 || year > latest) continue
    needs.set(
      `${year} ${compiledForm.key}`,
      needOf(view.borrower, 'unread_form', year, { about: formatFormName(compiledForm.form) }),
    )
  }
  return [...needs.values()]
}

const LOST: readonly Flag[] = ['incomplete', 'income_unreadable']

/** True if a borrower's rows say that something was lost. */
const isIncomplete = ({ streams, total }: BorrowerIncome): boolean =>
  [total, ...streams.map(({ row }) => row)].some(({ flags }) => LOST.some(flag => flags.includes(flag)))

const READ_AGAIN: readonly NeedCode[] = ['refused_record', 'unread_form']

/** What is missing under a policy, of each borrower and of the household; not in an order yet, and some of it twice. */
export function needsOf(under: PolicyUnderwriting, result: TaxpayerResult, known: KnownFacts | undefined): Need[] {
  const { asOfYear: year, incomes } = under
  const household = incomes.length > 1 ? ALL : SELF
  const needs: Need[] = []
  if (year !== null) {
    for (const income of incomes) {
      appendAll(needs, needsOfStreams(income, year))
      appendAll(needs, needsOfBoxes(income, year))
    }
    if (under.yearIncomplete) appendAll(needs, needsOfYear(incomes, year, needs))
  }
  for (const { year: of, unsure, borrower, statements, principal } of under.loans) {
    if (!unsure || of !== year) continue
    const issuer = statements.at(-1)?.document ?? null
    needs.push(needOf(borrower, 'verification_of_mortgage', of, { issuer, cents: principal }))
  }
  appendAll(needs, needsOfRefusals(result, household))
  appendAll(needs, needOfAgreement(result, known))
  const isTold = (borrower: string): boolean =>
    needs.some(each => READ_AGAIN.includes(each.need) && (each.borrower === borrower || each.borrower === household))
  // What was lost may have no place that can be named: of an earlier year, or of the year itself.
  for (const income of incomes) {
    const { borrower } = income.view
    if (isIncomplete(income) && !isTold(borrower)) needs.push(needOf(borrower, 'unread_form', year))
  }
  return needs
}

/** The transcript of a year that is not complete, unless a row has asked for it. */
const needsOfYear = (incomes: readonly BorrowerIncome[], year: number, asked: readonly Need[]): Need[] =>
  incomes.flatMap(({ view: { borrower }, total }) => {
    const isAsked = asked.some(
      each => each.need === 'complete_transcript' && each.borrower === borrower && each.year === year,
    )
    return isAsked ? [] : [needOf(borrower, 'complete_transcript', year, { cents: total.latestAmount })]
  })

/** The agreement about a balance, unless the caller says that there is one. */
function needOfAgreement({ liabilities }: TaxpayerResult, known: KnownFacts | undefined): Need[] {
  const { balanceDue, total, oldestBalanceYear } = liabilities
  const cents = (balanceDue ?? 0) > 0 ? balanceDue : total
  if (cents === null || cents <= 0 || known?.plan?.state === 'approved_current') return []
  return [needOf(SELF, 'installment_agreement', oldestBalanceYear, { cents })]
}

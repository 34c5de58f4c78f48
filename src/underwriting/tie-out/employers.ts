import { hasSsnFormat, readComparableIdentifier } from '../../core/identifier.js'
import { appendToGroup, getOrCreate } from '../../core/lists.js'
import { type Cents, centsFromDollars } from '../../core/money.js'
import { compareText } from '../../core/text.js'
import { groupByIssuer, listIssuers } from '../../figures/issuers.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { SourceDocument, SourceParty } from '../../ingest/source.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { StatedEmployer } from '../facts/stated-income.js'
import type { IncomeStream } from '../income-stream.js'
import type { StreamCategory } from '../policies/policy.js'
import { computeDocumented, type DocumentedAmount, type DocumentedIncome, type DocumentTest } from './documented.js'
import { compareAmounts, EMPTY_ROW, listMatchNotes, type TieOutNote, type TieOutRow } from './finding.js'
import { type Match, matchNames } from './match-names.js'

/** The streams that are part of the wages of an employer. */
export const EMPLOYER_CATEGORIES: readonly StreamCategory[] = [
  'wages',
  'officer_compensation',
  'equity_pay',
  'deferred_pay',
]

/** The streams that are compared with a stated employer. Receipts are compared only if an issuer pays nothing of these. */
const PAY_CATEGORIES: readonly StreamCategory[] = [...EMPLOYER_CATEGORIES, 'partnership', 's_corporation']

const RECEIPTS: readonly StreamCategory[] = ['self_employment']

/** The categories that an application states as employers. */
const WORK_CATEGORIES: readonly StreamCategory[] = [...PAY_CATEGORIES, ...RECEIPTS]

/** An issuer that pays a borrower for work. */
export interface WorkPayer {
  /** The fullest name is first. */
  readonly parties: readonly SourceParty[]
  /** The documents of all years. */
  readonly documents: ReadonlySet<SourceDocument>
  /** The streams with any of the documents, in their order. */
  readonly streams: readonly IncomeStream[]
}

const compareByLongestName = (a: SourceParty, b: SourceParty): number =>
  (b.name?.length ?? 0) - (a.name?.length ?? 0) || compareText(a.name ?? '', b.name ?? '')

/** The documents of a stream, also those of which no amount can be read. */
const listDocuments = ({ items, questionedDocuments }: IncomeStream): SourceDocument[] =>
  [...items.map(({ document }) => document), ...questionedDocuments].map(({ document }) => document)

/**
 * Lists the issuers that pay a borrower for work. Those that pay in the as-of year are first. Employers with several
 * identifiers are one if the streams join them.
 */
export function listWorkPayers(
  { incomeFacts }: Borrower,
  { streams, year }: DocumentedIncome,
  joinedEmployers: TaxpayerResult['joinedEmployers'],
): readonly WorkPayer[] {
  const documents = new Set<SourceDocument>()
  for (const { meaning, resolvedDocument } of incomeFacts)
    if (WORK_CATEGORIES.some(category => category === meaning.category)) documents.add(resolvedDocument.document)
  for (const stream of streams)
    if (WORK_CATEGORIES.includes(stream.category)) for (const document of listDocuments(stream)) documents.add(document)
  const documentsByPayer = new Map<unknown, Set<SourceDocument>>()
  for (const group of groupByIssuer([...documents])) {
    const joined = group.documents
      .map(document => joinedEmployers.get(document))
      .find(employer => employer !== undefined)
    const payerDocuments = getOrCreate(documentsByPayer, joined ?? group, () => new Set<SourceDocument>())
    for (const document of group.documents) payerDocuments.add(document)
  }
  // Each payer has few of the streams, so that a comparison of all payers does not visit all streams for each of them.
  const positionsByDocument = new Map<SourceDocument, number[]>()
  for (const [i, stream] of streams.entries())
    for (const document of listDocuments(stream)) appendToGroup(positionsByDocument, document, i)
  const payers = [...documentsByPayer.values()].map((payerDocuments): WorkPayer => {
    const positions = new Set([...payerDocuments].flatMap(document => positionsByDocument.get(document) ?? []))
    return {
      parties: [...listIssuers([...payerDocuments])].sort(compareByLongestName),
      documents: payerDocuments,
      streams: [...positions].sort((a, b) => a - b).map(i => streams[i] as IncomeStream),
    }
  })
  const isCurrent = (payer: WorkPayer): boolean => [...payer.documents].some(document => document.year === year)
  return [...payers.filter(isCurrent), ...payers.filter(payer => !isCurrent(payer))]
}

interface ComparedEmployer extends SourceParty {
  readonly statedMonthly: Cents | null
  readonly isFormer: boolean
  readonly isBusiness: boolean
}

const prepareEmployer = (
  { ein, name, monthly, former, end, selfEmployed, ownership }: StatedEmployer,
  { year, policy }: DocumentedIncome,
): ComparedEmployer => ({
  id: ein === undefined ? null : readComparableIdentifier(ein),
  name,
  address: null,
  mayBePerson: hasSsnFormat(ein),
  statedMonthly: monthly === null ? null : centsFromDollars(monthly),
  isFormer: former === true || (end !== undefined && end <= `${year}-12-31`),
  isBusiness: selfEmployed === true || (ownership ?? 0) >= policy.selfEmployedOwnership,
})

type PartialRow = Omit<TieOutRow, 'borrower' | 'item'>

/** The rows of stated employers, and which documents they are compared with. */
export interface ComparedEmployers {
  readonly rows: readonly TieOutRow[]
  /** True if a document of a category belongs to a stated employer or business. */
  readonly isStated: DocumentTest
}

/**
 * Compares stated employers with the issuers that pay a borrower for work, and a stated business without an issuer of its
 * name with the receipts that no stated employer has.
 */
export function compareEmployers(
  statedEmployers: readonly StatedEmployer[],
  payers: readonly WorkPayer[],
  documented: DocumentedIncome,
): ComparedEmployers {
  const employers = statedEmployers.map(employer => prepareEmployer(employer, documented))
  // An employer that goes on is matched before a former one.
  const ordered = [...employers.filter(({ isFormer }) => !isFormer), ...employers.filter(({ isFormer }) => isFormer)]
  const matches = matchNames(ordered, payers, ({ parties }) => parties)
  const statedPay = new Set<SourceDocument>()
  const statedReceipts = new Set<SourceDocument>()
  const amounts = new Map<ComparedEmployer, DocumentedAmount | null>()
  for (const [employer, { item: payer }] of matches) {
    const isIncluded = (document: SourceDocument): boolean => payer.documents.has(document)
    const { streams } = payer
    const pay = computeDocumented({ ...documented, streams }, PAY_CATEGORIES, isIncluded)
    amounts.set(employer, pay ?? computeDocumented({ ...documented, streams }, RECEIPTS, isIncluded))
    for (const document of payer.documents) {
      statedPay.add(document)
      if (pay === null) statedReceipts.add(document)
    }
  }
  const receipts = computeDocumented(documented, RECEIPTS, document => !statedReceipts.has(document))
  const businesses = new Set(
    employers.filter(employer => employer.isBusiness && !employer.isFormer && !matches.has(employer)),
  )
  const areReceiptsStated = receipts !== null && businesses.size > 0
  const rows = employers.map((employer): TieOutRow => {
    const match = matches.get(employer)
    const row: PartialRow =
      match !== undefined
        ? compareMatch(employer, match, amounts.get(employer) ?? null, documented.year)
        : !areReceiptsStated || !businesses.has(employer)
          ? { ...EMPTY_ROW, finding: 'stated_only', notes: [] }
          : businesses.size > 1
            ? { ...EMPTY_ROW, finding: 'not_computable', notes: ['unclear_receipts'] }
            : compareEmployer(employer, receipts)
    const { statedMonthly } = employer
    return { ...row, borrower: documented.borrower, item: 'employer', statedParty: employer, statedMonthly }
  })
  return {
    rows,
    isStated: (document, category) =>
      category === 'self_employment'
        ? areReceiptsStated || statedReceipts.has(document)
        : PAY_CATEGORIES.includes(category) && statedPay.has(document),
  }
}

function compareMatch(
  employer: ComparedEmployer,
  { item: payer, by }: Match<WorkPayer>,
  amount: DocumentedAmount | null,
  year: number,
): PartialRow {
  const issuer = payer.parties[0] ?? null
  const matchNotes = listMatchNotes(by)
  if (employer.isFormer) return { ...EMPTY_ROW, issuer, finding: 'not_computable', notes: [...matchNotes, 'former'] }
  if (amount === null) {
    const hasEnded = [...payer.documents].every(document => (document.year as number) < year)
    return { ...EMPTY_ROW, issuer, finding: 'stated_only', notes: hasEnded ? [...matchNotes, 'ended'] : matchNotes }
  }
  const row = compareEmployer(employer, amount)
  return { ...row, issuer, notes: [...matchNotes, ...row.notes] }
}

function compareEmployer(
  { statedMonthly }: ComparedEmployer,
  { monthly, isGross, notes }: DocumentedAmount,
): PartialRow {
  const allNotes: readonly TieOutNote[] = statedMonthly === null ? ['no_amount', ...notes] : notes
  const documentedMonthly = isGross ? null : monthly
  if (statedMonthly === null || documentedMonthly === null)
    return { ...EMPTY_ROW, documentedMonthly, finding: 'not_computable', notes: allNotes }
  return { ...EMPTY_ROW, documentedMonthly, ...compareAmounts(statedMonthly, documentedMonthly), notes }
}

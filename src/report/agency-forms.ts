// The lines of Fannie Mae Form 1084 that the records can fill. Freddie Mac Form 91 asks for the same items.

import { addCents, type Cents } from '../core/money.js'
import { IssuerIndex } from '../figures/issuers.js'
import type { SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { Borrower } from '../underwriting/borrowers/borrower.js'
import type { StreamCategory } from '../underwriting/policies/policy.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { type Grid, moneyCell, textColumn } from './grid.js'
import { wordsOfBorrower } from './labels.js'

/** Adds up a line in a year. Null if no document has it. */
type LineReader = (year: number) => Cents | null

interface FormLine {
  readonly line: string
  readonly item: string
  readonly read: LineReader
}

const addPresent = (sum: Cents | null, amount: Cents | null): Cents | null =>
  amount === null ? sum : sum === null ? amount : addCents(sum, amount)

/** Lists the lines of the form that records can fill. */
function listLines({ documents, incomeFacts, id }: Borrower, { asOf, streams }: PolicyResult): FormLine[] {
  const businesses = new IssuerIndex<ResolvedDocument>()
  const businessDocuments = documents.filter(({ document }) => isOfBusiness(document))
  for (const resolved of businessDocuments) businesses.add(resolved.document.issuer, resolved)
  const sumStreams =
    (category: StreamCategory): LineReader =>
    year => {
      let sum: Cents | null = null
      for (const stream of streams)
        if (stream.borrower === id && stream.category === category)
          sum = addPresent(sum, year === asOf.year ? stream.latestAmount : stream.priorAmount)
      return sum
    }
  const sumFacts =
    (isOfLine: (fact: Borrower['incomeFacts'][number]) => boolean): LineReader =>
    year => {
      let sum: Cents | null = null
      for (const fact of incomeFacts)
        if (fact.resolvedDocument.document.year === year && isOfLine(fact)) sum = addPresent(sum, fact.cents)
      return sum
    }
  const sumBusinessIncome = (category: StreamCategory): LineReader =>
    sumFacts(
      ({ meaning, resolvedDocument }) =>
        meaning.category === category && businesses.findFirst(resolvedDocument.document.issuer) !== undefined,
    )
  const sumBoxes = (category: StreamCategory, boxes: readonly string[]): LineReader =>
    sumFacts(({ meaning }) => meaning.category === category && meaning.box !== null && boxes.includes(meaning.box))
  return [
    { line: '1', item: 'W-2 income from self-employment', read: sumStreams('officer_compensation') },
    { line: '2a', item: 'Interest income from self-employment', read: sumBusinessIncome('interest') },
    { line: '2b', item: 'Dividends from self-employment', read: sumBusinessIncome('dividends') },
    {
      line: CAPITAL_GAINS_LINE,
      item: 'Capital gains (an estimate: Schedule D decides)',
      read: sumStreams('capital_gains'),
    },
    { line: '7a', item: 'Form 1065 K-1: ordinary income', read: sumBoxes('partnership', ['1']) },
    { line: '7b', item: 'Form 1065 K-1: net rental income', read: sumBoxes('partnership', ['2', '3']) },
    { line: '7c', item: 'Form 1065 K-1: guaranteed payments', read: sumBoxes('partnership', ['4', '4c']) },
    { line: '9a', item: 'Form 1120-S K-1: ordinary income', read: sumBoxes('s_corporation', ['1']) },
    { line: '9b', item: 'Form 1120-S K-1: net rental income', read: sumBoxes('s_corporation', ['2', '3']) },
  ]
}

/** True for a Schedule K-1 of a partnership or an S corporation, which shows the owned share. */
const isOfBusiness = ({ compiledForm }: SourceDocument): boolean =>
  (compiledForm.uses.ownership?.shares.length ?? 0) > 0

/** Capital gains alone are not income from self-employment. */
const CAPITAL_GAINS_LINE = '4'

/** The lines that need the tax returns, in the order of the form. */
const MISSING_LINES: readonly (readonly [line: string, item: string])[] = [
  ['3', 'Schedule C: profit or loss from business'],
  ['5', 'Schedule E: royalties'],
  ['6', 'Schedule F: profit or loss from farming'],
  ['8', 'Form 1065: adjustments to business cash flow'],
  ['10', 'Form 1120-S: adjustments to business cash flow'],
  ['11', 'Form 1120: corporation earnings'],
]

const MISSING_TEXT = 'not in these records'

/** Describes the lines of the agencies' cash flow forms for each borrower with income from self-employment. */
export function describeAgencyForms(policyResult: PolicyResult | undefined): Grid[] {
  const year = policyResult?.asOf.year ?? null
  if (policyResult === undefined || year === null) return []
  const { borrowers } = policyResult.indicatorInput
  return borrowers.flatMap(borrower => {
    const lines = listLines(borrower, policyResult).map(({ line, item, read }) => ({
      line,
      item,
      amounts: [read(year), read(year - 1)],
    }))
    const isOwner = lines.some(
      ({ line, amounts }) => line !== CAPITAL_GAINS_LINE && amounts.some(amount => amount !== null),
    )
    if (!isOwner) return []
    const caption = 'Lines of Fannie Mae Form 1084 and items of Freddie Mac Form 91'
    const rows = [
      ...lines.map(({ line, item, amounts }) => [line, item, ...amounts.map(amount => moneyCell(amount))]),
      ...MISSING_LINES.map(([line, item]) => [line, item, MISSING_TEXT, MISSING_TEXT]),
    ]
    return [
      {
        caption: borrowers.length === 1 ? caption : `${caption}: ${wordsOfBorrower(borrower.id)}`,
        columns: [{ title: 'Form 1084' }, textColumn('Item'), { title: year }, { title: year - 1 }],
        rows: rows
          .sort(([a], [b]) => Number.parseInt(String(a), 10) - Number.parseInt(String(b), 10))
          .map(cells => ({ cells })),
        note: `US dollars per year. A line that is ${MISSING_TEXT} needs the tax returns. A dash means that no document shows the item. Form 91 asks for the same items under its own numbers.`,
      },
    ]
  })
}

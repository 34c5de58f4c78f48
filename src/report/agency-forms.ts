// The lines of Fannie Mae Form 1084 that the records can fill. Freddie Mac Form 91 asks for the same items.

import { addCents, type Cents } from '../core/money.js'
import { IssuerIndex } from '../figures/issuers.js'
import type { SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { Borrower } from '../underwriting/borrowers/borrower.js'
import type { StreamCategory } from '../underwriting/policies/policy.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { type Html, html, row, table, wordCell } from './html.js'
import { formatMoneyCell, wordsOfBorrower } from './labels.js'

/** Adds up a line in a year. Null if no document has it. */
type LineReader = (year: number) => Cents | null

interface FormLine {
  readonly line: string
  readonly item: string
  /** Null if the records cannot fill the line. */
  readonly read: LineReader | null
}

const addPresent = (sum: Cents | null, amount: Cents | null): Cents | null =>
  amount === null ? sum : sum === null ? amount : addCents(sum, amount)

/** Lists the lines of the form for a borrower. */
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
    { line: '3', item: 'Schedule C: profit or loss', read: null },
    { line: '4', item: 'Capital gains (an estimate: Schedule D decides)', read: sumStreams('capital_gains') },
    { line: '5', item: 'Schedule E: royalties', read: null },
    { line: '6', item: 'Schedule F: farm profit or loss', read: null },
    { line: '7a', item: 'Form 1065 K-1: ordinary income', read: sumBoxes('partnership', ['1']) },
    { line: '7b', item: 'Form 1065 K-1: net rental income', read: sumBoxes('partnership', ['2', '3']) },
    { line: '7c', item: 'Form 1065 K-1: guaranteed payments', read: sumBoxes('partnership', ['4', '4c']) },
    { line: '8', item: 'Form 1065: adjustments to cash flow', read: null },
    { line: '9a', item: 'Form 1120-S K-1: ordinary income', read: sumBoxes('s_corporation', ['1']) },
    { line: '9b', item: 'Form 1120-S K-1: net rental income', read: sumBoxes('s_corporation', ['2', '3']) },
    { line: '10', item: 'Form 1120-S: adjustments to cash flow', read: null },
    { line: '11', item: 'Form 1120: regular corporation', read: null },
  ]
}

/** True for a Schedule K-1 of a partnership or an S corporation, which shows the owned share. */
const isOfBusiness = ({ compiledForm }: SourceDocument): boolean =>
  (compiledForm.uses.ownership?.shares.length ?? 0) > 0

const NOT_IN_RECORDS = 'not in these records'

/** Renders the lines of the agencies' cash flow forms for each borrower with income from self-employment. */
export function renderAgencyForms(policyResult: PolicyResult | undefined): Html[] {
  const year = policyResult?.asOf.year ?? null
  if (policyResult === undefined || year === null) return []
  const { borrowers } = policyResult.indicatorInput
  return borrowers.flatMap(borrower => {
    const lines = listLines(borrower, policyResult)
    const amounts = lines.map(({ read }) => (read === null ? null : ([read(year), read(year - 1)] as const)))
    const hasAmounts = amounts.some(pair => pair?.some(amount => amount !== null))
    if (!hasAmounts) return []
    const caption = 'Lines of Fannie Mae Form 1084 and items of Freddie Mac Form 91'
    return [
      table({
        caption: borrowers.length === 1 ? caption : `${caption}: ${wordsOfBorrower(borrower.id)}`,
        head: ['Form 1084', wordCell('Item'), year, year - 1],
        rows: lines.map(({ line, item }, i) => {
          const pair = amounts[i]
          return row(line, [
            wordCell(item),
            ...(pair === null || pair === undefined
              ? [html`<i>${NOT_IN_RECORDS}</i>`, html`<i>${NOT_IN_RECORDS}</i>`]
              : pair.map(formatMoneyCell)),
          ])
        }),
        note: 'US dollars per year. The other lines need the tax returns. Form 91 asks for the same items under its own numbers.',
      }),
    ]
  })
}

import { shortenText } from '../../core/cut-list.js'
import { formatCents } from '../../core/money.js'
import { MAX_PENDING_LENGTH } from '../../files/formats/writer.js'
import { listMissing } from '../../report/missing.js'
import {
  issueCounts,
  listDoubtful,
  listFlagged,
  listNotCounted,
  listNotIncome,
  listOtherRecipients,
  listWarnings,
  type Remark,
} from '../../report/remarks.js'
import { getUnderwritings } from '../../tables/definitions/cached-underwriting.js'
import { documents, taxpayers } from '../../tables/definitions/record-tables.js'
import { incomeStreams } from '../../tables/definitions/underwriting-tables.js'
import { listJsonRows } from '../../tables/objects.js'
import type { TableSpec, TaxpayerContext } from '../../tables/table.js'
import { TABLES } from '../../tables/tables.js'
import {
  expandFigure,
  explainFigure,
  FIGURE_NAMES,
  formatHeading,
  isFigureName,
  listFigureNameLines,
  listShownStreams,
  listShownTraces,
  shortenFigure,
  suggestFigure,
} from '../../underwriting/traces/explain.js'
import { getFigureTraces } from '../../underwriting/traces/figure-traces.js'
import type { Trace } from '../../underwriting/traces/trace.js'
import type { PolicyResult } from '../../underwriting/underwrite.js'
import type { Call } from '../options/options.js'
import { UsageError } from '../options/parse-arguments.js'
import { readUnderwritingInputs } from '../options/underwriting.js'
import { toExplanationObject } from '../output/explanation-json.js'
import { summaryText } from '../output/summary-text.js'
import { alignText, findPageLayout, formatForPage, type Page, replaceUnprintable, writeOut } from '../output/text.js'
import { visitTaxpayerContexts } from '../read-inputs.js'

/** Runs `taxtally summarize`, which prints each taxpayer's figures as text or as one line of JSON. */
export async function summarizeCommand(call: Call): Promise<number> {
  let isFirst = true
  const page = findPageLayout(process.stdout, process.env, call.noColor)
  return visitTaxpayerContexts(call, await readUnderwritingInputs(call), async taxpayer => {
    const text = call.json ? `${JSON.stringify(summaryObject(taxpayer))}\n` : summaryText(taxpayer)
    await writeOut(call.json ? text : formatForPage(isFirst ? text : `\n\n${text}`, page))
    isFirst = false
  })
}

/** The columns of `documents` that name the documents that decided and that count instead. */
const OTHER_DOCUMENT_COLUMNS = documents.columns.filter(({ name }) => /^(decided_by|counted_instead)_/.test(name))

const toPlainRemark = ({ documentPlace, document, why }: Remark): Remark => ({ documentPlace, document, why })
const toJsonRemark = ({ documentPlace, document, why }: Remark) => ({ place: documentPlace, document, why })

/**
 * Returns a taxpayer's figures as one object: the rows of the tables that belong in a summary, and the lists that the
 * text summary also has. Money and ratios are decimal text. Unknown values are null.
 */
export function summaryObject(taxpayer: TaxpayerContext): object {
  const figures = TABLES.flatMap(table => {
    if (table.summary === undefined) return []
    const rows = listJsonRows(table, taxpayer)
    return [[table.name, table.summary === 'object' ? rows[0] : rows]]
  })
  return {
    taxpayer_id: taxpayer.taxpayerId,
    ...listJsonRows(taxpayers as TableSpec, taxpayer)[0],
    // Reserves the first position, so that the yearly totals precede their parts. The next line sets the value.
    years: [],
    ...Object.fromEntries(figures),
    missing: listMissing(taxpayer).map(({ year, figure, why }) => ({ tax_year: year, figure, why })),
    not_counted: listNotCounted(taxpayer).map(remark => ({
      ...toJsonRemark(remark),
      status: remark.resolved.status,
      ...Object.fromEntries(
        OTHER_DOCUMENT_COLUMNS.map(({ name, readCell }) => [name, readCell(remark.resolved, taxpayer)]),
      ),
    })),
    not_income: listNotIncome(taxpayer).map(remark => ({
      ...toJsonRemark(remark),
      field: remark.fact.meaning.field,
      box: remark.fact.meaning.box,
      role: remark.fact.meaning.role,
      amount: formatCents(remark.fact.cents),
      reason: remark.fact.meaning.reason,
    })),
    other_recipients: listOtherRecipients(taxpayer).map(toJsonRemark),
    flagged: listFlagged(taxpayer).map(toPlainRemark),
    doubts: listDoubtful(taxpayer).map(remark => ({ ...toJsonRemark(remark), doubts: remark.doubts })),
    doubtful: listWarnings(taxpayer).map(toPlainRemark),
    issues: issueCounts(taxpayer),
  }
}

/**
 * Runs `taxtally explain`, which traces a figure to its boxes, under each policy and for every taxpayer or only one.
 * With `--figures` it lists the names of all figures. With `--json` it prints a tree as one line of JSON.
 */
export async function explainCommand(call: Call): Promise<number> {
  const { figure } = call
  if (figure !== undefined && call.figures)
    throw new UsageError(
      '--figure and --figures cannot be combined: --figures lists the figures, and --figure explains one.',
    )
  // Rejects a name that no figure can have before reading any input.
  if (figure !== undefined && !isFigureName(figure))
    throw new UsageError(
      `--figure: there is no figure with this name.${suggestFigure(figure)}`,
      listFigureNameLines(FIGURE_NAMES),
      'taxtally explain INPUT --figures lists those of the taxpayers in INPUT.',
    )
  // Prints nothing until a taxpayer has the figure. If no taxpayer has it, the call fails with a usage error.
  let isFigureFound = figure === undefined
  const pendingTexts: string[] = []
  const figureNames = new Set<string>()
  const page = call.json ? UNLIMITED_PAGE : findPageLayout(process.stdout, process.env, call.noColor)
  const code = await visitTaxpayerContexts(call, await readUnderwritingInputs(call), async taxpayer => {
    for (const policyResult of getUnderwritings(taxpayer)) {
      if (call.json && call.figures) {
        await writeFigureNames(policyResult, taxpayer.taxpayerId)
        continue
      }
      const [text, hasFigure] = formatExplanation(policyResult, taxpayer, call, page)
      pendingTexts.push(text)
      isFigureFound ||= hasFigure
      if (!isFigureFound) for (const trace of listShownTraces(policyResult)) figureNames.add(trace.figure)
      else for (const pendingText of pendingTexts.splice(0)) await writeOut(pendingText)
    }
  })
  if (!isFigureFound && figureNames.size > 0)
    throw new UsageError(
      'No taxpayer in the inputs has the figure that --figure names.',
      listFigureNameLines(figureNames),
    )
  return code
}

/** Explains a figure of a taxpayer under a policy as text or JSON, and says whether there is such a figure. */
function formatExplanation(
  policyResult: PolicyResult,
  { taxpayerId }: TaxpayerContext,
  { figure, figures, json }: Call,
  page: Page,
): readonly [text: string, hasFigure: boolean] {
  if (json) {
    const explained = expandFigure(policyResult, figure, 'listed')
    const tree = explained === null ? null : toExplanationObject(explained)
    const { policy, asOf } = policyResult
    const object = { taxpayer_id: taxpayerId, policy: policy.name, as_of_year: asOf.year, figure: tree }
    return [`${JSON.stringify(object)}\n`, tree !== null]
  }
  const text = explainFigure(policyResult, figure)
  const notFoundMessage = 'This taxpayer has no such figure; --figures lists the available ones.'
  const lines = figures
    ? listFigureLines(policyResult, page)
    : (text?.split('\n') ?? [...formatHeading(policyResult), notFoundMessage, ''])
  const fullText = `${[`Taxpayer ${shortenText(taxpayerId)}`, ...lines].map(replaceUnprintable).join('\n')}\n`
  return [formatForPage(fullText, page, false), text !== null]
}

/** The layout of text that no terminal shows. */
const UNLIMITED_PAGE: Page = { width: null, isStyled: false }

const COLUMN_WORDS: ReadonlyMap<string, string> = new Map(incomeStreams.columns.map(({ name, doc }) => [name, doc]))

/** Lists each figure of a taxpayer under a policy: the name that `--figure` accepts, and its meaning. */
function listFigureLines(policyResult: PolicyResult, page: Page): string[] {
  const rows = listShownTraces(policyResult).map(trace => [shortenFigure(trace.figure), describeFigure(trace)])
  const { hiddenCount } = listShownStreams(policyResult)
  return [
    ...formatHeading(policyResult),
    ...alignText(rows, page).split('\n'),
    ...(hiddenCount === 0
      ? []
      : [`Figures of ${hiddenCount} more incomes: taxtally explain --figures --json lists all.`]),
  ]
}

/** Writes the name and the meaning of each figure as a line of JSON. There may be a million lines. */
async function writeFigureNames(policyResult: PolicyResult, taxpayerId: string): Promise<void> {
  const heading = { taxpayer_id: taxpayerId, policy: policyResult.policy.name }
  let lines = ''
  for (const trace of getFigureTraces(policyResult)) {
    lines += `${JSON.stringify({ ...heading, figure: trace.figure, meaning: describeFigure(trace) })}\n`
    if (lines.length < MAX_PENDING_LENGTH) continue
    await writeOut(lines)
    lines = ''
  }
  await writeOut(lines)
}

/** Returns the meaning of a figure: the description of its column, or the rule of an indicator. */
const describeFigure = ({ figure, rule }: Trace): string =>
  COLUMN_WORDS.get(figure.slice(figure.lastIndexOf('.') + 1)) ?? `Indicator: ${rule}.`

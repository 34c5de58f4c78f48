// The commands that show the figures of each taxpayer to a person: `summarize`, `explain` and `report`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { textOfCents } from '../core/money.js'
import { jsonRowsOf } from '../export/objects.js'
import { taxpayers } from '../export/record-tables.js'
import type { Scope, TableSpec } from '../export/table.js'
import { TABLES } from '../export/tables.js'
import { qualifyingIncome } from '../export/underwriting-tables.js'
import { underwritingsOf } from '../export/worked.js'
import { missingOf } from '../report/missing.js'
import { doubtful, flagged, issueCounts, notCounted, notIncome, otherRecipients } from '../report/remarks.js'
import { indexAround, indexRow, reportOfScope } from '../report/scope-report.js'
import { keepInputs } from '../stream/existing-files.js'
import { OutputFolder } from '../stream/output.js'
import { placeOf } from '../summarize/result.js'
import {
  explainFigure,
  FIGURE_NAMES,
  headingOf,
  isFigureName,
  nearFigure,
  wordsOfNames,
} from '../underwrite/explain.js'
import type { Trace } from '../underwrite/trace.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import type { Call } from './options.js'
import { UsageError } from './parse-words.js'
import { visitScopes } from './reading.js'
import { onSignals } from './signals.js'
import { summaryText } from './summary-text.js'
import { alignText, laidOut, pageOf, printable, say, writeOut } from './text.js'
import { readTerms } from './underwriting.js'

/** `taxtally summarize`: each taxpayer's figures for a person, or one line of JSON a taxpayer. */
export async function summarizeCommand(call: Call): Promise<number> {
  let first = true
  const page = pageOf(process.stdout, process.env)
  return visitScopes(call, await readTerms(call), async scope => {
    const text = call.json ? `${JSON.stringify(summaryObject(scope))}\n` : summaryText(scope)
    await writeOut(call.json ? text : laidOut(first ? text : `\n\n${text}`, page))
    first = false
  })
}

/**
 * A taxpayer's figures as one object: the rows of the tables with their columns, and what the text says beside them.
 * Units: money and ratios are decimal text. Missing: null.
 */
export function summaryObject(scope: Scope): object {
  const figures = TABLES.flatMap(table => {
    if (table.summary === undefined) return []
    const rows = jsonRowsOf(table, scope)
    return [[table.name, table.summary === 'object' ? rows[0] : rows]]
  })
  return {
    taxpayer_id: scope.taxpayerId,
    ...jsonRowsOf(taxpayers as TableSpec, scope)[0],
    // The totals stand before what they are made of.
    years: [],
    ...Object.fromEntries(figures),
    missing: missingOf(scope).map(({ year, figure, why }) => ({ tax_year: year, figure, why })),
    not_counted: notCounted(scope).map(({ place, document, why, of }) => ({
      place,
      document,
      why,
      status: of.status,
      decided_by: of.decidedBy === null ? null : placeOf(of.decidedBy),
    })),
    not_income: notIncome(scope).map(({ place, document, why, fact }) => ({
      place,
      document,
      why,
      field: fact.meaning.field,
      box: fact.meaning.box,
      role: fact.meaning.role,
      amount: textOfCents(fact.cents),
      reason: fact.meaning.reason,
    })),
    other_recipients: otherRecipients(scope),
    flagged: flagged(scope),
    doubtful: doubtful(scope),
    issues: issueCounts(scope),
  }
}

/**
 * `taxtally explain`: a figure of underwriting down to its boxes, under each policy, for each taxpayer or one; with
 * `--figures` the names of them all.
 */
export async function explainCommand(call: Call): Promise<number> {
  const { figure } = call
  if (figure !== undefined && call.figures) throw new UsageError('--figure and --figures cannot be combined.')
  // Names that no figure can have are refused before anything is read.
  if (figure !== undefined && !isFigureName(figure))
    throw new UsageError(
      `--figure: there is no figure with this name.${nearFigure(figure)}`,
      ...wordsOfNames(FIGURE_NAMES),
      'taxtally explain INPUT --figures lists those of the taxpayers in INPUT.',
    )
  // Until a taxpayer has the figure nothing is put out: where nobody has it, that is a usage error.
  let isThere = figure === undefined
  const held: string[] = []
  const met = new Set<string>()
  const code = await visitScopes(call, await readTerms(call), async scope => {
    for (const under of underwritingsOf(scope)) {
      const text = explainFigure(under, figure)
      const none = 'This taxpayer has no such figure; --figures lists the available ones.'
      const lines = call.figures ? figureLines(under) : (text?.split('\n') ?? [...headingOf(under), none, ''])
      held.push(`${[`Taxpayer ${scope.taxpayerId}`, ...lines].map(printable).join('\n')}\n`)
      isThere ||= text !== null
      if (!isThere) for (const trace of under.traces) met.add(trace.figure)
      else for (const each of held.splice(0)) await writeOut(each)
    }
  })
  if (!isThere && met.size > 0)
    throw new UsageError(
      'No taxpayer in the inputs has the figure that --figure names.',
      ...wordsOfNames(met),
    )
  return code
}

const COLUMN_WORDS: ReadonlyMap<string, string> = new Map(
  qualifyingIncome.columns.map(({ name, doc }) => [name, doc]),
)

/** Every figure of a taxpayer under a policy, by the name that `--figure` takes, with what it is. */
function figureLines(under: Underwriting): string[] {
  const rows = under.traces.map(trace => [trace.figure, wordsOf(trace)])
  return [...headingOf(under), ...alignText(rows).split('\n')]
}

/** Of a column what its table says, of an indicator its rule. */
function wordsOf({ figure, rule }: Trace): string {
  const at = figure.lastIndexOf('.')
  if (at === -1) return `Indicator: ${rule}.`
  const part = figure.slice(at + 1)
  return COLUMN_WORDS.get(part) ?? `A part of the row: ${part.replace('_', ' ')}.`
}

const INDEX = 'index.html'

/** The file of a taxpayer: by a number, for a name may be a person's. */
const fileOf = (number: number): string => `borrower-${String(number).padStart(4, '0')}.html`

/**
 * `taxtally report`: a page for each taxpayer, put in its place when it is whole, and an index of them, last. An older
 * index goes first, so that a folder whose index is there is whole.
 */
export async function reportCommand(call: Call): Promise<number> {
  if (call.inputs.length === 0) throw new UsageError('report takes at least one INPUT.')
  if (!call.out) throw new UsageError('report takes --out DIR.')
  const underwriting = await readTerms(call)
  const { out, inputs } = call
  keepInputs(inputs, out, [INDEX])
  const tellLateSignals = onSignals()
  const folder = new OutputFolder(out)
  try {
    const index = folder.open(INDEX)
    const [before, behind] = indexAround(underwriting.terms.policies.map(({ name }) => name))
    index.text(before)
    let number = 0
    const code = await visitScopes(call, underwriting, async scope => {
      if (number++ === 0) folder.remove(INDEX)
      const name = fileOf(number)
      keepInputs(inputs, out, [name])
      const file = folder.open(name)
      file.text(reportOfScope(scope))
      folder.put(file)
      index.text(indexRow(scope, name))
    })
    index.text(behind)
    folder.put(index)
    let olderCount = 0
    while (existsSync(join(out, fileOf(number + olderCount + 1)))) olderCount++
    // Pages of an earlier run with more taxpayers are still there, and no index lists them.
    if (olderCount > 0)
      say(`${INDEX} does not list ${olderCount} pages of an earlier run, from ${fileOf(number + 1)} on`)
    await tellLateSignals()
    return code
  } finally {
    folder.discard()
  }
}

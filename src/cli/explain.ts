import { qualifyingIncome } from '../export/underwriting-tables.js'
import { underwritingsOf } from '../export/worked.js'
import { explainFigure, headingOf } from '../underwrite/explain.js'
import { FIGURE_NAMES, isFigureName, nearFigure, wordsOfNames } from '../underwrite/figure-names.js'
import type { Trace } from '../underwrite/trace.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { alignText } from './align.js'
import type { Call } from './options.js'
import { printable } from './text.js'
import { readTerms } from './underwriting.js'
import { UsageError } from './usage-error.js'
import { visitScopes } from './visit.js'
import { writeOut } from './write.js'

/**
 * `taxtally explain`: a figure of underwriting down to its boxes, under each policy, for each taxpayer or one; with
 * `--figures` the names of them all.
 */
export async function explainCommand(call: Call): Promise<number> {
  const { figure } = call
  if (figure !== undefined) checkFigure(call, figure)
  // Until a taxpayer has the figure nothing is put out: where nobody has it, that is a usage error.
  let isThere = figure === undefined
  const held: string[] = []
  const met = new Set<string>()
  const code = await visitScopes(call, await readTerms(call), async scope => {
    for (const under of underwritingsOf(scope)) {
      const text = explainFigure(under, figure)
      const lines = call.figures ? figureLines(under) : (text?.split('\n') ?? noneLines(under))
      held.push(`${[`Taxpayer ${scope.taxpayerId}`, ...lines].map(printable).join('\n')}\n`)
      isThere ||= text !== null
      if (!isThere) for (const trace of under.traces) met.add(trace.figure)
      else for (const each of held.splice(0)) await writeOut(each)
    }
  })
  if (!isThere && met.size > 0)
    throw new UsageError('--figure names a figure that no taxpayer of the inputs has.', ...wordsOfNames(met))
  return code
}

/** Refuses names that no figure can have, before anything is read. Throws UsageError. */
function checkFigure({ figures }: Call, figure: string): void {
  if (figures) throw new UsageError('--figures lists the names that --figure takes; give one of them.')
  if (!isFigureName(figure))
    throw new UsageError(
      `--figure names no figure.${nearFigure(figure)}`,
      ...wordsOfNames(FIGURE_NAMES),
      'taxtally explain INPUT --figures lists those of the taxpayers in INPUT.',
    )
}

const noneLines = (under: Underwriting): string[] => [
  ...headingOf(under),
  'There is no such figure of this taxpayer; --figures lists those there are.',
  '',
]

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
  return COLUMN_WORDS.get(part) ?? `What the row adds up: ${part.replace('_', ' ')}.`
}

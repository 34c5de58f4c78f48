import { issuesOf } from '../export/issues-table.js'
import { underwritingsOf } from '../export/worked.js'
import { explainFigure, traceNamed } from '../underwrite/explain.js'
import { groupsOfNames, wordsOfNames } from '../underwrite/figure-names.js'
import { type Call, UsageError } from './options.js'
import { nearest } from './suggest.js'
import { printable } from './text.js'
import { readTerms } from './underwriting.js'
import { scopeOf, visitInputs } from './visit.js'
import { writeOut } from './write.js'

/** `taxtally explain`: a figure of underwriting down to its boxes, under each policy, for each taxpayer or one. */
export async function explainCommand(call: Call): Promise<number> {
  const underwriting = await readTerms(call)
  const figure = call.figure ?? undefined
  let named = figure === undefined
  // Until a taxpayer has the figure, its name may be wrong: nothing is put out that a usage error would follow.
  let held: string[] = []
  const figures = new Set<string>()
  const code = await visitInputs(call, {
    passed: underwriting.termsOf,
    dossier: async (dossier, privacy) => {
      const scope = scopeOf(dossier, privacy, underwriting)
      for (const under of underwritingsOf(scope)) {
        const lines = [`Taxpayer ${dossier.taxpayerId}`, ...explainFigure(under, figure).split('\n')]
        held.push(`${lines.map(printable).join('\n')}\n`)
        if (!named) for (const trace of under.traces) figures.add(trace.figure)
        named ||= figure !== undefined && traceNamed(under, figure) !== null
        if (!named) continue
        for (const text of held) await writeOut(text)
        held = []
      }
      return issuesOf(scope)
    },
  })
  underwriting.tellUnused()
  if (!named && figures.size > 0) {
    const { rows, parts, indicators } = groupsOfNames(figures)
    // A row before what is longer: who writes a part of a name means the row.
    const near = nearest(figure ?? '', [...rows, ...indicators, ...parts, ...figures])
    throw new UsageError(`--figure names no figure.${near}`, ...wordsOfNames(figures))
  }
  return code
}

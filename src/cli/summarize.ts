import { countablesOf } from '../export/issues-table.js'
import type { Call } from './options.js'
import { laidOut, pageOf } from './style.js'
import { summaryObject } from './summary-json.js'
import { summaryText } from './summary-text.js'
import { readTerms } from './underwriting.js'
import { scopeOf, visitInputs } from './visit.js'
import { writeOut } from './write.js'

/** `taxtally summarize`: each taxpayer's figures for a person, or one line of JSON a taxpayer. */
export async function summarizeCommand(call: Call): Promise<number> {
  let first = true
  const page = pageOf(process.stdout, process.env)
  const underwriting = await readTerms(call)
  const code = await visitInputs(call, {
    passed: underwriting.termsOf,
    dossier: async (dossier, privacy) => {
      const scope = scopeOf(dossier, privacy, underwriting)
      const text = call.json ? `${JSON.stringify(summaryObject(scope))}\n` : summaryText(scope)
      await writeOut(call.json ? text : laidOut(first ? text : `\n\n${text}`, page))
      first = false
      return countablesOf(scope)
    },
  })
  underwriting.tellUnused()
  return code
}

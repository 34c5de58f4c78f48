import type { Call } from './options.js'
import { laidOut, pageOf } from './style.js'
import { summaryObject } from './summary-json.js'
import { summaryText } from './summary-text.js'
import { readTerms } from './underwriting.js'
import { visitScopes } from './visit.js'
import { writeOut } from './write.js'

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

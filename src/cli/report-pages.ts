import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { indexAround, indexRow } from '../report/index-page.js'
import { reportOfScope } from '../report/scope-report.js'
import { keepInputs } from '../stream/keep-inputs.js'
import { OutputFolder } from '../stream/output.js'
import type { Call } from './options.js'
import { onSignals } from './signals.js'
import { say } from './text.js'
import { readTerms } from './underwriting.js'
import { UsageError } from './usage-error.js'
import { visitScopes } from './visit.js'

/** The list of the pages of a run. */
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
    tellOlder(out, number)
    await tellLateSignals()
    return code
  } finally {
    folder.discard()
  }
}

/** Tells of pages of an earlier run of more taxpayers, which stand there yet: they hold what is in no index. */
function tellOlder(out: string, last: number): void {
  let count = 0
  while (existsSync(join(out, fileOf(last + count + 1)))) count++
  if (count > 0) say(`${INDEX} does not list ${count} pages of an earlier run, from ${fileOf(last + 1)} on`)
}

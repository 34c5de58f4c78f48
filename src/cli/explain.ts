import { underwritingsOf } from '../export/worked.js'
import { explainFigure } from '../underwrite/explain.js'
import { type Call, UsageError } from './options.js'
import { printable } from './text.js'
import { readUnderwriting } from './underwriting.js'
import { scopeOf, visitInputs } from './visit.js'
import { writeOut } from './write.js'

/** `taxtally explain`: a figure of underwriting down to its boxes, under each policy, for each taxpayer or one. */
export async function explainCommand(call: Call): Promise<number> {
  const underwriting = readUnderwriting(call)
  let found = call.taxpayer === null
  const code = await visitInputs(call, {
    dossier: async (dossier, privacy) => {
      const scope = scopeOf(dossier, privacy, underwriting)
      if (call.taxpayer !== null && call.taxpayer !== dossier.taxpayerId) return []
      found = true
      for (const under of underwritingsOf(scope)) {
        const text = explainFigure(under, call.figure ?? undefined)
        const lines = [`Taxpayer ${dossier.taxpayerId}`, ...text.split('\n')]
        await writeOut(`${lines.map(printable).join('\n')}\n`)
      }
      return scope.result.issues
    },
  })
  if (!found) throw new UsageError('The inputs hold no such taxpayer.')
  return code
}

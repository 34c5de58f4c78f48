import { normalizedDossierOf } from '../api/dossier.js'
import type { Call } from './options.js'
import { visitInputs } from './visit.js'
import { writeOut } from './write.js'

/** `taxtally normalize`: normalized dossiers, one line of JSON a taxpayer. */
export const normalizeCommand = (call: Call): Promise<number> =>
  visitInputs(call, {
    dossier: async (dossier, privacy) => {
      await writeOut(`${JSON.stringify(normalizedDossierOf(dossier, privacy))}\n`)
      return dossier.noted
    },
  })

import type { ShapeValue } from '../normalize/read-shape.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import type { HistoryRow } from './employment.js'

/** An employer as a taxpayer's history lists it. */
interface ListedEmployer {
  readonly year: number | null
  readonly lost?: readonly string[]
  readonly employer: {
    ein: string | null
    name: string | null
    address: string | null
    person?: boolean
  } | null
}

/** The rows of a taxpayer's employment history, as they were read. */
export function historyRowsOf(taxpayer: ShapeValue | null): readonly ListedEmployer[] {
  const analysis = taxpayer?.['analysis'] as ShapeValue | null | undefined
  return (analysis?.['employmentHistory'] ?? []) as unknown as readonly ListedEmployer[]
}

/** The same as parties by year. */
export const historyOf = (dossier: SourceDossier): HistoryRow[] =>
  historyRowsOf(dossier.taxpayer).map(({ year, employer }) => {
    const { ein, name, address, person = false } = employer ?? { ein: null, name: null, address: null }
    return { year, employer: { id: ein, name, address, person } }
  })

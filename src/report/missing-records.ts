import type { Scope } from '../export/table.js'
import { unparsedRecords } from '../normalize/missing-years.js'
import type { ShapeValue } from '../normalize/read-shape.js'
import type { SourceDossier } from '../normalize/source-dossier.js'

/** What an incomplete figure lacks. Missing: `year` where it is of no year, or of one that is not known. */
export interface Missing {
  readonly year: number | null
  readonly figure: string
  readonly why: string
}

const lost = (subject: string, year: number | null, fate: string): Missing => {
  const doubt = year === null ? ', of a year not known,' : ''
  return { year, figure: 'every figure', why: `${subject}${doubt} ${fate}` }
}

/** What is lost with a whole record or form object, or is not parsed yet, and of what the taxpayer owes. */
export function* missingRecords({ result: { dossier } }: Scope): Generator<Missing> {
  for (const { id, taxYear, repeated } of dossier.rejected) {
    const name = id === null ? 'a record without an id' : `record ${id}`
    if (!repeated) yield lost(name, taxYear, 'was rejected')
  }
  for (const { id, unknownForms } of dossier.records) {
    for (const { name, year } of unknownForms)
      yield lost(`the form ${name ?? 'under a key that is not shown'} of record ${id}`, year, 'is not known')
  }
  for (const { id, taxYear, forms } of dossier.records) {
    if (forms.some(({ unreadable }) => unreadable))
      yield lost(`a form object of record ${id}`, taxYear, 'could not be read')
  }
  for (const { id, taxYear } of unparsedRecords(dossier))
    yield lost(`record ${id}`, taxYear, 'was not parsed yet')
  yield* missingLiabilities(dossier)
}

const LIABILITY_WORDS: Readonly<Record<string, string>> = {
  totalLiabilities: 'the total',
  liabilitiesWithLienFiled: 'the part with a lien filed',
  balanceDue: 'the balance due',
  taxYears: 'a balance of a year',
  analysis: 'the analysis',
  details: 'the details',
  balanceSummary: 'the balance summary',
}

function* missingLiabilities({ taxpayer, superseded }: SourceDossier): Generator<Missing> {
  const { analysis, details } = (taxpayer ?? {}) as Record<string, ShapeValue | null>
  const summary = (details?.['balanceSummary'] ?? null) as ShapeValue | null
  const balances = (summary?.['taxYears'] ?? []) as readonly ShapeValue[]
  const figure = 'liabilities'
  const doubt = superseded.length > 0 ? ', or another taxpayer object differs in it' : ''
  for (const name of [taxpayer, analysis, details, summary].flatMap(part => part?.lost ?? [])) {
    const words = LIABILITY_WORDS[name]
    if (words !== undefined) yield { year: null, figure, why: `${words} could not be read${doubt}` }
  }
  for (const { year, lost: names } of balances) {
    if (names === undefined) continue
    const why = `the ${names.join(' and ')} of a balance could not be read`
    yield { year: year as number | null, figure, why }
  }
}

import { type Decimal, decimalOfCents } from '../core/money.js'
import { type NormalizedDossier, resultFor, sourceOf } from './dossier.js'
import { dollars, fraction } from './figures.js'

/** What the taxpayer owes. Units: US dollars; a fraction of 1. Missing: null where a figure was not given. */
export interface LiabilitySummary {
  readonly total: Decimal | null
  readonly withLien: Decimal | null
  readonly withoutLien: Decimal | null
  readonly lienShare: Decimal | null
  readonly balanceDue: Decimal | null
  readonly yearsTotal: Decimal | null
  readonly yearsDifference: Decimal | null
  readonly totalDifference: Decimal | null
  readonly oldestBalanceYear: number | null
  readonly lienFiled: boolean | null
  readonly years: readonly { readonly taxYear: number; readonly amount: Decimal }[]
}

/** Liabilities of the taxpayer; none of the figures is assumed to agree with another, and the differences are shown. */
export function summarizeLiabilities(dossier: NormalizedDossier): LiabilitySummary {
  const { years, oldestBalanceYear, lienFiled, lienShare, ...money } = resultFor(dossier).liabilities
  const figures = Object.fromEntries(Object.entries(money).map(([name, cents]) => [name, dollars(cents)]))
  return {
    ...(figures as Record<keyof typeof money, Decimal | null>),
    lienShare: fraction(lienShare),
    oldestBalanceYear,
    lienFiled,
    years: years.map(({ year, amount }) => ({ taxYear: year, amount: decimalOfCents(amount) })),
  }
}

/**
 * An employer of a year. Units: US dollars; a fraction of 1. Missing: `wages` where no counted W-2 is there, or a box of one
 * was lost; `wageShare` where wages of the year are, or may be, missing.
 */
export interface EmploymentRow {
  readonly taxYear: number
  readonly employerId: string | null
  readonly employerName: string | null
  readonly wages: Decimal | null
  readonly wageShare: Decimal | null
  readonly inDocuments: boolean
  readonly inHistory: boolean
}

/** The employers of each year: counted W-2s joined with the employment history; what only one of them names is a row. */
export function summarizeEmployment(dossier: NormalizedDossier): readonly EmploymentRow[] {
  const { source, privacy } = sourceOf(dossier)
  return resultFor(dossier).employment.map(({ year, employer, wages, wageShare, inDocuments, inHistory }) => {
    const { id, name } = privacy.issuer(employer, source.people)
    return {
      taxYear: year,
      employerId: id,
      employerName: name,
      wages: dollars(wages),
      wageShare: fraction(wageShare),
      inDocuments,
      inHistory,
    }
  })
}

import { addAll } from '../core/lists.js'
import { addCents, type Cents, ratioMicros } from '../core/money.js'
import { cellOf, type Party, type SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { groupByIssuer, IssuerIndex, issuersOf } from './issuers.js'

/** A row of the taxpayer's employment history. */
export interface HistoryRow {
  readonly year: number | null
  readonly employer: Party
}

/** An employer of one year. Units: cents, and millionths for the share. Missing: `wages` where no W-2 is there. */
export interface Employment {
  readonly year: number
  readonly employer: Party
  readonly wages: Cents | null
  readonly wageShare: Cents | null
  readonly inDocuments: boolean
  readonly inHistory: boolean
}

const FORM = 'form_w2'

/**
 * The employers of each year: counted W-2s, statutory ones too, joined with the employment history by issuer alone.
 * Employers that only one of the two names are rows too. A history row without a year has no place here.
 */
export function employmentOf(
  documents: readonly ResolvedDocument[],
  history: readonly HistoryRow[],
): Employment[] {
  const years = new Map<number, { readonly held: SourceDocument[]; readonly listed: HistoryRow[] }>()
  const yearOf = (year: number) => {
    const known = years.get(year)
    if (known !== undefined) return known
    const started = { held: [], listed: [] }
    years.set(year, started)
    return started
  }
  for (const { document, status } of documents) {
    if (status !== 'counted' || document.plan.key !== FORM || document.year === null) continue
    yearOf(document.year).held.push(document)
  }
  for (const row of history) if (row.year !== null) yearOf(row.year).listed.push(row)
  const rows: Employment[] = []
  for (const [year, { held, listed }] of [...years].sort(([a], [b]) => a - b)) {
    const listing = new IssuerIndex<HistoryRow>()
    for (const row of listed) listing.add(row.employer, row)
    const joined = new Set<HistoryRow>()
    const employers = groupByIssuer(held).map(({ first, documents: own }) => {
      const [issuer = first.issuer, ...others] = issuersOf(own)
      const alike = listing.all(issuer)
      for (const other of others) addAll(alike, listing.all(other))
      for (const row of alike) joined.add(row)
      // Null where no W-2 of the employer says what it paid.
      let wages: Cents | null = null
      for (const document of own) {
        const cents = cellOf(document, 'wages') as number | null
        if (cents !== null) wages = addCents(wages ?? 0, cents)
      }
      return { employer: first.issuer, wages, inHistory: alike.length > 0 }
    })
    const total = employers.reduce<Cents>((sum, { wages }) => addCents(sum, wages ?? 0), 0)
    for (const { employer, wages, inHistory } of employers) {
      const wageShare = total > 0 && wages !== null ? ratioMicros(wages, total) : null
      rows.push({ year, employer, wages, wageShare, inDocuments: true, inHistory })
    }
    const alone = new IssuerIndex<true>()
    for (const row of listed) {
      if (joined.has(row) || alone.first(row.employer)) continue
      alone.add(row.employer, true)
      rows.push({
        year,
        employer: row.employer,
        wages: null,
        wageShare: null,
        inDocuments: false,
        inHistory: true,
      })
    }
  }
  return rows
}

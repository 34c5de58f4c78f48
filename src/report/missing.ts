import { type NormalizedDossier, scopeOf } from '../api/dossier.js'
import { getOrCreate } from '../core/lists.js'
import type { Scope } from '../export/table.js'
import type { FormTable } from '../model/form.js'
import { categoryOf, kindOf, type Role } from '../model/role.js'
import type { ShapeValue } from '../normalize/read-shape.js'
import type { SourceDocument, SourceRecord } from '../normalize/source.js'
import { unparsedRecords } from '../normalize/source-dossier.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { isCounted } from '../summarize/facts.js'
import { rolesFedBy } from '../summarize/gaps.js'
import { lineSums, printedLine } from '../summarize/return-lines.js'
import { wordsOfDocument, wordsOfField, wordsOfRecord } from './document-words.js'
import { CATEGORY_WORDS, KIND_WORDS } from './words.js'

/** Lists what each incomplete figure lacks, by year: a box of a document, an entry or a record. */
export const missingOf = (scope: Scope): Missing[] =>
  [
    ...missingRecords(scope),
    ...missingLiabilities(scope),
    ...missingOfSums(scope),
    ...missingOfRetirement(scope),
    ...missingOfUnderwriting(scope),
    ...missingOfLines(scope),
  ].sort((a, b) => (a.year ?? 9999) - (b.year ?? 9999))

/** Lists each missing thing once, with the figures that lack it. */
export function missingSayings(scope: Scope): string[] {
  const causes = new Map<string, Map<string, number>>()
  for (const { year, figure, why } of missingOf(scope)) {
    const cause = `${year === null ? '' : `${year}: `}${why}`
    const figures = getOrCreate(causes, cause, () => new Map())
    figures.set(figure, (figures.get(figure) ?? 0) + 1)
  }
  return [...causes].map(([cause, figures]) => {
    const times = Math.max(...figures.values())
    return `${cause}${times === 1 ? '' : `, ${times} times`} (${[...figures.keys()].join(', ')})`
  })
}

/**
 * Returns what the figures of a dossier lack, as text for a person: a line for each cause, with its year and the figures
 * that lack it. `taxtally summarize` prints this text under "Incomplete because". The text is empty if nothing is missing.
 * It names documents by their issuer and record, and contains no value of a box. Throws a TypeError for a value that is
 * not a dossier of this library.
 */
export const gapText = (dossier: NormalizedDossier): string =>
  missingSayings(scopeOf(dossier))
    .map(line => `${line}\n`)
    .join('')

const lost = (subject: string, year: number | null, fate: string): Missing => {
  const doubt = year === null ? ' of an unknown year' : ''
  return { year, figure: 'every figure', why: `${subject}${doubt} ${fate}` }
}

/** Lists rejected records, unknown forms, unreadable form objects, and records that are not parsed yet. */
function* missingRecords({ result: { dossier } }: Scope): Generator<Missing> {
  for (const { id, taxYear, repeated } of dossier.rejected) {
    const name = id === null ? 'a record without an id' : `record ${id}`
    if (!repeated) yield lost(name, taxYear, 'was rejected')
  }
  for (const { id, unknownForms } of dossier.records) {
    for (const { name, year } of unknownForms)
      yield lost(`the form ${name ?? 'under a key that is not shown'} of record ${id}`, year, 'is unknown')
  }
  for (const { id, taxYear, forms } of dossier.records) {
    if (forms.some(({ unreadable }) => unreadable))
      yield lost(`a form object of record ${id}`, taxYear, 'could not be read')
  }
  for (const { id, taxYear } of unparsedRecords(dossier))
    yield lost(`record ${id}`, taxYear, 'is not parsed yet')
}

const LIABILITY_WORDS: Readonly<Record<string, string>> = {
  totalLiabilities: 'the total',
  liabilitiesWithLienFiled: 'the part with a lien filed',
  balanceDue: 'the balance due',
  taxYears: "a year's balance",
  analysis: 'the analysis',
  details: 'the details',
  balanceSummary: 'the balance summary',
}

function* missingLiabilities({ result: { dossier } }: Scope): Generator<Missing> {
  const { taxpayer, superseded } = dossier
  const { analysis, details } = (taxpayer ?? {}) as Record<string, ShapeValue | null>
  const summary = (details?.['balanceSummary'] ?? null) as ShapeValue | null
  const balances = (summary?.['taxYears'] ?? []) as readonly ShapeValue[]
  const figure = 'liabilities'
  const doubt = superseded.length > 0 ? ', or another taxpayer object has a different value' : ''
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

/** Something that an incomplete figure lacks. `year` is null if it belongs to no year or to an unknown one. */
export interface Missing {
  readonly year: number | null
  readonly figure: string
  readonly why: string
}

function* missingOfSums(scope: Scope): Generator<Missing> {
  const { gaps, facts } = scope.result.ledger
  const withoutBasis = new Set<ResolvedDocument>()
  for (const { of, meaning } of facts) if (meaning.reason === 'basis_unknown') withoutBasis.add(of)
  const seen = new Set<string>()
  for (const { year, role, of, field } of gaps) {
    const figure = figureOf(role)
    if (figure === null) continue
    if (of !== null) {
      const { document } = of
      const why =
        field === null && withoutBasis.has(of)
          ? `the cost basis is unknown on the ${wordsOfDocument(document, scope)}`
          : unreadable(document, field === null ? document.unreadable : [field], scope)
      yield { year, figure, why }
      // Every unreadable entry leaves its own gap. The first one is reported for all of them.
    } else if (!seen.has(`${year} ${role}`)) {
      seen.add(`${year} ${role}`)
      const lost = unreadableEntries(scope, year, form => rolesFedBy(form).includes(role))
      for (const why of lost) yield { year, figure, why }
    }
  }
}

const spoken = (label: string): string => label.replace(/ \(.*\)$/, '').toLowerCase()

function figureOf(role: Role): string | null {
  const category = categoryOf(role)
  if (category !== null) return spoken(CATEGORY_WORDS[category])
  const kind = kindOf(role)
  return kind === null ? null : spoken(KIND_WORDS[kind])
}

function unreadable(document: SourceDocument, names: readonly string[], scope: Scope): string {
  const missing = names.filter(name => name === document.missingMainBox)
  const unread = names.filter(name => name !== document.missingMainBox)
  const boxesOf = (list: readonly string[]): string =>
    list.map(name => wordsOfField(document, name)).join(', ')
  const words = wordsOfDocument(document, scope)
  if (unread.length === 0) return `${boxesOf(missing)} is missing on the ${words}`
  const also = missing.length === 0 ? '' : `, and ${boxesOf(missing)} is missing`
  return `${boxesOf(unread)} on the ${words} could not be read${also}`
}

const unreadableEntries = ({ result }: Scope, year: number, feeds: (form: FormTable) => boolean): string[] =>
  result.dossier.records.flatMap(record =>
    record.unreadableEntries
      .filter(entry => entry.year === year && feeds(entry.form))
      .map(({ form }) => unreadableEntry(form, record)),
  )

const unreadableEntry = (form: FormTable, record: SourceRecord): string =>
  `an entry of ${form.number} in ${wordsOfRecord(record)} could not be read`

function* missingOfRetirement(scope: Scope): Generator<Missing> {
  for (const fact of scope.result.ledger.facts) {
    const { document } = fact.of
    if (!isCounted(fact) || fact.taxable !== null) continue
    const lost = document.unreadable.filter(name => name === document.plan.uses.distribution?.taxable)
    const unknown = `the taxable amount is absent or marked as not determined on the ${wordsOfDocument(document, scope)}`
    const why = lost.length > 0 ? unreadable(document, lost, scope) : unknown
    yield { year: document.year, figure: 'taxable amount of retirement', why }
  }
}

/** Returns the figure that uses a form whose boxes add to no sum, and its boxes if the figure uses only some of them. */
function onlyUnderwritten({ uses = {} }: FormTable): { figure: string; boxes?: readonly string[] } | null {
  if (uses.retirementAccount !== undefined) return { figure: 'qualifying retirement income' }
  if (uses.mortgage !== undefined) return { figure: 'mortgages' }
  return uses.benefits === undefined
    ? null
    : { figure: 'qualifying Social Security', boxes: [uses.benefits.byYear] }
}

function* missingOfUnderwriting(scope: Scope): Generator<Missing> {
  const { resolution, dossier } = scope.result
  for (const { document, status } of resolution.documents) {
    const use = document.unreadable.length === 0 ? null : onlyUnderwritten(document.plan.form)
    if (use === null || status !== 'counted') continue
    const lost = document.unreadable.filter(name => use.boxes?.includes(name) !== false)
    if (lost.length > 0)
      yield { year: document.year, figure: use.figure, why: unreadable(document, lost, scope) }
  }
  for (const record of dossier.records) {
    for (const { form, year } of record.unreadableEntries) {
      const use = onlyUnderwritten(form)
      if (use !== null && year !== null)
        yield { year, figure: use.figure, why: unreadableEntry(form, record) }
    }
  }
}

/** The boxes that a line's amount is computed from, for amounts that need more than one box. */
const BOXES: Readonly<Record<string, readonly string[]>> = {
  grossDistribution: ['grossDistribution', 'taxableAmount'],
  taxableAmount: ['grossDistribution', 'taxableAmount'],
  benefitsPaid: ['benefitsPaid', 'benefitsRepaid'],
  derivedCredit: [
    'usFederalTaxWithheld',
    'withholdingByOtherAgents',
    'overwithheldTaxRepaidToRecipient',
    'totalWithholdingCredit',
  ],
}

function* missingOfLines(scope: Scope): Generator<Missing> {
  for (const { year, line, parts, complete } of scope.result.lines) {
    if (complete) continue
    const figure = `Form 1040 line ${printedLine(line, year)}`
    for (const { of, field, cents, doubt } of parts) {
      const { document } = of
      const lost = (BOXES[field] ?? [field]).filter(name => document.unreadable.includes(name))
      const on = `on the ${wordsOfDocument(document, scope)}`
      if (lost.length > 0) yield { year, figure, why: unreadable(document, lost, scope) }
      else if (doubt === 'may_be_wages')
        yield { year, figure, why: `a disability pension may be wages (line 1h), depending on age, ${on}` }
      else if (field === 'taxableAmount' && cents === 0)
        yield { year, figure, why: `the taxable amount is marked as not determined ${on}` }
    }
    // `lineSums` says which lines an unreadable entry of a form leaves incomplete.
    const feeds = (form: FormTable) => lineSums([], [{ form, year }]).some(sum => sum.line === line)
    for (const why of unreadableEntries(scope, year, feeds)) yield { year, figure, why }
  }
}

import type { Scope } from '../export/table.js'
import type { FormTable } from '../model/form.js'
import { categoryOf, kindOf, type Role } from '../model/role.js'
import { unparsedRecords } from '../normalize/missing-years.js'
import type { ShapeValue } from '../normalize/read-shape.js'
import type { SourceDocument, SourceRecord } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { type Gap, isCounted, rolesFedBy } from '../summarize/facts.js'
import { type LineSum, lineSums, printedLine } from '../summarize/return-lines.js'
import { wordsOfDocument, wordsOfField, wordsOfRecord } from './document-words.js'
import { CATEGORY_WORDS, KIND_WORDS } from './words.js'

/** What an incomplete figure lacks. Missing: `year` where it is of no year, or of one that is not known. */
export interface Missing {
  readonly year: number | null
  readonly figure: string
  readonly why: string
}

/** What every incomplete figure lacks, by year: the box and the document, the entry or the record. */
export const missingOf = (scope: Scope): Missing[] =>
  [
    ...missingOfRecords(scope),
    ...missingOfLiabilities(scope),
    ...missingOfSums(scope),
    ...missingOfRetirement(scope),
    ...missingOfUnderwriting(scope),
    ...scope.result.lines.flatMap(line => (line.complete ? [] : missingOfLine(line, scope))),
  ].sort((a, b) => (a.year ?? 9999) - (b.year ?? 9999))

/** A year is missing where a record of it was refused, or not parsed yet. */
const missingOfRecords = ({ result: { dossier } }: Scope): Missing[] => {
  const figure = 'every figure'
  const ofAnyYear = (year: number | null): string => (year === null ? ', of a year not known,' : '')
  return [
    ...dossier.rejected.flatMap(({ id, taxYear, repeated }) => {
      const name = id === null ? 'a record without an id' : `record ${id}`
      return repeated ? [] : [{ year: taxYear, figure, why: `${name}${ofAnyYear(taxYear)} was rejected` }]
    }),
    ...dossier.records.flatMap(({ id, unknownForms }) =>
      unknownForms.map(({ name, year }) => ({
        year,
        figure,
        why: `the form ${name ?? 'under a key that is not shown'} of record ${id}${ofAnyYear(year)} is not known`,
      })),
    ),
    ...dossier.records.flatMap(({ id, taxYear, forms }) =>
      forms.some(({ unreadable: lost }) => lost)
        ? [
            {
              year: taxYear,
              figure,
              why: `a form object of record ${id}${ofAnyYear(taxYear)} could not be read`,
            },
          ]
        : [],
    ),
    ...unparsedRecords(dossier).map(({ id, taxYear }) => ({
      year: taxYear,
      figure,
      why: `record ${id}${ofAnyYear(taxYear)} was not parsed yet`,
    })),
  ]
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

function missingOfLiabilities({ result }: Scope): Missing[] {
  const { taxpayer } = result.dossier
  const { analysis, details } = (taxpayer ?? {}) as Record<string, ShapeValue | null>
  const summary = (details?.['balanceSummary'] ?? null) as ShapeValue | null
  const rows = (summary?.['taxYears'] ?? []) as readonly ShapeValue[]
  const figure = 'liabilities'
  return [
    ...[taxpayer, analysis, details, summary]
      .flatMap(part => part?.lost ?? [])
      .flatMap(name => {
        const words = LIABILITY_WORDS[name]
        const doubt = result.dossier.superseded.length > 0 ? ', or another taxpayer object differs in it' : ''
        return words === undefined ? [] : [{ year: null, figure, why: `${words} could not be read${doubt}` }]
      }),
    ...rows.flatMap(({ year, lost }) =>
      lost === undefined
        ? []
        : [
            {
              year: year as number | null,
              figure,
              why: `the ${lost.join(' and ')} of a balance could not be read`,
            },
          ],
    ),
  ]
}

function missingOfSums(scope: Scope): Missing[] {
  const { gaps, facts } = scope.result.ledger
  const withoutBasis = new Set<ResolvedDocument>()
  for (const { of, meaning } of facts) if (meaning.reason === 'basis_unknown') withoutBasis.add(of)
  const seen = new Set<string>()
  return gaps.flatMap(gap => {
    const { year, role, of } = gap
    const figure = figureOf(role)
    if (figure === null) return []
    if (of !== null) return [{ year, figure, why: whyOf(gap, of, scope, withoutBasis.has(of)) }]
    // Every lost entry leaves a gap of its own; the first speaks for all of them.
    if (seen.has(`${year} ${role}`)) return []
    seen.add(`${year} ${role}`)
    return unreadableEntries(scope, year, form => rolesFedBy(form).includes(role)).map(why => ({
      year,
      figure,
      why,
    }))
  })
}

const spoken = (label: string): string => label.replace(/ \(.*\)$/, '').toLowerCase()

function figureOf(role: Role): string | null {
  const category = categoryOf(role)
  if (category !== null) return spoken(CATEGORY_WORDS[category])
  const kind = kindOf(role)
  return kind === null ? null : spoken(KIND_WORDS[kind])
}

function whyOf({ field }: Gap, { document }: ResolvedDocument, scope: Scope, noBasis: boolean): string {
  if (field === null && noBasis) return `the cost basis is not known on ${wordsOfDocument(document, scope)}`
  return unreadable(document, field === null ? document.unreadable : [field], scope)
}

const unreadable = (document: SourceDocument, names: readonly string[], scope: Scope): string =>
  `${names.map(name => wordsOfField(document, name)).join(', ')} of ${wordsOfDocument(document, scope)} could not be read`

const unreadableEntries = ({ result }: Scope, year: number, feeds: (form: FormTable) => boolean): string[] =>
  result.dossier.records.flatMap(record =>
    record.unreadableEntries
      .filter(entry => entry.year === year && feeds(entry.form))
      .map(({ form }) => unreadableEntry(form, record)),
  )

const unreadableEntry = (form: FormTable, record: SourceRecord): string =>
  `an entry of ${form.number} in ${wordsOfRecord(record)} could not be read`

const missingOfRetirement = (scope: Scope): Missing[] =>
  scope.result.ledger.facts.flatMap(fact => {
    const { document } = fact.of
    if (!isCounted(fact) || fact.taxable !== null) return []
    const lost = document.unreadable.filter(name => name === document.plan.uses.distribution?.taxable)
    const why =
      lost.length > 0
        ? unreadable(document, lost, scope)
        : `the taxable amount is not given, or marked not determined, on ${wordsOfDocument(document, scope)}`
    return [{ year: document.year, figure: 'taxable amount of retirement', why }]
  })

/** What boxes without a sum are for; the boxes, where not each of the form is. */
function onlyUnderwritten({ uses = {} }: FormTable): { figure: string; boxes?: readonly string[] } | null {
  if (uses.retirementAccount !== undefined) return { figure: 'what of retirement qualifies' }
  if (uses.mortgage !== undefined) return { figure: 'mortgages' }
  return uses.benefits === undefined
    ? null
    : { figure: 'what of Social Security qualifies', boxes: [uses.benefits.byYear] }
}

const missingOfUnderwriting = (scope: Scope): Missing[] => {
  const { resolution, dossier } = scope.result
  return [
    ...resolution.documents.flatMap(({ document, status }) => {
      const use = document.unreadable.length === 0 ? null : onlyUnderwritten(document.plan.form)
      const lost = document.unreadable.filter(name => use?.boxes?.includes(name) !== false)
      if (use === null || status !== 'counted' || lost.length === 0) return []
      return [{ year: document.year, figure: use.figure, why: unreadable(document, lost, scope) }]
    }),
    ...dossier.records.flatMap(record =>
      record.unreadableEntries.flatMap(({ form, year }) => {
        const use = onlyUnderwritten(form)
        return use === null || year === null
          ? []
          : [{ year, figure: use.figure, why: unreadableEntry(form, record) }]
      }),
    ),
  ]
}

/** The boxes that a line's amount is worked out of, where it is more than its own. */
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

function missingOfLine({ year, line, parts }: LineSum, scope: Scope): Missing[] {
  const figure = `Form 1040 line ${printedLine(line, year)}`
  const ofParts = parts.flatMap(({ of: { document }, field, cents, doubt }) => {
    const lost = (BOXES[field] ?? [field]).filter(name => document.unreadable.includes(name))
    if (lost.length > 0) return [unreadable(document, lost, scope)]
    if (doubt === 'may_be_wages')
      return [`a disability pension may be wages (line 1h), by age, on ${wordsOfDocument(document, scope)}`]
    return field === 'taxableAmount' && cents === 0
      ? [`the taxable amount is marked not determined on ${wordsOfDocument(document, scope)}`]
      : []
  })
  // What a lost entry of a kind leaves incomplete, lines tell by themselves.
  const entries = unreadableEntries(scope, year, form =>
    lineSums([], [{ form, year }]).some(sum => sum.line === line),
  )
  return [...ofParts, ...entries].map(why => ({ year, figure, why }))
}

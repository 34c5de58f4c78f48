import { shortenText } from '../core/cut-list.js'
import { memoize } from '../core/lists.js'
import { listRoles } from '../figures/box-meaning.js'
import { listUnparsedRecords } from '../figures/completeness.js'
import { isCountedFact } from '../figures/facts.js'
import { listUnreadableLiabilities } from '../figures/liabilities.js'
import { computeReturnLines, findPrintedLine } from '../figures/return-lines.js'
import type { SourceDocument, SourceRecord } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { FormTable } from '../schema/form.js'
import { findCategory, findWithholdingKind, type Role } from '../schema/role.js'
import type { TaxpayerContext } from '../tables/table.js'
import { wordsOfDocument, wordsOfField, wordsOfRecord } from './document-text.js'
import { CATEGORY_WORDS, KIND_WORDS } from './labels.js'

/** A cause that makes a figure incomplete. `year` is null if the cause belongs to no year or its year is unknown. */
export interface MissingItem {
  readonly year: number | null
  readonly figure: string
  readonly why: string
}

/** Lists the unreadable or missing data that each incomplete figure needs, by year: boxes, entries or whole records. */
export const listMissing = (taxpayer: TaxpayerContext): MissingItem[] => [...findMissing(taxpayer)].sort(compareYears)

/** Yields the items of `listMissing`, by cause and not by year. */
export function* findMissing(taxpayer: TaxpayerContext): Generator<MissingItem> {
  yield* missingRecords(taxpayer)
  yield* missingLiabilities(taxpayer)
  yield* missingOfSums(taxpayer)
  yield* missingOfRetirement(taxpayer)
  yield* missingOfUnderwriting(taxpayer)
  yield* missingOfLines(taxpayer)
}

type WithYear = Pick<MissingItem, 'year'>

export const compareYears = (a: WithYear, b: WithYear): number => (a.year ?? 9999) - (b.year ?? 9999)

const missingEverywhere = (subject: string, year: number | null, problem: string): MissingItem => {
  const yearPhrase = year === null ? ' (year unknown)' : ''
  return { year, figure: 'every figure', why: `${subject}${yearPhrase} ${problem}` }
}

/** Lists rejected records, unknown forms, unreadable form objects, and records that are not parsed yet. */
function* missingRecords({ result: { dossier } }: TaxpayerContext): Generator<MissingItem> {
  for (const { id, taxYear, isRepeated } of dossier.rejected) {
    const name = id === null ? 'a record without an id' : `record ${shortenText(id)}`
    if (!isRepeated) yield missingEverywhere(name, taxYear, 'was rejected')
  }
  for (const { id, unknownForms } of dossier.records) {
    for (const { name, year } of unknownForms)
      yield missingEverywhere(
        `the form ${name === null ? 'under a key that is not shown' : shortenText(name)} of record ${shortenText(id)}`,
        year,
        'is unknown',
      )
  }
  for (const { id, taxYear, forms } of dossier.records) {
    if (forms.some(({ isUnreadable }) => isUnreadable))
      yield missingEverywhere(`a form object of record ${shortenText(id)}`, taxYear, 'could not be read')
  }
  for (const { id, taxYear } of listUnparsedRecords(dossier))
    yield missingEverywhere(`record ${shortenText(id)}`, taxYear, 'is not parsed yet')
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

function* missingLiabilities({ result: { dossier } }: TaxpayerContext): Generator<MissingItem> {
  const { taxpayer, unusedTaxpayers } = dossier
  const figure = 'liabilities'
  const alternative = unusedTaxpayers.length > 0 ? ', or another taxpayer object has a different value' : ''
  for (const { year, fields, isBalance } of listUnreadableLiabilities(taxpayer)) {
    if (isBalance) yield { year, figure, why: `the ${fields.join(' and ')} of a balance could not be read` }
    else
      for (const name of fields) yield { year, figure, why: `${LIABILITY_WORDS[name]} could not be read${alternative}` }
  }
}

function* missingOfSums(taxpayer: TaxpayerContext): Generator<MissingItem> {
  const { gaps, facts } = taxpayer.result.ledger
  const withoutBasis = new Set<ResolvedDocument>()
  for (const { resolvedDocument: resolved, meaning } of facts)
    if (meaning.reason === 'basis_unknown') withoutBasis.add(resolved)
  const reportedKeys = new Set<string>()
  for (const { year, role, resolvedDocument: resolved, field } of gaps) {
    const figure = findFigure(role)
    if (figure === null) continue
    if (resolved !== null) {
      const { document } = resolved
      const why =
        field === null && withoutBasis.has(resolved)
          ? `the cost basis is unknown on the ${wordsOfDocument(document, taxpayer)}`
          : explainUnreadableBoxes(document, field === null ? document.unreadableFields : [field], taxpayer)
      yield { year, figure, why }
      // Every unreadable entry leaves its own gap. The first gap of a year and role reports all of these entries.
    } else if (!reportedKeys.has(`${year} ${role}`)) {
      reportedKeys.add(`${year} ${role}`)
      const reasons = unreadableEntries(taxpayer, year, form => listRoles(form).includes(role))
      for (const why of reasons) yield { year, figure, why }
    }
  }
}

const toLowerCaseLabel = (label: string): string => label.replace(/ \(.*\)$/, '').toLowerCase()

function findFigure(role: Role): string | null {
  const category = findCategory(role)
  if (category !== null) return toLowerCaseLabel(CATEGORY_WORDS[category])
  const kind = findWithholdingKind(role)
  return kind === null ? null : toLowerCaseLabel(KIND_WORDS[kind])
}

function explainUnreadableBoxes(document: SourceDocument, names: readonly string[], taxpayer: TaxpayerContext): string {
  const missingBoxes = names.filter(name => name === document.missingMainBox)
  const unreadableBoxes = names.filter(name => name !== document.missingMainBox)
  const formatBoxes = (list: readonly string[]): string => list.map(name => wordsOfField(document, name)).join(', ')
  const documentName = wordsOfDocument(document, taxpayer)
  if (unreadableBoxes.length === 0) return `${formatBoxes(missingBoxes)} is missing on the ${documentName}`
  const missingText = missingBoxes.length === 0 ? '' : `, and ${formatBoxes(missingBoxes)} is missing`
  return `${formatBoxes(unreadableBoxes)} on the ${documentName} could not be read${missingText}`
}

const unreadableEntries = ({ result }: TaxpayerContext, year: number, feeds: (form: FormTable) => boolean): string[] =>
  result.dossier.records.flatMap(record =>
    record.rejectedEntryForms
      .filter(entry => entry.year === year && feeds(entry.form))
      .map(({ form }) => unreadableEntry(form, record)),
  )

const unreadableEntry = (form: FormTable, record: SourceRecord): string =>
  `an entry of ${form.number} in ${wordsOfRecord(record)} could not be read`

function* missingOfRetirement(taxpayer: TaxpayerContext): Generator<MissingItem> {
  for (const fact of taxpayer.result.ledger.facts) {
    const { document } = fact.resolvedDocument
    if (!isCountedFact(fact) || fact.taxable !== null) continue
    const unreadableBoxes = document.unreadableFields.filter(
      name => name === document.compiledForm.uses.distribution?.taxable,
    )
    const unknown = `the taxable amount is absent or marked as not determined on the ${wordsOfDocument(document, taxpayer)}`
    const why = unreadableBoxes.length > 0 ? explainUnreadableBoxes(document, unreadableBoxes, taxpayer) : unknown
    yield { year: document.year, figure: 'taxable amount of retirement', why }
  }
}

/** Returns the underwriting figure of a form whose boxes are in no sum, and its boxes if it uses only some of them. */
function findUnderwritingUse({ uses = {} }: FormTable): { figure: string; boxes?: readonly string[] } | null {
  if (uses.retirementAccount !== undefined) return { figure: 'qualifying retirement income' }
  if (uses.mortgage !== undefined) return { figure: 'mortgages' }
  return uses.benefits === undefined ? null : { figure: 'qualifying Social Security', boxes: [uses.benefits.byYear] }
}

function* missingOfUnderwriting(taxpayer: TaxpayerContext): Generator<MissingItem> {
  const { resolution, dossier } = taxpayer.result
  for (const { document, status } of resolution.documents) {
    const use = document.unreadableFields.length === 0 ? null : findUnderwritingUse(document.compiledForm.form)
    if (use === null || status !== 'counted') continue
    const lostBoxes = document.unreadableFields.filter(name => use.boxes?.includes(name) !== false)
    if (lostBoxes.length > 0)
      yield { year: document.year, figure: use.figure, why: explainUnreadableBoxes(document, lostBoxes, taxpayer) }
  }
  for (const record of dossier.records) {
    for (const { form, year } of record.rejectedEntryForms) {
      const use = findUnderwritingUse(form)
      if (use !== null && year !== null) yield { year, figure: use.figure, why: unreadableEntry(form, record) }
    }
  }
}

/** The boxes that an amount of a line is computed from, for amounts that need more than one box. */
const BOXES_BY_FIELD: Readonly<Record<string, readonly string[]>> = {
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

function* missingOfLines(taxpayer: TaxpayerContext): Generator<MissingItem> {
  for (const { year, line, parts, complete } of taxpayer.result.lines) {
    if (complete) continue
    const figure = `Form 1040 line ${findPrintedLine(line, year)}`
    for (const { resolvedDocument: resolved, field, cents, uncertainty } of parts) {
      const { document } = resolved
      const lostBoxes = (BOXES_BY_FIELD[field] ?? [field]).filter(name => document.unreadableFields.includes(name))
      const documentPhrase = `on the ${wordsOfDocument(document, taxpayer)}`
      if (lostBoxes.length > 0) yield { year, figure, why: explainUnreadableBoxes(document, lostBoxes, taxpayer) }
      else if (uncertainty === 'may_be_wages')
        yield { year, figure, why: `a disability pension may be wages (line 1h), depending on age, ${documentPhrase}` }
      else if (field === 'taxableAmount' && cents === 0)
        yield { year, figure, why: `the taxable amount is marked as not determined ${documentPhrase}` }
    }
    // `computeReturnLines` knows which lines an unreadable entry of a form makes incomplete.
    const feeds = memoize((form: FormTable) => ({
      isFed: computeReturnLines([], { rejectedEntryForms: [{ form, year }], hasUnusableInput: () => false }).some(
        sum => sum.line === line,
      ),
    }))
    for (const why of unreadableEntries(taxpayer, year, form => feeds(form).isFed)) yield { year, figure, why }
  }
}

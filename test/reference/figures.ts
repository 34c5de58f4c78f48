import { type Cell, printRows, type Row } from './cells.js'
import { type Dossier, type Entry, type RejectedEntry, readDossier } from './documents.js'
import { type Employer, listEmployers, nameIssuer, readEmployment } from './employment.js'
import { basisOf, CATEGORIES_OF_1042S, type Fact, isInTotalIncome, type Reading, readFacts } from './facts.js'
import { FORMS } from './forms.js'
import { ratio, readLiabilities } from './liabilities.js'
import { nameRecipient, type StatedIdentities } from './recipients.js'
import { compareDocuments, joinDoubts, type Resolved, resolveReference } from './resolve.js'
import { readLines } from './return-lines.js'
import type { Raw } from './values.js'

/** The independently computed tables of one dossier, by name. Rows have the format of the CSV file. */
export type ReferenceTables = Readonly<
  Record<
    | 'facts'
    | 'income'
    | 'withholding'
    | 'years'
    | 'year_totals'
    | 'employment'
    | 'liabilities'
    | 'liability_years'
    | 'return_lines',
    Row[]
  >
>

/** Columns that this implementation does not compute. */
export const OMITTED_COLUMNS = ['largest_payer_share']

const CATEGORIES = [
  ...['wages', 'allocated_tips', 'self_employment', 'interest', 'tax_exempt_interest', 'dividends'],
  ...['capital_gains', 'retirement', 'social_security', 'unemployment', 'government_payments', 'gambling'],
  ...['rental', 'royalties', 'partnership', 's_corporation', 'estate_trust', 'other'],
]
const KINDS = ['federal', 'social_security', 'medicare', 'state', 'nonresident', 'foreign_tax']

interface Sum {
  year: number
  role: string
  amount: bigint
  documents: Set<Resolved>
  complete: boolean
  /** The documents that leave a gap in the sum. */
  incompleteDocuments: Set<Resolved>
}

/** A document and what it contributes. */
interface Contribution extends Reading {
  item: Resolved
}

/** Joins the doubts of a year's documents, and the doubt of a year with more benefits repaid than received. */
const joinYearDoubts = (documents: readonly Resolved[], isNetNegative: boolean): string =>
  [...new Set([...documents.flatMap(({ doubts }) => [...doubts]), ...(isNetNegative ? ['net_negative'] : [])])]
    .sort()
    .join(';')

const isCompleteYear = ({ missing, yearsWithUnknownForms }: Dossier, year: number): boolean =>
  [missing, yearsWithUnknownForms].every(years => !years.has(year) && !years.has(null))

/** Lists the years with input that belongs to no document, so that it may belong to any recipient. */
const yearsWithUnusableInput = ({ missing, yearsWithUnknownForms, rejectedEntries }: Dossier): Set<number | null> =>
  new Set([...missing, ...yearsWithUnknownForms, ...rejectedEntries.map(({ year }) => year)])

interface DocumentFigures {
  income: Record<string, Cell>[]
  withholding: Record<string, Cell>[]
  years: Record<string, Cell>[]
}

/**
 * Computes the income, the withholding and the years of some of a dossier's documents: of one recipient's or of all.
 * Unusable input without a document makes the sums of every recipient incomplete. `unreadAmounts` has the number of
 * amounts outside of documents by year.
 */
function computeFigures(
  contributions: readonly Contribution[],
  dossier: Dossier,
  unreadAmounts: ReadonlyMap<number, number>,
): DocumentFigures {
  const facts = contributions.flatMap(contribution => contribution.facts.filter(({ counted }) => counted))
  const counted = contributions.map(({ item }) => item).filter(({ status }) => status === 'counted')
  // Years with unusable input that may contain any kind of income.
  const uncertain = new Set([...dossier.missing, ...dossier.yearsWithUnknownForms])
  // Years whose total income is unknown because a counted document lacks its main box.
  const yearsWithoutTotal = new Set<number>()
  const sums = new Map<string, Sum>()
  const findOrAddSum = (year: number, role: string): Sum => {
    const key = `${year} ${role}`
    const sum = sums.get(key) ?? {
      year,
      role,
      amount: 0n,
      documents: new Set(),
      complete: true,
      incompleteDocuments: new Set(),
    }
    sums.set(key, sum)
    return sum
  }

  // Sums with unreadable input, and sums that a fully readable document reports as 0.
  const unread = new Set<string>()
  const zeros = new Set<string>()
  const sumsOf = (year: number, form: string, role: string): string[] => {
    if (!isInTotalIncome(role)) return [`${year} ${role}`]
    const basis = basisOf(form, role)
    return [role, 'total', ...(basis === null ? [] : [basis])].map(name => `${year} ${name}`)
  }
  const isUnread = (year: number, name: string): boolean =>
    (unread.has(`${year} ${name}`) || !isCompleteYear(dossier, year)) && !zeros.has(`${year} ${name}`)

  const taxable = new Map<number, bigint | 'unknown'>()
  for (const { item, ...reading } of contributions) {
    const { year, form, doubtful } = item.doc
    if (year === null || item.status !== 'counted') continue
    const addGap = (role: string): void => {
      const sum = findOrAddSum(year, role)
      sum.complete = false
      sum.incompleteDocuments.add(item)
    }
    for (const role of reading.lostRoles) addGap(role)
    if (isInTotalIncome(reading.missingMainRole)) yearsWithoutTotal.add(year)
    for (const role of reading.unreadRoles) for (const sum of sumsOf(year, form, role)) unread.add(sum)
    // Design choice: a reported 0 does not make a sum 0 if another box of the document is unreadable.
    for (const role of reading.unreadRoles.length === 0 ? reading.zeroRoles : [])
      for (const sum of sumsOf(year, form, role)) zeros.add(sum)
    // Design choice: a document with an unreadable period or submission type makes all of its roles incomplete.
    if (doubtful) for (const role of listRoles(item.doc)) addGap(role)
    const part = reading.taxable
    if (part === null) continue
    const before = taxable.get(year) ?? 0n
    taxable.set(year, before === 'unknown' || part === 'unknown' ? 'unknown' : before + part)
  }
  for (const fact of facts) {
    const { doc } = fact.resolved
    const sum = findOrAddSum(doc.year!, fact.role)
    sum.amount += fact.amount
    sum.documents.add(fact.resolved)
    // Design choice: a 1042-S pension is fully taxable, because the form has no box for a taxable part.
    if (fact.role === 'income.retirement' && doc.form === 'form_1042_s') {
      const before = taxable.get(sum.year) ?? 0n
      if (before !== 'unknown') taxable.set(sum.year, before + fact.amount)
    }
  }
  for (const entry of dossier.rejectedEntries) {
    if (entry.year === null) continue
    for (const role of listRoles(entry)) {
      findOrAddSum(entry.year, role).complete = false
      for (const sum of sumsOf(entry.year, entry.form, role)) unread.add(sum)
    }
  }

  const income: Record<string, Cell>[] = []
  const withholding: Record<string, Cell>[] = []
  for (const { year, role, amount: sum, documents, complete, incompleteDocuments } of sums.values()) {
    const amount = documents.size === 0 && isUnread(year, role) ? null : sum
    const name = role.slice(role.indexOf('.') + 1)
    const tail = {
      documents: documents.size,
      complete: complete && isCompleteYear(dossier, year),
      doubts: joinDoubts([...documents, ...incompleteDocuments]),
    }
    if (role.startsWith('income.')) {
      income.push({ tax_year: year, category: name, amount, taxable_amount: taxablePart(name, amount, year), ...tail })
    } else if (role.startsWith('withheld.') || role === 'foreign_tax') {
      withholding.push({ tax_year: year, kind: name, amount, ...tail })
    }
  }
  // Adds an incomplete row for each category and kind that an uncertain year lacks, so that queries notice the year.
  const yearsOfDocuments = contributions.map(({ item }) => item.doc.year)
  const yearsOfInput = new Set([...yearsOfDocuments, ...yearsWithUnusableInput(dossier), ...unreadAmounts.keys()])
  // Input without a year may belong to any year that has other input.
  for (const year of uncertain.has(null) ? yearsOfInput : uncertain) {
    if (year === null) continue
    const tail = { documents: 0, complete: false, doubts: '' }
    for (const category of CATEGORIES)
      if (!income.some(row => row['tax_year'] === year && row['category'] === category))
        income.push({ tax_year: year, category, amount: null, taxable_amount: null, ...tail })
    for (const kind of KINDS)
      if (!withholding.some(row => row['tax_year'] === year && row['kind'] === kind))
        withholding.push({ tax_year: year, kind, amount: null, ...tail })
  }
  function taxablePart(category: string, amount: bigint | null, year: number): bigint | null {
    if (amount === null) return null
    if (category === 'tax_exempt_interest') return 0n
    if (category === 'social_security') return null
    if (category !== 'retirement') return amount
    // Design choice: a rejected entry makes the row incomplete. The row's taxable part covers only readable entries.
    const part = taxable.get(year) ?? 0n
    return part === 'unknown' ? null : part
  }

  const years: Record<string, Cell>[] = []
  for (const year of yearsOfInput) {
    if (year === null) continue
    const documents = contributions.filter(({ item }) => item.doc.year === year)
    const countedOfYear = counted.filter(({ doc }) => doc.year === year)
    const sumOf = (name: string, isOf: (fact: Fact) => boolean): bigint | null => {
      const matchingFacts = facts.filter(fact => fact.resolved.doc.year === year && isOf(fact))
      if (matchingFacts.length === 0) return isUnread(year, name) ? null : 0n
      return matchingFacts.reduce((sum, fact) => sum + fact.amount, 0n)
    }
    const isTotalled = ({ role }: Fact) => isInTotalIncome(role)
    const benefits = sums.get(`${year} income.social_security`)?.amount ?? 0n
    const fullTotal = yearsWithoutTotal.has(year) ? null : sumOf('total', isTotalled)
    // Benefits that were repaid do not reduce other income.
    const total = fullTotal === null || benefits >= 0n ? fullTotal : fullTotal - benefits
    const federal = sumOf('withheld.federal', ({ role }) => role === 'withheld.federal')
    years.push({
      tax_year: year,
      total_income: total,
      // Design choice: if the total is unknown, so are its parts.
      gross_part: total === null ? null : sumOf('gross', fact => isTotalled(fact) && fact.basis === 'gross'),
      allocated_part:
        total === null ? null : sumOf('allocated', fact => isTotalled(fact) && fact.basis === 'allocated'),
      federal_withheld: federal,
      effective_withholding_rate: federal === null || total === null ? null : ratio(federal, total),
      documents: countedOfYear.length,
      not_counted: documents.length - countedOfYear.length,
      complete:
        isCompleteYear(dossier, year) &&
        ![...income, ...withholding].some(row => row['tax_year'] === year && row['complete'] === false),
      unread_amounts: countedOfYear.reduce((sum, { doc }) => sum + doc.unreadAmountCount, unreadAmounts.get(year) ?? 0),
      doubts: joinYearDoubts(countedOfYear, benefits < 0n),
      doubtful_documents: countedOfYear.filter(({ doubts }) => doubts.size > 0).length,
    })
  }
  return { income, withholding, years }
}

/**
 * Computes a raw dossier's figures independently of the library, with plain loops. `identities` is what the lender
 * states about identifiers.
 */
export function computeReferenceTables(dossier: Raw, identities: StatedIdentities = {}): ReferenceTables {
  const read = readDossier(dossier)
  const { rejectedEntries, missing, taxpayerId } = read
  const resolved = resolveReference(read, identities)
  const ordered = [...resolved].sort((a, b) => compareDocuments(a.doc, b.doc))
  const counted = resolved.filter(({ status }) => status === 'counted')
  // Figures use the values of the copies that decide.
  const necs = counted
    .map(({ doc, effective }): Entry => ({ ...doc, raw: effective }))
    .filter(({ form }) => form === 'form_1099_nec')
  const contributions = resolved.map((item): Contribution => ({ item, ...readFacts(item, necs) }))
  const employers = listEmployers(ordered, identities)

  const all = computeFigures(contributions, read, read.unreadAmounts)
  const recipients = new Set(['self', ...resolved.map(nameRecipient)])
  // Amounts of records and form objects belong to no recipient. If there are several, only the rows of all count them.
  const unreadOfRecipient = recipients.size > 1 ? new Map<number, number>() : read.unreadAmounts
  const figuresByRecipient = [...recipients].map((recipient): [string, DocumentFigures] => [
    recipient,
    computeFigures(
      contributions.filter(({ item }) => nameRecipient(item) === recipient),
      read,
      unreadOfRecipient,
    ),
  ])
  // Puts the columns in front that say whose row it is.
  const printRecipientRows = (table: 'income' | 'years', figures: readonly (readonly [string, DocumentFigures])[]) =>
    printRows(
      figures.flatMap(([recipient, { [table]: rows }]) =>
        rows.map(({ tax_year = null, ...row }) => ({ taxpayer_id: taxpayerId, tax_year, recipient, ...row })),
      ),
    )

  const { liabilities, liabilityYears } = readLiabilities(taxpayerId, dossier)
  return {
    facts: printRows(contributions.flatMap(({ facts }) => facts).map(fact => factRow(taxpayerId, fact, employers))),
    income: printRecipientRows('income', figuresByRecipient),
    withholding: printRows(all.withholding.map(row => ({ taxpayer_id: taxpayerId, ...row }))),
    years: printRecipientRows('years', figuresByRecipient),
    year_totals: printRows(all.years.map(row => ({ taxpayer_id: taxpayerId, ...row }))),
    employment: printRows(
      readEmployment(
        taxpayerId,
        dossier,
        employers,
        // A form of an unknown kind is not a W-2.
        year =>
          !missing.has(year) &&
          !missing.has(null) &&
          !rejectedEntries.some(entry => entry.form === 'form_w2' && entry.year === year),
        ratio,
      ),
    ),
    liabilities: printRows(liabilities),
    liability_years: printRows(liabilityYears),
    return_lines: printRows(
      readLines(taxpayerId, counted, rejectedEntries, year => isCompleteYear(read, year)).map(row =>
        isCompleteYear(read, row['tax_year'] as number) ? row : { ...row, complete: false },
      ),
    ),
  }
}

/** Lists the documents that lack their main box: record, form index, entry index and the main box's key. */
export const missingMainBoxes = (dossier: Raw): string[] =>
  readDossier(dossier)
    .entries.filter(({ missingMainBox }) => missingMainBox !== null)
    .map(({ record, formIndex, entryIndex, missingMainBox }) =>
      [record, formIndex, entryIndex, missingMainBox].join(' '),
    )
    .sort()

/** Lists the records that have a placeholder in place of an identifier. */
export const recordsWithPlaceholder = (dossier: Raw): string[] =>
  [...readDossier(dossier).recordsWithPlaceholder].sort()

/** Returns the first and last year with a document, in the format of the CSV file. */
export function firstAndLastYear(dossier: Raw): [string, string] {
  const years = readDossier(dossier).entries.flatMap(({ year }) => (year === null ? [] : [year]))
  return years.length === 0 ? ['', ''] : [String(Math.min(...years)), String(Math.max(...years))]
}

// Lists the roles that a form kind can feed. A rejected W-2 is assumed not to be from a statutory employee, so its
// boxes keep their usual roles.
function listRoles({ form }: Pick<RejectedEntry, 'form'>): string[] {
  const roles: string[] = []
  for (const [, , , role, sum] of FORMS[form]!.money) {
    // Design choice: the income code of a rejected 1042-S is unknown, so it may feed the category of any code.
    if (role === 'income.by_income_code') roles.push(...CATEGORIES_OF_1042S.map(name => `income.${name}`))
    else if (sum === 'add' || sum === 'subtract' || sum === 'conditional') roles.push(role)
  }
  return roles
}

function factRow(
  taxpayerId: string,
  { resolved, field, box, role, amount, counted, reason, basis }: Fact,
  employers: readonly Employer[],
): Record<string, Cell> {
  const { doc, otherRecipient } = resolved
  return {
    taxpayer_id: taxpayerId,
    record_id: doc.record,
    form: doc.form,
    form_index: doc.formIndex,
    entry_index: doc.entryIndex,
    tax_year: doc.year,
    field,
    box,
    role,
    amount,
    counted,
    reason,
    basis,
    other_recipient: otherRecipient,
    issuer_id: doc.issuerId,
    issuer_name: nameIssuer(resolved, employers),
    doubts: joinDoubts([resolved]),
  }
}

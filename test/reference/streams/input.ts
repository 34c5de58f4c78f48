// Reads a dossier for underwriting: the counted documents of each borrower, the doubts about them, the transcripts, and
// the year of the figures.
import { type Dossier, type Entry, readDossier } from '../documents.js'
import { CATEGORIES_OF_1042S, type Reading, readFacts } from '../facts.js'
import { FORMS } from '../forms.js'
import { correctFormKeys } from '../keys.js'
import { areCompatibleNames, readPersonName } from '../names.js'
import { findRecipient } from '../recipients.js'
import { compareDocuments, type Resolved, resolveReference, taxpayerLastFour } from '../resolve.js'
import { isOneIssuer } from '../underwriting/issuers.js'
import { isAbsent, isObject, lastFour, type Raw, readIdentifier, readText, readTimestamp, readYear } from '../values.js'
import { type LenderFacts, readLenderFacts } from './known-facts.js'
import { payOf } from './pay.js'
import { blocksIncompleteTranscripts, type Settings } from './policies.js'

/** A counted document of a borrower, with a year. `raw` of its entry has the values of the copies that decide. */
export interface Item {
  readonly resolved: Resolved
  readonly entry: Entry
  readonly reading: Reading
  readonly year: number
  readonly borrower: string
  readonly position: number
  /** True if an IRS source holds the document, or a total that includes it. */
  readonly isIrsHeld: boolean
  readonly doubts: ReadonlySet<string>
  readonly isMissingOnTranscript: boolean
  /** True if the doubt about a duplicate exists without any software source. */
  readonly isDuplicateAtIrs: boolean
}

/** A form object of an IRS record. `person` is a borrower's id or the last four digits of somebody else. */
interface Transcript {
  readonly year: number | null
  readonly person: string
  readonly date: string
  readonly isReadable: boolean
}

/** Everything that underwriting needs from a dossier. */
export interface Input {
  readonly read: Dossier
  readonly lender: LenderFacts
  readonly borrowers: readonly string[]
  readonly items: readonly Item[]
  readonly transcripts: readonly Transcript[]
  readonly unknownForms: readonly { readonly year: number | null; readonly borrower: string }[]
  /** The years that only software covers, and the years that an IRS source covers. */
  readonly softwareYears: ReadonlySet<number>
  /** The dates of IRS records by year. A record without any form covers its tax year. */
  readonly irsRecords: readonly { readonly year: number | null; readonly date: string }[]
  readonly newestDay: string
}

const recordsOf = (dossier: Raw): Raw[] =>
  (Array.isArray(dossier['records']) ? dossier['records'] : []).filter(isObject)

const isIrsRecord = (record: Raw): boolean =>
  /^irs(?:[-_ ]tax[-_ ]pro)?$/i.test((readText(record['provider_id']) ?? '').trim())

const isReadableRecord = (record: Raw): boolean => Array.isArray(record['forms']) && readText(record['id']) !== null

const augustAfter = (year: number): string => `${year + 1}-08-01`

/** Assigns people to borrowers by the last four digits of an identifier, or by name. */
class People {
  readonly #fours = new Map<string, string>()
  readonly #lender: LenderFacts

  constructor(lender: LenderFacts, selfFours: readonly string[]) {
    this.#lender = lender
    for (const { id, identifiers } of lender.borrowers) {
      if (/^[0-9]{4}$/.test(id)) this.#fours.set(id, id)
      for (const identifier of identifiers) this.#fours.set(lastFour(identifier), id)
    }
    for (const four of selfFours) this.#fours.set(four, 'self')
  }

  /** Returns the borrower with these last four digits, or the digits themselves. */
  findByFour(four: string | null): string {
    return four === null ? 'self' : (this.#fours.get(four) ?? four)
  }

  /** Remembers that a borrower who was found by name has these last four digits. */
  learn(four: string, borrower: string): void {
    if (!this.#fours.has(four)) this.#fours.set(four, borrower)
  }

  /** Returns the borrower of a document, or null. Reading: a name on the document also identifies a named borrower. */
  findBorrower(item: Resolved): string | null {
    if (!item.otherRecipient) return 'self'
    const four = item.otherRecipientName === null ? fourOf(item) : null
    const byFour = four === null ? undefined : this.#fours.get(four)
    if (byFour !== undefined && byFour !== 'self') return byFour
    const name = readPersonName(item.doc.recipient.name)
    const named = this.#lender.borrowers.find(({ id }) => {
      const candidate = readPersonName(id)
      return name !== null && candidate !== null && areCompatibleNames(name, candidate)
    })
    return named?.id ?? null
  }
}

const fourOf = (item: Resolved): string | null => {
  const recipient = findRecipient(item)
  return recipient === null ? null : lastFour(recipient)
}

function readTranscripts(dossier: Raw, people: People): Transcript[] {
  const transcripts: Transcript[] = []
  for (const record of recordsOf(dossier)) {
    if (!isIrsRecord(record) || !isReadableRecord(record)) continue
    for (const form of record['forms'] as unknown[]) {
      if (!isObject(form)) continue
      const id = readIdentifier(form['ssn'])
      transcripts.push({
        year: readYear(form['year']) ?? readYear(record['tax_year']),
        person: people.findByFour(id === null ? null : lastFour(id)),
        date: readTimestamp(record['date']),
        // An entry that was rejected may be the document that the transcript seems to lack.
        isReadable: Object.keys(FORMS).every(
          kind => isAbsent(form[kind]) || (Array.isArray(form[kind]) && form[kind].every(isObject)),
        ),
      })
    }
  }
  return transcripts
}

/** Returns true if a complete transcript of a person's year exists. */
export const hasCompleteTranscript = ({ transcripts }: Pick<Input, 'transcripts'>, year: number, person: string) =>
  transcripts.some(
    transcript =>
      transcript.year === year &&
      transcript.person === person &&
      transcript.isReadable &&
      transcript.date >= augustAfter(year),
  )

// Finds the documents that would carry the doubt `possible_duplicate` if there were no software sources.
function findDuplicatesAtIrs(dossier: Raw, lender: LenderFacts): Entry[] {
  const records = recordsOf(dossier).filter(isIrsRecord)
  return resolveAll(readDossier({ ...dossier, records }), lender)
    .filter(({ doubts }) => doubts.has('possible_duplicate'))
    .map(({ doc }) => doc)
}

const isWithinDollar = (a: bigint | null, b: bigint | null): boolean =>
  a === null || b === null || (a - b < 100n && b - a < 100n)

const isCopyOf = (a: Entry, b: Entry): boolean =>
  a.form === b.form && a.year === b.year && a.amounts.every((amount, i) => isWithinDollar(amount, b.amounts[i] ?? null))

function resolveAll(read: Dossier, lender: LenderFacts): Resolved[] {
  const identifiers = lender.borrowers.filter(({ id }) => id === 'self').flatMap(borrower => borrower.identifiers)
  return resolveReference(read, { identifiers, same_employer: lender.sameEmployer })
}

/** Reads a raw dossier and the lender's facts. */
export function readInput(dossier: Raw, knownFacts: unknown): Input {
  const lenderFacts = readLenderFacts(knownFacts)
  const read = readDossier(dossier)
  const resolved = resolveAll(read, lenderFacts).sort((a, b) => compareDocuments(a.doc, b.doc))
  const counted = resolved.filter(({ status }) => status === 'counted')
  const necs = counted.map(({ doc }) => doc).filter(({ form }) => form === 'form_1099_nec')
  const self = lenderFacts.borrowers.find(({ id }) => id === 'self')
  const majority = taxpayerLastFour(read.votes, read.tin)
  const ownFours = counted.filter(item => !item.otherRecipient).map(fourOf)
  const selfFours = [...(self?.identifiers ?? []).map(lastFour), majority, ...ownFours].filter(four => four !== null)
  const people = new People(lenderFacts, selfFours)
  // A borrower whom the lender names by the taxpayer's last four digits is the taxpayer.
  const borrowers = lenderFacts.borrowers.map(borrower => ({ ...borrower, id: people.findByFour(borrower.id) }))
  const lender: LenderFacts = { ...lenderFacts, borrowers }
  for (const item of counted) {
    const borrower = people.findBorrower(item)
    const four = item.otherRecipientName === null ? fourOf(item) : null
    if (borrower !== null && borrower !== 'self' && four !== null) people.learn(four, borrower)
  }
  const transcripts = readTranscripts(dossier, people)
  const duplicatesAtIrs = findDuplicatesAtIrs(dossier, lender)
  const items: Item[] = []
  for (const [position, item] of counted.entries()) {
    const borrower = people.findBorrower(item)
    const { year } = item.doc
    if (borrower === null || year === null) continue
    const isIrsHeld = item.verified || item.summedByAuthority
    items.push({
      resolved: item,
      entry: { ...item.doc, raw: item.effective },
      reading: readFacts(item, necs),
      year,
      borrower,
      position,
      isIrsHeld,
      doubts: item.doubts,
      isMissingOnTranscript:
        !isIrsHeld && item.doc.form !== 'form_1098_t' && hasCompleteTranscript({ transcripts }, year, borrower),
      isDuplicateAtIrs: duplicatesAtIrs.some(doc => isCopyOf(doc, item.doc)),
    })
  }
  const dates = recordsOf(dossier)
    .filter(isReadableRecord)
    .map(record => readTimestamp(record['date']))
  const irsRecords = listIrsRecords(dossier)
  const irsYears = new Set(irsRecords.map(({ year }) => year))
  const covering = resolved.filter(({ status }) => status !== 'void' && status !== 'canceled')
  for (const { doc } of covering) if (doc.authority) irsYears.add(doc.year)
  const softwareYears = covering.flatMap(({ doc }) => (doc.year === null || irsYears.has(doc.year) ? [] : [doc.year]))
  return {
    read,
    lender,
    borrowers: [...new Set(['self', ...borrowers.map(({ id }) => id)])],
    items,
    transcripts,
    unknownForms: readUnknownForms(dossier, people),
    softwareYears: new Set(softwareYears),
    irsRecords,
    newestDay: [...dates.map(date => date.slice(0, 10)), lender.applicationDate ?? ''].sort().at(-1) ?? '',
  }
}

function listIrsRecords(dossier: Raw): { year: number | null; date: string }[] {
  return recordsOf(dossier)
    .filter(record => isReadableRecord(record) && isIrsRecord(record))
    .flatMap(record => {
      const taxYear = readYear(record['tax_year'])
      const years = (record['forms'] as unknown[]).filter(isObject).map(form => readYear(form['year']) ?? taxYear)
      const date = readTimestamp(record['date'])
      return (years.length === 0 ? [taxYear] : years).map(year => ({ year, date }))
    })
}

function readUnknownForms(dossier: Raw, people: People): { year: number | null; borrower: string }[] {
  return recordsOf(dossier)
    .filter(isReadableRecord)
    .flatMap(record =>
      (record['forms'] as unknown[]).filter(isObject).flatMap(form => {
        if (correctFormKeys(form).unknown.length === 0) return []
        const id = readIdentifier(form['ssn'])
        const year = readYear(form['year']) ?? readYear(record['tax_year'])
        return [{ year, borrower: people.findByFour(id === null ? null : lastFour(id)) }]
      }),
    )
}

/** Returns the counted income of a document by category. Wages are gross pay. */
function incomeOf(item: Item): Map<string, bigint> {
  const income = new Map<string, bigint>()
  const pay = payOf(item)
  for (const fact of item.reading.facts) {
    if (!fact.counted || !fact.role.startsWith('income.')) continue
    const category = fact.role.slice('income.'.length)
    if (category !== 'wages' || pay === null) income.set(category, (income.get(category) ?? 0n) + fact.amount)
  }
  // Reading: a sale without a basis is income of an unknown amount.
  if (item.reading.facts.some(({ reason }) => reason === 'basis_unknown'))
    income.set('capital_gains', income.get('capital_gains') ?? 0n)
  // Reading: unreadable pay is pay, but it adds nothing to the amount of a year.
  if (pay !== null && pay.gross !== 0n) income.set('wages', pay.isUnreadable ? 0n : pay.gross)
  return income
}

/** Returns true if a document reports income, even if the amount is unreadable. */
const isIncomeDocument = (item: Item): boolean =>
  item.reading.facts.some(({ counted, role }) => counted && role.startsWith('income.')) ||
  incomeOf(item).size > 0 ||
  item.reading.unreadRoles.some(role => role.startsWith('income.'))

/** Returns true if a document is a W-2 of an employer who also paid this W-2's borrower. */
const isSameEmployer = (a: Entry, b: Entry): boolean => isOneIssuer(a.issuer, b.issuer)

// Decides whether a year that only software covers is complete. Reading: with no income in the year before, there is
// nothing that the year could lack, so it is complete.
function isSoftwareYearComplete({ items }: Input, year: number): boolean {
  const totalsOf = (ofYear: number): Map<string, bigint> => {
    const totals = new Map<string, bigint>()
    for (const item of items.filter(candidate => candidate.year === ofYear))
      for (const [category, amount] of incomeOf(item)) totals.set(category, (totals.get(category) ?? 0n) + amount)
    return totals
  }
  const before = totalsOf(year - 1)
  const [largest] = [...before].sort((a, b) => (a[1] > b[1] ? -1 : a[1] < b[1] ? 1 : a[0] < b[0] ? -1 : 1))
  if (largest === undefined) return true
  const [category, amount] = largest
  const hasCategory = (item: Item, ofYear: number): boolean =>
    item.year === ofYear && (incomeOf(item).has(category) || item.reading.unreadRoles.includes(`income.${category}`))
  const documents = items.filter(item => hasCategory(item, year))
  if (category !== 'wages') return documents.length > 0
  const earlier = items.filter(item => hasCategory(item, year - 1))
  return (
    documents.some(item => earlier.some(candidate => isSameEmployer(item.entry, candidate.entry))) ||
    2n * (totalsOf(year).get('wages') ?? 0n) >= amount
  )
}

/** Returns true if the documents of a year are complete under a policy. */
export function isYearComplete(input: Input, settings: Settings, year: number): boolean {
  if (input.softwareYears.has(year))
    return !blocksIncompleteTranscripts(settings) && isSoftwareYearComplete(input, year)
  const dates = input.irsRecords.filter(record => record.year === year).map(({ date }) => date)
  return (dates.sort().at(-1) ?? '') >= augustAfter(year)
}

/** Chooses the year of the figures. Null if no borrower has income. */
export function chooseAsOfYear(input: Input, settings: Settings, requestedYear: number | undefined): number | null {
  const years = [...new Set(input.items.filter(isIncomeDocument).map(({ year }) => year))].sort()
  if (years.length === 0) return null
  return requestedYear ?? years.filter(year => isYearComplete(input, settings, year)).at(-1) ?? years.at(-1)!
}

/** Lists the income categories that a form kind can feed. */
export function categoriesOfForm(form: string): string[] {
  const categories = FORMS[form]!.money.flatMap(([, , , role, adds]) =>
    role === 'income.by_income_code'
      ? CATEGORIES_OF_1042S
      : role.startsWith('income.') && adds !== 'part' && adds !== 'none'
        ? [role.slice('income.'.length)]
        : [],
  )
  if (form === 'form_1099_b') categories.push('capital_gains')
  if (form === 'form_w2') categories.push('officer_compensation', 'equity_pay', 'deferred_pay', 'sick_pay')
  return [...new Set(categories)]
}

import { FORMS } from './forms.js'
import { correctEntryKeys, correctFormKeys, countUnreadOfRecord } from './keys.js'
import {
  type Box,
  isAbsent,
  isFull,
  isIdentifierText,
  isObject,
  isPlaceholder,
  isUnreadable,
  type Raw,
  readAccount,
  readAmount,
  readIdentifier,
  readMoney,
  readPeriodYear,
  readText,
  readTimestamp,
  readYear,
} from './values.js'

/** A party of a document, with white space collapsed and the identifier as digits or masked digits. */
interface Party {
  /** Nine digits, or `XXXXX1234` if masked. Null for a placeholder, which identifies nobody. */
  id: string | null
  name: string | null
  address: string | null
}

type Submission = 'original' | 'amended' | 'void' | 'duplicate'

/** An entry of a form array, with everything that the rules need. */
export interface Entry {
  record: string
  authority: boolean
  provider: string
  /** The date as ISO text in UTC, or an empty string. */
  date: string
  form: string
  formIndex: number
  entryIndex: number
  year: number | null
  submission: Submission
  issuer: Party
  recipient: Party
  /** The recipient's identifier from the entry itself, without the fallback to the form object's SSN. */
  originalRecipientId: string | null
  /** The last four characters of the account number. */
  account: string | null
  uniqueId: string | null
  /** The form's money fields in cents, in the order of the API document. Null if absent or unreadable. */
  amounts: (bigint | null)[]
  /** The entry under the API document's keys. `rawText` is its canonical JSON before unreadable boxes become `{}`. */
  raw: Raw
  rawText: string
  /** The record's forms as canonical JSON that does not depend on their order. See `formatUnorderedForms`. */
  formsText: string
  /** True if a box is unreadable or misspelled, or if the main box is missing. */
  hasUnreadableBox: boolean
  /** The number of amounts under unknown keys of the entry and of its parties. */
  unreadAmountCount: number
  /** The issuer's identifier and name as the output shows them. Both may be masked or omitted for a person. */
  issuerId: string | null
  issuerName: string | null
  /** True if the issuer may be a person, so that the output has only the last four digits. */
  isIssuerHidden: boolean
  /** True if the K-1 period or the submission type is unreadable, so that the whole document is uncertain. */
  doubtful: boolean
  /** The key of the main box if it is missing although the document reports other amounts. Null otherwise. */
  missingMainBox: string | null
}

/** An entry or form array that cannot be read. Only its form kind and the form object's year are known. */
export interface RejectedEntry {
  form: string
  year: number | null
}

/**
 * The main box of each form kind: the box that the form exists to report. If a form has two keys, an amount under
 * either one is enough. A new form kind with a main box needs one more row.
 */
export const MAIN_BOX_KEYS: Readonly<Record<string, readonly [key: string, alternative?: string]>> = {
  form_w2: ['wages_tips_other_compensation'],
  form_w2g: ['gross_winnings'],
  form_1042_s: ['gross_income'],
  form_1099_r: ['gross_distribution'],
  form_1099_b: ['proceeds', 'gross_proceeds'],
  form_1099_nec: ['non_employee_compensation'],
  form_ssa_1099: ['pensions_and_annuities'],
  form_1098: ['mortgage_interest_received'],
}

/**
 * Everything that was read from one dossier. `missing` contains the years of rejected records, of records that are not
 * parsed yet, and of form objects that are unreadable or have an unreadable year. `yearsWithUnknownForms` contains the
 * years of unknown form kinds. A null in either set means that the year is unknown.
 */
export interface Dossier {
  taxpayerId: string
  entries: Entry[]
  rejectedEntries: RejectedEntry[]
  missing: Set<number | null>
  yearsWithUnknownForms: Set<number | null>
  /** The number of amounts under unknown keys of records and form objects, by year. */
  unreadAmounts: Map<number, number>
  /** The SSN of every form object that has one, even without documents. Pulls of the same transcript count once. */
  votes: string[]
  /** The taxpayer identifier from the taxpayer's `analysis` object, or null. */
  tin: string | null
  /** The name in the taxpayer object, or null. */
  taxpayerName: string | null
  /** The ids of the records that have a placeholder in place of an identifier. */
  recordsWithPlaceholder: Set<string>
}

/** Converts a provider to lower case with underscores instead of hyphens and spaces, except `service-sandbox`. */
function readProvider(value: unknown): string {
  const text = (readText(value) ?? '').toLowerCase().replace(/[- ]/g, '_')
  return text === 'service_sandbox' ? 'service-sandbox' : text
}

function readSubmission(value: unknown): Submission {
  const text = (readText(value) ?? '').toLowerCase()
  if (/^(?:correct|amend|replac)/.test(text)) return 'amended'
  if (/^(?:void|delet)/.test(text)) return 'void'
  if (/^dup/.test(text)) return 'duplicate'
  return 'original'
}

/** Encodes a value as JSON with sorted keys, so that equal values have equal text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return '[' + value.map(canonicalJson).join(',') + ']'
  if (isObject(value)) {
    const members: string[] = []
    for (const key of Object.keys(value).sort()) {
      members.push(JSON.stringify(key) + ':' + canonicalJson(value[key]))
    }
    return '{' + members.join(',') + '}'
  }
  return JSON.stringify(value) ?? 'null'
}

/** Encodes forms as canonical JSON with sorted form objects and sorted entries in each array. */
function formatUnorderedForms(forms: readonly unknown[]): string {
  const texts = forms.map(form => {
    if (!isObject(form)) return canonicalJson(form)
    const members: string[] = []
    for (const key of Object.keys(form).sort()) {
      const value = form[key]
      const text = Array.isArray(value) ? value.map(canonicalJson).sort().join(',') : canonicalJson(value)
      members.push(JSON.stringify(key) + ':' + text)
    }
    return members.sort().join('\n')
  })
  return texts.sort().join('\n\n')
}

/** A valid record, before or after the rules about repeated ids and repeated pulls. */
interface Source {
  id: string
  provider: string
  taxYear: number | null
  date: string
  forms: unknown[]
  formsText: string
  raw: unknown
}

function readSource(value: unknown): Source | null {
  if (!isObject(value) || !Array.isArray(value['forms'])) return null
  const id = readText(value['id'])
  if (id === null) return null
  return {
    id,
    provider: readProvider(value['provider_id']),
    taxYear: readYear(value['tax_year']),
    date: readTimestamp(value['date']),
    forms: value['forms'],
    formsText: formatUnorderedForms(value['forms']),
    raw: value,
  }
}

// Keeps one record per id: the one with the latest date. If dates are equal, keeps the text that sorts last.
function keepNewestPerId(records: readonly Source[]): Source[] {
  const newestRecords: Source[] = []
  for (const record of records) {
    const index = newestRecords.findIndex(candidate => candidate.id === record.id)
    const previous = newestRecords[index]
    if (previous === undefined) {
      newestRecords.push(record)
      continue
    }
    const later =
      record.date !== previous.date
        ? record.date > previous.date
        : canonicalJson(record.raw) > canonicalJson(previous.raw)
    if (later) newestRecords[index] = record
  }
  return newestRecords
}

// Returns true if two records are pulls of the same transcript: the provider, the tax year and the forms are equal,
// regardless of the order of form objects and entries.
function arePulls(a: Source, b: Source): boolean {
  return a.provider === b.provider && a.taxYear === b.taxYear && a.formsText === b.formsText
}

// Gives every pull of a transcript the earliest date of all its pulls.
function setEarliestDates(records: readonly Source[]): Source[] {
  return records.map(record => {
    let date = record.date
    for (const pull of records) {
      if (!arePulls(pull, record) || pull.date === '') continue
      if (date === '' || pull.date < date) date = pull.date
    }
    return { ...record, date }
  })
}

/** Reads a dossier's records, applies the rules about repeated ids and pulls, and collects the rejected years. */
function readSources(dossier: Raw): { sources: Source[]; rejectedYears: (number | null)[] } {
  const values: unknown[] = Array.isArray(dossier['records']) ? dossier['records'] : []
  const sources: Source[] = []
  const rejectedYears: (number | null)[] = []
  for (const value of values) {
    const source = readSource(value)
    if (source !== null) sources.push(source)
    else rejectedYears.push(isObject(value) ? readYear(value['tax_year']) : null)
  }
  return { sources: setEarliestDates(keepNewestPerId(sources)), rejectedYears }
}

const STATUSES_BEFORE_PARSED = ['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED']

/** Returns true if the service may still be parsing documents. A record without forms may then be incomplete. */
const isBeforeParsed = (taxpayer: Raw): boolean =>
  STATUSES_BEFORE_PARSED.includes((readText(taxpayer['status']) ?? '').toUpperCase().replace(/[- ]/g, '_'))

/** Returns the key of the main box if it is missing although the document reports another amount. Null otherwise. */
function findMissingMainBox(kind: string, raw: Raw, submission: Submission): string | null {
  const keys = MAIN_BOX_KEYS[kind]
  if (keys === undefined || submission === 'void') return null
  if (keys.some(key => key !== undefined && !isAbsent(raw[key]))) return null
  const isNotZero = (amount: Box): boolean => amount !== null && amount !== 0n
  // Box 11 of Form 1099-B reports futures contracts, which have no proceeds. An unreadable box 11 has an amount, too.
  if (kind === 'form_1099_b' && isNotZero(readMoney(raw['aggregate_profit_loss']))) return null
  return FORMS[kind]!.money.some(([key]) => isNotZero(readMoney(raw[key]))) ? keys[0] : null
}

/** Reads an identifier for comparisons. A placeholder counts as absent. */
function readComparable(value: unknown): string | null {
  const id = readIdentifier(value)
  return isPlaceholder(id) ? null : id
}

const isPlaceholderValue = (value: unknown): boolean =>
  isPlaceholder(readIdentifier(value)) || (typeof value === 'string' && isIdentifierText(value))

/** Returns true if a form object or a party of one of its entries has a placeholder in place of an identifier. */
function hasPlaceholder(form: Raw): boolean {
  if (isPlaceholderValue(form['ssn'])) return true
  return Object.entries(FORMS).some(([kind, { issuer, recipient }]) =>
    (Array.isArray(form[kind]) ? form[kind] : []).filter(isObject).some(entry => {
      const { raw } = correctEntryKeys(kind, entry)
      return [issuer, recipient].some(({ key, id }) => {
        const party = raw[key]
        return isObject(party) && isPlaceholderValue(party[id])
      })
    }),
  )
}

function readParty(value: unknown, idKey: string): Party {
  const party = isObject(value) ? value : {}
  return { id: readComparable(party[idKey]), name: readText(party['name']), address: readText(party['address']) }
}

function readEntry(
  source: Source,
  form: Raw,
  formYear: number | null,
  kind: string,
  entry: Raw,
  people: ReadonlySet<string>,
): Omit<Entry, 'formIndex' | 'entryIndex'> {
  const table = FORMS[kind]!
  const { raw, unreadableKeys, unread } = correctEntryKeys(kind, entry)
  const rawText = canonicalJson(raw)
  // A box whose key is misspelled counts as unreadable.
  for (const key of unreadableKeys)
    if (key === table.periodEnd || ['money', 'flag', 'date'].includes(table.types[key]!)) raw[key] = {}
  const submission = readSubmission(raw['submission_type'])
  const missingMainBox = findMissingMainBox(kind, raw, submission)
  // A missing main box is unknown, so it counts as unreadable from here on.
  if (missingMainBox !== null) raw[missingMainBox] = {}
  const issuer = readParty(raw[table.issuer.key], table.issuer.id)
  const recipient = readParty(raw[table.recipient.key], table.recipient.id)
  const person = mayBePerson(kind, raw[table.issuer.key], table.issuer.id, people)
  // Design choice: an unreadable period end counts as absent, so the form object's year is used.
  const end = table.periodEnd === null ? null : raw[table.periodEnd]
  const period = readPeriodYear(end)
  const isPeriodLost = !isAbsent(end) && end !== '000000' && end !== 0 && period === null
  return {
    record: source.id,
    authority: source.provider === 'irs' || source.provider === 'irs_tax_pro',
    provider: source.provider,
    date: source.date,
    form: kind,
    year: period ?? formYear,
    submission,
    issuer,
    recipient: { ...recipient, id: recipient.id ?? readComparable(form['ssn']) },
    originalRecipientId: recipient.id,
    account: table.account === null ? null : readAccount(raw[table.account]),
    uniqueId: kind === 'form_1042_s' ? readText(raw['unique_form_identifier']) : null,
    amounts: table.money.map(([key]) => readAmount(raw[key])),
    raw,
    rawText,
    formsText: source.formsText,
    // A party is not a box.
    hasUnreadableBox:
      unreadableKeys.some(key => key !== table.issuer.key && key !== table.recipient.key) ||
      Object.entries(table.types).some(([key, type]) => isUnreadable(type, raw[key])),
    unreadAmountCount: unread,
    // Design choice: the output shows nine digits, or XXXXX1234 if the identifier is masked or may be a person's.
    issuerId: issuer.id !== null && person ? `XXXXX${issuer.id.slice(-4)}` : issuer.id,
    // Design choice: the name of an issuer that may be a person is omitted, like the names of recipients.
    issuerName: person ? null : issuer.name,
    isIssuerHidden: person,
    doubtful: isPeriodLost || unreadableKeys.includes('submission_type'),
    missingMainBox,
  }
}

/** Returns true if an issuer may be a natural person. */
function mayBePerson(kind: string, party: unknown, idKey: string, people: ReadonlySet<string>): boolean {
  const text = readText(isObject(party) ? party[idKey] : null) ?? ''
  if (/^[0-9]{3}-[0-9]{2}-[0-9]{4}$/.test(text)) return true
  const id = readIdentifier(text)
  if (id !== null && isFull(id) && !isPlaceholder(id) && people.has(id)) return true
  // Design choice: any lender on Form 1098 may be a person unless its identifier is a full EIN (NN-NNNNNNN).
  return kind === 'form_1098' && !/^[0-9]{2}-[0-9]{7}$/.test(text)
}

/** Collects the full identifiers of all recipients. */
function findPersonIdentifiers(forms: readonly Raw[]): Set<string> {
  const identifiers = new Set<string | null>()
  for (const form of forms) {
    identifiers.add(readIdentifier(form['ssn']))
    for (const [kind, { recipient }] of Object.entries(FORMS)) {
      for (const entry of Array.isArray(form[kind]) ? form[kind] : []) {
        const party = isObject(entry) ? correctEntryKeys(kind, entry).raw[recipient.key] : null
        if (isObject(party)) identifiers.add(readIdentifier(party[recipient.id]))
      }
    }
  }
  return new Set([...identifiers].filter(id => id !== null && isFull(id)) as string[])
}

const isYearLost = (year: unknown): boolean => !isAbsent(year) && readYear(year) === null && Number(year) !== 0

function addUnread({ unreadAmounts }: Dossier, year: number | null, count: number): void {
  if (year !== null && count > 0) unreadAmounts.set(year, (unreadAmounts.get(year) ?? 0) + count)
}

/** Reads a dossier's documents, its rejected entries, and the identifiers that vote on who the taxpayer is. */
export function readDossier(dossier: Raw): Dossier {
  const taxpayer = isObject(dossier['taxpayer']) ? dossier['taxpayer'] : {}
  const analysis = isObject(taxpayer['analysis']) ? taxpayer['analysis'] : {}
  const { sources, rejectedYears } = readSources(dossier)
  const forms = sources.map(source => source.forms.map(form => (isObject(form) ? correctFormKeys(form) : null)))
  const people = findPersonIdentifiers(forms.flat().flatMap(form => (form === null ? [] : [form.form])))
  const read: Dossier = {
    taxpayerId: String(taxpayer['id']),
    entries: [],
    rejectedEntries: [],
    missing: new Set(rejectedYears),
    yearsWithUnknownForms: new Set(),
    unreadAmounts: new Map(),
    votes: [],
    tin: readComparable(analysis['tin']),
    taxpayerName: readText(taxpayer['name']),
    recordsWithPlaceholder: new Set(),
  }
  for (const [index, source] of sources.entries()) {
    // The form objects of several pulls of the same transcript vote once.
    const isPull = sources.slice(0, index).some(earlier => arePulls(earlier, source))
    addUnread(read, source.taxYear, isObject(source.raw) ? countUnreadOfRecord(source.raw) : 0)
    if (source.forms.length === 0 && isBeforeParsed(taxpayer)) read.missing.add(source.taxYear)
    for (const [formIndex, correctedForm] of forms[index]!.entries()) {
      if (correctedForm === null) {
        read.missing.add(source.taxYear)
        continue
      }
      const { form, unknown, second, unread } = correctedForm
      if (hasPlaceholder(form)) read.recordsWithPlaceholder.add(source.id)
      const vote = readComparable(form['ssn'])
      if (vote !== null && !isPull) read.votes.push(vote)
      // Design choice: a form object's unreadable year counts as absent. The record's tax year is used and marked as
      // incomplete.
      if (isYearLost(form['year'])) read.missing.add(source.taxYear)
      const formYear = readYear(form['year']) ?? source.taxYear
      addUnread(read, formYear, unread)
      // A form of an unknown kind may contain income of any category.
      if (unknown.length > 0) read.yearsWithUnknownForms.add(formYear)
      for (const kind of second) read.rejectedEntries.push({ form: kind, year: formYear })
      for (const kind of Object.keys(FORMS)) {
        const list = form[kind]
        // A value in place of the form array counts as one rejected entry.
        if (!Array.isArray(list) && !isAbsent(list)) read.rejectedEntries.push({ form: kind, year: formYear })
        if (!Array.isArray(list)) continue
        for (const [entryIndex, entry] of list.entries()) {
          if (isObject(entry))
            read.entries.push({ ...readEntry(source, form, formYear, kind, entry, people), formIndex, entryIndex })
          else read.rejectedEntries.push({ form: kind, year: formYear })
        }
      }
    }
  }
  return read
}

import { mendedEntry, mendedForm } from '../support/mended.js'
import { plainForms } from './tables.js'

/** One party of a document: texts as they came (trimmed), identifiers as digits or masked digits. */
export interface PlainParty {
  /** Nine digits, or `XXXXX1234` where masked. */
  id: string | null
  name: string | null
  address: string | null
}

type PlainSubmission = 'original' | 'amended' | 'void' | 'duplicate'

/** One entry of a form array, with all that the resolution rules look at. */
export interface PlainDocument {
  record: string
  authority: boolean
  provider: string
  /** UTC ISO text, or empty. */
  date: string
  form: string
  formIndex: number
  entryIndex: number
  year: number | null
  submission: PlainSubmission
  issuer: PlainParty
  recipient: PlainParty
  /** The recipient's identifier as it stands on the entry itself, without the form object's. */
  recipientOwn: string | null
  /** The last four. */
  account: string | null
  uniqueId: string | null
  /** Cents; the form's money fields in the order of the tables. */
  amounts: (bigint | null)[]
  /** The entry as it came. */
  raw: unknown
  /** The entry as canonical JSON. */
  rawText: string
  /** The forms of its record as canonical JSON, in no order: see `formsInNoOrder`. */
  formsText: string
  formSsn: string | null
}

/** What is read of one dossier. */
export interface PlainDossier {
  documents: PlainDocument[]
  /** The ssn of every form object that has one, with or without documents, once where records are pulls. */
  votes: string[]
  /** The identifier of the taxpayer's analysis, where it says one. */
  tin: string | null
}

type Json = Record<string, unknown>

const absentPhrases = [
  '',
  'unanswered',
  'not set',
  'not significant',
  'not checked',
  'nothing checked',
  'box not checked',
  'n/a',
  'none',
  'no second notice',
]

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The trimmed text of a text or number; a phrase that says "not answered" is absent. */
function readText(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  return absentPhrases.includes(text.toLowerCase()) ? null : text
}

/** Text with each inner run of white space as one space. */
function readWords(value: unknown): string | null {
  const text = readText(value)
  return text === null ? null : text.replace(/\s+/g, ' ')
}

/** Only digits and X count, `*` is an X: nine digits, or X and then four digits; else absent. */
export function readIdentifier(value: unknown): string | null {
  const text = readText(value)
  if (text === null) return null
  const kept = text
    .toUpperCase()
    .replaceAll('*', 'X')
    .replace(/[^0-9X]/g, '')
  if (/^[0-9]{9}$/.test(kept)) return kept
  if (/^X+[0-9]{4}$/.test(kept)) return 'XXXXX' + kept.slice(-4)
  return null
}

/** The last four of the alphanumerics; nothing but X is absent. */
function readAccount(value: unknown): string | null {
  const text = readText(value)
  if (text === null) return null
  const kept = text.replace(/[^0-9A-Za-z]/g, '')
  return /^X*$/i.test(kept) ? null : kept.slice(-4)
}

/** A code of one to many digits or letters, trimmed. */
function readCode(value: unknown): string | null {
  return readText(value)
}

/** Exact cents of a number (by its shortest spelling) or of simple decimal text, half to even. */
export function readMoney(value: unknown): bigint | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  let text = readText(value)
  if (text === null) return null
  if (typeof value === 'string') {
    const shape = /^(?:\((\$?[^()]*)\)|([+-]?)(\$?[^()+-]*))$/.exec(text)
    if (shape === null) return null
    const minus = shape[1] !== undefined || shape[2] === '-'
    const plain = (shape[1] ?? shape[3] ?? '').replace('$', '')
    if (!/^(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)?(?:\.[0-9]*)?$/.test(plain) || !/[0-9]/.test(plain))
      return null
    text = (minus ? '-' : '') + plain.replaceAll(',', '')
  }
  const parts = /^(-?)([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$/.exec(text)
  if (parts === null) return null
  let digits = (parts[2] ?? '') + (parts[3] ?? '')
  // The number is digits times ten to this power, in cents.
  let power = Number(parts[4] ?? '0') - (parts[3] ?? '').length + 2
  for (; power > 0; power--) digits += '0'
  let cents = BigInt(digits === '' ? '0' : digits)
  if (power < 0) {
    const unit = 10n ** BigInt(-power)
    const rest = cents % unit
    cents = cents / unit
    if (rest * 2n > unit || (rest * 2n === unit && cents % 2n === 1n)) cents += 1n
  }
  if (cents >= 9_000_000_000_000_000n) return null
  return parts[1] === '-' ? -cents : cents
}

/** 1900 to 2100; all else is absent. */
function readYear(value: unknown): number | null {
  const text = readText(value)
  if (text === null || !/^[0-9]{4}$/.test(text)) return null
  const year = Number(text)
  return year >= 1900 && year <= 2100 ? year : null
}

/** The year of a period: `YYYYMM`, `YYYY-MM` or any date. */
function readPeriodYear(value: unknown): number | null {
  const text = readText(value)
  if (text === null) return null
  const yearFirst = /^([0-9]{4})-?(?:0[1-9]|1[0-2])(?:-[0-9]{2}(?:T.*)?)?$/.exec(text)
  if (yearFirst !== null) return readYear(yearFirst[1])
  const yearLast = /^[0-9]{2}[-/][0-9]{2}[-/]([0-9]{4})$/.exec(text)
  return yearLast === null ? null : readYear(yearLast[1])
}

/** A timestamp as UTC text with milliseconds; without an offset it is UTC; empty where there is none. */
function readTimestamp(value: unknown): string {
  const text = readText(value)
  if (text === null) return ''
  const zoned = /T.*(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i.test(text)
  const time = new Date(text.includes('T') && !zoned ? text + 'Z' : text)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

/** Lower case, hyphens and spaces as underscores, but for the one canonical value with a hyphen. */
export function readProvider(value: unknown): string {
  const text = (readText(value) ?? '').toLowerCase().replace(/[- ]/g, '_')
  return text === 'service_sandbox' ? 'service-sandbox' : text
}

function readSubmission(value: unknown): PlainSubmission {
  const text = (readText(value) ?? '').toLowerCase()
  if (/^(?:correct|amend|replac)/.test(text)) return 'amended'
  if (/^(?:void|delet)/.test(text)) return 'void'
  if (/^dup/.test(text)) return 'duplicate'
  return 'original'
}

/** JSON with the keys of every object in order: equal values have equal text. */
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

/** Forms as canonical JSON in which the form objects, and the entries of each of their arrays, are sorted. */
export function formsInNoOrder(forms: readonly unknown[]): string {
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

interface PlainRecord {
  id: string
  provider: string
  taxYear: number | null
  date: string
  forms: unknown[]
  formsText: string
  raw: unknown
}

function readRecord(value: unknown): PlainRecord | null {
  if (!isObject(value) || !Array.isArray(value['forms'])) return null
  const id = readText(value['id'])
  if (id === null) return null
  return {
    id,
    provider: readProvider(value['provider_id']),
    taxYear: readYear(value['tax_year']),
    date: readTimestamp(value['date']),
    forms: value['forms'],
    formsText: formsInNoOrder(value['forms']),
    raw: value,
  }
}

// Records with one id are one record: the latest date is kept, then the greatest canonical text.
function onePerId(records: readonly PlainRecord[]): PlainRecord[] {
  const kept: PlainRecord[] = []
  for (const record of records) {
    const at = kept.findIndex(other => other.id === record.id)
    const other = kept[at]
    if (other === undefined) {
      kept.push(record)
      continue
    }
    const later =
      record.date !== other.date
        ? record.date > other.date
        : canonicalJson(record.raw) > canonicalJson(other.raw)
    if (later) kept[at] = record
  }
  return kept
}

// Records of one provider and tax year with equal forms, whatever the order of the form objects and of the
// entries of each array, are pulls of one transcript.
function arePulls(a: PlainRecord, b: PlainRecord): boolean {
  return a.provider === b.provider && a.taxYear === b.taxYear && a.formsText === b.formsText
}

// Each pull of one transcript takes the earliest of their dates.
function earliestDates(records: readonly PlainRecord[]): PlainRecord[] {
  return records.map(record => {
    let date = record.date
    for (const other of records) {
      if (!arePulls(other, record) || other.date === '') continue
      if (date === '' || other.date < date) date = other.date
    }
    return { ...record, date }
  })
}

function readParty(value: unknown, idKey: string): PlainParty {
  const party = isObject(value) ? value : {}
  return {
    id: readIdentifier(party[idKey]),
    name: readWords(party['name']),
    address: readWords(party['address']),
  }
}

function readEntry(
  record: PlainRecord,
  form: Json,
  name: string,
  entry: Json,
  formIndex: number,
  entryIndex: number,
): PlainDocument {
  const facts = plainForms[name]!
  const recipient = readParty(entry[facts.recipient], facts.recipientId)
  const formSsn = readIdentifier(form['ssn'])
  const period = facts.periodEnd === null ? null : readPeriodYear(entry[facts.periodEnd])
  return {
    record: record.id,
    authority: record.provider === 'irs' || record.provider === 'irs_tax_pro',
    provider: record.provider,
    date: record.date,
    form: name,
    formIndex,
    entryIndex,
    year: period ?? readYear(form['year']) ?? record.taxYear,
    submission: readSubmission(entry['submission_type']),
    issuer: readParty(entry[facts.issuer], facts.issuerId),
    recipient: { ...recipient, id: recipient.id ?? formSsn },
    recipientOwn: recipient.id,
    account: facts.account === null ? null : readAccount(entry[facts.account]),
    uniqueId: name === 'form_1042_s' ? readCode(entry['unique_form_identifier']) : null,
    amounts: facts.money.map(key => readMoney(entry[key])),
    raw: entry,
    rawText: canonicalJson(entry),
    formsText: record.formsText,
    formSsn,
  }
}

/** The records of a dossier, of an array of records or of one record, after the two rules about records. */
function readPlainRecords(dossier: unknown): PlainRecord[] {
  let values: unknown[] = []
  if (Array.isArray(dossier)) values = dossier
  else if (isObject(dossier) && Array.isArray(dossier['records'])) values = dossier['records']
  else if (isObject(dossier) && Array.isArray(dossier['forms'])) values = [dossier]
  const records: PlainRecord[] = []
  for (const value of values) {
    const record = readRecord(value)
    if (record !== null) records.push(record)
  }
  return earliestDates(onePerId(records))
}

function readDocuments(records: readonly PlainRecord[]): PlainDocument[] {
  const documents: PlainDocument[] = []
  for (const record of records) {
    record.forms.forEach((form, formIndex) => {
      if (!isObject(form)) return
      const mended = mendedForm(form).form
      for (const name of Object.keys(plainForms)) {
        const entries = mended[name]
        if (!Array.isArray(entries)) continue
        entries.forEach((entry, entryIndex) => {
          if (!isObject(entry)) return
          const { raw } = mendedEntry(name, entry)
          documents.push(readEntry(record, mended, name, raw, formIndex, entryIndex))
        })
      }
    })
  }
  return documents
}

// Every form object with an ssn votes; those of pulls of one transcript vote once.
function readVotes(records: readonly PlainRecord[]): string[] {
  const votes: string[] = []
  records.forEach((record, i) => {
    if (records.slice(0, i).some(earlier => arePulls(earlier, record))) return
    for (const form of record.forms) {
      const ssn = isObject(form) ? readIdentifier(mendedForm(form).form['ssn']) : null
      if (ssn !== null) votes.push(ssn)
    }
  })
  return votes
}

/** Every document of a dossier, and every vote on who its taxpayer is. */
export function readPlain(dossier: unknown): PlainDossier {
  const records = readPlainRecords(dossier)
  return { documents: readDocuments(records), votes: readVotes(records), tin: readTin(dossier) }
}

function readTin(dossier: unknown): string | null {
  const taxpayer = isObject(dossier) ? dossier['taxpayer'] : null
  const analysis = isObject(taxpayer) ? taxpayer['analysis'] : null
  return isObject(analysis) ? readIdentifier(analysis['tin']) : null
}

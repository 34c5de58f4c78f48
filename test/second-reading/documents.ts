import { type Mended, mendedEntry, mendedForm } from '../support/mended.js'
import { MONEY_FIELDS, PARTIES } from './roles.js'
import { isAbsent, isObject, type Raw, readIdentifier, readPeriodYear, readText, readYear } from './values.js'

/** An entry of a form array, its year and its issuer as it is put out. */
export interface Entry {
  taxpayerId: string
  recordId: string
  form: string
  formIndex: number
  entryIndex: number
  year: number | null
  raw: Raw
  /** Amounts behind keys that nobody reads. */
  unread: number
  issuer: { full: string | null; last4: string | null }
  issuerId: string | null
  issuerName: string | null
  otherRecipient: boolean
  /** The period of a K-1, or what the document says of itself, stands there and cannot be read: all of it is in doubt. */
  doubtful: boolean
}

/** An entry that is not an object: only its form kind and the form object's year are known. */
export interface LostEntry {
  form: string
  year: number | null
}

/**
 * All entries of a dossier; every one of them counts. `missing` are the years of form objects that were lost, or whose
 * own year was; null stands for any year.
 */
export function entriesOf(dossier: Raw): {
  entries: Entry[]
  lost: LostEntry[]
  missing: Set<number | null>
  strange: Set<number | null>
  taxpayerId: string
} {
  const taxpayer = isObject(dossier['taxpayer']) ? dossier['taxpayer'] : {}
  const taxpayerId = String(taxpayer['id'])
  const records = Array.isArray(dossier['records']) ? dossier['records'] : []
  const entries: Entry[] = []
  const lost: LostEntry[] = []
  const missing = new Set<number | null>()
  const strange = new Set<number | null>()
  const recipients = recipientsOf(records)

  for (const record of records) {
    // Choice: a record that is rejected adds nothing and makes nothing incomplete.
    if (!isObject(record) || !Array.isArray(record['forms'])) continue
    const recordId = readText(record['id'])
    if (recordId === null) continue
    for (const [formIndex, came] of record['forms'].entries()) {
      if (!isObject(came)) {
        missing.add(readYear(record['tax_year']))
        continue
      }
      const { form, unknown, second } = mendedForm(came)
      // Choice: a year of the form object that cannot be read is absent, so the record's tax year stands in, and that
      // year is incomplete.
      if (isYearLost(form['year'])) missing.add(readYear(record['tax_year']))
      const formYear = readYear(form['year']) ?? readYear(record['tax_year'])
      // A form of an unknown kind adds to the total of its year, and to no sum by category.
      if (unknown.length > 0) strange.add(formYear)
      for (const kind of second) lost.push({ form: kind, year: formYear })
      for (const kind of Object.keys(PARTIES)) {
        const list = form[kind]
        if (!Array.isArray(list)) continue
        for (const [entryIndex, entry] of list.entries()) {
          if (!isObject(entry)) {
            lost.push({ form: kind, year: formYear })
            continue
          }
          const { raw, lost: lostKeys, unread } = readingOf(kind, entry)
          const [issuerKey, issuerIdKey, recipientKey, recipientIdKey] = PARTIES[kind]!
          const issuer = isObject(raw[issuerKey]) ? raw[issuerKey] : {}
          const recipient = isObject(raw[recipientKey]) ? raw[recipientKey] : {}
          const id = readIdentifier(issuer[issuerIdKey])
          const own = readIdentifier(recipient[recipientIdKey]).last4 ?? readIdentifier(form['ssn']).last4
          const person = mayBePerson(kind, issuer[issuerIdKey], id.full, recipients.full)
          entries.push({
            taxpayerId,
            recordId,
            form: kind,
            formIndex,
            entryIndex,
            year: yearOf(kind, raw) ?? formYear,
            raw,
            unread,
            issuer: id,
            // Choice: a full issuer identifier is put out as nine digits, a masked one as XXXXX and its last four.
            issuerId: id.full !== null && !person ? id.full : maskOf(id.last4),
            // Choice: the name of an issuer that may be a person is left out too, like a recipient's.
            issuerName: person ? null : readText(issuer['name']),
            doubtful: isPeriodLost(kind, raw) || lostKeys.includes('submission_type'),
            otherRecipient: own !== null && recipients.own !== null && own !== recipients.own,
          })
        }
      }
    }
  }
  return { entries, lost, missing, strange, taxpayerId }
}

/** An entry under the keys of the interface; a box behind a misspelt key holds what cannot be read. */
function readingOf(kind: string, entry: Raw): Mended {
  const { raw, lost, unread } = mendedEntry(kind, entry)
  const money = MONEY_FIELDS[kind]!.map(([key]) => key)
  for (const key of lost) if (money.includes(key) || key === PERIOD_KEYS[kind]) raw[key] = {}
  return { raw, lost, unread }
}

const isYearLost = (year: unknown): boolean =>
  !isAbsent(year) && readYear(year) === null && Number(year) !== 0

const maskOf = (last4: string | null) => (last4 === null ? null : `XXXXX${last4}`)

const PERIOD_KEYS: Readonly<Record<string, string>> = {
  schedule_k1_1065: 'tax_period_end',
  schedule_k1_1120s: 'ending_tax_period',
  schedule_k1_1041: 'ending_tax_period',
}

/** The year in which the period of a K-1 ends. */
function yearOf(form: string, raw: Raw): number | null {
  // Choice: a period end that cannot be read is absent, so the form object's year stands in.
  const key = PERIOD_KEYS[form]
  return key === undefined ? null : readPeriodYear(raw[key])
}

function isPeriodLost(form: string, raw: Raw): boolean {
  const end = raw[PERIOD_KEYS[form] ?? '']
  return !isAbsent(end) && end !== '000000' && end !== 0 && readPeriodYear(end) === null
}

/** Whether an issuer may be a natural person. */
function mayBePerson(form: string, spelled: unknown, full: string | null, recipients: Set<string>): boolean {
  const text = readText(spelled) ?? ''
  if (/^[0-9]{3}-[0-9]{2}-[0-9]{4}$/.test(text)) return true
  if (full !== null && recipients.has(full)) return true
  // Choice: a lender that is masked, or has no identifier, is "not spelled NN-NNNNNNN".
  return form === 'form_1098' && !/^[0-9]{2}-[0-9]{7}$/.test(text)
}

/** The last four that most form objects carry, and every full identifier of a recipient. */
function recipientsOf(records: unknown[]): { own: string | null; full: Set<string> } {
  const votes = new Map<string, number>()
  const full = new Set<string>()
  for (const record of records) {
    if (!isObject(record) || !Array.isArray(record['forms'])) continue
    for (const came of record['forms']) {
      if (!isObject(came)) continue
      const { form } = mendedForm(came)
      const ssn = readIdentifier(form['ssn'])
      if (ssn.full !== null) full.add(ssn.full)
      if (ssn.last4 !== null) votes.set(ssn.last4, (votes.get(ssn.last4) ?? 0) + 1)
      for (const [kind, [, , recipientKey, recipientIdKey]] of Object.entries(PARTIES)) {
        for (const raw of Array.isArray(form[kind]) ? form[kind] : []) {
          const party = isObject(raw) ? mendedEntry(kind, raw).raw[recipientKey] : null
          const id = isObject(party) ? readIdentifier(party[recipientIdKey]).full : null
          if (id !== null) full.add(id)
        }
      }
    }
  }
  let own: string | null = null
  for (const [last4, count] of votes) {
    if (own === null || count > votes.get(own)!) own = last4
  }
  return { own, full }
}

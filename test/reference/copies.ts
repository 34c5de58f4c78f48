// Several sources can have copies of one document. The amounts come from the counted copy. Every other field that
// decides what an amount means comes from the IRS copy, if it has a value. For example, the IRS has a distribution of
// 40,000 with code G, and software has 40,000.55 with code 7: 40,000.55 is a rollover, and the copies disagree.
//
// A software copy counts because it has cents. It neither adds an amount to the IRS document nor removes one. For
// example, the IRS has interest of 500 and tax-exempt interest of 80, and software has only interest of 500.55: 500.55
// and 80 count.
//
// The same is true of marks: checked boxes, dates and shares. An IRS transcript shows every mark, so a mark that it
// lacks is not there. For example, the IRS has wages of 50,000, and software has 50,000.55 with the box
// "statutory employee" checked: 50,000.55 are wages, and the copies disagree.
import { distributionCodes } from './facts.js'
import { FORMS } from './forms.js'
import { areCompatibleNames, type PersonName, readPersonName } from './names.js'
import { areDetailsDifferent, isMarkedCovered, type Resolved } from './resolve.js'
import type { Amount } from './streams/amounts.js'
import { readPercentage, readRatio } from './streams/ownership.js'
import {
  isAbsent,
  isFull,
  isUnreadable,
  lastFour,
  type Raw,
  readCode,
  readDay,
  readFlag,
  readMoney,
  readRate,
  readText,
} from './values.js'

type Reader = (raw: Raw, key: string) => string | null

const flag: Reader = (raw, key) => {
  const value = readFlag(raw[key])
  return value === null ? null : String(value)
}
// Texts are compared without case and punctuation.
const text: Reader = (raw, key) =>
  readText(raw[key])
    ?.toUpperCase()
    .replace(/[^A-Z0-9.]/g, '') || null
const coverage: Reader = (raw, key) => (readText(raw[key]) === null ? null : String(isMarkedCovered(raw)))
const code: Reader = (raw, key) => readCode(raw[key], 2)?.toUpperCase() ?? null
const rate: Reader = (raw, key) => readRate(raw[key])
const day: Reader = (raw, key) => readDay(raw[key])
const toShare = (share: Amount | null): string | null =>
  share === null ? null : (Number(share.top) / Number(share.bottom)).toFixed(12)
const ratio: Reader = (raw, key) => toShare(readRatio(raw[key]))
const percentage: Reader = (raw, key) => toShare(readPercentage(raw[key]))
const codes: Reader = raw => [...new Set(distributionCodes(raw))].sort().join('') || null

/** The fields that decide what an amount means, by form kind. A reader returns null if the field has no value. */
const DECIDING_FIELDS: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  form_w2: { statutory_employee: flag, third_party_sick_pay_indicator: flag },
  form_1099_r: {
    distribution_codes: codes,
    sep_indicator: flag,
    tax_amount_undetermined_code: flag,
    total_distribution_code: flag,
    date_of_payment_for_reportable_death_benefits: day,
  },
  form_1099_b: { noncovered_security_indicator: coverage, proceeds_from: text, type_gain_loss: text },
  form_1042_s: {
    income_code: code,
    exemption_code_chapter_3: code,
    exemption_code_chapter_4: code,
    tax_rate_chapter_3: rate,
    tax_rate_chapter_4: rate,
  },
  schedule_k1_1065: { partner_share_of_capital_beginning: ratio, partner_share_of_capital_end: ratio },
  schedule_k1_1120s: { shareholder_percentage_of_stock: percentage },
  form_1098: { mortgage_origination_date: day, mortgage_acquisition_date: day },
}

/** The fields that software may not add to an IRS document: checked boxes, dates and shares. */
const IRS_ONLY_FIELDS = [
  ...['partner_share_of_capital_beginning', 'partner_share_of_capital_end', 'shareholder_percentage_of_stock'],
  ...['mortgage_origination_date', 'mortgage_acquisition_date'],
  ...['statutory_employee', 'third_party_sick_pay_indicator', 'sep_indicator', 'tax_amount_undetermined_code'],
  ...['total_distribution_code', 'date_of_payment_for_reportable_death_benefits'],
]

/** What an IRS copy says about such a field if it leaves it empty. Only an unchecked box in software says the same. */
const NO_MARK = 'false'

const readValue = ({ doc }: Resolved, key: string): string | null => DECIDING_FIELDS[doc.form]![key]!(doc.raw, key)

/**
 * Returns what IRS copies say to software about a field: the first value, or that a mark is not there if all of the
 * copies lack it. Returns null if they do not say it. Two IRS documents do not contradict each other by silence.
 */
function readOfficialValue(irsCopies: readonly Resolved[], key: string): string | null {
  const value = irsCopies.map(copy => readValue(copy, key)).find(candidate => candidate !== null) ?? null
  return value ?? (areWithoutMark(irsCopies, key) ? NO_MARK : null)
}

// Returns true if a field is a mark, and all IRS copies lack it. A copy on which it cannot be read may have it.
const areWithoutMark = (irsCopies: readonly Resolved[], key: string): boolean =>
  IRS_ONLY_FIELDS.includes(key) &&
  irsCopies.every(
    copy => readValue(copy, key) === null && !isUnreadable(FORMS[copy.doc.form]!.types[key]!, copy.doc.raw[key]),
  )

const listFields = ({ doc }: Resolved): string[] => Object.keys(DECIDING_FIELDS[doc.form] ?? {})

/** Returns the recipient that a document states. The SSN of a form object counts only for IRS documents. */
const statedRecipient = ({ doc }: Resolved): string | null =>
  doc.authority ? doc.recipient.id : doc.originalRecipientId

/** Returns the recipient's name on a document, or null if it does not have two words. */
const recipientName = ({ doc }: Resolved): PersonName | null => readPersonName(doc.recipient.name)

/**
 * Returns true if the recipient of a document contradicts that of its copies. The identifiers decide if both sides state
 * one, otherwise the names. Of several copies, the first that states the identifier or the name speaks for all.
 */
function isOtherRecipient(item: Resolved, copies: readonly Resolved[]): boolean {
  const [a, b] = [statedRecipient(item), copies.map(statedRecipient).find(id => id !== null) ?? null]
  if (a !== null && b !== null) return isFull(a) && isFull(b) ? a !== b : lastFour(a) !== lastFour(b)
  const [x, y] = [recipientName(item), copies.map(recipientName).find(name => name !== null) ?? null]
  return x !== null && y !== null && !areCompatibleNames(x, y)
}

// Returns true unless two documents belong to the same transcript, which may have been pulled twice.
const isOtherTranscript = ({ doc: a }: Resolved, { doc: b }: Resolved): boolean =>
  a.provider !== b.provider || a.formsText !== b.formsText

/** Lists the fields that decide in which a document has another value than its IRS copies. */
function listContradictions(item: Resolved, irsCopies: readonly Resolved[]): string[] {
  const fields = listFields(item).filter(key => {
    const officialValue = item.doc.authority ? readValue(irsCopies[0]!, key) : readOfficialValue(irsCopies, key)
    const value = readValue(item, key)
    return officialValue !== null && value !== null && value !== officialValue
  })
  return isOtherRecipient(item, irsCopies) ? [...fields, 'recipient'] : fields
}

const isContradiction = (copy: Resolved, item: Resolved): boolean =>
  listContradictions(item, [copy]).length > 0 || areDetailsDifferent(copy.doc, item.doc)

/**
 * Pairs one source's documents of an amount group with the IRS copies. Documents are first paired with a copy that they
 * do not contradict. The others are paired in order. Documents beyond the number of copies join the first copy that
 * they do not contradict, or else the first.
 */
function pairSource(
  documents: readonly Resolved[],
  official: readonly Resolved[],
  pairs: Map<Resolved, Resolved>,
): void {
  const unpaired = [...official]
  for (const item of documents) {
    const index = unpaired.findIndex(copy => !isContradiction(copy, item))
    if (index >= 0) pairs.set(item, unpaired.splice(index, 1)[0]!)
  }
  for (const item of documents) {
    if (pairs.has(item)) continue
    const copy = unpaired.shift() ?? official.find(candidate => !isContradiction(candidate, item)) ?? official[0]!
    pairs.set(item, copy)
  }
}

/**
 * Gives the counted documents of an amount group their effective values. `official` lists the IRS copies: the documents
 * that the group would put forward if it had only IRS documents. `forward` lists the documents that the group puts
 * forward. Both lists and the group are in document order.
 */
export function applyCopies(
  group: readonly Resolved[],
  forward: readonly Resolved[],
  official: readonly Resolved[],
): void {
  if (official.length === 0) return
  const pairs = new Map<Resolved, Resolved>(official.map(copy => [copy, copy]))
  const records = new Set(group.filter(item => !pairs.has(item)).map(({ doc }) => doc.record))
  for (const record of records) {
    const documents = group.filter(({ doc }) => doc.record === record)
    const counted = documents.filter(item => forward.includes(item))
    // The documents that count are paired first, so that each has an IRS copy of its own.
    pairSource(counted.length > 0 ? counted : documents, official, pairs)
    for (const item of documents) {
      if (pairs.has(item)) continue
      pairs.set(item, official.find(copy => !isContradiction(copy, item)) ?? official[0]!)
    }
  }
  for (const copy of official) {
    const partners = group.filter(item => pairs.get(item) === copy)
    const counted = partners.filter(item => forward.includes(item))
    const irsCopies = [copy, ...partners.filter(({ doc }) => doc.authority && doc !== copy.doc)]
    const softwareCopies = partners.filter(({ doc }) => !doc.authority)
    setRecipient(irsCopies, softwareCopies, group)
    const contradicting = softwareCopies.filter(item => reportContradictions(item, irsCopies))
    if (contradicting.length > 0) for (const item of counted) item.doubts.add('copies_disagree')
    for (const item of counted) setEffectiveValues(item, irsCopies, softwareCopies)
  }
}

// The recipient of a software document is the recipient of its IRS copy, or else of the first IRS document of the group
// that has one.
function setRecipient(
  irsCopies: readonly Resolved[],
  softwareCopies: readonly Resolved[],
  group: readonly Resolved[],
): void {
  const candidates = [...irsCopies, ...group.filter(({ doc }) => doc.authority)]
  const recipient = candidates.find(({ doc }) => doc.recipient.id !== null)?.doc.recipient.id ?? null
  for (const item of softwareCopies) item.recipientOfCopy = recipient
}

// Reports each field in which a software document differs from its IRS copies. Returns true if there is one.
function reportContradictions(item: Resolved, irsCopies: readonly Resolved[]): boolean {
  const fields = listContradictions(item, irsCopies)
  for (const _ of fields) item.warnings.push('copies_disagree')
  return fields.length > 0
}

// Takes each field that decides from the first of these documents that has a value. Removes a mark that all IRS
// documents among them lack. Design choice: this also removes an unreadable mark of software.
function takeDecidingFields(effective: Raw, documents: readonly Resolved[]): void {
  const irsDocuments = documents.filter(({ doc }) => doc.authority)
  for (const key of listFields(documents[0]!)) {
    if (areWithoutMark(irsDocuments, key)) {
      delete effective[key]
      continue
    }
    const source = documents.find(candidate => readValue(candidate, key) !== null)
    if (source !== undefined) effective[key] = source.doc.raw[key]
  }
}

/**
 * Gives a software document, which is a part of an IRS total, the total's fields that decide. If a total has another
 * value, the document is doubtful.
 */
export function applyTotal(total: Resolved, part: Resolved): void {
  part.totals.push(total)
  if (reportContradictions(part, [total])) part.doubts.add('copies_disagree')
  part.effective = { ...part.doc.raw }
  takeDecidingFields(part.effective, [...part.totals, part])
}

// Takes each field that decides from the IRS copies, then from the IRS totals, then from the counted document, and then
// from other software. Design choice: an IRS copy of the document itself comes before a total of several documents.
function setEffectiveValues(item: Resolved, irsCopies: readonly Resolved[], softwareCopies: readonly Resolved[]): void {
  const effective: Raw = { ...item.doc.raw }
  const otherCopies = softwareCopies.filter(copy => isOtherTranscript(copy, item))
  takeDecidingFields(effective, [...irsCopies, ...item.totals, item, ...otherCopies])
  if (item.doc.form === 'form_1099_b') setBasis(item, effective, irsCopies, softwareCopies)
  if (!item.doc.authority) {
    setAmounts(item, effective, irsCopies)
    setLists(item, effective, irsCopies)
  }
  item.effective = effective
}

// The effective value of a box that counts as unreadable.
const UNREADABLE = {}

// Uses the amounts of the IRS copies for the boxes that the counted software copy lacks or that it cannot read. Removes
// the amounts that only the software copy has. The cost basis of a sale has its own rule, `setBasis`.
function setAmounts(item: Resolved, effective: Raw, irsCopies: readonly Resolved[]): void {
  const isReadable = ({ doc }: Resolved, key: string): boolean => typeof readMoney(doc.raw[key]) === 'bigint'
  for (const [key, , , role] of FORMS[item.doc.form]!.money) {
    if (key === 'cost_basis') continue
    const isLostAtIrs = irsCopies.some(({ doc }) => readMoney(doc.raw[key]) === 'lost')
    // Design choice: the proceeds of a sale are in one of two boxes, and two copies may use different ones.
    if ((key === 'proceeds' || key === 'gross_proceeds') && !isLostAtIrs) continue
    const source = irsCopies.find(copy => isReadable(copy, key))
    if (source !== undefined) {
      if (!isReadable(item, key)) effective[key] = source.doc.raw[key]
    } else if (role.startsWith('withheld.') && isReadable(item, key)) {
      // Transcripts do not show all withholding, so the software copy decides.
    } else if (isLostAtIrs) {
      effective[key] = UNREADABLE
      item.doubts.add('unreadable_box')
    } else if (isReadable(item, key) && (readMoney(item.doc.raw[key]) !== 0n || key === 'taxable_amount')) {
      // A taxable amount of 0 means a nontaxable payment, so it says more than an absent one.
      delete effective[key]
      reportExcess(item)
    } else {
      // Software does not make a figure incomplete that the IRS copy has completely.
      delete effective[key]
    }
  }
}

// Uses the lists of the IRS copies, such as the payments for earlier years on Form SSA-1099. Design choice: the
// distribution codes are a list, too, but they are a field that decides. The codes of other information are not amounts.
function setLists(item: Resolved, effective: Raw, irsCopies: readonly Resolved[]): void {
  const hasItems = ({ doc }: Resolved, key: string): boolean => {
    const list = doc.raw[key]
    return Array.isArray(list) && list.length > 0
  }
  const isUnreadableList = ({ doc }: Resolved, key: string): boolean =>
    !isAbsent(doc.raw[key]) && !Array.isArray(doc.raw[key])
  for (const [key, type] of Object.entries(FORMS[item.doc.form]!.types)) {
    if (type !== 'list' || key === 'other_information_codes' || listFields(item).includes(key)) continue
    const source = irsCopies.find(copy => hasItems(copy, key))
    if (source !== undefined) {
      effective[key] = source.doc.raw[key]
    } else if (irsCopies.some(copy => isUnreadableList(copy, key))) {
      // Design choice: an empty list on another IRS copy does not replace an unreadable one.
      effective[key] = UNREADABLE
      item.doubts.add('unreadable_box')
    } else {
      effective[key] = []
      if (hasItems(item, key)) reportExcess(item)
    }
  }
}

// Reports an amount or a list that only the counted software copy has.
function reportExcess(item: Resolved): void {
  item.warnings.push('copies_disagree')
  item.doubts.add('copies_disagree')
}

// Returns true if a copy reports a basis. A basis of 0 is reported only if the copy marks the security as covered.
const hasBasis = ({ doc }: Resolved): boolean => {
  const basis = readMoney(doc.raw['cost_basis'])
  return basis !== null && basis !== 'lost' && (basis !== 0n || isMarkedCovered(doc.raw))
}

// If the counted document has no basis, uses that of an IRS copy, or else of a software copy. Design choice: an
// unreadable basis is not replaced, because it may differ.
function setBasis(
  item: Resolved,
  effective: Raw,
  irsCopies: readonly Resolved[],
  softwareCopies: readonly Resolved[],
): void {
  if (readMoney(item.doc.raw['cost_basis']) === 'lost') return
  const others = softwareCopies.filter(copy => isOtherTranscript(copy, item))
  const source = [item, ...irsCopies, ...others].find(hasBasis)
  if (source === undefined) return
  effective['cost_basis'] = source.doc.raw['cost_basis']
  if (!irsCopies.some(hasBasis)) item.doubts.add('basis_from_software')
}

// Random dossiers for comparing two implementations of the rules of underwriting. A seed decides everything.
import { MAIN_BOX_KEYS } from '../documents.js'
import { FORMS } from '../forms.js'
import type { Raw } from '../values.js'
import { Dice } from './dice.js'
import { ADD_DOCUMENTS, addCareer, addSecondJob, type Draft, type Person, type World } from './generator-documents.js'
import { type IssuerNames, makeRandomFacts } from './generator-facts.js'

/** A random dossier, and what the lender knows about its borrowers. */
export interface RandomUnderwritingCase {
  readonly raw: Raw
  readonly knownFacts: Raw | undefined
  readonly isBroken: boolean
}

const SELF: Person = { ssnLast4: '1111', name: 'ROBIN EXAMPLE' }
const SPOUSE: Person = { ssnLast4: '2222', name: 'CASEY EXAMPLE' }
const CHILD: Person = { ssnLast4: '3333', name: 'JAMIE OTHER' }

const LETTERS = 'QWERTZUIOPASDFGHJKLYXCVBNM'

/** Names and identifiers of issuers. Two of every 29 issuers share a name but for the legal form. */
const ISSUER_NAMES: IssuerNames = {
  idOf: issuer => `00${String(1_234_000 + issuer * 7)}`,
  nameOf: issuer => {
    const number = issuer % 29 === 2 ? issuer - 1 : issuer
    const letters = `${LETTERS[number % 26]}${LETTERS[Math.floor(number / 26) % 26]}${LETTERS[(number * 5) % 26]}`
    return `${letters} WORKS ${number} ${issuer === number ? 'INC' : 'LLC'}`
  },
}

/** How a source writes documents. */
interface Style {
  readonly isMasked: boolean
  readonly hasRecipient: boolean
  readonly hasRecipientName: boolean
  readonly hasWholeDollars: boolean
}

function formatEntry({ form, issuer, person, boxes }: Draft, style: Style): Raw {
  const { issuer: issuerKeys, recipient: recipientKeys } = FORMS[form]!
  const id = ISSUER_NAMES.idOf(issuer)
  const name = ISSUER_NAMES.nameOf(issuer)
  const street = `${issuer} OAK STREET`
  const party = style.isMasked
    ? { [issuerKeys.id]: `XX-XXX${id.slice(-4)}`, name: name.slice(0, 4), address: street.slice(0, 6) }
    : { [issuerKeys.id]: `${id.slice(0, 2)}-${id.slice(2)}`, name, address: street }
  const amounts = Object.entries(boxes).map(([key, value]) => [
    key,
    typeof value === 'number' && style.hasWholeDollars && !key.startsWith('partner_') ? Math.trunc(value) : value,
  ])
  const recipient = {
    ...(style.hasRecipient ? { [recipientKeys.id]: `XXX-XX-${person.ssnLast4}` } : {}),
    ...(style.hasRecipientName ? { name: style.isMasked ? person.name.slice(0, 4) : person.name } : {}),
  }
  return {
    submission_type: 'Original document',
    ...Object.fromEntries(amounts),
    [issuerKeys.key]: party,
    ...(Object.keys(recipient).length > 0 ? { [recipientKeys.key]: recipient } : {}),
  }
}

function makeForm(year: number, person: Person, drafts: readonly Draft[], style: Style): Raw {
  const form: Raw = { type: 'WAID', year: String(year), ssn: `XXX-XX-${person.ssnLast4}` }
  for (const draft of drafts) {
    const list = (form[draft.form] as Raw[] | undefined) ?? []
    form[draft.form] = [...list, formatEntry(draft, style)]
  }
  return form
}

/** Changes a software copy so that it disagrees with the IRS: an amount, a code, a flag or the issuer. */
function disagree(dice: Dice, draft: Draft): Draft {
  const boxes = { ...draft.boxes }
  const [main = 'none'] = MAIN_BOX_KEYS[draft.form] ?? []
  const roll = dice.below(4)
  if (roll === 0 && typeof boxes[main] === 'number') boxes[main] = boxes[main] + dice.pick([1, 90, 5000])
  else if (roll === 1 && draft.form === 'form_1099_r')
    boxes['distribution_codes'] = [{ code: dice.pick(['7', '1', 'G']) }]
  else if (roll === 1 && draft.form === 'form_w2') boxes['statutory_employee'] = dice.chance(0.5)
  else if (roll === 2) return { ...draft, issuer: draft.issuer + 500 }
  return { ...draft, boxes }
}

/** Adds a correction of one document of a form object. */
function addCorrection(dice: Dice, form: Raw): void {
  const kinds = Object.keys(form).filter(key => Array.isArray(form[key]))
  if (kinds.length === 0) return
  const list = form[dice.pick(kinds)] as Raw[]
  const entry = structuredClone(dice.pick(list))
  entry['submission_type'] = dice.pick(['Corrected', 'Corrected', 'Void', 'Duplicate'])
  for (const [key, value] of Object.entries(entry))
    if (typeof value === 'number' && dice.chance(0.5) && entry['submission_type'] === 'Corrected')
      entry[key] = Math.round(value * dice.pick([1, 1.02, 0.9, 1.5]))
  list.push(entry)
}

const NOON = 'T12:00:00.000Z'

function makeRecords(dice: Dice, years: readonly number[], drafts: readonly Draft[]): Raw[] {
  const records: Raw[] = []
  const mix = dice.below(100)
  const isNamedOnly = dice.chance(0.12)
  for (const year of years) {
    const ofYear = drafts.filter(draft => draft.year === year)
    const hasIrs = mix < 80 && dice.chance(0.95)
    const hasSoftware = !hasIrs || (mix > 35 && dice.chance(0.8))
    const atIrs = new Set(ofYear.filter(({ form }) => dice.chance(form.startsWith('schedule') ? 0.6 : 0.93)))
    if (hasIrs)
      for (const person of [SELF, SPOUSE, CHILD]) {
        const personDrafts = ofYear.filter(draft => draft.person === person && atIrs.has(draft))
        if (personDrafts.length === 0 && (person !== SELF || dice.chance(0.4))) continue
        const day = dice.chance(0.75) ? `${year + 1}-09-0${1 + dice.below(9)}` : `${year + 1}-02-1${dice.below(9)}`
        const style = { isMasked: true, hasRecipient: true, hasRecipientName: false, hasWholeDollars: true }
        const form = makeForm(year, person, personDrafts, style)
        if (dice.chance(0.06)) addCorrection(dice, form)
        const id = `irs-${year}-${person.ssnLast4}`
        const provider = dice.pick(['irs', 'irs', 'irs_tax_pro'])
        records.push({ id, tax_year: String(year), provider_id: provider, date: day + NOON, forms: [form] })
        // The same transcript, pulled again.
        if (dice.chance(0.06))
          records.push({ ...structuredClone(records.at(-1)), id: `${id}-again`, date: `${year + 1}-10-02${NOON}` })
      }
    if (!hasSoftware) continue
    for (let copy = 0; copy < (dice.chance(0.1) ? 2 : 1); copy++) {
      const reported = ofYear.filter(draft => draft.person !== CHILD && dice.chance(hasIrs ? 0.85 : 1))
      const typed = reported.map(draft => (dice.chance(0.07) ? disagree(dice, draft) : draft))
      const repeated = typed.flatMap(draft => (dice.chance(0.04) ? [draft, draft] : [draft]))
      const hasSpouse = reported.some(({ person }) => person === SPOUSE)
      const hasRecipient = !isNamedOnly && (hasSpouse || dice.chance(0.8))
      const style = {
        ...{ isMasked: false, hasRecipient, hasWholeDollars: dice.chance(0.3) },
        hasRecipientName: isNamedOnly || dice.chance(0.2),
      }
      const form = makeForm(year, SELF, repeated, style)
      if (dice.chance(0.05)) addCorrection(dice, form)
      const provider = dice.pick(['turbotax', 'hr', 'drake'])
      const id = `soft-${year}-${copy}`
      records.push({
        id,
        tax_year: String(year),
        provider_id: provider,
        date: `${year + 1}-04-01${NOON}`,
        forms: [form],
      })
    }
  }
  return records
}

/** Breaks input: boxes, entries, records and keys that cannot be read, and forms of unknown kinds. */
function breakRecords(dice: Dice, records: readonly Raw[]): void {
  for (const record of records) {
    if (dice.chance(0.03)) {
      record['forms'] = dice.pick(['none', ['x'], null, []])
      continue
    }
    for (const form of record['forms'] as Raw[]) {
      for (const [key, list] of Object.entries(form)) {
        if (!Array.isArray(list)) continue
        for (const [index, entry] of (list as Raw[]).entries()) {
          const amounts = Object.keys(entry).filter(name => typeof entry[name] === 'number')
          const roll = dice.below(1000)
          if (roll < 15) (list as unknown[])[index] = 'x'
          else if (roll < 45) delete entry[MAIN_BOX_KEYS[key]?.[0] ?? '']
          else if (roll < 95 && amounts.length > 0) entry[dice.pick(amounts)] = '12 000'
          else if (roll < 125) entry['bonus_pay'] = 1200.5
          else if (roll < 135) delete entry[FORMS[key]!.issuer.key]
        }
        if (dice.chance(0.008)) form[key] = 'x'
      }
      if (dice.chance(0.03)) form['form_1099_k'] = [{ gross_amount: 5 }]
      if (dice.chance(0.005)) form['year'] = 'unclear'
    }
  }
}

/** Makes a random dossier of one to three people over one to five years, and known facts about a third of them. */
export function makeRandomUnderwritingCase(seed: number): RandomUnderwritingCase {
  const dice = new Dice(seed)
  const lastYear = 2022 + dice.below(3)
  const firstYear = lastYear - dice.below(5)
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, i) => firstYear + i)
  const world: World = { dice, years, drafts: [], issuers: 0 }
  const people = [SELF, ...(dice.chance(0.4) ? [SPOUSE] : []), ...(dice.chance(0.1) ? [CHILD] : [])]
  for (const person of people) {
    if (dice.chance(0.75)) addCareer(world, person)
    for (let count = dice.pick([0, 0, 1, 1, 2]); count > 0; count--) addSecondJob(world, person)
    for (let count = dice.below(person === SELF ? 5 : 3); count > 0; count--) dice.pick(ADD_DOCUMENTS)(world, person)
  }
  const irs = world.drafts.filter(({ form }) => form === 'form_1099_int')
  const isOfIrs = irs.length > 0 && dice.chance(0.15)
  const records = makeRecords(dice, years, world.drafts)
  if (isOfIrs) nameTreasury(records, irs[0]!.issuer)
  const isBroken = dice.chance(0.5)
  if (isBroken) breakRecords(dice, records)
  const id = `tp-${seed}`
  const taxpayer: Raw = { id, status: 'COMPLETED', ...(dice.chance(0.7) ? { name: SELF.name } : {}) }
  if (dice.chance(0.5)) taxpayer['analysis'] = { tin: `XXX-XX-${SELF.ssnLast4}` }
  const ids = [
    { id: 'self', drafts: world.drafts.filter(({ person }) => person === SELF) },
    ...(people.includes(SPOUSE) && dice.chance(0.7)
      ? [{ id: dice.pick(['2222', '2222', SPOUSE.name]), drafts: world.drafts.filter(d => d.person === SPOUSE) }]
      : []),
  ]
  const hasFacts = dice.chance(0.34)
  const onlyBorrowers = { taxpayer_id: id, borrowers: ids.map(borrower => ({ id: borrower.id })) }
  const knownFacts = hasFacts
    ? makeRandomFacts(dice, ids, lastYear, ISSUER_NAMES, id)
    : ids.length > 1
      ? onlyBorrowers
      : undefined
  return { raw: { taxpayer, records }, knownFacts, isBroken }
}

/** Gives the payer of interest the name of the IRS in every record. */
function nameTreasury(records: readonly Raw[], issuer: number): void {
  const name = ISSUER_NAMES.nameOf(issuer)
  for (const record of records)
    for (const form of record['forms'] as Raw[])
      for (const entry of (form['form_1099_int'] ?? []) as Raw[]) {
        const payer = entry['payer'] as Raw
        if (payer['name'] === name || payer['name'] === name.slice(0, 4)) payer['name'] = 'INTERNAL REVENUE SERVICE'
      }
}

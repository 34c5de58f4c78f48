import { canary, type Dice } from './dice.js'
import { isObject, type Json, type JsonObject } from './json.js'
import { type FormShape, SHAPES } from './vocabulary.js'

const PROVIDERS = ['turbotax', 'hr', 'taxact', 'free_tax_usa', 'irs', 'irs', 'irs_tax_pro', 'irs-tax-pro', 'drake']
const SUBMISSIONS = [
  ...['Original document', 'Original document', 'Original document', 'Original', 'Corrected', 'Amended document'],
  ...['VOID', 'Duplicate'],
]

interface Issuer {
  readonly name: string
  readonly id: string
  readonly address: string
}

const makeIssuer = (dice: Dice): Issuer => ({
  name: `${canary(dice)} ${dice.pick(['Works', 'BANK NA', 'State of', '& Sons, Inc.'])}`,
  id: `${dice.digits(2)}-${dice.digits(7)}`,
  address: `${dice.digits(3)} ${canary(dice)} Street`,
})

const maskId = (dice: Dice, id: string): string => {
  const digits = id.replace(/\D/g, '')
  const last = digits.slice(-4)
  return dice.pick([id, id, digits, `XX-XXX${last}`, `XXX-XX-${last}`, `XXXXX${last}`, `*****${last}`])
}

const dateText = (dice: Dice, year: number): string => {
  const month = String(1 + dice.rollBelow(12)).padStart(2, '0')
  const day = String(1 + dice.rollBelow(28)).padStart(2, '0')
  return dice.pick([
    `${year}-${month}-${day}`,
    `${month}-${day}-${year}`,
    `${month}/${day}/${year}`,
    `${year}-${month}-${day}T10:20:30.000Z`,
    `${year}-${month}-${day}T10:20:30+02:00`,
    'Various',
  ])
}

const addCommas = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Creates an amount in one of the formats that the service may send. */
export const makeMoney = (dice: Dice): Json => {
  const kind = dice.rollBelow(20)
  if (kind === 0) return 0
  if (kind === 1) return null
  const dollars = 1 + dice.rollBelow(dice.chance(20) ? 900 : 99999)
  const cents = dice.digits(2)
  if (kind < 7) return dollars
  if (kind < 16) return Number(`${dollars}.${cents}`)
  if (kind === 16) return -Number(`${dollars}.${cents}`)
  return dice.pick([
    `${dollars}.${cents}`,
    `$${addCommas(String(dollars))}.${cents}`,
    `(${dollars}.${cents})`,
    `-$${dollars}.${cents}`,
    addCommas(String(dollars)),
    'N/A',
    'Not Set',
    '',
  ])
}

/** Makes values of fields that are not amounts, by kind. The values of some fields depend on the key. */
const OTHER_VALUES: Readonly<Record<string, (dice: Dice, key: string, year: number) => Json>> = {
  flag: dice => dice.pick<Json>([true, false, 'Yes', 'No', 1, 0, 'Box checked', 'Box not checked', 'Unanswered', null]),
  date: (dice, _, year) => dateText(dice, year),
  period: (dice, _, year) => dice.pick([`${year}12`, `${year}-12`, `12-31-${year}`, `${year}01`, '000000']),
  year: (dice, _, year) => dice.pick<Json>([year, String(year), 0, year - 1]),
  code: (dice, key) =>
    key === 'income_code'
      ? dice.pick<Json>(['06', 1, '18', '37', '50', '28', 12, '17'])
      : dice.pick<Json>(['1', 2, 'A', '02', canary(dice)]),
  identifier: dice => maskId(dice, `${dice.digits(2)}-${dice.digits(7)}`),
  account: dice => dice.pick([`Zq${dice.digits(9)}`, `${canary(dice)}-${dice.digits(6)}`, 'XXXXXXXX', 'N/A']),
  ratio: dice => dice.pick<Json>([0.25, 0.5, '0.1', 33.3, 'Various', 1]),
  rate: dice => dice.pick<Json>([30, 0.3, '.30', 3000, 15, 0]),
  percentage: dice => dice.pick(['50.000000', '50%', '0.5', '100', '0']),
  count: dice => dice.pick<Json>([1, '2', 3]),
  list: (dice, key, year) => {
    if (key === 'payments') return [{ year: String(year - 1), payment: 100 + dice.rollBelow(900) }]
    if (key !== 'distribution_codes') return ['A', canary(dice)]
    const code = dice.pick(['7', '1', 'G', '4G', 'J', 'S', '2', '8'])
    return [{ value: code, code }]
  },
  text: (dice, key) => {
    if (key === 'submission_type') return dice.pick(SUBMISSIONS)
    if (key === 'SSA/RRB Payments') return dice.pick(['12.50', 'None', canary(dice)])
    if (key === 'noncovered_security_indicator') return dice.pick(['Covered security', 'Noncovered', 'Not Set'])
    return dice.pick([canary(dice), `${canary(dice)} ${dice.digits(9)}`, 'Unanswered', 'Not checked'])
  },
}

interface Person {
  readonly name: string
  readonly ssn: string
}

const makeEntry = (dice: Dice, shape: FormShape, issuer: Issuer, person: Person, year: number): JsonObject => {
  const entry: JsonObject = {}
  if (!dice.chance(5)) {
    const party: JsonObject = { name: issuer.name, address: issuer.address }
    party[shape.issuerId] = maskId(dice, issuer.id)
    entry[shape.issuer] = party
  }
  if (dice.chance(60)) {
    const party: JsonObject = { name: person.name, address: `${dice.digits(4)} ${canary(dice)} Ave` }
    party[shape.recipientId] = maskId(dice, person.ssn)
    entry[shape.recipient] = party
  }
  const boxes = [...shape.money.keys()]
  const count = 1 + dice.rollBelow(Math.min(boxes.length, dice.chance(8) ? 20 : 6))
  // Most entries have one of the form's first three money boxes, because these are the most important boxes.
  if (dice.chance(70)) entry[boxes[dice.rollBelow(Math.min(3, boxes.length))] as string] = makeMoney(dice)
  for (let at = 0; at < count; at++) entry[dice.pick(boxes)] = makeMoney(dice)
  const others = [...shape.otherKinds]
  const extra = dice.rollBelow(4)
  for (let at = 0; at < extra; at++) {
    const [key, kind] = dice.pick(others)
    entry[key] = OTHER_VALUES[kind]!(dice, key, year)
  }
  if (dice.chance(85)) entry['submission_type'] = dice.pick(SUBMISSIONS)
  return entry
}

/** Copies an entry as another source may report it: unchanged, in whole dollars, or with different amounts. */
const copyWithChanges = (dice: Dice, entry: JsonObject): JsonObject => {
  const copy: JsonObject = {}
  const mode = dice.rollBelow(4)
  for (const key of Object.keys(entry)) {
    const value = entry[key] as Json
    if (typeof value === 'number' && mode === 0) copy[key] = Math.trunc(value)
    else if (typeof value === 'number' && mode === 1 && dice.chance(30)) copy[key] = value + 1
    else if (isObject(value)) copy[key] = { ...value }
    else copy[key] = Array.isArray(value) ? value.slice() : value
  }
  if (dice.chance(20)) copy['submission_type'] = dice.pick(SUBMISSIONS)
  return copy
}

const makeTaxpayer = (dice: Dice, id: string): JsonObject => {
  const taxpayer: JsonObject = { id, name: canary(dice), provider_id: 'irs', status: 'COMPLETED' }
  if (dice.chance(40)) {
    taxpayer['analysis'] = {
      total_liabilities: `${1000 + dice.rollBelow(9000)}.${dice.digits(2)}`,
      liabilities_with_lien_filed: dice.pick(['0', '500.00', '$250']),
      tin: `XXX-XX-${dice.digits(4)}`,
      employment_history: [
        {
          type: 'W-2',
          year: '2023',
          employer: { ein: `${dice.digits(2)}-${dice.digits(7)}`, name: canary(dice), address: canary(dice) },
        },
      ],
    }
  }
  if (dice.chance(40)) {
    const amount = 100 + dice.rollBelow(9000)
    taxpayer['details'] = {
      address: { street_address: canary(dice), city: canary(dice), state: 'TX', zip_code: dice.digits(5) },
      balance_summary: { balance_due: amount, tax_years: [{ amount, year: dice.pick(['2022', '2023']) }] },
    }
  }
  if (dice.chance(15)) taxpayer['metadata'] = { account: canary(dice), score: 12.5 }
  return taxpayer
}

/** Creates a valid input, usually a dossier. */
export const makeDossier = (dice: Dice): Json => {
  const person: Person = { name: canary(dice), ssn: `${dice.digits(3)}-${dice.digits(2)}-${dice.digits(4)}` }
  const taxpayerId = `Tq${dice.letters(5)}`
  const issuers = [makeIssuer(dice), makeIssuer(dice)]
  const large = dice.chance(2)
  const recordCount = dice.pick(large ? [2, 3, 4] : [1, 1, 1, 2])
  const records: Json[] = []
  let last: { key: string; entries: JsonObject[]; year: number } | null = null
  for (let at = 0; at < recordCount; at++) {
    const year = dice.pick([2022, 2023, 2023, 2024, 2024, 2025])
    const forms: Json[] = []
    const formCount = dice.pick(large ? [1, 2, 3] : [1, 1, 1, 2])
    let recordYear = year
    for (let form = 0; form < formCount; form++) {
      const holder: JsonObject = {
        type: dice.pick(['WAID', 'W2', canary(dice)]),
        year: dice.chance(80) ? String(year) : year,
        ssn: maskId(dice, person.ssn),
      }
      const arrays = dice.pick(large ? [1, 2, 3] : [1, 1, 2])
      for (let array = 0; array < arrays; array++) {
        if (last !== null && at > 0 && dice.chance(55)) {
          holder[last.key] = last.entries.map(entry => copyWithChanges(dice, entry))
          holder['year'] = String(last.year)
          recordYear = last.year
        } else {
          const shape = dice.pick(SHAPES)
          const entries: JsonObject[] = []
          const entryCount = dice.pick(large ? [1, 2, 4, 8] : [1, 1, 1, 2])
          for (let entry = 0; entry < entryCount; entry++) {
            const before = entries[entry - 1]
            if (before !== undefined && dice.chance(40)) entries.push(copyWithChanges(dice, before))
            else entries.push(makeEntry(dice, shape, dice.pick(issuers), person, year))
          }
          holder[shape.key] = entries
          last = { key: shape.key, entries, year }
        }
      }
      forms.push(holder)
    }
    records.push({
      id: `Rq${dice.letters(6)}`,
      name: person.name,
      tax_year: dice.chance(80) ? String(recordYear) : recordYear,
      provider_id: dice.pick(PROVIDERS),
      date: `2025-0${1 + dice.rollBelow(9)}-11T0${dice.rollBelow(10)}:00:00.000Z`,
      raw_file: '',
      forms,
    })
  }
  const taxpayer = makeTaxpayer(dice, taxpayerId)
  const kind = dice.rollBelow(100)
  if (kind < 84) return { taxpayer, records }
  if (kind < 90) return records[0] as Json
  if (kind < 96) return records
  if (kind < 98) return [{ taxpayer, records }]
  if (kind < 99) return taxpayer
  return { taxpayer, records: records.slice(0, 1) }
}

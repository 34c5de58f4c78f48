import { describe, expect, test } from 'vitest'
import { pullAgain, randomCopies, shuffleForms, shuffleRecords } from '../support/random-copies.js'
import {
  formsInNoOrder,
  type PlainDocument,
  readIdentifier,
  readMoney,
  readPlain,
  readProvider,
} from './document.js'
import {
  compareDocuments,
  documentKey,
  isTotalOf,
  type Resolved,
  resolvePlain,
  sameAmounts,
  sameIdentity,
  scoreAccount,
  scoreAddress,
  scoreAmounts,
  scoreEntry,
  scoreIdentifier,
  scoreName,
  scoreUnique,
} from './resolve.js'

type Json = Record<string, unknown>

const employer = { ein: '20-1111234', name: 'THE HOME DEPOT', address: '1 HACKER WAY' }
const person = { ssn: '900-11-3333', name: 'ALEX SAMPLE' }
const spouse = { ssn: '900-22-6666', name: 'ROBIN SAMPLE' }

function w2(wages: number | null, withheld: number | null, more: Json = {}): Json {
  const entry: Json = { employer, employee: person, ...more }
  if (wages !== null) entry['wages_tips_other_compensation'] = wages
  if (withheld !== null) entry['federal_income_tax_withheld'] = withheld
  return entry
}

interface Source {
  id?: string
  date?: string
  ssn?: string
  form?: string
}

function record(provider: string, entries: Json[], more: Source = {}): Json {
  const form: Json = { year: '2023', [more.form ?? 'form_w2']: entries }
  if (more.ssn !== undefined) form['ssn'] = more.ssn
  return {
    id: more.id ?? provider,
    provider_id: provider,
    tax_year: '2023',
    date: more.date ?? '2024-03-01T00:00:00.000Z',
    forms: [form],
  }
}

const february = '2024-02-01T00:00:00.000Z'
const august = '2024-08-01T00:00:00.000Z'
const september = '2024-09-01T00:00:00.000Z'

const resolve = (...records: Json[]): Resolved[] => resolvePlain(readPlain({ records }))

/** The counted documents' first amounts, in whole dollars, from the smallest. */
function counted(...records: Json[]): number[] {
  return resolve(...records)
    .filter(item => item.status === 'counted')
    .map(item => Number(item.doc.amounts.find(x => x !== null) ?? 0n) / 100)
    .sort((a, b) => a - b)
}

const statuses = (...records: Json[]): string[] => resolve(...records).map(item => item.status)

function documents(entries: Json[], form = 'form_w2'): PlainDocument[] {
  return readPlain({ records: [record('hr', entries, { form })] }).documents
}

function pair(a: Json, b: Json, form = 'form_w2'): [PlainDocument, PlainDocument] {
  const docs = documents([a, b], form)
  return [docs[0]!, docs[1]!]
}

describe('values', () => {
  test('identifiers: nine digits, masked last four, else absent', () => {
    expect(readIdentifier('123-45-6789')).toBe('123456789')
    for (const text of ['XXX-XX-1234', 'XX-XXX1234', 'XX-XXX-1234', 'xxxxx1234', '***-**-1234']) {
      expect(readIdentifier(text)).toBe('XXXXX1234')
    }
    for (const text of ['1234', '12X4', 'XXX-XX-XXXX', '', 'Unanswered', null]) {
      expect(readIdentifier(text)).toBeNull()
    }
  })

  test('money is exact', () => {
    expect(readMoney(1.15)).toBe(115n)
    expect(readMoney(8.2)).toBe(820n)
    expect(readMoney(-0)).toBe(0n)
    expect(readMoney(1e-7)).toBe(0n)
    expect(readMoney('0.125')).toBe(12n)
    expect(readMoney('0.135')).toBe(14n)
    expect(readMoney('$1,234.56')).toBe(123456n)
    expect(readMoney('(12.34)')).toBe(-1234n)
    expect(readMoney('-$600.00')).toBe(-60000n)
    expect(readMoney('.50')).toBe(50n)
    for (const bad of ['$-5', '(-5)', '1,23', 'Not Set', '', null, true, Number.NaN, 9e13]) {
      expect(readMoney(bad)).toBeNull()
    }
  })

  test('providers are one spelling', () => {
    expect(readProvider(' IRS-Tax-Pro ')).toBe('irs_tax_pro')
    expect(readProvider('service_sandbox')).toBe('service-sandbox')
  })

  test('the year of a K-1 is the year in which its period ends, else the form object, else the record', () => {
    const k1 = documents([{ tax_period_end: '202212' }, {}], 'schedule_k1_1065')
    expect(k1.map(doc => doc.year)).toEqual([2022, 2023])
  })

  test('a recipient without an identifier takes the ssn of the form object, the entry stays without', () => {
    const [doc] = readPlain({
      records: [record('irs', [w2(1, 1, { employee: {} })], { ssn: 'XXX-XX-3333' })],
    }).documents
    expect(doc?.recipient.id).toBe('XXXXX3333')
    expect(doc?.recipientOwn).toBeNull()
  })
})

describe('records', () => {
  test('records with one id are one record: the latest date is kept', () => {
    const a = record('irs', [w2(1, 1)], { id: 'r', date: february })
    const b = record('irs', [w2(2, 2)], { id: 'r', date: august })
    expect(counted(a, b)).toEqual([2])
    expect(counted(b, a)).toEqual([2])
  })

  test('records with one id and date: the greatest canonical text is kept', () => {
    const a = record('irs', [w2(1, 1)], { id: 'r' })
    const b = record('irs', [w2(2, 2)], { id: 'r' })
    expect(counted(a, b)).toEqual([2])
    expect(counted(b, a)).toEqual([2])
  })

  test('pulls of one transcript take the earliest date', () => {
    const a = record('irs', [w2(1, 1)], { id: 'a', date: september })
    const b = record('irs', [w2(1, 1)], { id: 'b', date: february })
    const c = record('irs_tax_pro', [w2(1, 1)], { id: 'c', date: september })
    const dates = readPlain({ records: [a, b, c] }).documents.map(doc => doc.date)
    expect(dates).toEqual([february, february, september])
  })

  test('forms are equal whatever the order of form objects and of the entries of each array', () => {
    const form = { year: '2023', form_w2: [w2(1, 1), w2(2, 2)], form_w2g: [w2(3, 3)] }
    const turned = { form_w2g: [w2(3, 3)], form_w2: [w2(2, 2), w2(1, 1)], year: '2023' }
    expect(formsInNoOrder([form, { year: '2022' }])).toBe(formsInNoOrder([{ year: '2022' }, turned]))
    expect(formsInNoOrder([form])).not.toBe(formsInNoOrder([{ ...form, form_w2: [w2(1, 1)] }]))
    expect(formsInNoOrder([form])).not.toBe(formsInNoOrder([form, form]))
    const a = { ...record('irs', [], { id: 'a', date: september }), forms: [{ year: '2022' }, form] }
    const b = { ...record('irs', [], { id: 'b', date: february }), forms: [turned, { year: '2022' }] }
    const dates = readPlain({ records: [a, b] }).documents.map(doc => doc.date)
    expect(new Set(dates)).toEqual(new Set([february]))
  })

  test('lists inside an entry keep their order', () => {
    const entry = (...codes: string[]): Json => ({ form_w2: [{ codes }] })
    expect(formsInNoOrder([entry('a', 'b')])).not.toBe(formsInNoOrder([entry('b', 'a')]))
  })
})

describe('the order', () => {
  const sorted = (entries: Json[], form = 'form_w2'): number[] =>
    documents(entries, form)
      .sort(compareDocuments)
      .map(doc => doc.entryIndex)

  test('full before masked before absent issuer, then the digits', () => {
    const ein = (id: string | null): Json => w2(1, 1, { employer: { ein: id } })
    expect(sorted([ein(null), ein('XXXXX0001'), ein('900000002'), ein('900000001')])).toEqual([3, 2, 1, 0])
  })

  test('then the recipient as it stands on the entry', () => {
    const ssn = (id: string | null): Json => w2(1, 1, { employee: { ssn: id } })
    expect(sorted([ssn(null), ssn('XXXXX0001'), ssn('900000002')])).toEqual([2, 1, 0])
  })

  test('then the name upper-cased, the account, the amounts with absent before present', () => {
    const int = (name: string, account: string, interest: number | null): Json => {
      const entry: Json = { payer: { fin: '20-1111234', name }, account_number: account }
      return interest === null ? entry : { ...entry, interest_income: interest }
    }
    const entries = [
      int('b', '1', 1),
      int('A', '2', 1),
      int('a', '1', 2),
      int('A', '1', -1),
      int('A', '1', null),
    ]
    expect(sorted(entries, 'form_1099_int')).toEqual([4, 3, 2, 1, 0])
  })

  const places = (...records: Json[]): string[] =>
    readPlain({ records })
      .documents.sort(compareDocuments)
      .map(doc => doc.record + doc.entryIndex)

  test('then the authority, the latest date, the entry, the forms, the record id, the form and entry index', () => {
    const noted = (note: string): Json => w2(1, 1, { note })
    const all = places(
      record('turbotax', [noted('f'), noted('f')], { id: 'b', date: february }),
      record('turbotax', [noted('f'), noted('f')], { id: 'a', date: february }),
      record('turbotax', [noted('f'), noted('e')], { id: 'd', date: february }),
      record('turbotax', [noted('z')], { id: 'c', date: august }),
      record('irs', [noted('z')], { id: 'z', date: february }),
    )
    // The forms that begin with an e come before those that begin with an f.
    expect(all).toEqual(['z0', 'c0', 'd1', 'd0', 'a0', 'a1', 'b0', 'b1'])
  })

  test('the id of a record decides nothing where the forms differ', () => {
    const one = (id: string): Json => record('irs', [w2(1, 1), w2(2, 2)], { id })
    const two = (id: string): Json => record('irs', [w2(1, 1), w2(3, 3)], { id })
    expect(places(one('a'), two('b'))).toEqual(['a0', 'b0', 'a1', 'b1'])
    expect(places(one('b'), two('a'))).toEqual(['b0', 'a0', 'b1', 'a1'])
  })
})

describe('the scoring table', () => {
  test('identifier: both full', () => {
    expect(scoreIdentifier('201111234', '201111234')).toBe(4)
    expect(scoreIdentifier('201111234', '202221234')).toBe('REJECT')
  })

  test('identifier: one masked, the last four', () => {
    expect(scoreIdentifier('201111234', 'XXXXX1234')).toBe(2)
    expect(scoreIdentifier('XXXXX1234', 'XXXXX1234')).toBe(2)
    expect(scoreIdentifier('201111234', 'XXXXX9999')).toBe('REJECT')
  })

  test('identifier: absent', () => {
    expect(scoreIdentifier(null, '201111234')).toBe(0)
    expect(scoreIdentifier(null, null)).toBe(0)
  })

  test('recipient: within a source with the ssn of the form object, between sources without', () => {
    const source: Source = { ssn: 'XXX-XX-9999' }
    const [a, b] = readPlain({
      records: [record('hr', [w2(1, 1), w2(1, 1, { employee: {} })], source)],
    }).documents
    expect(sameIdentity(a!, b!, false)).toBe(false)
    expect(sameIdentity(a!, b!, true)).toBe(true)
  })

  test('name: equal or cut to its first four characters 2, else -2', () => {
    expect(scoreName('Meta Platforms', 'META PLATFORMS')).toBe(2)
    expect(scoreName('META', 'META PLATFORMS')).toBe(2)
    expect(scoreName('METAXXXXX', 'META PLATFORMS')).toBe(2)
    expect(scoreName('THE XXXX XXXXX', 'THE HOME DEPOT')).toBe(2)
    expect(scoreName('THE', 'THE HOME DEPOT')).toBe(2)
    expect(scoreName('IBM', 'IBM CORP')).toBe(2)
    expect(scoreName('METAL', 'META PLATFORMS')).toBe(-2)
    expect(scoreName('THE GAP', 'THE HOME DEPOT')).toBe(-2)
    expect(scoreName('TH', 'THE HOME DEPOT')).toBe(-2)
    expect(scoreName(null, 'META')).toBe(0)
  })

  test('address: equal or cut to its first six characters 1, else 0', () => {
    expect(scoreAddress('1 Hacker Way', '1 HACKER WAY')).toBe(1)
    expect(scoreAddress('1 HACK', '1 HACKER WAY')).toBe(1)
    expect(scoreAddress('12 OA', '12 OA ST')).toBe(1)
    expect(scoreAddress('1 HACKER', '1 HACKER WAY')).toBe(0)
    expect(scoreAddress(null, null)).toBe(0)
  })

  test('account: equal 2, different REJECT for 1099-x, 1098-x, 5498 and SSA-1099, else 0', () => {
    const one = { account_number: 'XX-4001', recipient_account_number: 'XX-4001' }
    const two = { account_number: 'XX-4002', recipient_account_number: 'XX-4002' }
    for (const form of [
      'form_1099_int',
      'form_1099_b',
      'form_1098',
      'form_1098_t',
      'form_5498',
      'form_ssa_1099',
    ]) {
      expect(scoreAccount(...pair(one, one, form))).toBe(2)
      expect(scoreAccount(...pair(one, two, form))).toBe('REJECT')
      expect(scoreAccount(...pair(one, {}, form))).toBe(0)
    }
    expect(scoreAccount(...pair(one, one, 'form_1042_s'))).toBe(2)
    expect(scoreAccount(...pair(one, two, 'form_1042_s'))).toBe(0)
  })

  test('unique form identifier: equal 10, different REJECT', () => {
    const one = { unique_form_identifier: '1000000001' }
    const two = { unique_form_identifier: '1000000002' }
    expect(scoreUnique(...pair(one, one, 'form_1042_s'))).toBe(10)
    expect(scoreUnique(...pair(one, two, 'form_1042_s'))).toBe('REJECT')
    expect(scoreUnique(...pair(one, {}, 'form_1042_s'))).toBe(0)
  })

  test('amounts: the same, two not zero, from different sources 4', () => {
    expect(scoreAmounts(...pair(w2(100, 10), w2(100, 10)), true)).toBe(4)
    expect(scoreAmounts(...pair(w2(100, 10), w2(100.4, 10.99)), true)).toBe(4)
    expect(scoreAmounts(...pair(w2(100, 10), w2(100, 10)), false)).toBe(0)
    expect(scoreAmounts(...pair(w2(100, 0), w2(100, 0)), true)).toBe(0)
    expect(scoreAmounts(...pair(w2(100, 10), w2(100, null)), true)).toBe(0)
    expect(scoreAmounts(...pair(w2(100, 10), w2(102, 10)), true)).toBe(0)
  })

  test('the whole entry: every key and value, from different sources 10', () => {
    expect(scoreEntry(...pair({ a: 1, b: [2] }, { b: [2], a: 1 }), true)).toBe(10)
    expect(scoreEntry(...pair({ a: 1, b: [2] }, { b: [2], a: 1 }), false)).toBe(0)
    expect(scoreEntry(...pair({ a: 1 }, { a: 1, b: null }), true)).toBe(0)
  })

  test('six is the same, five is not, and a REJECT outweighs any score', () => {
    const bare = { employee: {}, employer: { ein: '20-1111234' } }
    const named = { employee: {}, employer: { ein: '20-1111234', name: 'THE' } }
    const placed = { employee: {}, employer: { ein: '20-1111234', address: '1 HACK' } }
    expect(sameIdentity(...pair(w2(1, 0, named), w2(2, 0, named)), false)).toBe(true)
    expect(sameIdentity(...pair(w2(1, 0, placed), w2(2, 0, placed)), false)).toBe(false)
    expect(sameIdentity(...pair(w2(1, 0, bare), w2(2, 0, bare)), false)).toBe(false)
    expect(sameIdentity(...pair(w2(1, 1), w2(1, 1, { employee: spouse })), true)).toBe(false)
  })

  test('another form or year is never the same', () => {
    const [a] = documents([w2(1, 1)])
    expect(sameIdentity(a!, { ...a!, year: 2022 }, true)).toBe(false)
    expect(sameIdentity(a!, { ...a!, form: 'form_w2g' }, true)).toBe(false)
  })
})

describe('same amounts', () => {
  test('every box present on both is equal, absent boxes are not compared', () => {
    expect(sameAmounts(...pair(w2(100, 10), w2(100, null)), false)).toBe(true)
    expect(sameAmounts(...pair(w2(100, 10), w2(100, 0)), false)).toBe(false)
  })

  test('one box at least is present on both, or none on either', () => {
    expect(sameAmounts(...pair(w2(100, null), w2(null, 10)), false)).toBe(false)
    expect(sameAmounts(...pair(w2(100, null), w2(null, null)), false)).toBe(false)
    expect(sameAmounts(...pair(w2(null, null), w2(null, null)), false)).toBe(true)
  })

  test('between sources, below a dollar where one is whole dollars', () => {
    expect(sameAmounts(...pair(w2(100, 10), w2(100.99, 10.4)), true)).toBe(true)
    expect(sameAmounts(...pair(w2(100, 10), w2(101, 10.4)), true)).toBe(false)
    expect(sameAmounts(...pair(w2(100, 10.5), w2(100.99, 10.5)), true)).toBe(false)
    expect(sameAmounts(...pair(w2(100, 10), w2(100.99, 10.4)), false)).toBe(false)
  })

  test('between sources, exactly a dollar where both are whole dollars', () => {
    expect(sameAmounts(...pair(w2(100, 10), w2(101, 10)), true)).toBe(true)
    expect(sameAmounts(...pair(w2(100, 10), w2(102, 10)), true)).toBe(false)
    expect(sameAmounts(...pair(w2(100, 10), w2(101, 10)), false)).toBe(false)
  })
})

describe('classes', () => {
  test('a document joins the class with the best score', () => {
    const other = { ein: '20-2221234', name: 'THE GAP STORES', address: '9 PINE LANE' }
    const masked = { ein: 'XXXXX1234', name: 'THE', address: '9 PINE' }
    const all = resolve(
      record('hr', [w2(100, 10), w2(300, 30, { employer: other })]),
      record('irs', [w2(200, 20, { employer: masked })]),
    )
    expect(all.map(item => item.status)).toEqual(['counted', 'conflict', 'counted'])
  })

  test('ties go to the class with the fewest documents of its own source', () => {
    const other = { ein: '20-2221234', name: 'THE GAP STORES' }
    const masked = { ein: 'XXXXX1234', name: 'THE' }
    const all = resolve(
      record('hr', [w2(100, 10), w2(300, 30, { employer: other })]),
      record('irs', [w2(200, 20, { employer: masked }), w2(400, 40, { employer: masked })]),
    )
    expect(all.map(item => item.status)).toEqual(['conflict', 'conflict', 'counted', 'counted'])
    expect(all[0]?.decidedBy).toBe('irs/form_w2/0/0')
    expect(all[1]?.decidedBy).toBe('irs/form_w2/0/1')
  })

  test('a document joins no class that holds a member it rejects', () => {
    const masked = { employee: { ssn: null } }
    const all = resolve(
      record('hr', [w2(100, 10)]),
      record('drake', [w2(100, 10, masked)]),
      record('irs', [w2(100, 10, { employee: spouse })]),
    )
    expect(all.map(item => item.status)).toEqual(['counted', 'duplicate', 'counted'])
  })

  test('the same amounts with a score below six both count, with a warning', () => {
    const bare = { employee: {}, employer: { ein: '20-1111234' } }
    const all = resolve(record('hr', [w2(100, null, bare)]), record('irs', [w2(100, 0, bare)]))
    expect(all.map(item => [item.status, item.warnings])).toEqual([
      ['counted', ['possible_duplicate']],
      ['counted', ['possible_duplicate']],
    ])
  })

  test('without the warning where no box that is not zero on either side is equal', () => {
    const bare = { employee: {}, employer: { ein: '20-1111234' } }
    const warnings = (a: Json, b: Json): string[] =>
      resolve(record('hr', [a]), record('irs', [b])).flatMap(item => item.warnings)
    expect(warnings(w2(null, null, bare), w2(null, null, { ...bare, x: 1 }))).toEqual([])
    expect(warnings(w2(0, 0, bare), w2(0, null, bare))).toEqual([])
    expect(warnings(w2(0, 0.4, bare), w2(0.4, null, bare))).toEqual([])
    expect(warnings(w2(100, 0, bare), w2(100.4, null, bare))).toEqual([
      'possible_duplicate',
      'possible_duplicate',
    ])
  })
})

describe('rule 1: voids', () => {
  const voided = { submission_type: 'Void' }

  test('a void cancels the lowest document of its source with its identity and amounts', () => {
    const all = resolve(record('irs', [w2(60, 6), w2(50, 5), w2(50, 5, voided), w2(50, 5)]))
    expect(all.map(item => item.status)).toEqual(['counted', 'canceled', 'void', 'counted'])
    expect(all[1]?.decidedBy).toBe('irs/form_w2/0/2')
  })

  test('a void without one is void alone', () => {
    expect(statuses(record('irs', [w2(60, 6), w2(50, 5, voided)]))).toEqual(['counted', 'void'])
  })

  test('two voids cancel two documents', () => {
    const all = statuses(record('irs', [w2(50, 5), w2(50, 5), w2(50, 5, voided), w2(50, 5, voided)]))
    expect(all).toEqual(['canceled', 'canceled', 'void', 'void'])
  })

  test('voids and amended documents are taken by their index', () => {
    const amended = { submission_type: 'Corrected' }
    expect(statuses(record('irs', [w2(50, 5), w2(60, 6, amended), w2(50, 5, voided)]))).toEqual([
      'superseded',
      'counted',
      'void',
    ])
    expect(statuses(record('irs', [w2(50, 5), w2(50, 5, voided), w2(60, 6, amended)]))).toEqual([
      'canceled',
      'void',
      'counted',
    ])
  })

  test('an amended document that a void before it has canceled replaces nothing', () => {
    const amended = { submission_type: 'Corrected' }
    expect(statuses(record('irs', [w2(60, 6, voided), w2(50, 5), w2(60, 6, amended)]))).toEqual([
      'void',
      'counted',
      'canceled',
    ])
  })

  test('a void of another source cancels nothing inside this one by rule 1', () => {
    const a = record('irs', [w2(60, 6, voided)])
    expect(statuses(record('hr', [w2(61.5, 6)]), a)).toEqual(['counted', 'void'])
  })

  test('a slash in an id is written as %2F', () => {
    const all = resolve(record('irs', [w2(50, 5), w2(50, 5, voided)], { id: 'a/b' }))
    expect(all[0]?.decidedBy).toBe('a%2Fb/form_w2/0/1')
  })
})

describe('rule 2: amended documents', () => {
  const amended = { submission_type: 'Corrected' }

  test('an amended document replaces the original', () => {
    const all = resolve(record('irs', [w2(50, 5), w2(60, 5, amended)]))
    expect(all.map(item => item.status)).toEqual(['superseded', 'counted'])
    expect(all[0]?.decidedBy).toBe('irs/form_w2/0/1')
    expect(all[1]?.warnings).toEqual([])
  })

  test('the target is the one with the most equal boxes', () => {
    expect(statuses(record('irs', [w2(50, 5), w2(70, 7), w2(60, 7, amended)]))).toEqual([
      'counted',
      'superseded',
      'counted',
    ])
  })

  test('ties go to an original, then to the lowest index', () => {
    expect(statuses(record('irs', [w2(50, 5, amended), w2(50, 5), w2(50, 5), w2(60, 5, amended)]))).toEqual([
      'counted',
      'superseded',
      'superseded',
      'counted',
    ])
  })

  test('a later amended document replaces an earlier one', () => {
    expect(statuses(record('irs', [w2(50, 5), w2(60, 5, amended), w2(60, 6, amended)]))).toEqual([
      'superseded',
      'superseded',
      'counted',
    ])
  })

  test('a target with no equal box is doubtful', () => {
    const all = resolve(record('irs', [w2(50, 5), w2(60, 6, amended)]))
    expect(all.map(item => item.status)).toEqual(['superseded', 'counted'])
    expect(all[1]?.warnings).toEqual(['amended_target_doubtful'])
  })

  test('all zero cancels its target and itself', () => {
    const all = resolve(record('irs', [w2(50, 5), w2(0, 0, amended)]))
    expect(all.map(item => item.status)).toEqual(['canceled', 'canceled'])
    expect(all.map(item => item.decidedBy)).toEqual(['irs/form_w2/0/1', null])
    expect(all.map(item => item.warnings)).toEqual([[], []])
  })

  test('all zero without a target is canceled alone', () => {
    expect(statuses(record('irs', [w2(0, 0, amended)]))).toEqual(['canceled'])
  })

  test('no money field at all is canceled and leaves the original', () => {
    expect(statuses(record('irs', [w2(50, 5), w2(null, null, amended)]))).toEqual(['counted', 'canceled'])
  })

  test('any other without a target counts', () => {
    const all = resolve(record('irs', [w2(50, 5, amended)]))
    expect(all.map(item => [item.status, item.warnings])).toEqual([['counted', ['amended_without_original']]])
  })

  test('the original of another source is no target', () => {
    const all = resolve(record('hr', [w2(50, 5)]), record('irs', [w2(60, 6, amended)]))
    expect(all[1]?.warnings).toEqual(['amended_without_original'])
    expect(all.map(item => item.status)).toEqual(['conflict', 'counted'])
  })
})

describe('rule 3: earlier pulls', () => {
  const amended = { submission_type: 'Corrected' }
  const voided = { submission_type: 'Void' }

  test('an equal document of another source takes the status', () => {
    const later = record('irs', [w2(50, 5), w2(60, 5, amended)], { id: 'b', date: august })
    const all = resolve(record('irs', [w2(50, 5)], { id: 'a', date: february }), later)
    expect(all.map(item => item.status)).toEqual(['superseded', 'superseded', 'counted'])
    expect(all[0]?.decidedBy).toBe('b/form_w2/0/0')
  })

  test('an amended document does not', () => {
    const later = record('irs', [w2(50, 5), w2(60, 5, amended)], { id: 'b', date: august })
    const all = resolve(record('irs', [w2(50, 5, amended)], { id: 'a', date: february }), later)
    expect(all[0]?.status).toBe('conflict')
  })

  test('nor does one whose own source holds an equal one that became so too', () => {
    const entries = [w2(50, 5), w2(50, 5), w2(60, 5, amended)]
    const a = record('irs', entries, { id: 'a', date: february })
    const b = record('irs', entries, { id: 'b', date: august })
    expect(counted(a)).toEqual([50, 60])
    expect(counted(a, b)).toEqual([50, 60])
  })

  test('of several the first in the order gives the status', () => {
    const later = record('irs', [w2(50, 5), w2(50, 5, voided)], { id: 'b', date: august })
    const all = resolve(record('irs', [w2(50, 5)], { id: 'a', date: february }), later)
    // The text of the entries decides here: the submission type comes before the wages.
    expect(all.map(item => item.status)).toEqual(['void', 'canceled', 'void'])
    expect(all[0]?.decidedBy).toBe('b/form_w2/0/1')
  })

  test('there are no chains', () => {
    const b = record('irs', [w2(50, 5), w2(70, 5, amended)], { id: 'b', date: august })
    const near = record('hr', [w2(50.99, 5)], { id: 'c' })
    const far = record('drake', [w2(51.5, 5)], { id: 'd' })
    expect(statuses(b, near)).toEqual(['superseded', 'counted', 'superseded'])
    expect(statuses(b, near, far)[3]).toBe('conflict')
  })
})

describe('rule 4: duplicate as submission type', () => {
  const again = { submission_type: 'Duplicate' }

  test('is a duplicate where an equal document of its source counts', () => {
    const all = resolve(record('irs', [w2(50, 5, again), w2(50, 5)]))
    expect(all.map(item => item.status)).toEqual(['duplicate', 'counted'])
    expect(all[0]?.decidedBy).toBe('irs/form_w2/0/1')
  })

  test('else counts, with a warning', () => {
    const all = resolve(record('irs', [w2(50, 5, again), w2(60, 5)]))
    expect(all.map(item => item.status)).toEqual(['counted', 'counted'])
    expect(all[0]?.warnings).toEqual(['duplicate_without_original'])
  })

  test('the first of several stays', () => {
    expect(statuses(record('irs', [w2(50, 5, again), w2(50, 5, again), w2(50, 5, again)]))).toEqual([
      'counted',
      'duplicate',
      'duplicate',
    ])
  })
})

describe('rule 5: equal documents inside one source', () => {
  test('all count, with a warning', () => {
    const all = resolve(record('irs', [w2(50, 5), w2(50, 5)]))
    expect(all.map(item => item.status)).toEqual(['counted', 'counted'])
    expect(all.map(item => item.warnings)).toEqual([[], ['probable_duplicate']])
  })

  test('without one for 1099-B, W-2G, 1042-S and K-1', () => {
    const forms: [string, Json][] = [
      ['form_1099_b', { payer: { fin: '20-1111234', name: 'THE' }, proceeds: 5 }],
      ['form_w2g', { payer: { fin: '20-1111234', name: 'THE' }, gross_winnings: 5 }],
      ['form_1042_s', { withholding_agent: { ein: '20-1111234', name: 'THE' }, gross_income: 5 }],
      ['schedule_k1_1065', { partnership: { ein: '20-1111234', name: 'THE' }, interest: 5 }],
    ]
    for (const [form, entry] of forms) {
      const all = resolve(record('irs', [entry, entry], { form }))
      expect(all.map(item => [item.status, item.warnings])).toEqual([
        ['counted', []],
        ['counted', []],
      ])
    }
  })
})

describe('rule 6: across sources', () => {
  test('copies of other sources are duplicates of the first kept, and verified', () => {
    const all = resolve(record('hr', [w2(50, 5)]), record('irs', [w2(50, 5)]))
    expect(all.map(item => item.status)).toEqual(['duplicate', 'counted'])
    expect(all[0]?.decidedBy).toBe('irs/form_w2/0/0')
    expect(all.map(item => item.verified)).toEqual([true, true])
  })

  test('a group that no authority holds is not verified', () => {
    const all = resolve(record('hr', [w2(50, 5)]), record('drake', [w2(50, 5)]))
    expect(all.map(item => item.verified)).toEqual([false, false])
  })

  test('the source that holds most of the group is put forward', () => {
    expect(counted(record('hr', [w2(50, 5), w2(50, 5)]), record('drake', [w2(50, 5)]))).toEqual([50, 50])
  })

  test('of equals the one with cents', () => {
    expect(counted(record('hr', [w2(50.4, 5.3)]), record('irs', [w2(50, 5)]))).toEqual([50.4])
  })

  test('of equals then the amended of the authority, the authority, the first in the order', () => {
    const amended = { submission_type: 'Corrected' }
    const all = resolve(
      record('irs', [w2(50, 5)], { id: 'a', date: august }),
      record('irs', [w2(50, 5, amended)], { id: 'b', date: february }),
      record('hr', [w2(50, 5)], { id: 'c', date: september }),
    )
    expect(all.map(item => item.status)).toEqual(['duplicate', 'counted', 'duplicate'])
    const plain = resolve(
      record('irs', [w2(50, 5)], { id: 'a', date: august }),
      record('irs_tax_pro', [w2(50, 5)], { id: 'b', date: september }),
      record('hr', [w2(50, 5)], { id: 'c', date: september }),
    )
    expect(plain.map(item => item.status)).toEqual(['duplicate', 'counted', 'duplicate'])
  })

  test('a group of the authority puts forward no more than one authority source holds', () => {
    const all = resolve(record('hr', [w2(50, 5), w2(50, 5)]), record('irs', [w2(50, 5)]))
    expect(all.map(item => item.status)).toEqual(['duplicate', 'duplicate', 'counted'])
    expect(all.map(item => item.decidedBy)).toEqual(['irs/form_w2/0/0', 'irs/form_w2/0/0', null])
  })

  test('amounts to the cent come before the same amounts', () => {
    const all = resolve(
      record('irs', [w2(100, 10), w2(101.4, 10)], { id: 'i' }),
      record('hr', [w2(101.4, 10)], { id: 's' }),
    )
    expect(all.map(item => item.status)).toEqual(['counted', 'counted', 'duplicate'])
    expect(all[2]?.decidedBy).toBe('i/form_w2/0/1')
  })

  test('a total names the first of the documents it totals', () => {
    const all = resolve(record('irs', [w2(50, 5), w2(20, 2)]), record('hr', [w2(70, 7)]))
    expect(all.map(item => item.status)).toEqual(['counted', 'counted', 'duplicate'])
    expect(all[2]?.decidedBy).toBe('irs/form_w2/0/1')
  })

  test('a total of the authority is a duplicate too', () => {
    expect(counted(record('hr', [w2(50, 5), w2(20, 2)]), record('irs', [w2(70, 7)]))).toEqual([20, 50])
  })

  test('a total needs two boxes and two documents that are not zero', () => {
    const [total, ...parts] = documents([w2(70, 7), w2(50, 5), w2(20, 2)])
    expect(isTotalOf(total!, parts)).toBe(true)
    expect(isTotalOf(...split(w2(70, 0), w2(50, 0), w2(20, 0)))).toBe(false)
    expect(isTotalOf(...split(w2(70, 1), w2(50, 0), w2(20, 0)))).toBe(false)
    expect(isTotalOf(...split(w2(70, null), w2(50, 5), w2(20, 2)))).toBe(false)
    expect(isTotalOf(...split(w2(70, 7), w2(70, 7), w2(0, 0)))).toBe(false)
  })

  test('a total is exact, or within a dollar for each where either side is whole', () => {
    expect(isTotalOf(...split(w2(70.5, 7.5), w2(50.2, 5.2), w2(20.3, 2.2)))).toBe(false)
    expect(isTotalOf(...split(w2(70.5, 7.4), w2(50.2, 5.2), w2(20.3, 2.2)))).toBe(true)
    expect(isTotalOf(...split(w2(72, 7), w2(50, 5), w2(20, 2)))).toBe(true)
    expect(isTotalOf(...split(w2(73, 7), w2(50, 5), w2(20, 2)))).toBe(false)
    expect(isTotalOf(...split(w2(71, 7), w2(50.9, 5.9), w2(20.9, 2)))).toBe(true)
  })

  test('only a document that is the only one of its source can be a total', () => {
    expect(counted(record('irs', [w2(50, 5), w2(20, 2)]), record('hr', [w2(70, 7), w2(50, 5)]))).toEqual([
      20, 50,
    ])
  })
})

function split(...entries: Json[]): [PlainDocument, PlainDocument[]] {
  const docs = documents(entries)
  return [docs[0]!, docs.slice(1)]
}

describe('rule 7: sources that disagree', () => {
  const amended = { submission_type: 'Corrected' }

  test("the authority's counts, the other is in conflict and names it", () => {
    const all = resolve(record('hr', [w2(200, 20)]), record('irs', [w2(100, 10)]))
    expect(all.map(item => item.status)).toEqual(['conflict', 'counted'])
    expect(all[0]?.decidedBy).toBe('irs/form_w2/0/0')
    expect(all[0]?.warnings).toEqual(['source_conflict'])
  })

  test("an authority's amended document comes before a later one of the authority", () => {
    const a = record('irs', [w2(100, 10, amended)], { id: 'a', date: february })
    const b = record('irs', [w2(200, 20)], { id: 'b', date: august })
    expect(counted(a, b)).toEqual([100])
  })

  test('fewest boxes equal to one of the authority', () => {
    expect(counted(record('irs', [w2(100, 10)]), record('hr', [w2(105, 10), w2(200, 20)]))).toEqual([
      100, 200,
    ])
  })

  test('the latest date of the authority', () => {
    const a = record('irs', [w2(100, 10)], { id: 'a', date: february })
    const b = record('irs', [w2(200, 20)], { id: 'b', date: august })
    expect(counted(a, b)).toEqual([200])
  })

  test('the group that more providers hold', () => {
    const a = record('hr', [w2(100, 10)], { date: february })
    const b = record('drake', [w2(100, 10)], { date: february })
    expect(counted(a, b, record('turbotax', [w2(200, 20)], { date: august }))).toEqual([100])
  })

  test('the latest record date', () => {
    const a = record('hr', [w2(100, 10)], { date: february })
    expect(counted(a, record('drake', [w2(200, 20)], { date: august }))).toEqual([200])
  })

  test('the first in the order', () => {
    expect(counted(record('hr', [w2(200, 20)]), record('drake', [w2(100, 10)]))).toEqual([100])
  })

  test('{100} of the authority and {100, 200} of software', () => {
    expect(counted(record('irs', [w2(100, 10)]), record('hr', [w2(100, 10), w2(200, 20)]))).toEqual([
      100, 200,
    ])
  })

  test('{100, 200} and {100, 100, 200}', () => {
    const two = [w2(100, 10), w2(200, 20)]
    const three = [w2(100, 10), w2(100, 10), w2(200, 20)]
    expect(counted(record('hr', two), record('drake', three))).toEqual([100, 100, 200])
    expect(counted(record('hr', two), record('irs', three))).toEqual([100, 100, 200])
    // What the authority holds once, software does not make two of.
    expect(counted(record('irs', two), record('hr', three))).toEqual([100, 200])
  })
})

describe('what a class stands for', () => {
  test('of a group of the authority no source counts more than any one authority source holds', () => {
    expect(
      counted(
        record('irs', [w2(50, 5)], { id: 'a', date: february }),
        record('hr', [w2(50, 5), w2(50, 5)]),
        record('irs', [w2(52, 5)], { id: 'b', date: august }),
      ),
    ).toEqual([52])
  })

  test('what no authority holds is not capped', () => {
    const entries = [w2(100, 10), w2(100, 10), w2(200, 20), w2(200, 20)]
    expect(counted(record('irs', [w2(100, 10)]), record('hr', entries))).toEqual([100, 200, 200])
  })

  test('the cap is what the one authority source with the most holds', () => {
    const all = [
      record('irs', [w2(100, 10)], { id: 'a' }),
      record('irs_tax_pro', [w2(100, 10), w2(100, 10)], { id: 'b' }),
      record('hr', [w2(100, 10), w2(100, 10), w2(100, 10)]),
    ]
    expect(counted(...all)).toEqual([100, 100])
  })
})

describe('rule 8: another recipient', () => {
  test('is marked, and counts', () => {
    const elsewhere = { ein: '20-4449012', name: 'IBM' }
    const all = resolve(
      record('irs', [w2(50, 5)], { id: 'a', ssn: 'XXX-XX-3333' }),
      record('hr', [w2(60, 6, { employee: spouse }), w2(70, 7, { employee: {}, employer: elsewhere })], {
        id: 'b',
        ssn: '900-11-3333',
      }),
      record('irs', [w2(60, 6, { employee: {} })], { id: 'c', ssn: 'XXX-XX-6666' }),
    )
    expect(all.map(item => item.otherRecipient)).toEqual([false, true, false, true])
    expect(all.filter(item => item.status === 'counted').length).toBe(3)
  })

  test('ties between form objects go to the first in the order', () => {
    const a = record('irs', [w2(50, 5, { employee: { ssn: 'XXXXX6666' } })], { id: 'a', ssn: 'XXXXX6666' })
    const b = record('irs', [w2(50, 5, { employee: { ssn: 'XXXXX3333' } })], { id: 'b', ssn: 'XXXXX3333' })
    expect(resolve(a, b).map(item => item.otherRecipient)).toEqual([true, false])
  })

  const own = record('irs', [w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' })
  const other = record('irs', [w2(2, 2, { employee: spouse })], { id: 'b', ssn: 'XXX-XX-6666' })
  const another = (...records: Json[]): boolean[] => resolve(...records).map(item => item.otherRecipient)

  test('form objects of pulls of one transcript vote once', () => {
    expect(another(own, other)).toEqual([false, true])
    expect(another(own, other, { ...other, id: 'c' })).toEqual([false, true, true])
    const earlier = { ...other, id: 'c', date: february }
    expect(another(own, other, earlier)).toEqual([false, true, true])
    const professional = { ...other, id: 'c', provider_id: 'irs_tax_pro' }
    expect(another(own, other, professional)).toEqual([true, false, false])
  })

  test('form objects without documents vote too', () => {
    const empty = (ssn: string): Json => ({ ...record('hr', [], { ssn }), tax_year: '2022' })
    expect(another(own, other, empty('900-22-6666'))).toEqual([true, false])
    expect(another(own, other, empty('900-11-3333'))).toEqual([false, true])
  })

  test('equal form objects of one record vote each', () => {
    const forms = [...(other['forms'] as Json[]), { ssn: '900-22-6666' }, { ssn: '900-22-6666' }]
    expect(another(own, { ...other, forms })).toEqual([true, false])
  })

  test('of tied votes a full identifier comes first, then the smallest', () => {
    const none = (id: string, ssn: string): Json => ({ ...record('hr', [], { id, ssn }), tax_year: id })
    expect(another(own, none('2021', 'XXX-XX-9999'))).toEqual([false])
    expect(another(own, none('2021', 'XXX-XX-0001'))).toEqual([true])
    expect(another(own, none('2021', '900-44-9999'))).toEqual([true])
    const lone = record('irs', [w2(1, 1)], { id: 'a' })
    expect(another(lone, none('2021', 'XXX-XX-3333'), none('2022', 'XXX-XX-6666'))).toEqual([false])
    expect(another(lone, none('2021', 'XXX-XX-3333'), none('2022', 'XXX-XX-0001'))).toEqual([true])
  })

  test("tied votes go to the analysis's tin, if it is among them", () => {
    const none = { ...record('hr', [], { id: '2021', ssn: 'XXX-XX-0001' }), tax_year: '2021' }
    const of = (tin: string): boolean[] =>
      resolvePlain(readPlain({ taxpayer: { id: 't', analysis: { tin } }, records: [own, none] })).map(
        item => item.otherRecipient,
      )
    expect(of('XXX-XX-3333')).toEqual([false])
    expect(of('XXX-XX-4444')).toEqual([true])
  })

  test('without an ssn on any form object nobody is another', () => {
    expect(resolve(record('irs', [w2(50, 5)])).map(item => item.otherRecipient)).toEqual([false])
  })
})

describe('the worked table', () => {
  test('software lists a W-2 once per state', () => {
    expect(
      counted(record('hr', [w2(70000, 7000), w2(70000, 7000)]), record('irs', [w2(70000, 7000)])),
    ).toEqual([70000])
  })

  test('an unmarked correction in a later pull', () => {
    expect(
      counted(
        record('irs', [w2(50000, 5000)], { id: 'a', date: february }),
        record('hr', [w2(50000, 5000)]),
        record('irs', [w2(52000, 5000)], { id: 'b', date: august }),
      ),
    ).toEqual([52000])
  })

  test('a total', () => {
    const parts = record('irs', [w2(50000, 5000), w2(20000, 2000)])
    const sum = counted(parts, record('hr', [w2(70000, 7000)])).reduce((a, b) => a + b, 0)
    expect(sum).toBe(70000)
  })

  test('a typing error and a second job', () => {
    const all = counted(record('irs', [w2(100, 10)]), record('hr', [w2(105, 10), w2(200, 20)]))
    expect(all.reduce((a, b) => a + b, 0)).toBe(300)
  })

  test("a spouse's transcript and software without recipients", () => {
    const all = counted(
      record('irs', [w2(50000, 5000)], { id: 'a', ssn: 'XXX-XX-3333' }),
      record('irs', [w2(60000, 6000, { employee: spouse })], { id: 'b', ssn: 'XXX-XX-6666' }),
      record('hr', [w2(50000, 5000, { employee: {} }), w2(60000, 6000, { employee: {} })], {
        ssn: '900-11-3333',
      }),
    )
    expect(all).toEqual([50000, 60000])
  })

  const before = record('irs', [w2(50000, null)], { id: 'a', date: february })
  const both = [w2(50000, null), w2(60000, null, { submission_type: 'Corrected' })]
  const after = record('irs', both, { id: 'b', date: august })

  test('a correction in a later pull', () => {
    expect(counted(before, after)).toEqual([60000])
  })

  test('the same, pulled again', () => {
    expect(counted(before, after, { ...after, id: 'c', date: september })).toEqual([60000])
    const early = { ...before, id: 'd', date: september }
    expect(counted(before, after, early, { ...after, id: 'c', date: september })).toEqual([60000])
  })

  const correcting = [w2(20000, 2200), w2(25000, 2200, { submission_type: 'Corrected' })]
  const known = record('hr', [w2(30000, 2200), w2(20000, 2200)])

  test('what a source holds: corrections in another source', () => {
    expect(counted(known, record('irs', correcting))).toEqual([25000, 30000])
    expect(counted(known, record('drake', correcting))).toEqual([25000, 30000])
    expect(counted(known, record('irs', [...correcting, w2(35000, 2200)]))).toEqual([25000, 35000])
    const canceled = [w2(50000, 2200), w2(0, 0, { submission_type: 'Corrected' })]
    expect(counted(record('hr', [w2(30000, 2200), w2(50000, 2200)]), record('irs', canceled))).toEqual([
      30000,
    ])
    expect(counted(record('hr', [w2(20000, 2200), w2(20000, 2200)]), record('irs', correcting))).toEqual([
      25000,
    ])
    const again = record('irs', correcting, { id: 'b', date: september })
    expect(counted(known, record('irs', correcting), again)).toEqual([25000, 30000])
  })
})

/** The sum of every box over the counted documents of a form and year. */
function totals(dossier: unknown): Record<string, string> {
  const sums = new Map<string, bigint>()
  for (const item of resolvePlain(readPlain(dossier))) {
    if (item.status !== 'counted') continue
    item.doc.amounts.forEach((x, i) => {
      const key = `${item.doc.form} ${item.doc.year} ${i}`
      if (x !== null) sums.set(key, (sums.get(key) ?? 0n) + x)
    })
  }
  const rows = [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => [key, String(sum)] as const)
  return Object.fromEntries(rows.sort())
}

/** The counted documents by their amounts: stronger than totals, as no two changes can cancel out. */
function figures(dossier: unknown): string[] {
  return resolvePlain(readPlain(dossier))
    .filter(item => item.status === 'counted')
    .map(({ doc }) => [doc.form, doc.year, ...doc.amounts].join(' '))
    .sort()
}

/** Which of the documents of these records are another recipient's. */
function others(dossier: Record<string, unknown>, records: Json[]): Record<string, boolean> {
  const ids = records.map(r => r['id'])
  const rows = resolvePlain(readPlain(dossier))
    .filter(item => ids.includes(item.doc.record))
    .map(item => [documentKey(item.doc), item.otherRecipient] as const)
  return Object.fromEntries(rows)
}

const recordsOf = (dossier: Record<string, unknown>): Json[] => dossier['records'] as Json[]

/** The ids of the records, each spelled backwards behind a digit of its own. */
function renamed(dossier: Record<string, unknown>, seed: number): Record<string, unknown> {
  const records = recordsOf(dossier).map(r => {
    const id = String(r['id'])
    const digit = (id.charCodeAt(id.length - 1) * seed) % 10
    return { ...r, id: `${digit}${[...id].reverse().join('')}` }
  })
  return { ...dossier, records }
}

const seeds = Array.from({ length: 500 }, (_, i) => i + 1)

// Two records with one id and date: the text of their forms decides, so the order of the forms does too.
function textDecides(dossier: Record<string, unknown>): boolean {
  const keys = recordsOf(dossier).map(r =>
    JSON.stringify([r['id'], r['date'] ? Date.parse(String(r['date'])) : 0]),
  )
  return new Set(keys).size < keys.length
}

describe('laws', () => {
  test('the random dossiers are full of every status', () => {
    const found = new Map<string, number>()
    for (const seed of seeds) {
      for (const item of resolvePlain(readPlain(randomCopies(seed)))) {
        found.set(item.status, (found.get(item.status) ?? 0) + 1)
      }
    }
    for (const status of ['counted', 'superseded', 'canceled', 'void', 'duplicate', 'conflict']) {
      expect(found.get(status) ?? 0, status).toBeGreaterThan(100)
    }
  })

  test('the order of the records changes no figure', () => {
    for (const seed of seeds) {
      const dossier = randomCopies(seed)
      const turned = shuffleRecords(dossier, seed)
      expect(totals(turned), `seed ${seed}`).toEqual(totals(dossier))
      expect(figures(turned), `seed ${seed}`).toEqual(figures(dossier))
    }
  })

  test('the order of forms and entries changes no figure, where no rule looks at positions', () => {
    for (const seed of seeds) {
      const dossier = randomCopies(seed, { unmarked: true })
      if (textDecides(dossier)) continue
      const turned = shuffleForms(dossier, seed)
      expect(totals(turned), `seed ${seed}`).toEqual(totals(dossier))
      expect(figures(turned), `seed ${seed}`).toEqual(figures(dossier))
    }
  })

  test('the ids of records change no figure', () => {
    for (const seed of seeds) {
      const dossier = randomCopies(seed)
      if (textDecides(dossier)) continue
      expect(figures(renamed(dossier, seed)), `seed ${seed}`).toEqual(figures(dossier))
    }
  })

  for (const all of [false, true]) {
    test(`pulling ${all ? 'all' : 'any'} records again changes no figure and no recipient`, () => {
      for (const seed of seeds) {
        const dossier = randomCopies(seed)
        const again = pullAgain(dossier, seed, all)
        const records = recordsOf(dossier)
        expect(totals(again), `seed ${seed}`).toEqual(totals(dossier))
        expect(figures(again), `seed ${seed}`).toEqual(figures(dossier))
        expect(others(again, records), `seed ${seed}`).toEqual(others(dossier, records))
      }
    })
  }

  test('pulling again in another order of forms and entries changes no figure and no recipient', () => {
    for (const seed of seeds) {
      const dossier = randomCopies(seed, { unmarked: true })
      if (textDecides(dossier)) continue
      const records = recordsOf(dossier)
      const again = { records: recordsOf(pullAgain(dossier, seed)).slice(records.length) }
      const turned = { records: [...records, ...recordsOf(shuffleForms(again, seed))] }
      expect(figures(turned), `seed ${seed}`).toEqual(figures(dossier))
      expect(others(turned, records), `seed ${seed}`).toEqual(others(dossier, records))
    }
  })
})

describe('dossiers that are hard for the laws', () => {
  const named = (ein: string, name: string | null): Json => ({ ein, name })
  const copy = { employer: named('XX-XXX1234', 'ACME'), employee: { ssn: '900-44-3333' } }
  const first = record(
    'irs',
    [
      w2(201, 11, copy),
      w2(null, null, { employer: named('20-1111234', null), employee: { ssn: '900-44-3333' } }),
    ],
    { id: 'm' },
  )
  const second = record(
    'irs',
    [w2(null, null, { employer: named('20-2221234', 'ACME'), employee: { ssn: 'XXXXX3333' } })],
    { id: 'n' },
  )
  const third = record('irs', [w2(201, 11, copy)], { id: 'a' })

  // Which of two equal documents is taken first says to which class both go: no id may decide it.
  test('pulled again under an id that comes first in the order', () => {
    const dossier = { records: [first, second, third] }
    const again = { records: [first, second, third, { ...first, id: '0' }] }
    expect(totals(again)).toEqual(totals(dossier))
  })

  test("the spouse's transcript pulled again leaves the taxpayer the taxpayer", () => {
    const own = record('irs', [w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' })
    const other = record('irs', [w2(2, 2, { employee: spouse })], { id: 'b', ssn: 'XXX-XX-6666' })
    const before = resolve(own, other).map(item => item.otherRecipient)
    const after = resolve(own, other, { ...other, id: 'c' }).map(item => item.otherRecipient)
    expect(after.slice(0, 2)).toEqual(before)
  })

  // Both groups are as late as the later transcript, which holds one of each, so the first in the order wins:
  // the two that the earlier one holds, not one of each. With the correction marked as one, one of each counts.
  test('one of two equal documents is corrected in a later pull, unmarked', () => {
    expect(
      counted(
        record('irs', [w2(50, 5), w2(50, 5)], { id: 'a', date: february }),
        record('irs', [w2(50, 5), w2(60, 6)], { id: 'b', date: august }),
      ),
    ).toEqual([50, 50])
    expect(
      counted(
        record('irs', [w2(50, 5), w2(50, 5)], { id: 'a', date: february }),
        record('irs', [w2(50, 5), w2(50, 5), w2(60, 6, { submission_type: 'Corrected' })], {
          id: 'b',
          date: august,
        }),
      ),
    ).toEqual([50, 60])
  })

  test('the form objects of one pull in another order', () => {
    const extra = { year: '2023' }
    const one = record('irs', [w2(50, 5)], { id: 'a', date: february })
    const two = record('irs', [w2(52, 5)], { id: 'b', date: '2024-03-01T00:00:00.000Z' })
    const pull = { ...one, id: 'c', date: august }
    const forms = one['forms'] as Json[]
    const same = [{ ...one, forms: [...forms, extra] }, two, { ...pull, forms: [...forms, extra] }]
    const turned = [{ ...one, forms: [...forms, extra] }, two, { ...pull, forms: [extra, ...forms] }]
    expect(counted(...turned)).toEqual(counted(...same))
  })
})

import { describe, expect, test } from 'vitest'
import { pullAgain, randomCopies, shuffleForms, shuffleRecords } from '../support/random-copies.js'
import { type PlainDocument, readIdentifier, readMoney, readPlain, readProvider } from './document.js'
import {
  compareDocuments,
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

  test('then the authority, the latest date, the record id, the form and entry index', () => {
    const docs = readPlain({
      records: [
        record('hr', [w2(1, 1), w2(1, 1)], { id: 'b', date: february }),
        record('hr', [w2(1, 1)], { id: 'a', date: february }),
        record('turbotax', [w2(1, 1)], { id: 'c', date: august }),
        record('irs', [w2(1, 1)], { id: 'z', date: february }),
      ],
    }).documents.sort(compareDocuments)
    expect(docs.map(doc => doc.record + doc.entryIndex)).toEqual(['z0', 'c0', 'a0', 'b0', 'b1'])
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
    const [a, b] = readPlain({ records: [record('hr', [w2(1, 1), w2(1, 1, { employee: {} })], source)] }).documents
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
    expect(all.map(item => item.status)).toEqual(['canceled', 'canceled', 'void'])
    expect(all[0]?.decidedBy).toBe('b/form_w2/0/0')
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
    expect(all.map(item => item.status)).toEqual(['counted', 'duplicate', 'duplicate'])
    expect(all.map(item => item.decidedBy)).toEqual([null, 'hr/form_w2/0/0', 'hr/form_w2/0/0'])
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

const seeds = Array.from({ length: 300 }, (_, i) => i + 1)

// Two records with one id and date: the text of their forms decides, so the order of the forms does too.
function textDecides(dossier: Record<string, unknown>): boolean {
  const keys = (dossier['records'] as Json[]).map(r =>
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
      expect(totals(shuffleRecords(dossier, seed)), `seed ${seed}`).toEqual(totals(dossier))
    }
  })

  test('the order of the forms inside records changes no figure, where no rule looks at positions', () => {
    for (const seed of seeds) {
      const dossier = randomCopies(seed, { unmarked: true })
      if (textDecides(dossier)) continue
      expect(totals(shuffleForms(dossier, seed)), `seed ${seed}`).toEqual(totals(dossier))
    }
  })

  test('pulling any records again changes no figure', () => {
    for (const seed of seeds) {
      const dossier = randomCopies(seed)
      expect(totals(pullAgain(dossier, seed)), `seed ${seed}`).toEqual(totals(dossier))
    }
  })

  test('pulling all records again changes no figure', () => {
    for (const seed of seeds) {
      const dossier = randomCopies(seed)
      expect(totals(pullAgain(dossier, seed, true)), `seed ${seed}`).toEqual(totals(dossier))
    }
  })
})

describe('where the rules do not keep the laws or their own words', () => {
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

  // The record id decides which of two equal documents is taken first, and so to which class both go.
  test.fails('pulled again under an id that comes first in the order', () => {
    const dossier = { records: [first, second, third] }
    const again = { records: [first, second, third, { ...first, id: '0' }] }
    expect(totals(again)).toEqual(totals(dossier))
  })

  // Form objects of pulls are counted each, so a pull can outvote the taxpayer.
  test.fails("the spouse's transcript pulled again makes the spouse the taxpayer", () => {
    const own = record('irs', [w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' })
    const other = record('irs', [w2(2, 2, { employee: spouse })], { id: 'b', ssn: 'XXX-XX-6666' })
    const before = resolve(own, other).map(item => item.otherRecipient)
    const after = resolve(own, other, { ...other, id: 'c' }).map(item => item.otherRecipient)
    expect(after.slice(0, 2)).toEqual(before)
  })

  // The class stands for the two of software, though the group of the authority puts forward one of them.
  test.fails('a W-2 once per state beside a correction in a later pull', () => {
    expect(
      counted(
        record('irs', [w2(50, 5)], { id: 'a', date: february }),
        record('hr', [w2(50, 5), w2(50, 5)]),
        record('irs', [w2(52, 5)], { id: 'b', date: august }),
      ),
    ).toEqual([52])
  })

  // Both groups are as late as the later transcript, which holds one of each; the first in the order wins.
  test.fails('one of two equal documents is corrected in a later pull', () => {
    expect(
      counted(
        record('irs', [w2(50, 5), w2(50, 5)], { id: 'a', date: february }),
        record('irs', [w2(50, 5), w2(60, 6)], { id: 'b', date: august }),
      ),
    ).toEqual([50, 60])
  })

  // Forms in another order are other forms, so the pull keeps its own, later date.
  test.fails('the form objects of one pull in another order', () => {
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

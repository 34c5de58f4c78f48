import { expect, test, vi } from 'vitest'
import { readSourceDossier } from '../../src/normalize/dossier.js'
import { type Entry, entryOf } from '../../src/resolve/entry.js'
import { FormsText } from '../../src/resolve/forms-text.js'
import { isSameInside, Scorer } from '../../src/resolve/identity.js'
import { masksOf, PartyIndex } from '../../src/resolve/parties.js'
import { crowded } from '../support/crowded.js'
import { seeded } from '../support/mutate.js'
import type { Raw } from '../support/run.js'

function entriesOf(records: readonly unknown[]): Entry[] {
  const dossier = readSourceDossier(
    {
      taxpayerId: 't',
      taxpayer: undefined,
      taxpayerAt: null,
      asides: [],
      sharesName: false,
      origin: null,
      records: records.map(raw => ({ raw, at: null, origin: null })),
    },
    {},
  )
  return dossier.records.flatMap(({ documents }) =>
    documents.map(document => entryOf(document, '', new FormsText(document.record))),
  )
}

const indexed = (entries: readonly Entry[]): PartyIndex<Entry[]> => {
  const index = new PartyIndex<Entry[]>(false, masksOf(entries, false), () => [])
  for (const entry of entries) for (const part of index.held(entry)) part.push(entry)
  return index
}

test('what is found is what a comparison with each finds, each once', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const entries = entriesOf(crowded(seed)['records'] as Raw[])
    const index = indexed(entries)
    for (const entry of entries) {
      const found = index.asked(entry, 6).flat()
      const same = entries.filter(other => isSameInside(entry, other))
      expect(found.length, `seed ${seed}`).toBe(same.length)
      expect(new Set(found), `seed ${seed}`).toEqual(new Set(same))
    }
  }
})

test('an account may be called as the index calls none and any, or as nothing is printed', () => {
  const accounts = ['none', 'any', 'none', 'NONE', null, 'null', '1', '2', '3', '4', '5', '6', '7', '8', null]
  const form_1099_int = accounts.map(account_number => ({
    payer: { fin: '20-1111234', name: 'ACME' },
    recipient: { id: '900-11-3333' },
    account_number,
  }))
  const entries = entriesOf([
    { id: 'r', provider_id: 'irs', tax_year: '2023', forms: [{ year: '2023', form_1099_int }] },
  ])
  const index = indexed(entries)
  for (const entry of entries) {
    const found = index.asked(entry, 6).flat()
    const same = entries.filter(other => isSameInside(entry, other))
    expect(found.map(each => each.document.entryIndex).toSorted()).toEqual(
      same.map(each => each.document.entryIndex).toSorted(),
    )
  }
})

/** A 1042-S: another account does not tell it apart, an equal one speaks for it. */
const of1042S = (below: (limit: number) => number): Raw => {
  const choose = <T>(...values: readonly T[]): T => values[below(values.length)] as T
  return {
    withholding_agent: {
      ein: choose('20-1111234', 'XX-XXX1234', null),
      name: choose('ACME', 'ACME INC', 'ZETA', null),
    },
    recipient: { id: choose('900-11-3333', 'XXX-XX-3333', null) },
    recipient_account_number: choose('1001', '1002', '1003', '1004', 'any', null),
    unique_form_identifier: choose('1', null, null, null),
  }
}

test('accounts that tell no document apart lift the score of those that share one', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const below = seeded(seed)
    const form_1042_s = Array.from({ length: 60 }, () => of1042S(below))
    const entries = entriesOf([
      { id: 'r', provider_id: 'irs', tax_year: '2023', forms: [{ year: '2023', form_1042_s }] },
    ])
    const index = indexed(entries)
    for (const entry of entries) {
      const same = entries.filter(other => isSameInside(entry, other))
      expect(new Set(index.asked(entry, 6).flat()), `seed ${seed}`).toEqual(new Set(same))
    }
  }
})

test('few parts are looked at among 5,000 documents of as many accounts that tell none apart', () => {
  const form_1042_s = Array.from({ length: 5000 }, (_, i) => ({
    withholding_agent: { ein: '20-1111234', name: 'ACME' },
    recipient: { id: '900-11-3333' },
    recipient_account_number: String(1000 + i),
  }))
  const entries = entriesOf([
    { id: 'r', provider_id: 'irs', tax_year: '2023', forms: [{ year: '2023', form_1042_s }] },
  ])
  const index = indexed(entries)
  for (const entry of entries.slice(0, 500)) expect(index.asked(entry, 2).length).toBeLessThanOrEqual(12)
})

test('pairs are scored beyond those that are remembered: a map has an end, at 2^24', () => {
  let largest = 0
  class Counted<K, V> extends Map<K, V> {
    override set(key: K, value: V): this {
      super.set(key, value)
      largest = Math.max(largest, this.size)
      return this
    }
  }
  const form_w2 = Array.from({ length: 1030 }, (_, i) => ({ employer: { name: `${i} ORCHARD` } }))
  const entries = entriesOf([
    { id: 'r', provider_id: 'irs', tax_year: '2023', forms: [{ year: '2023', form_w2 }] },
  ])
  vi.stubGlobal('Map', Counted)
  const scorer = new Scorer()
  vi.unstubAllGlobals()
  let differing = 0
  for (const a of entries) for (const b of entries) if (scorer.parties(a, b) < 0) differing++
  expect(differing).toBe(entries.length * (entries.length - 1))
  // What is remembered has stopped growing.
  expect(largest).toBeGreaterThan(entries.length)
  expect(largest).toBeLessThan(entries.length ** 2)
})

test.each([
  [
    'names that differ',
    (i: number) => ({ employer: { name: `${i} ORCHARD` }, employee: { ssn: 'XXX-XX-3333' } }),
  ],
  [
    'names that begin alike',
    (i: number) => ({ employer: { name: `ACME ${i}` }, employee: { ssn: '900-11-3333' } }),
  ],
  [
    'masked identifiers',
    (i: number) => ({ employer: { ein: 'XX-XXX1234', name: `N${i}` }, employee: { ssn: 'XXX-XX-3333' } }),
  ],
  [
    'different issuers',
    (i: number) => ({ employer: { ein: `20-${1_000_000 + i}` }, employee: { ssn: '900-11-3333' } }),
  ],
  [
    'different issuers whose numbers end alike',
    (i: number) => ({ employer: { ein: `${20_000 + i}1234` }, employee: { ssn: '900-11-3333' } }),
  ],
  ['empty entries', () => ({})],
])('few parts are looked at among 5,000 documents: %s', (_, make) => {
  const form_w2 = Array.from({ length: 5000 }, (_, i) => make(i))
  const entries = entriesOf([
    { id: 'r', provider_id: 'irs', tax_year: '2023', forms: [{ year: '2023', form_w2 }] },
  ])
  expect(entries).toHaveLength(5000)
  const index = indexed(entries)
  for (const entry of entries.slice(0, 500)) expect(index.asked(entry, 2).length).toBeLessThanOrEqual(12)
})

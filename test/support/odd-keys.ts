import { isObject, type Raw } from '../reference/values.js'
import { makeRandom } from './mutate.js'

const SPELLINGS: readonly ((key: string) => string)[] = [
  key => key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  key => key.toUpperCase(),
  key => key.replaceAll('_', '-'),
  key => key.replaceAll('_', ' '),
  key => key.replaceAll('_', ''),
]

const UNKNOWN_MEMBERS: readonly (readonly [key: string, value: unknown])[] = [
  ['bonus_pay', 1200.5],
  ['bonus_pay', '1200'],
  ['severance', '$1,200'],
  ['amount_paid', 7],
  ['locality_code', 7],
  ['control_number', 5.5],
  ['note', 'see page 2.'],
  ['note', null],
  ['adjustment', '0.00'],
  ['adjustment', -3],
  ['refund', '(500)'],
  ['refund', '-500'],
  ['refund', '500'],
  ['bonus', { amount: 500 }],
  ['bonus', { tax_year: 2024, payer: [{ id: 500 }] }],
  ['bonus', [{ paid: ['$5'] }]],
  ['page_count', 5],
  ['discount', 5],
]

/** Copies a dossier in which some keys have another case or other separators, are misspelled, or are unknown. */
export function withOddKeys(dossier: Raw, seed: number): Raw {
  const rollBelow = makeRandom(seed)
  const chance = (share: number): boolean => rollBelow(1000) < share * 1000
  const pick = <T>(from: readonly T[]): T => from[rollBelow(from.length)] as T
  const copy = structuredClone(dossier)
  const typo = (key: string): string => {
    // Do not misspell the keys of codes, because other tests cover missing codes. The key may already be a variant.
    if (/^(?:distribution[-_ ]?codes|income[-_ ]?code)$/i.test(key)) return key
    const index = 1 + rollBelow(key.length - 1)
    const kind = rollBelow(3)
    return key.slice(0, index) + (kind === 0 ? '' : pick([...'aeiotn'])) + key.slice(kind === 1 ? index : index + 1)
  }
  const rename = (raw: Raw, to: (key: string) => string): void => {
    const key = pick(Object.keys(raw))
    if (key === undefined || key in { forms: 1 }) return
    const value = raw[key]
    const newKey = to(key)
    if (newKey !== key && chance(0.8)) delete raw[key]
    raw[newKey] = value
  }
  const addUnknown = (raw: Raw): void => {
    const [key, value] = pick(UNKNOWN_MEMBERS)
    raw[key] = structuredClone(value)
  }
  for (const record of Array.isArray(copy['records']) ? copy['records'] : []) {
    if (isObject(record) && chance(0.1)) addUnknown(record)
    for (const form of isObject(record) && Array.isArray(record['forms']) ? record['forms'] : []) {
      if (!isObject(form)) continue
      if (chance(0.1)) addUnknown(form)
      for (const [key, entries] of Object.entries(form)) {
        for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
          if (!isObject(entry) || Object.keys(entry).length === 0) continue
          if (chance(0.2)) rename(entry, pick(SPELLINGS))
          if (chance(0.2)) rename(entry, typo)
          if (chance(0.2)) addUnknown(entry)
          const party = pick(Object.values(entry).filter(isObject))
          if (party !== undefined && chance(0.1)) rename(party, key => key.toUpperCase())
          if (party !== undefined && chance(0.1)) addUnknown(party)
        }
        if (!Array.isArray(entries) || !chance(0.1)) continue
        if (chance(0.8)) delete form[key]
        form[pick(SPELLINGS)(key)] = entries
      }
      if (chance(0.05)) form[pick(['form_1099_k', 'form_1098_e', 'Form 1095-A', 'tips'])] = [{ a: 5 }]
      if (chance(0.05)) form['form_2439'] = pick([[], null, ['x']])
    }
  }
  return copy
}

import { isObject, type Raw } from '../reference/values.js'
import { Dice } from './random-copies.js'

const YEARS = ['2016', '2018', '2019', 2020, '2021', '2030', null, 'FY23']
const KINDS = ['form_w2', 'form_1098', 'form_5498', 'form_1042_s', 'form_1099_b', 'form_ssa_1099']
const STATUSES = ['CREATED', 'authorized', 'Consent received', 'REJECTED', 'COMPLETED', null]
const NOT_OBJECTS = ['x', null, 5, []]

/**
 * Copies a dossier and adds input that cannot be used but may contain income: rejected records, records that are not
 * parsed yet, unreadable form objects, form arrays and entries, and forms of unknown kinds. The years of this input
 * have documents, have no documents, or are unknown. Some dossiers stay unchanged.
 */
export function withUnreadableInput(dossier: Raw, seed: number): Raw {
  const dice = new Dice(seed + 77_000)
  const copy = structuredClone(dossier)
  const records = copy['records'] as unknown[]
  const factor = dice.pick([1, 0.3, 0.3])
  const chance = (share: number): boolean => dice.chance(share * factor)
  const pickYear = (): unknown => dice.pick(YEARS)
  const addRecord = (forms: unknown): void => {
    const record = { id: `added-${records.length}`, tax_year: pickYear(), provider_id: 'irs', forms }
    records.splice(dice.rollBelow(records.length + 1), 0, record)
  }
  const unusableForms = (): Raw =>
    dice.pick<Raw>([
      { [dice.pick(KINDS)]: ['x'] },
      { [dice.pick(KINDS)]: 'x' },
      { form_2439: [{ a: 5 }] },
      { form_2439: { a: 5 } },
      { form_1099_k: [{ gross: 1200 }] },
      { form_1099_k: [] },
      // These forms contain no income.
      { form_1095_a: [{ premium: 12 }] },
      { [dice.pick(['form_1098_vli', 'form_3921', 'Form-3922', 'form_1099_sa'])]: [{ a: 5 }] },
      { [dice.pick(['form_1099_q', 'form_1099_ltc'])]: [{ gross: 1200 }] },
      // A canceled debt and an acquired property may be income.
      { [dice.pick(['form_1099_c', 'form_1099_a'])]: [{ amount: 1200 }] },
      { form_w2: ['x'], form_2439: [{ a: 5 }] },
    ])

  if (chance(0.3)) addRecord(dice.pick(['none', null, {}]))
  if (chance(0.1)) records.push({ tax_year: pickYear(), provider_id: 'irs', forms: [] })
  if (chance(0.05)) records.push(dice.pick(NOT_OBJECTS))
  // The taxpayer's status decides whether a record without forms counts as parsed.
  if (chance(0.4)) addRecord([])
  if (chance(0.5)) (copy['taxpayer'] as Raw)['status'] = dice.pick(STATUSES)
  if (chance(0.3)) addRecord([dice.pick(NOT_OBJECTS)])
  if (chance(0.3)) addRecord([{ year: 'twenty' }])
  if (chance(0.5)) addRecord([{ year: pickYear(), ...unusableForms() }])
  for (const record of records) {
    const forms = isObject(record) && Array.isArray(record['forms']) ? (record['forms'] as unknown[]) : []
    for (const form of forms) if (isObject(form) && chance(0.1)) Object.assign(form, unusableForms())
  }
  return copy
}

import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  FORMS,
  type FormKey,
  readDossier,
  readRecord,
  type WireDocument,
  type WireDossier,
  type WireForm,
  type WireRecord,
  type WireTaxpayer,
} from '../../src/index.js'

// The compiler also checks this file: each line after `@ts-expect-error` must have a type error.
describe('the types of the service API', () => {
  const record: WireRecord = {
    id: '1',
    tax_year: '2023',
    provider_id: 'irs',
    raw_file: undefined,
    forms: [
      {
        type: 'WAID',
        year: 2023,
        form_w2: [
          {
            wages_tips_other_compensation: 5,
            federal_income_tax_withheld: '1,234.50',
            employer: { ein: '00-1234567', name: 'ORCHARD', address: null },
            employee: null,
          },
        ],
        form_1099_r: [
          { payer: { fin: '00-7654321' }, distribution_codes: [{ code: '7', value: 'Normal' }] },
          { distribution_codes: 'none' },
        ],
        form_ssa_1099: [{ payee: { id: 'XXX-XX-2718' }, payments: [{ year: 2021, payment: '5.00' }] }],
        schedule_k1_1041: [{ other_information_codes: ['A', 7, null] }],
        form_1098_t: null,
      },
    ],
  }
  const taxpayer: WireTaxpayer = {
    id: 't-1',
    metadata: { case: 7 },
    analysis: { employment_history: [{ year: 2023, employer: { name: 'ORCHARD' } }] },
  }

  it('accept valid input', () => {
    const dossier: WireDossier = { taxpayer, records: [record] }
    const outcome = readDossier(dossier)
    expect(outcome.issues).toEqual([])
    expectTypeOf(readRecord(record)).toExtend<{ readonly status: string }>()
  })

  it('reject a misspelled key', () => {
    // @ts-expect-error there is no such party
    const party: WireRecord = { id: '1', forms: [{ form_w2: [{ emploier: { ein: '00-1234567' } }] }] }
    // @ts-expect-error the number of an employer has a different key
    const number: WireRecord = { id: '1', forms: [{ form_w2: [{ employer: { fin: '00-1234567' } }] }] }
    // @ts-expect-error there is no such box
    const box: WireRecord = { id: '1', forms: [{ form_w2: [{ wages: 5 }] }] }
    // @ts-expect-error there is no such form
    const form: WireRecord = { id: '1', forms: [{ form_w3: [] }] }
    // @ts-expect-error an item does not have this key
    const item: WireDocument<R> = { distribution_codes: [{ cod: '7' }] }
    // @ts-expect-error a taxpayer does not have this key
    const key: WireTaxpayer = { id: 't-1', metdata: {} }
    return [party, number, box, form, item, key]
  })

  it('reject a wrong type', () => {
    // @ts-expect-error an amount is a number or a text
    const amount: WireRecord = { id: '1', forms: [{ form_w2: [{ wages_tips_other_compensation: true }] }] }
    // @ts-expect-error a party is an object
    const party: WireRecord = { id: '1', forms: [{ form_w2: [{ employer: 'ORCHARD' }] }] }
    // @ts-expect-error a form array is an array
    const array: WireRecord = { id: '1', forms: [{ form_w2: { wages_tips_other_compensation: 5 } }] }
    // @ts-expect-error an item is an object
    const item: WireDocument<R> = { distribution_codes: ['7'] }
    // @ts-expect-error a record has an id
    const nameless: WireRecord = { forms: [] }
    return [amount, party, array, item, nameless]
  })

  it('include the arrays and parties of all forms', () => {
    expectTypeOf<FormKey>().toExtend<keyof WireForm>()
    expectTypeOf<(typeof FORMS)[0]['issuer']['key']>().toEqualTypeOf<'employer'>()
    expectTypeOf<(typeof FORMS)[0]['recipient']['id']>().toEqualTypeOf<'ssn'>()
    expect(FORMS[0].issuer.key).toBe('employer')
  })
})

type R = Extract<(typeof FORMS)[number], { readonly key: 'form_1099_r' }>

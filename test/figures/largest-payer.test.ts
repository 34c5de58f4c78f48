import { describe, expect, test } from 'vitest'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const PEAR: Raw = { ein: '12-3456789', name: 'PEAR WORKS', address: '1 MAIN STREET' }
const PLUM: Raw = { ein: '98-7654321', name: 'PLUM CORP', address: '9 OAK STREET' }

/** Makes a W-2. The control number keeps two W-2s of one employer separate. */
const w2 = (employer: Raw, wages: number, control: number): Raw => ({
  employer,
  employee: { ssn: 'XXX-XX-1234', name: 'A PERSON' },
  wages_tips_other_compensation: wages,
  control_number: String(control),
})

/** Returns the largest payer's share of the year's income from W-2s and other forms. */
function shareOf(entries: readonly Raw[], others: Raw = {}): string | undefined {
  const form = { type: 'WAID', year: '2023', ssn: 'XXX-XX-1234', form_w2: entries, ...others }
  const record = { id: 'r', tax_year: '2023', provider_id: 'turbotax', forms: [form] }
  const [year] = formatTableRows(resultOfDossier({ taxpayer: { id: 't' }, records: [record] }), 'years')
  return year?.['largest_payer_share']
}

describe('the share of the largest payer (expected values computed by hand)', () => {
  test('one payer has a share of 1, and 30 and 70 give 0.7 in any order', () => {
    expect(shareOf([w2(PEAR, 30, 1)])).toBe('1.000000')
    expect(shareOf([w2(PEAR, 30, 1), w2(PLUM, 70, 2)])).toBe('0.700000')
    expect(shareOf([w2(PEAR, 70, 1), w2(PLUM, 30, 2)])).toBe('0.700000')
  })

  test('payments on two forms are added: 40 + 20 of 110 is more than the 50 of another payer', () => {
    expect(shareOf([w2(PEAR, 40, 1), w2(PLUM, 50, 2), w2(PEAR, 20, 3)])).toBe('0.545455')
    const payer = { fin: PEAR['ein'], name: PEAR['name'], address: PEAR['address'] }
    const nec = [{ issuer_provider: payer, recipient: { id: 'XXX-XX-1234' }, non_employee_compensation: 20 }]
    expect(shareOf([w2(PEAR, 40, 1), w2(PLUM, 50, 2)], { form_1099_nec: nec })).toBe('0.545455')
  })

  test('a masked number matches the same payer, and another number is another payer', () => {
    const masked = { ...PEAR, ein: 'XX-XXX6789' }
    expect(shareOf([w2(PEAR, 40, 1), w2(PLUM, 50, 2), w2(masked, 20, 3)])).toBe('0.545455')
    const otherEmployer = { ...PEAR, ein: '12-3456780' }
    expect(shareOf([w2(PEAR, 40, 1), w2(PLUM, 50, 2), w2(otherEmployer, 20, 3)])).toBe('0.454545')
  })

  test('payers with the same full number are one payer, regardless of their names', () => {
    expect(shareOf([w2(PEAR, 30, 1), w2({ ...PEAR, name: 'ZETA CO' }, 70, 2)])).toBe('1.000000')
    const masked = { ...PEAR, ein: 'XX-XXX6789' }
    // The masked EIN gives 2 and the names -2, so the sum is below the required 4.
    expect(shareOf([w2(PEAR, 30, 1), w2({ ...masked, name: 'ZETA CO' }, 70, 2)])).toBe('0.700000')
  })

  test('payers are not one because they share only an address or a name', () => {
    expect(shareOf([w2(PEAR, 30, 1), w2({ ...PLUM, address: PEAR['address'] }, 70, 2)])).toBe('0.700000')
    expect(shareOf([w2(PEAR, 30, 1), w2({ ...PEAR, ein: PLUM['ein'] }, 70, 2)])).toBe('0.700000')
  })

  test('payers without number and name stay separate and all count: 60 of 110', () => {
    for (const [one, two] of [
      [10, 60],
      [60, 10],
    ] as const)
      expect(shareOf([w2({}, one, 1), w2(PEAR, 40, 2), w2({}, two, 3)])).toBe('0.545455')
    // Without the other payer, the share would be 60 of 70.
    expect(shareOf([w2({}, 10, 1), w2({}, 60, 2)])).toBe('0.857143')
    // A masked EIN alone gives 2 of the required 4 points, and a full EIN gives 4.
    const masked = { ein: 'XX-XXX6789' }
    expect(shareOf([w2(masked, 10, 1), w2(masked, 60, 2)])).toBe('0.857143')
    const full = { ein: PEAR['ein'] }
    expect(shareOf([w2(full, 10, 1), w2(full, 60, 2)])).toBe('1.000000')
  })

  test('a payer that matches two others joins the first by form and identifier, in any input order', () => {
    const farms: Raw = { ein: '99-9996789', name: 'PEAR FARMS', address: '2 MAIN STREET' }
    const either: Raw = { ein: 'XX-XXX6789', name: 'PEAR' }
    // 12-... sorts before 99-..., so the share is 40 + 20 of 110 rather than 50 + 20.
    expect(shareOf([w2(farms, 50, 1), w2(either, 20, 2), w2(PEAR, 40, 3)])).toBe('0.545455')
    // Form 1099-INT sorts before Form 1099-NEC, and both before Form W-2: 40 + 5 + 20 of 115 rather than 50 + 20.
    const party = ({ ein, name, address }: Raw): Raw => ({ fin: ein, name, address })
    const nec = { issuer_provider: party(farms), non_employee_compensation: 50 }
    const int = { payer: party(PEAR), interest_income: 5 }
    const recordOf = (id: string, forms: Raw): Raw => ({
      id,
      tax_year: '2023',
      provider_id: 'turbotax',
      forms: [{ type: 'WAID', year: '2023', ...forms }],
    })
    const first = { form_w2: [w2(PEAR, 40, 1), w2(either, 20, 2)], form_1099_nec: [nec] }
    const records = [recordOf('a', first), recordOf('b', { form_1099_int: [int] })]
    const [year] = formatTableRows(resultOfDossier({ taxpayer: { id: 't' }, records }), 'years')
    expect(year?.['largest_payer_share']).toBe('0.565217')
  })

  test('a total of 0 or below has no share', () => {
    const k1 = [{ ordinary_income_k1: -100, partner: { ssn: 'XXX-XX-1234' } }]
    expect(shareOf([w2(PEAR, 50, 1)], { schedule_k1_1065: k1 })).toBe('')
  })

  test('the share is correct for few and many documents: one payer has 2 of 102 equal payments', () => {
    for (const payers of [5, 23, 24, 25, 100]) {
      const entries = Array.from({ length: payers }, (_, i) =>
        w2({ ein: `10-10${10000 + i * 7}`, name: `FIRM ${i}`, address: `${i} ELM ROAD` }, 100, i),
      )
      const all = [...entries, w2(PEAR, 100, 900), w2(PEAR, 100, 901)]
      expect(shareOf(all), `${payers}`).toBe((200 / (100 * all.length)).toFixed(6))
    }
  })
})

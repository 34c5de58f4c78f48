import { describe, expect, test } from 'vitest'
import { CHECKS } from '../../src/check/checks.js'
import { entryOf, findingsAbout, sayingOf } from './support.js'
import { WORKED, type Worked } from './worked.js'

const about = (id: string, { form }: Worked, fields: object, year?: number): string[] =>
  findingsAbout(form, entryOf(form, { ...fields }), year)
    .filter(finding => finding.check === id && finding.document !== null)
    .map(sayingOf)

describe('every check, on documents worked by hand', () => {
  for (const [id, worked] of Object.entries(WORKED)) {
    describe(id, () => {
      for (const [why, fields, year] of worked.holds) {
        test(`holds: ${why}`, () => expect(about(id, worked, fields, year)).toEqual([]))
      }
      for (const [why, fields, says, year] of worked.breaks) {
        test(`does not hold: ${why}`, () => expect(about(id, worked, fields, year)).toEqual([says]))
      }
    })
  }

  test('every check of single documents has one of each, and every other check a test in across', () => {
    const alone = CHECKS.filter(({ run, forms }) => run !== undefined && forms !== 'all').map(({ id }) => id)
    expect(Object.keys(WORKED).sort()).toEqual(alone.sort())
    for (const worked of Object.values(WORKED)) {
      expect(worked.holds.length).toBeGreaterThan(0)
      expect(worked.breaks.length).toBeGreaterThan(0)
    }
  })

  test('a check takes no severity but its own and its second', () => {
    for (const [id, { breaks }] of Object.entries(WORKED)) {
      const check = CHECKS.find(each => each.id === id)
      const own = [check?.severity, check?.other?.severity].filter(severity => severity !== undefined)
      for (const [, , says] of breaks) expect(own, id).toContain(says.split(' ')[0])
    }
  })
})

describe('backup withholding on the other forms', () => {
  const worked: readonly (readonly [form: string, fields: object, says: string[], year?: number])[] = [
    // 24% of 1,000.00 + 500.00 is 360.00.
    [
      'form_1099_div',
      { ordinaryDividends: 1000, capitalGainDistributions: 500, federalIncomeTaxWithheld: 360 },
      [],
    ],
    ['form_1099_div', { ordinaryDividends: 100, federalIncomeTaxWithheld: 101.01 }, ['error 1.01']],
    ['form_1099_b', { proceeds: 0, grossProceeds: 1000, federalIncomeTaxWithheld: 240 }, []],
    ['form_1099_b', { proceeds: 1000, grossProceeds: 1000, federalIncomeTaxWithheld: 1011 }, ['error 11.00']],
    ['form_1099_b', { proceeds: 0, aggregateProfitLoss: -50, federalIncomeTaxWithheld: 240 }, []],
    ['form_1099_misc', { rents: 500, otherIncome: 500, federalIncomeTaxWithheld: 240 }, []],
    // 500.00 - 240.00.
    ['form_1099_misc', { otherIncome: 1000, federalIncomeTaxWithheld: 500 }, ['info 260.00']],
    ['form_1099_nec', { nonemployeeCompensation: 1000, federalIncomeTaxWithheld: 250 }, []],
    ['form_1099_nec', { nonemployeeCompensation: 1000, federalIncomeTaxWithheld: 250.01 }, ['info 10.01']],
    ['form_1099_nec', { federalIncomeTaxWithheld: 250 }, []],
  ]
  for (const [form, fields, says, year] of worked) {
    test(`${form} ${JSON.stringify(fields)}`, () => {
      const found = findingsAbout(form, entryOf(form, { ...fields }), year).filter(
        ({ check }) => check === 'I-04',
      )
      expect(found.map(sayingOf)).toEqual(says)
    })
  }
})

test('the periods of every Schedule K-1 are checked', () => {
  for (const form of ['schedule_k1_1065', 'schedule_k1_1120s', 'schedule_k1_1041']) {
    const entry = entryOf(form, { taxPeriodBeginning: '202212', taxPeriodEnd: '202412' })
    expect(
      findingsAbout(form, entry).some(({ check }) => check === 'K-02'),
      form,
    ).toBe(true)
  }
})

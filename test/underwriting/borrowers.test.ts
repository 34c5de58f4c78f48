import { describe, expect, it } from 'vitest'
import { analyze, explainText } from '../../src/index.js'
import { type BorrowerView, borrowerViewsOf, householdOf } from '../../src/underwriting/borrowers/borrower-view.js'
import { expectAccepted, resultOfDossier } from '../support/run.js'
import { readExample } from './example.js'

const { raw } = readExample(`
  2022 form_w2 {"wages_tips_other_compensation": 100}
  2023 form_w2 {"wages_tips_other_compensation": 200}
  2023 form_w2 {"wages_tips_other_compensation": 300, "recipient": "XXX-XX-9999", "issuer": {"ein": "00-4444444"}}
  2023 form_w2 {"wages_tips_other_compensation": 400, "recipient": "XXX-XX-5555", "issuer": {"ein": "00-5555555"}}
  2023 form_w2 {"wages_tips_other_compensation": "x", "recipient": "XXX-XX-5555", "issuer": {"ein": "00-6666666"}}
  2023 form_1099_int: {"interest_income": 1}
`)
const result = resultOfDossier(raw)
const buildViews = (...recipients: string[]) => borrowerViewsOf(result, { taxpayerId: 'tp', recipients }, [])
const cents = (facts: BorrowerView['income']) => facts.map(fact => fact.cents)

describe('borrowers of a dossier', () => {
  it('are only the taxpayer if nobody else is named, and other recipients are listed', () => {
    const views = borrowerViewsOf(result, undefined, [])
    expect(views.map(({ borrower }) => borrower)).toEqual(['self'])
    expect(cents(views[0]!.income)).toEqual([10000, 20000])
    expect(cents(views[0]!.others)).toEqual([30000, 40000])
    expect(householdOf(views)).toBe(views[0])
  })

  it('are separate, with self first and the others sorted by their last digits', () => {
    const views = buildViews('9999', '5555', '9999')
    expect(views.map(({ borrower }) => borrower)).toEqual(['self', '5555', '9999'])
    expect(views.map(borrowerView => cents(borrowerView.income))).toEqual([[10000, 20000], [40000], [30000]])
    expect(views.map(({ others }) => others.length)).toEqual([0, 0, 0])
    expect(views.map(({ flawed }) => flawed.length)).toEqual([0, 1, 0])
    // The unreadable Form 1099-INT array names no recipient, so it may belong to any borrower.
    const lostWages = (borrowerView: BorrowerView) =>
      borrowerView.gaps.filter(({ role }) => role === 'income.wages').length
    expect(views.map(lostWages)).toEqual([0, 1, 0])
    expect(views.every(({ gaps }) => gaps.some(({ role }) => role === 'income.interest'))).toBe(true)
  })

  it('form a household with all their documents, and count unassigned gaps once', () => {
    const views = buildViews('5555', '9999')
    const all = householdOf(views)
    expect(all.borrower).toBe('all')
    expect(cents(all.income).toSorted()).toEqual([10000, 20000, 30000, 40000])
    expect(all.documents.length).toBe(5)
    expect(all.gaps.length).toBe(result.ledger.gaps.length)
  })

  it('do not include the taxpayer twice if the digits are those of the taxpayer', () => {
    expect(buildViews('1234').map(({ borrower }) => borrower)).toEqual(['self'])
    expect(buildViews('0000').map(borrowerView => borrowerView.documents.length)).toEqual([2, 0])
  })
})

describe('a borrower without an identifier on a joint return in software', () => {
  // Neither W-2 has a number. The taxpayer object names Robin, so the wages of Casey are another recipient's.
  const w2 = (name: string, ein: string, wages: number) => ({
    employer: { ein },
    employee: { name },
    wages_tips_other_compensation: wages,
  })
  const { taxpayer, records } = {
    taxpayer: { id: 't', name: 'Robin Example' },
    records: ['2023', '2024'].map(year => ({
      id: `software-${year}`,
      provider_id: 'turbotax',
      tax_year: year,
      forms: [
        { year, form_w2: [w2('ROBIN EXAMPLE', '00-1234567', 60_000), w2('CASEY EXAMPLE', '00-7654321', 36_000)] },
      ],
    })),
  }
  const underwriteWith = (recipients: string[]) =>
    expectAccepted(analyze({ taxpayer, records }, { known: { taxpayerId: 't', recipients } })).value.underwriting
  const listTotals = (recipients: string[]): string[] =>
    underwriteWith(recipients)
      .qualifyingIncome.filter(({ category }) => category === 'total')
      .map(({ borrower, qualifyingMonthly }) => `${borrower} ${qualifyingMonthly.toFixed(2)}`)

  it('has rows if the known facts give the name, which no output shows', () => {
    // 60,000 / 12 = 5,000 and 36,000 / 12 = 3,000.
    expect(listTotals([])).toEqual(['self 5000.00'])
    expect(listTotals(['9999', 'Casey Q. Example'])).toEqual([
      'self 5000.00',
      '9999 0.00',
      'recipient_2 3000.00',
      'all 8000.00',
    ])
    expect(explainText(underwriteWith(['Casey Example']), 'recipient_1.wages')).toContain('= 3000.00')
    expect(JSON.stringify(underwriteWith(['Casey Example']))).not.toMatch(/casey/i)
  })

  it('has no rows under the name of somebody else', () => {
    expect(listTotals(['Kim Example'])).toEqual(['self 5000.00', 'recipient_1 0.00', 'all 5000.00'])
  })

  it('needs a first and a last name', () => {
    expect(() => underwriteWith(['Casey'])).toThrow(
      "$['recipients'][0]: expected four digits or a person's first and last name",
    )
  })
})

describe('an earlier ITIN of the taxpayer', () => {
  const makeRecord = (year: string, ssn: string) => ({
    id: `irs-${year}`,
    provider_id: 'irs',
    tax_year: year,
    date: `${Number(year) + 1}-09-01`,
    forms: [
      {
        year,
        ssn,
        form_w2: [{ employer: { ein: '00-1234567' }, employee: { ssn }, wages_tips_other_compensation: 60_000 }],
      },
    ],
  })
  const records = [
    makeRecord('2022', 'XXX-XX-9876'),
    makeRecord('2023', 'XXX-XX-1234'),
    makeRecord('2024', 'XXX-XX-1234'),
  ]

  it("makes its documents the taxpayer's if the known facts state it", () => {
    const listOthers = (options: object): boolean[] => {
      const { value } = expectAccepted(analyze({ taxpayer: { id: 't' }, records }, options))
      return value.documents.map(({ otherRecipient }) => otherRecipient)
    }
    expect(listOthers({})).toEqual([true, false, false])
    expect(listOthers({ known: { taxpayerId: 't', identifiers: ['XXX-XX-9876'] } })).toEqual([false, false, false])
  })
})

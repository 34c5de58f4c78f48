import { describe, expect, it } from 'vitest'
import { type BorrowerView, borrowerViewsOf, householdOf } from '../../src/underwriting/borrowers/borrower-view.js'
import { resultOfDossier } from '../support/run.js'
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

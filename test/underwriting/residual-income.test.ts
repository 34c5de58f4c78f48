import { describe, expect, it } from 'vitest'
import type { TaxpayerFacts } from '../../src/underwriting/facts/known-facts.js'
import { addHouseholdIndicators, findRequiredResidual } from '../../src/underwriting/indicators/household-indicators.js'
import { IndicatorCollector } from '../../src/underwriting/indicators/indicator.js'
import type { UnderwritingPolicy } from '../../src/underwriting/policies/policy.js'

/** The parts of a policy that these indicators read. */
const createPolicy = (name: string): UnderwritingPolicy => ({ name, citations: [] }) as unknown as UnderwritingPolicy

type Household = NonNullable<TaxpayerFacts['household']>

const FAMILY = { region: 'midwest', size: 4, shelterMonthly: 190000, taxesMonthly: 145000, squareFeet: 1800 } as const

function stateHousehold(
  household: Partial<Household> | null,
  obligationsMonthly: number | null = 50000,
): TaxpayerFacts {
  const absent = { region: null, size: null, shelterMonthly: null, taxesMonthly: null, squareFeet: null, path: [] }
  return {
    household: household === null ? null : { ...absent, ...household },
    obligationsMonthly,
    taxPlan: null,
  } as unknown as TaxpayerFacts
}

function compute(facts: TaxpayerFacts | null, policyName = 'va') {
  const collector = new IndicatorCollector(createPolicy(policyName), false)
  addHouseholdIndicators(collector, facts, {
    recipient: 'self',
    borrowerCount: 1,
    asOfYear: 2024,
    qualifying: 620000,
    qualifyingWithoutGrossUp: 600000,
    supportableWithoutGrossUp: 640000,
    isIncomplete: false,
    figures: [],
  })
  return Object.fromEntries(collector.values.map(({ row }) => [row.indicator, row]))
}

describe('residual income that VA requires, in dollars', () => {
  it.each([
    // Two worked cases: a family of four in Texas, and of eight in Georgia, of whom seven count.
    ['south', 4, 1003],
    ['south', 8, 1199],
    ['northeast', 1, 450],
    ['northeast', 2, 755],
    ['northeast', 3, 909],
    ['northeast', 4, 1025],
    ['northeast', 5, 1062],
    ['midwest', 1, 441],
    ['midwest', 2, 738],
    ['midwest', 3, 889],
    ['midwest', 4, 1003],
    ['midwest', 5, 1039],
    ['west', 1, 491],
    ['west', 2, 823],
    ['west', 3, 990],
    ['west', 4, 1117],
    ['west', 5, 1158],
    // 1,158 + 80 and 1,158 + 2 x 80
    ['west', 6, 1238],
    ['west', 7, 1318],
    ['west', 12, 1318],
  ] as const)('%s, %i persons: %i', (region, size, dollars) => {
    expect(findRequiredResidual(region, size)).toBe(dollars * 100)
  })

  it('is unknown for a family without members', () => {
    expect(findRequiredResidual('west', 0)).toBeNull()
  })
})

describe('residual income', () => {
  it('6,000.00 - 1,450 taxes - 1,900 shelter - 0.14 x 1,800 square feet - 500 debts = 1,898.00', () => {
    const { residual_income, residual_required } = compute(stateHousehold(FAMILY))
    expect(residual_income?.amount).toBe(189800)
    expect(residual_required?.amount).toBe(100300)
    expect(residual_income?.citation).toBe('VA Pamphlet 26-7 chapter 4 (2026-08-26, second-hand)')
  })

  it('the payment of a tax plan is a debt: 1,898.00 - 220.00 = 1,678.00', () => {
    const taxPlan = { state: 'approved_current', paymentMonthly: 22000 } as const
    expect(compute({ ...stateHousehold(FAMILY), taxPlan })['residual_income']?.amount).toBe(167800)
  })

  it('may be negative', () => {
    expect(compute(stateHousehold({ ...FAMILY, shelterMonthly: 500000 }))['residual_income']?.amount).toBe(-120200)
  })

  it('is null without a fact that it needs, and the note names the fact', () => {
    const { residual_income, residual_required } = compute(
      stateHousehold({ ...FAMILY, squareFeet: null, size: null }, null),
    )
    expect([residual_income?.amount, residual_required?.amount]).toEqual([null, null])
    expect(residual_income?.note).toContain('Missing from the known facts: household.square_feet, obligations_monthly.')
    expect(residual_required?.note).toContain('Missing from the known facts: household.size.')
  })

  it('has rows without known facts under VA only', () => {
    expect(compute(null)['residual_income']?.note).toContain('household.taxes_monthly')
    expect(Object.keys(compute(null))).toEqual(['residual_income', 'residual_required'])
    expect(compute(null, 'fannie-2026-08')).toEqual({})
    expect(Object.keys(compute(null, 'usda'))).toEqual(['annual_income', 'adjusted_income', 'repayment_income'])
  })
})

describe('USDA incomes', () => {
  it('12 x 6,400.00 = 76,800.00 per year, and 6,200.00 per month for ratios', () => {
    const { annual_income, adjusted_income, repayment_income } = compute(stateHousehold(FAMILY), 'usda')
    expect([annual_income?.amount, adjusted_income?.amount, repayment_income?.amount]).toEqual([
      7680000, 7680000, 620000,
    ])
    // Four persons and one borrower: another adult may have income.
    expect(annual_income?.note).toContain('Income of other adults in the household must be added.')
  })
})

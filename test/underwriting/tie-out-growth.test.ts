import { expect, test } from 'vitest'
import type { StatedMortgage } from '../../src/underwriting/facts/stated-income.js'
import type { Loan } from '../../src/underwriting/mortgages/loans.js'
import { compareMortgages } from '../../src/underwriting/tie-out/mortgages.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { Dice } from '../support/random-copies.js'

const makeLoan = (principal: number | null, number: number): Loan => ({
  borrower: 'self',
  year: 2024,
  number,
  statements: [],
  lenders: [
    { id: null, name: `BANK ${number}`, address: null, mayBePerson: false } as unknown as Loan['lenders'][number],
  ],
  property: null,
  originated: null,
  principal,
  interest: number,
  insurance: 0,
  points: 0,
  flags: [],
  doubts: [],
})

/** Pairs each stated balance with the first loan that is near and not matchedLoans, by comparing every pair. */
function pairOneByOne(balances: readonly number[], loans: readonly Loan[]): (number | null)[] {
  const matchedLoans = new Set<Loan>()
  return balances.map(balance => {
    const loan = loans.find(
      candidate =>
        !matchedLoans.has(candidate) &&
        candidate.principal !== null &&
        Math.abs(100 * balance - candidate.principal) * 20 <= Math.abs(candidate.principal),
    )
    if (loan !== undefined) matchedLoans.add(loan)
    return loan?.number ?? null
  })
}

test('stated balances are matched like a comparison of every pair', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const dice = new Dice(seed)
    const range = dice.pick([2, 40, 400, 4000])
    const loans = Array.from({ length: dice.rollBelow(30) }, (_, i) =>
      makeLoan(dice.chance(0.1) ? null : 100 * dice.rollBelow(range) - (dice.chance(0.1) ? 500 : 0), i),
    )
    const balances = Array.from({ length: dice.rollBelow(30) }, () => dice.rollBelow(range))
    const statedMortgages = balances.map((balance): StatedMortgage => ({ balance }) as unknown as StatedMortgage)
    const rows = compareMortgages(statedMortgages, loans, 'self').slice(0, balances.length)
    // The interest of a loan is its number in cents, and its twelfth is shown: the issuer identifies it.
    const matched = rows.map(({ issuer }) => (issuer == null ? null : Number(issuer.name?.slice(5))))
    expect(matched, `seed ${seed}`).toEqual(pairOneByOne(balances, loans))
  }
})

test('stated mortgages are compared in near linear time', () =>
  expectNearLinear(
    count => {
      const loans = Array.from({ length: count }, (_, i) => makeLoan(10_000_000 + (i % 7), i))
      const statedMortgages = loans.map((): StatedMortgage => ({ balance: 100_000 }) as unknown as StatedMortgage)
      return () => compareMortgages(statedMortgages, loans, 'self')
    },
    [2000, 16_000],
  ))

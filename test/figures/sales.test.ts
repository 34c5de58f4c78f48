// Tests the gains of Form 1099-B. Source: specification of evidence, section 2, sales without proceeds.
import { expect, test } from 'vitest'
import { recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows, type Raw } from '../support/run.js'

/** Formats the derived gain of one sale: its amount and why it does not count, then the income row. */
function gainOf(sale: Raw): string {
  const result = resultOfRecords(recordWith({ form_1099_b: [{ payer: { name: 'BROKER' }, ...sale }] }))
  const facts = formatTableRows(result, 'facts').flatMap(({ field, amount, reason }) =>
    field === 'derivedGain' ? [`${amount} ${reason || 'counted'}`] : [],
  )
  const income = formatTableRows(result, 'income').map(({ amount }) => amount || 'null')
  const complete = formatTableRows(result, 'income').every(row => row['complete'] === 'true')
  return [...facts, `income ${income.join(' ') || 'none'}`, ...(complete ? [] : ['incomplete'])].join(', ')
}

test.each<[title: string, sale: Raw, gain: string]>([
  // 0 - 1,200 = -1,200
  ['an option that expired', { proceeds: 0, cost_basis: 1200 }, '-1200.00 counted, income -1200.00'],
  // 0 - 1,200 + 300 = -900
  [
    'a worthless stock with a wash sale',
    { proceeds: 0, cost_basis: 1200, wash_sale_loss_disallowed: 300 },
    '-900.00 counted, income -900.00',
  ],
  ['a written option that was closed', { proceeds: -250 }, '-250.00 counted, income -250.00'],
  ['the same with a printed basis of 0', { proceeds: -250, cost_basis: 0 }, '-250.00 counted, income -250.00'],
  // -250 - 100 = -350
  ['negative proceeds with a basis', { proceeds: -250, cost_basis: 100 }, '-350.00 counted, income -350.00'],
  // If the security is covered, its basis of 0 counts and so does the wash sale loss.
  [
    'a written option with a wash sale and an unreadable indicator',
    { proceeds: -250, wash_sale_loss_disallowed: 50, noncovered_security_indicator: {} },
    '-250.00 counted, income -250.00, incomplete',
  ],
  [
    'negative proceeds with an unreadable basis',
    { proceeds: -250, cost_basis: 'x' },
    '-250.00 basis_unknown, income null, incomplete',
  ],
  ['no proceeds and no basis', { proceeds: 0, cost_basis: 0 }, 'income none'],
  [
    'no proceeds and a covered basis of 0',
    { proceeds: 0, cost_basis: 0, noncovered_security_indicator: 'Covered' },
    'income none',
  ],
  ['no proceeds and an unreadable basis', { proceeds: 0, cost_basis: 'x' }, 'income null, incomplete'],
  // Without box 1d, the main box is missing.
  ['absent proceeds with a basis', { cost_basis: 1200 }, 'income null, incomplete'],
  [
    'a loss that box 7 does not allow',
    { proceeds: 0, cost_basis: 1200, loss_not_allowed_indicator: 'X' },
    '-1200.00 loss_not_allowed, income none',
  ],
])('%s', (_, sale, gain) => {
  expect(gainOf(sale)).toBe(gain)
})

import { expect, test } from 'vitest'
import { type Raw, resultOfDossier } from '../support/run.js'

const makeDossier = (count: number): Raw => ({
  taxpayer: { id: 't' },
  records: [
    {
      id: 'r',
      tax_year: '2024',
      forms: [
        {
          year: '2024',
          form_1098: Array.from({ length: count }, (_, i) => ({
            lender: { name: `LENDER ${i}` },
            mortgage_interest_received_from_borrower: 5000 + i,
          })),
        },
      ],
    },
  ],
})

test('an issue reports the year with too many mortgage statements to compare', () => {
  const listIssues = (count: number) =>
    resultOfDossier(makeDossier(count)).issues.filter(({ code }) => code === 'mortgages_not_compared')
  expect(listIssues(50)).toEqual([])
  const [issue, ...others] = listIssues(51)
  expect(others).toEqual([])
  expect(issue).toMatchObject({ severity: 'warning', recordId: 'r' })
  expect(issue?.message).toContain('2024 has 51 mortgage statements. Up to 50 are compared.')
})

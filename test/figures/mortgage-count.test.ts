import { expect, test } from 'vitest'
import { analyze } from '../../src/index.js'
import { type Raw, resultOfDossier } from '../support/run.js'

const makeDossier = (count: number, makeFields: (i: number) => Raw = () => ({})): Raw => ({
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
            ...makeFields(i),
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

test('statements under two identifiers of one borrower are counted together', () => {
  const raw = makeDossier(60, i => ({ payer_borrower: { ssn: i % 2 === 0 ? 'XXX-XX-1111' : 'XXX-XX-2222' } }))
  const wages = { wages_tips_other_compensation: 1 }
  const dossier = {
    taxpayer: { id: 't', analysis: { tin: 'XXX-XX-0000' } },
    records: [
      ...(raw['records'] as Raw[]),
      { id: 'own', tax_year: '2024', forms: [{ year: '2024', ssn: 'XXX-XX-0000', form_w2: [wages] }] },
    ],
  }
  const listCodes = (identifiers: string[]): string[] => {
    const knownFacts = [{ taxpayerId: 't', borrowers: [{ id: 'Casey Example', identifiers }] }]
    const { value } = analyze(dossier, { knownFacts } as Parameters<typeof analyze>[1])
    return value?.issues.flatMap(({ code }) => (code === 'mortgages_not_compared' ? [code] : [])) ?? ['rejected']
  }
  expect(listCodes(['XXX-XX-1111'])).toEqual([])
  expect(listCodes(['XXX-XX-1111', 'XXX-XX-2222'])).toEqual(['mortgages_not_compared'])
})

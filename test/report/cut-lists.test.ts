import { describe, expect, test, vi } from 'vitest'
import { getAnalysisContext } from '../../src/api/analysis-source.js'
import { summaryText } from '../../src/cli/output/summary-text.js'
import { type Analysis, analyze, explainText } from '../../src/index.js'
import { report } from '../../src/report/index.js'
import { listDoubtful } from '../../src/report/remarks.js'
import type { Raw } from '../support/run.js'

const POLICIES = ['fannie-2026-08', 'latest-year'] as const

/** A dossier of one employer per year and W-2, with an unreadable box on every second W-2. */
function makeDossier(count: number, idLength = 3): Raw {
  const makeRecord = (year: number): Raw => ({
    id: `${year}`.padEnd(idLength, 'x'),
    provider_id: 'irs',
    tax_year: String(year),
    date: '2025-09-01T00:00:00Z',
    forms: [
      {
        year: String(year),
        form_w2: Array.from({ length: count }, (_, i) => ({
          employer: { ein: `${10 + (i % 80)}-${1_000_000 + i}`, name: `WORKS ${i}` },
          wages_tips_other_compensation: 1000 + i,
          federal_income_tax_withheld: i % 2 === 0 ? 'illegible' : 5,
        })),
      },
    ],
  })
  return { taxpayer: { id: 't' }, records: [makeRecord(2023), makeRecord(2024)] }
}

function analyzeDossier(raw: Raw): Analysis {
  const { value } = analyze(raw, { policy: [...POLICIES] } as Parameters<typeof analyze>[1])
  if (value === undefined) throw new Error('rejected')
  return value
}

const OUTPUTS: Readonly<Record<string, (analysis: Analysis) => string>> = {
  report: analysis => report(analysis),
  explain: ({ underwritings }) => underwritings.map(underwriting => explainText(underwriting)).join(''),
  summarize: analysis => summaryText(getAnalysisContext(analysis)),
}

describe.each(Object.keys(OUTPUTS))('%s', name => {
  const printOutput = OUTPUTS[name]!
  const shortOutput = printOutput(analyzeDossier(makeDossier(500)))
  const longOutput = printOutput(analyzeDossier(makeDossier(2000)))

  test('is hardly longer for four times as many documents', () => {
    expect(longOutput.length / shortOutput.length).toBeLessThan(1.1)
  })

  test('says how many items it leaves out, and the command that lists them', () => {
    const hiddenCounts = [...longOutput.matchAll(/and ([0-9]+) more: taxtally convert --tables ([a-z_]+) lists all/g)]
    expect(hiddenCounts.length).toBeGreaterThan(0)
    if (name === 'explain') return
    // 2,000 jobs, of which 200 are shown.
    expect(hiddenCounts.map(([, count, table]) => `${count} ${table}`)).toContain('1800 income_streams')
  })

  test('shows figures of all documents', () => {
    // The sum of 1,000 to 2,999 per year, as a monthly amount.
    expect(longOutput.replaceAll(',', '')).toContain('333250.00')
  })

  test('shortens identifiers of 100,000 characters', () => {
    const outputWithLongIds = printOutput(analyzeDossier(makeDossier(500, 100_000)))
    expect(outputWithLongIds.length / shortOutput.length).toBeLessThan(4)
    expect(outputWithLongIds).toContain('xxx…')
  })
})

test('a name that a list shortens can be explained', () => {
  const employers = ['A', 'B'].map(letter => ({
    employer: { name: `WORKS ${letter} ${'x'.repeat(400)}` },
    wages_tips_other_compensation: 12_000,
  }))
  const { underwritings } = analyzeDossier({
    taxpayer: { id: 't' },
    records: [{ id: 'r', provider_id: 'irs', tax_year: '2024', forms: [{ year: '2024', form_w2: employers }] }],
  })
  const underwriting = underwritings[0]!
  const [printedName = ''] = String(explainText(underwriting)).match(/wages:WORKS A x+…\.computed_monthly/) ?? []
  expect(printedName.length).toBeLessThan(330)
  expect(explainText(underwriting, printedName)).toContain('= 1000.00')
  expect(explainText(underwriting, printedName.replace('.computed_monthly', ''))).toContain('= ')
})

test('the texts of remarks are made only for those that a page shows', () => {
  const analysis = analyzeDossier(makeDossier(1000))
  const context = getAnalysisContext(analysis)
  const findIssuer = vi.spyOn(context.result, 'findNamedIssuer')
  expect(listDoubtful(context).length).toBeGreaterThan(999)
  expect(findIssuer).not.toHaveBeenCalled()
})

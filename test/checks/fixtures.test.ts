import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/checks/run-checks.js'
import { findShared } from '../support/requirements.mjs'
import type { Raw } from '../support/run.js'
import { findingsOf, formatFinding } from './support.js'

const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(finding => `${finding.form} ${finding.check} ${formatFinding(finding)}`)

describe('fixtures', () => {
  const folder = new URL('../../fixtures/forms/', import.meta.url)
  const files = readdirSync(folder)

  test('there are more than 15 fixtures', () => expect(files.length).toBeGreaterThan(15))

  for (const name of files) {
    test(`${name} has no finding with severity error`, () => {
      const record = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown
      const findings = findingsOf({ taxpayer: { id: 'x' }, records: [record] })
      expect(linesOf(findings.filter(({ severity }) => severity === 'error'))).toEqual([])
    })
  }
})

/** The findings with severity `error` on the sample returns: case, entry and check. */
const KNOWN_ERRORS = [
  ...['df-olf-hoh-itin-ctc form_w2[0] W2-06', 'df-olf-hsa-mfj-over-55 form_w2[0] W2-01'],
  ...['df-olf-hsa-mfj-over-55 form_w2[0] W2-02', 'df-olf-hsa-mfj-over-under-55 form_w2[0] W2-01'],
  ...['df-olf-hsa-mfj-over-under-55 form_w2[0] W2-02', 'df-olf-hsa-mfj-separate-8889s form_w2[0] W2-01'],
  ...['df-olf-hsa-mfj-separate-8889s form_w2[0] W2-02', 'df-olf-mfs-35k-cod-eitc form_w2[0] W2-06'],
  ...['df-olf-mfs-4300-none form_w2[0] W2-06', 'df-olf-qss-34K-ctc-2dependents form_w2[0] W2-06'],
  ...['vm-md-leonard_qss form_w2[0] W2-02', 'vm-md-leonard_qss form_w2[0] W2-03'],
  ...['vm-md-omar_mfj form_w2[0] W2-02', 'vm-md-omar_mfj form_w2[1] W2-02'],
  ...['vm-md-shelby_hoh form_w2[0] W2-01', 'vm-nj-david_mfj form_w2[0] W2-02'],
  ...['vm-nj-david_mfj form_w2[0] W2-03'],
]

describe('public sample returns', () => {
  const RETURNS = findShared('checks of filed returns', 'cases/returns.ndjson')

  test.skipIf(RETURNS === undefined)('have the expected number of findings of each check and only known errors', () => {
    const cases = readFileSync(String(RETURNS), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as { id: string; dossier: Raw; filed_return_differs: readonly string[] })
    const counts = new Map<string, number>()
    const errors: string[] = []
    const findings: string[] = []
    for (const { id, dossier, filed_return_differs: differs } of cases) {
      for (const finding of findingsOf(dossier)) {
        const key = `${finding.check} ${finding.severity}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        if (finding.severity === 'error') {
          const entry = finding.document?.document
          findings.push(`${id} ${finding.form}[${entry?.entryIndex}] ${finding.check}`)
          errors.push(
            `${id} ${finding.form}[${entry?.entryIndex}] ${finding.check} ${formatFinding(finding)}${differs.length === 0 ? '' : ` (lines differ: ${differs.join(' ')})`}`,
          )
        }
      }
    }
    const table = [...counts].sort().map(([key, count]) => `${String(count).padStart(5)}  ${key}`)
    console.log(`${cases.length} sample returns\n${table.join('\n')}\nof severity error:\n${errors.join('\n')}`)
    expect(cases.length).toBeGreaterThan(100)
    expect(findings.sort()).toEqual(KNOWN_ERRORS)
  })
})

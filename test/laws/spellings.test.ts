import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as workbooks from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { analyze } from '../../src/api/analyze.js'
import { explainText } from '../../src/api/explain.js'
import { readLoanFile } from '../../src/api/mismo.js'
import { comparePolicies } from '../../src/api/underwriting.js'
import { summaryObject } from '../../src/cli/commands/show.js'
import { summaryText } from '../../src/cli/output/summary-text.js'
import type { PrivacyOptions } from '../../src/ingest/privacy.js'
import { renderReport } from '../../src/report/scope-report.js'
import { renderWorkbook } from '../../src/report/workbook.js'
import { FORMS } from '../../src/schema/forms/index.js'
import type { KnownFacts } from '../../src/underwriting/facts/known-facts.js'
import type { StatedIncome } from '../../src/underwriting/facts/stated-income.js'
import { readParts } from '../report/workbook-files.js'
import { analyzeEverything } from '../support/everything.js'
import { arbitrarySpelling, findNineDigits } from '../support/nine-digits.js'
import { expectAccepted, type Raw } from '../support/run.js'

const NINE = '900551234'
const TAXPAYER = 'tp-application-marlow'
const LOAN_FILES = new URL('../../fixtures/loan-files/', import.meta.url)
const DOSSIER = readFileSync(new URL('dossier.json', LOAN_FILES), 'utf8')
const LOAN_FILE = readFileSync(new URL('application.xml', LOAN_FILES), 'utf8')

/** Returns the dossier with a spelling in names, addresses and boxes. */
function makeDossier(spelling: string): Raw {
  const dossier = JSON.parse(DOSSIER, (key, value) => (key === 'name' ? `${value} ${spelling}` : value)) as {
    taxpayer: Raw
    records: { forms: { form_w2?: Raw[]; type: string }[] }[]
  }
  for (const record of dossier.records)
    for (const form of record.forms) {
      form.type = `WAID ${spelling}`
      for (const entry of form.form_w2 ?? []) {
        ;(entry['employer'] as Raw)['address'] = spelling
        entry['box_14'] = [{ description: `Union ${spelling}`, amount: 12 }]
        entry['state_income'] = spelling
        entry['locality_name'] = `City ${spelling}`
      }
    }
  return dossier as unknown as Raw
}

const makeStatedIncome = (spelling: string): StatedIncome => ({
  taxpayerId: TAXPAYER,
  borrowers: [
    {
      last4: '1234',
      employers: [
        { name: `Quill Data ${spelling}`, monthly: 8250 },
        { name: `Nobody ${spelling}`, monthly: null },
      ],
    },
  ],
  mortgages: [
    { lender: `Oak Bank ${spelling}`, monthly: 1450, balance: 236000 },
    { lender: spelling, monthly: 10 },
  ],
})

const readSpelledLoanFile = (spelling: string): StatedIncome =>
  expectAccepted(readLoanFile(LOAN_FILE.replaceAll(/(<FullName>[^<]*)</g, `$1 ${spelling}<`), { taxpayerId: TAXPAYER }))
    .value

const makeFacts = (spelling: string): KnownFacts => ({
  taxpayerId: TAXPAYER,
  applicationDate: '2025-10-01',
  borrowers: [
    {
      id: 'self',
      jobs: [{ employer: `QUILL DATA INC ${spelling}`, pay: { amount: 5000, per: 'month' } }],
      businesses: [{ name: `Biz ${spelling}`, liquid: true }],
      retirement: [{ payer: `Ret ${spelling}`, kind: 'pension', monthly: 100 }],
      otherIncome: [{ kind: 'alimony', monthly: 100, receivedMonths: 12, continuesMonths: 48 }],
    },
    { id: `Blair Marlow ${spelling}` },
  ],
  conditionsMet: [
    { condition: 'current_pay', by: `Doe ${spelling}`, on: '2025-10-01', note: `Note ${spelling}` },
    { condition: 'employment_verification', by: `Doe ${spelling}`, on: '2025-10-01', note: spelling },
    { condition: 'declining', stream: `wages:Corner ${spelling}`, by: `Doe ${spelling}`, on: '2025-10-01' },
  ],
  overrides: [`wages:QUILL DATA INC ${spelling}`, `wages:${spelling}`].map(stream => ({
    stream,
    qualifyingMonthly: 5980,
    by: `Ovr ${spelling}`,
    on: '2025-10-01',
    reason: `Because ${spelling}`,
  })),
})

interface Inputs {
  readonly dossier: Raw
  readonly statedIncome: StatedIncome
  readonly knownFacts: KnownFacts
}

const withoutBigInts = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))

/** Returns the text of every output, by its name. */
async function listOutputs(
  { dossier, statedIncome, knownFacts }: Inputs,
  privacy: PrivacyOptions,
): Promise<Record<string, string>> {
  const options = { statedIncome, knownFacts }
  const { csv, taxpayerContexts } = analyzeEverything(dossier, FORMS, privacy, options)
  const [taxpayer] = taxpayerContexts
  if (taxpayer === undefined) throw new Error('no taxpayer')
  const { value: analysis, issues } = expectAccepted(analyze(dossier, { ...privacy, ...options }))
  const workbook = await renderWorkbook(taxpayer, { date: '2026-11-20', loanNumber: '77', preparedBy: '' }, workbooks)
  return {
    ...csv(),
    analysis: withoutBigInts(analysis),
    issues: withoutBigInts(issues),
    differences: withoutBigInts(comparePolicies(analysis.dossier, 'fannie', 'latest-year', options)),
    explain: explainText(analysis.underwriting) ?? '',
    report: renderReport(taxpayer),
    summarize: summaryText(taxpayer),
    'summarize --json': JSON.stringify(summaryObject(taxpayer)),
    workbook: [...readParts(workbook).values()].join(),
  }
}

/** Returns the names of the outputs that contain the nine digits, with the place. */
const findOutputs = (outputs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([name, text]) => {
      const excerpt = findNineDigits(text, NINE)
      return excerpt === null ? [] : [[name, excerpt]]
    }),
  )

const MODES: readonly PrivacyOptions[] = [{}, { identifiers: 'pseudonym', pseudonymKey: new Uint8Array(32).fill(1) }]
const PLAIN: Inputs = { dossier: makeDossier('x'), statedIncome: makeStatedIncome('x'), knownFacts: makeFacts('x') }

test.each<[string, (spelling: string) => Partial<Inputs>]>([
  ['a record', spelling => ({ dossier: makeDossier(spelling) })],
  ['stated income', spelling => ({ statedIncome: makeStatedIncome(spelling) })],
  ['a loan file', spelling => ({ statedIncome: readSpelledLoanFile(spelling) })],
  ['known facts', spelling => ({ knownFacts: makeFacts(spelling) })],
])('nine digits in any spelling in the texts of %s are in no output', async (_, makeInputs) => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpelling(NINE), fc.constantFrom(...MODES), async (spelling, privacy) => {
      expect(findOutputs(await listOutputs({ ...PLAIN, ...makeInputs(spelling) }, privacy))).toEqual({})
    }),
    { numRuns: 8 },
  )
})

test('the texts appear unchanged with full identifiers', async () => {
  const spelling = '９００-55/1234'
  const statedIncome = makeStatedIncome(spelling)
  const inputs = { dossier: makeDossier(spelling), statedIncome, knownFacts: makeFacts(spelling) }
  const outputs = await listOutputs(inputs, { identifiers: 'full' })
  for (const output of ['tie_out', 'employment', 'form_w2', 'analysis', 'explain', 'report', 'summarize'])
    expect([output, outputs[output]?.includes(spelling)]).toEqual([output, true])
  for (const text of [`Doe ${spelling}`, `Ovr ${spelling}`, `Because ${spelling}`])
    expect([text, outputs['explain']?.includes(text), outputs['report']?.includes(text)]).toEqual([text, true, true])
  expect(outputs['tie_out']).toContain(`Quill Data ${spelling}`)
})

test('identifiers change no finding, even if the names contain numbers', async () => {
  const spelling = '900-55-1234'
  const inputs = { ...PLAIN, dossier: makeDossier(spelling), statedIncome: makeStatedIncome(spelling) }
  const [byDefault, full] = await Promise.all([listOutputs(inputs, {}), listOutputs(inputs, { identifiers: 'full' })])
  // The rows are sorted by the names that they show.
  const listMaskedRows = (text = ''): string[] => text.replaceAll(spelling, 'XXXXX1234').split('\n').sort()
  expect(listMaskedRows(full?.['tie_out'])).toEqual(listMaskedRows(byDefault?.['tie_out']))
  expect(byDefault?.['tie_out']).toContain('Quill Data XXXXX1234')
})

// Uses each entry point with its types.
import {
  analyze,
  type Decimal,
  FORMS,
  type NormalizedDocument,
  type Outcome,
  type StatedIncome,
  tablesOf,
  type WireRecord,
} from 'taxtally'
import { type ArrowFormat, toArrow } from 'taxtally/arrow'
import { ClientCredentials, createClient, type ServiceClient } from 'taxtally/client'
import { type CsvOptions, toCsv } from 'taxtally/csv'
import { type FdxRecords, fromFdx, toFdx } from 'taxtally/fdx'
import { type LoanFileOptions, readLoanFile } from 'taxtally/mismo'
import { analyzeFiles, type ConvertReport, convert } from 'taxtally/node'
import { report as pageOf, type ReportOptions } from 'taxtally/report'
import { createSandbox, type Sandbox } from 'taxtally/sandbox'
import { POLICY_SCHEMA, wireSchemas } from 'taxtally/schemas'
import { createFileStore, type FileStore } from 'taxtally/webhook-stores'
import { createReceiver, type Receiver } from 'taxtally/webhooks'

const fdx: FdxRecords = fromFdx({ forms: [{ taxW2: { wages: 5.25 } }] })
console.log(fdx.records.length, toFdx([], { version: 5 }).forms.length)

const outcome = analyze({ records: [] })
if (outcome.status !== 'rejected') {
  const amounts: (Decimal | null)[] = outcome.value.income.map(({ amount }) => amount)
  for (const document of outcome.value.dossier.records.flatMap(({ documents }) => documents)) {
    if (document.form === 'form_w2') {
      const wages: Decimal | null = document.fields.wages
      console.log(wages?.toFixed(2), amounts.length)
    }
    if (document.form === 'form_1099_r') {
      const code: string | null | undefined = document.fields.distributionCodes?.[0]?.code
      console.log(code)
    }
    // @ts-expect-error: no form has this key
    if (document.form === 'form_w3') console.log(document)
  }
  const reportOptions: ReportOptions = { policy: ['conservative'] }
  console.log(pageOf(outcome.value, reportOptions).length)
  const csv: CsvOptions = { rawText: true }
  const format: ArrowFormat = 'stream'
  for (const table of tablesOf([outcome.value.dossier], ['income'])) {
    const text: string = toCsv(table, csv)
    const bytes: Uint8Array = toArrow(table, format)
    console.log(text.length, bytes.length)
  }
}
const entry = { wages_tips_other_compensation: 5, employer: { ein: '00-1234567' } }
export const written: WireRecord = { id: '1', forms: [{ form_w2: [entry, { employer: { name: 'ORCHARD' } }] }] }
// @ts-expect-error: no party has this key
export const misspelt: WireRecord = { id: '1', forms: [{ form_w2: [{ emploier: { ein: '00-1234567' } }] }] }
export type Wages = NormalizedDocument<(typeof FORMS)[0]>['fields']['wages']
const loanFile: LoanFileOptions = { taxpayerId: 't' }
export const statedIncome: Outcome<StatedIncome> = readLoanFile('<MESSAGE/>', loanFile)
export const schema = wireSchemas(FORMS).record
export const policy = POLICY_SCHEMA.safeParse({}).success
export const client: ServiceClient = createClient({
  baseUrl: 'https://service.invalid',
  credentials: new ClientCredentials('id', 'secret'),
})
export const report: Promise<ConvertReport> = convert(['a.ndjson'], { out: 'tables', formats: ['csv'] })
export const analyses = analyzeFiles(['a.ndjson'])
export const sandbox: Sandbox = createSandbox()
export const receiver: Receiver = createReceiver({ secrets: 's', handlers: {} })
export type Read = Outcome<unknown>

const store: Promise<FileStore> = createFileStore('events.ndjson')
console.log(store)

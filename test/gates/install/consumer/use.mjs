// Uses every entry point except the sandbox, from ESM, on shipped fixtures. Prints the same bytes on every runtime.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { analyze, tablesOf, VERSION } from 'taxtally'
import { toArrow } from 'taxtally/arrow'
import { ClientCredentials, createClient } from 'taxtally/client'
import { toCsv } from 'taxtally/csv'
import { fromFdx, toFdx } from 'taxtally/fdx'
import { convert } from 'taxtally/node'
import { signWebhook, verifyWebhook } from 'taxtally/webhooks'

const fixtures = 'node_modules/taxtally/fixtures'
const hash = bytes => createHash('sha256').update(bytes).digest('hex')
console.log('version', VERSION)

const fdx = fromFdx({ forms: [{ taxW2: { taxYear: 2024, wages: 61234.1 } }] })
const { value: ofFdx } = analyze({ taxpayer: { id: 'fdx' }, records: fdx.records })
console.log(JSON.stringify(toFdx(ofFdx.dossier.records[0].documents)))

const out = `out-${process.pid}`
const report = await convert([`${fixtures}/dossiers.ndjson`], { out, formats: ['csv', 'arrow'], tables: ['all'] })
console.log('taxpayers', report.taxpayers, 'issues', JSON.stringify(report.issues))
for (const name of readdirSync(out).sort()) console.log(name, hash(readFileSync(`${out}/${name}`)))
rmSync(out, { recursive: true })

const borrower = JSON.parse(readFileSync(`${fixtures}/borrower.ndjson`, 'utf8'))
const { value } = analyze(borrower)
for (const { taxYear, category, amount } of value.income) console.log(taxYear, category, amount.toFixed(2))
for (const table of tablesOf([value.dossier])) console.log(table.name, hash(toCsv(table)), hash(toArrow(table)))

const body = JSON.stringify({ event: 'made-up' })
const now = 1_767_225_600_000
const signature = await signWebhook(body, 'whsec_made_up', now)
const verified = await verifyWebhook(body, { 'service-signature': signature }, 'whsec_made_up', { now: () => now })
console.log('signature', hash(signature), 'verified', verified.ok)
const credentials = new ClientCredentials('id', 'secret')
console.log(
  'client',
  Object.keys(createClient({ baseUrl: 'https://service.invalid', credentials }))
    .sort()
    .join(),
)

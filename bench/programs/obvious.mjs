// A straightforward program with readline, zod, decimal.js and fast-csv, as most engineers may write it. It counts
// every document, because it does not recognize amendments, duplicates or conflicts.
//   node bench/programs/obvious.mjs FILE --out DIR
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { Decimal } from 'decimal.js'
import { format } from 'fast-csv'
import { forms } from './forms.mjs'
import { isFlag, listFacts } from './rules.mjs'
import { dossierSchema } from './schema.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })

const columns = {
  facts: [
    ...['taxpayer_id', 'record_id', 'form', 'form_index', 'entry_index', 'tax_year', 'field', 'box', 'role'],
    ...['amount', 'counted', 'reason', 'basis', 'other_recipient', 'issuer_id', 'issuer_name'],
  ],
  income: ['taxpayer_id', 'tax_year', 'category', 'amount', 'taxable_amount', 'documents', 'complete'],
  withholding: ['taxpayer_id', 'tax_year', 'kind', 'amount', 'documents', 'complete'],
}

mkdirSync(values.out, { recursive: true })

const openTable = name => {
  const stream = format({ headers: columns[name], alwaysWriteHeaders: true, includeEndRowDelimiter: true })
  const done = finished(stream.pipe(createWriteStream(join(values.out, `${name}.csv`))))
  const write = async row => {
    if (!stream.write(row)) await once(stream, 'drain')
  }
  const close = async () => {
    stream.end()
    await done
  }
  return { write, close }
}

const normalizeValue = (type, value) => {
  if (value === null || value === undefined) return null
  if (type === 'money') return new Decimal(value)
  if (type === 'flag') return isFlag(value)
  return typeof value === 'string' ? value.trim() || null : value
}

const normalizeEntry = (form, entry) => {
  const boxes = {}
  for (const { key, name, type } of form.fields) boxes[name] = normalizeValue(type, entry[key])
  return boxes
}

const lastFour = id => id?.slice(-4) ?? null

function* listDocuments({ taxpayer, records }) {
  for (const record of records) {
    for (const [formIndex, object] of record.forms.entries()) {
      for (const form of Object.values(forms)) {
        for (const [entryIndex, entry] of (object[form.form] ?? []).entries()) {
          const boxes = normalizeEntry(form, entry)
          yield {
            taxpayerId: taxpayer.id,
            recordId: record.id,
            form,
            formIndex,
            entryIndex,
            year: Number(boxes.taxPeriodEnd?.slice(0, 4) ?? object.year ?? record.tax_year),
            issuer: { id: entry[form.issuer]?.[form.issuerId] ?? null, name: entry[form.issuer]?.name ?? null },
            otherRecipient: lastFour(entry[form.recipient]?.[form.recipientId]) !== lastFour(object.ssn),
            boxes,
          }
        }
      }
    }
  }
}

const zero = new Decimal(0)

// Returns the row of a year and name, and creates it if necessary. `sums` has the rows of one taxpayer.
const getRow = (sums, year, name) => {
  const key = `${year} ${name}`
  let row = sums.get(key)
  if (row === undefined) {
    row = { year, name, amount: zero, taxable: zero, documents: new Set(), complete: true }
    sums.set(key, row)
  }
  return row
}

const addFact = (income, withholding, document, fact) => {
  if (fact.reason === 'basis_unknown') getRow(income, document.year, 'capital_gains').complete = false
  if (!fact.counted) return
  const [family, name] = fact.role.split('.')
  const sums = family === 'income' ? income : withholding
  if (family !== 'income' && family !== 'withheld' && family !== 'foreign_tax') return
  const row = getRow(sums, document.year, name ?? family)
  row.amount = row.amount.plus(fact.amount)
  row.documents.add(document)
  if (row.taxable !== null && family === 'income') {
    row.taxable = fact.taxable === null ? null : row.taxable.plus(fact.taxable ?? fact.amount)
  }
}

const computeTaxable = row => {
  if (row.name === 'social_security' || row.taxable === null) return null
  return row.name === 'tax_exempt_interest' ? zero : row.taxable
}

const sortRows = sums => [...sums.values()].sort((a, b) => a.year - b.year || (a.name < b.name ? -1 : 1))

const tables = { facts: openTable('facts'), income: openTable('income'), withholding: openTable('withholding') }

const writeFact = (document, fact) =>
  tables.facts.write({
    taxpayer_id: document.taxpayerId,
    record_id: document.recordId,
    form: document.form.form,
    form_index: document.formIndex,
    entry_index: document.entryIndex,
    tax_year: document.year,
    field: fact.field,
    box: fact.box,
    role: fact.role,
    amount: fact.amount.toFixed(2),
    counted: fact.counted,
    reason: fact.reason,
    basis: fact.basis,
    other_recipient: document.otherRecipient,
    issuer_id: document.issuer.id,
    issuer_name: document.issuer.name,
  })

const writeSums = async (taxpayerId, income, withholding) => {
  for (const row of sortRows(income)) {
    await tables.income.write({
      taxpayer_id: taxpayerId,
      tax_year: row.year,
      category: row.name,
      amount: row.amount.toFixed(2),
      taxable_amount: computeTaxable(row)?.toFixed(2) ?? null,
      documents: row.documents.size,
      complete: row.complete,
    })
  }
  for (const row of sortRows(withholding)) {
    await tables.withholding.write({
      taxpayer_id: taxpayerId,
      tax_year: row.year,
      kind: row.name,
      amount: row.amount.toFixed(2),
      documents: row.documents.size,
      complete: row.complete,
    })
  }
}

const lines = createInterface({ input: createReadStream(positionals[0]), crlfDelay: Number.POSITIVE_INFINITY })
for await (const line of lines) {
  if (line === '') continue
  const dossier = dossierSchema.parse(JSON.parse(line))
  const income = new Map()
  const withholding = new Map()
  for (const document of listDocuments(dossier)) {
    for (const fact of listFacts(document)) {
      await writeFact(document, fact)
      addFact(income, withholding, document, fact)
    }
  }
  await writeSums(dossier.taxpayer.id, income, withholding)
}
for (const table of Object.values(tables)) await table.close()

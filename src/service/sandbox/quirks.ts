import { toCamelCase } from '../../core/text.js'
import type { SandboxDossier } from './generate.js'
import type { JsonObject } from './generate-documents.js'

// Real records deviate from the API document in several ways. This file makes generated records deviate in the same
// ways. The amounts stay the same, so the figures of a person must be the same with and without quirks.

const formatAmount = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Spells the keys and values of an entry as some tax software does: keys in camelCase, amounts as text with commas. */
function changeEntry(entry: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      // The phrase for a blank box becomes null.
      if (value === 'Not Set') return [toCamelCase(key), null]
      if (typeof value === 'number') return [toCamelCase(key), formatAmount(value)]
      const isDate = typeof value === 'string' && /^\d\d-\d\d-\d{4}$/.test(value)
      return [key, isDate ? value.replaceAll('-', '/') : value]
    }),
  )
}

const changeForm = (form: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(form).map(([key, value]) => [key, Array.isArray(value) ? value.map(changeEntry) : value]),
  )

/**
 * Returns a copy of a generated person with quirks. Records of tax software have other keys, types and date formats, and
 * the field `source_version`, which the API document does not list. IRS records spell their provider in two ways, and
 * the newest IRS record occurs twice, as if it had been pulled twice.
 */
export function addQuirks({ taxpayer, records }: SandboxDossier): SandboxDossier {
  const changedRecords = records.map((record, index): JsonObject => {
    if (record['provider_id'] === 'irs')
      return { ...record, provider_id: index % 4 === 0 ? 'irs-tax-pro' : 'irs_tax_pro' }
    const forms = record['forms'] as readonly JsonObject[]
    return {
      ...record,
      tax_year: Number(record['tax_year']),
      date: String(record['date']).slice(0, 10),
      source_version: 7,
      forms: forms.map(changeForm),
    }
  })
  const newestRecord = changedRecords.findLast(({ provider_id }) => String(provider_id).startsWith('irs'))
  const secondPull = newestRecord === undefined ? [] : [{ ...newestRecord, id: `${newestRecord['id']}-again` }]
  return { taxpayer, records: [...changedRecords, ...secondPull] }
}

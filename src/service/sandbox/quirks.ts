import { toCamelCase } from '../../core/text.js'
import type { SandboxDossier } from './generate.js'
import type { JsonObject } from './generate-documents.js'

// Quirks that real records have, although the API document does not show them. A reader that copes with them gets the
// same figures as from the person without quirks.

const formatAmount = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Changes the keys and values of an entry as tax software may have them. */
function changeEntry(entry: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      // Blank boxes are null, amounts are text, dates have slashes, and keys with underscores are in camelCase.
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
 * Gives a generated person quirks. Records of tax software have other keys, types and dates, and a field that the API
 * document does not list. IRS records spell one provider in two ways, and the newest one was pulled twice.
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
  const pulled = changedRecords.findLast(({ provider_id }) => String(provider_id).startsWith('irs'))
  const secondPull = pulled === undefined ? [] : [{ ...pulled, id: `${pulled['id']}-again` }]
  return { taxpayer, records: [...changedRecords, ...secondPull] }
}

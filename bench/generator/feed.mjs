// Changes dossiers to the format of real feeds: unknown keys, money as text, and other date formats.
import { forms } from '../programs/forms.mjs'

const DATE = /^[0-9]{2}-[0-9]{2}-[0-9]{4}$/

const entryAsFed = (random, entry, money) => {
  for (const { key } of money) {
    const dollars = entry[key]
    if (typeof dollars === 'number' && random.chance(0.1))
      entry[key] = dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })
  }
  for (const key of Object.keys(entry))
    if (typeof entry[key] === 'string' && DATE.test(entry[key])) entry[key] = entry[key].replaceAll('-', '/')
}

/** Adds two unknown keys, one in a record and one in an entry, and changes the format of some box values. */
export const asFed = (random, dossier) => {
  const entries = []
  for (const { forms: objects } of dossier.records)
    for (const object of objects)
      for (const key of Object.keys(forms).filter(form => form in object))
        for (const entry of object[key]) {
          entryAsFed(random, entry, forms[key].money)
          entries.push(entry)
        }
  if (dossier.records.length > 0) dossier.records[0].feed_batch = 'x7'
  if (entries.length > 0) entries[0].vendor_note = 'abc'
  return dossier
}

/** Splits a dossier into one dossier per record. */
export const splitByRecord = ({ taxpayer, records }) => records.map(record => ({ taxpayer, records: [record] }))

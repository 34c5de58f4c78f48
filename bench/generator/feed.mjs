// The same dossiers as a real feed sends them: keys that nobody knows, money as text, dates in another spelling.
import { forms } from '../programs/forms.mjs'

const DAY = /^[0-9]{2}-[0-9]{2}-[0-9]{4}$/

const entryAsFed = (random, entry, money) => {
  for (const { key } of money) {
    const dollars = entry[key]
    if (typeof dollars === 'number' && random.chance(0.1))
      entry[key] = dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })
  }
  for (const key of Object.keys(entry))
    if (typeof entry[key] === 'string' && DAY.test(entry[key])) entry[key] = entry[key].replaceAll('-', '/')
}

/** Changes a dossier so: two unknown keys, one of a record and one of an entry, and what its boxes hold. */
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

/** A line for each record of a dossier. */
export const linesOf = ({ taxpayer, records }) => records.map(record => ({ taxpayer, records: [record] }))

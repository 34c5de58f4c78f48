import { analyze, mergeSummaries, summaryOf, tablesOf } from 'taxtally'

const PLACES = { money: 2, ratio: 6 }

/** A cell as JSON has it: money and ratios as exact decimal text. */
function cellOf(value, { type }) {
  const places = PLACES[type]
  if (places === undefined || value === null) return value
  const digits = String(value).replace('-', '').padStart(places + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The rows of one taxpayer, from the text of a dossier, a record or an array of records: each with the name of its table. */
function rows(text, tables, options) {
  let value
  try {
    value = JSON.parse(text)
  } catch {
    return [{ table: 'issues', code: 'json_malformed', severity: 'error', message: 'The text is not JSON.' }]
  }
  const outcome = analyze(value, options)
  if (outcome.status === 'rejected')
    return outcome.issues.map(({ code, severity, path, message }) => ({ table: 'issues', path, code, severity, message }))
  return tablesOf([outcome.value.dossier], tables, options).flatMap(({ name, columns, rows }) =>
    rows.map(cells => ({
      table: name,
      ...Object.fromEntries(columns.map((column, i) => [column.name, cellOf(cells[i], column)])),
    })),
  )
}

globalThis.taxtally = { analyze, tablesOf, summaryOf, mergeSummaries, rows }

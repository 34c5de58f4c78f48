// Formats results: medians, tables, and a description of the machine.
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

export const computeMedian = numbers => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const formatSeconds = value => `${value.toFixed(2)} s`

/** Formats a Markdown table with padded cells. The first column is left-aligned, and the others are right-aligned. */
export const formatTable = (header, rows) => {
  const widths = header.map((cell, column) => Math.max(...[cell, ...rows.map(row => row[column])].map(lengthOf)))
  const line = cells => `| ${cells.map((cell, column) => pad(cell, widths[column], column)).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

const lengthOf = text => text.length
const pad = (cell, width, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(width))

const readPackage = path => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const readVersion = name => readPackage(`../node_modules/${name}/package.json`).version

/** Describes the conditions of the measurement: the date, the machine and the versions. */
export const describeMachine = () => {
  const [cpu] = cpus()
  const packages = ['zod', 'decimal.js', 'fast-csv', 'apache-arrow', '@duckdb/node-api']
  const versions = packages.map(name => `${name} ${readVersion(name)}`).join(', ')
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpu.model.trim()}), \
${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}; \
taxtally ${readPackage('../package.json').version}, ${versions}.`
}

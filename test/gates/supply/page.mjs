// Generates the table of dependencies in docs/review.md from package.json and the lock file.
import { readFileSync } from 'node:fs'
import { listInstalledPackages } from './packages.mjs'

/** The purpose of each dependency. */
const REASONS = {
  '@date-fns/utc': 'calendar arithmetic without the time zone of the machine',
  '@noble/hashes': 'HMAC and SHA-256 of webhooks on every runtime, without waiting',
  'apache-arrow': 'Arrow output; loaded when it is asked for',
  'content-disposition': 'the file name of a downloaded form',
  'd3-array': 'axes of the pictures in reports',
  'd3-shape': 'shapes of the pictures in reports',
  'date-fns': 'every calendar question',
  'decimal.js': 'amounts as decimal numbers',
  'fast-csv': 'the public row stream of CSV',
  leven: 'suggestions for misspelled names',
  sax: 'reading MISMO loan files',
  zod: 'the wire contract, and what is wrong with an input',
}

const START = '<!-- from package.json and package-lock.json: npm run review -->'
const END = '<!-- end -->'
export const PAGE = 'docs/review.md'

const megabytes = bytes => (bytes / 1e6).toFixed(1)

/** Creates the table of dependencies. The size of each includes the packages that it brings. */
function makeDependencyTable() {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const installed = listInstalledPackages()
  const rows = Object.entries(dependencies).map(([name, range]) => {
    const main = installed.find(candidate => candidate.name === name)
    const indirectPackages = installed.filter(candidate => candidate.because === name && candidate.name !== name)
    const bytes = [main, ...indirectPackages].reduce((sum, part) => sum + part.bytes, 0)
    return [
      name,
      range,
      main.version,
      main.licence,
      megabytes(bytes),
      indirectPackages.map(dependency => dependency.name).join(', '),
      REASONS[name] ?? '?',
    ]
  })
  const total = installed.reduce((sum, item) => sum + item.bytes, 0)
  return [
    '| package | range | tested | license | MB | brings | for |',
    '| --- | --- | --- | --- | ---: | --- | --- |',
    ...rows.map(cells => `| ${cells.join(' | ')} |`),
    '',
    `${installed.length} packages, ${megabytes(total)} MB, none with an install script.`,
  ].join('\n')
}

/** Replaces the table in the text of the page. */
export function makePage(text) {
  const from = text.indexOf(START) + START.length
  return `${text.slice(0, from)}\n\n${makeDependencyTable()}\n\n${text.slice(text.indexOf(END))}`
}

// `npm run gates:supply` checks licenses, install scripts, the bill of materials, known vulnerabilities, and the table
// of dependencies in docs/review.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { reportUnavailable } from '../../support/requirements.mjs'
import { makeBill } from './bill.mjs'
import { listInstalledPackages, listLockedPackages } from './packages.mjs'
import { makePage, PAGE } from './page.mjs'

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Licenses that are allowed for packages that users install. */
const SHIPPED_LICENCES = new Set(['MIT', 'ISC', 'Apache-2.0', '0BSD', 'BSD-3-Clause', 'BlueOak-1.0.0'])
/** Licenses that are allowed for development packages. Terms for redistribution do not matter because we ship none. */
const DEVELOPMENT_LICENCES = new Set([
  ...SHIPPED_LICENCES,
  'BSD-2-Clause',
  'CC0-1.0',
  'MPL-2.0',
  'MIT OR Apache-2.0',
  '(MIT AND Zlib)',
])
/** Packages whose manifest does not name a license. The license is from their LICENSE file. */
const LICENSE_OVERRIDES = { 'json-bignum': 'MIT' }

let failed = 0
function reportResult(wrong, name, detail = '') {
  console.log(`${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${name}${detail && `: ${detail}`}`)
  for (const line of wrong) console.log(`         ${line}`)
  if (wrong.length > 0) failed++
}

const installed = listInstalledPackages()
const formatPackage = ({ name, version }) => `${name}@${version}`
const json = args => {
  const { stdout } = spawnSync(NPM, args, { encoding: 'utf8', maxBuffer: 1e8, timeout: 120_000 })
  return JSON.parse(stdout.slice(stdout.indexOf('{')) || '{}')
}

function checkLicences() {
  const all = listLockedPackages()
  const findLicence = item => item.licence ?? LICENSE_OVERRIDES[item.name]
  const shipped = installed.filter(item => !SHIPPED_LICENCES.has(findLicence(item)))
  const others = all.filter(item => !DEVELOPMENT_LICENCES.has(findLicence(item)))
  reportResult(
    [...shipped, ...others].map(item => `${formatPackage(item)}: ${findLicence(item)}`),
    'licences',
    `${all.length} packages`,
  )
  reportResult(
    installed.filter(({ scripts }) => scripts).map(formatPackage),
    'no install script among what users install',
    `${installed.length} packages`,
  )
}

/** Checks that the bill of materials lists the installed packages, each with a license, a hash and a package URL. */
function checkBill() {
  const bill = JSON.parse(makeBill())
  const listed = (bill.components ?? []).map(formatPackage).sort()
  const wanted = installed.map(formatPackage).sort()
  const incompleteComponents = (bill.components ?? []).filter(
    ({ purl, hashes, licenses }) => !purl?.startsWith('pkg:npm/') || !hashes?.length || !licenses?.length,
  )
  reportResult(
    [
      ...(bill.bomFormat === 'CycloneDX' ? [] : ['no CycloneDX']),
      ...wanted.filter(name => !listed.includes(name)).map(name => `${name} is missing`),
      ...listed.filter(name => !wanted.includes(name)).map(name => `${name} is too many`),
      ...incompleteComponents.map(item => `${formatPackage(item)} lacks its address, hash or licence`),
    ],
    'bill of materials',
    `CycloneDX ${bill.specVersion}, ${listed.length} components`,
  )
}

function checkAudit() {
  const report = json(['audit', '--omit=dev', '--json'])
  if (report.vulnerabilities === undefined)
    return reportUnavailable('known vulnerabilities', 'the registry does not answer an audit')
  const vulnerabilities = Object.values(report.vulnerabilities)
  reportResult(
    vulnerabilities.map(({ name, severity }) => `${name}: ${severity}`),
    'no known vulnerability among what users install',
  )
}

function checkPage() {
  const text = readFileSync(PAGE, 'utf8')
  const made = makePage(text)
  if (process.argv.includes('--write')) writeFileSync(PAGE, made)
  else reportResult(made === text ? [] : ['run: npm run review'], `${PAGE} says what is installed`)
}

checkPage()
checkLicences()
checkBill()
checkAudit()
process.exitCode = failed === 0 ? 0 : 1

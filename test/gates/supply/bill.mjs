// `npm run sbom` prints the bill of materials (SBOM) of a user's installation in the CycloneDX format.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const json = path => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Returns the bill of materials. `npm sbom` would omit packages that development dependencies also need, so it runs in
 * a project without development dependencies, with the locked versions.
 */
export function makeBill() {
  const { devDependencies: _, overrides: __, ...manifest } = json('package.json')
  const { packages, ...lock } = json('package-lock.json')
  const { devDependencies: ___, ...root } = packages['']
  const shippedEntries = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-bill-'))
  const put = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value))
  try {
    put('package.json', manifest)
    put('package-lock.json', { ...lock, packages: { ...Object.fromEntries(shippedEntries), '': root } })
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
    const { stdout, stderr, status } = spawnSync(NPM, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
    if (status !== 0) throw new Error(stderr)
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(makeBill())

// Lists the packages in the lock file that an installation contains, with their disk usage on this machine.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const json = path => JSON.parse(readFileSync(path, 'utf8'))
const BLOCK_BYTES = 4096
const readName = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns a folder's disk usage with blocks of 4 KiB, without the packages in its `node_modules`. */
function measureFolder(folder) {
  let bytes = 0
  for (const name of readdirSync(folder)) {
    if (name === 'node_modules') continue
    const path = join(folder, name)
    const stat = lstatSync(path)
    bytes += stat.isDirectory() ? measureFolder(path) : Math.ceil(stat.size / BLOCK_BYTES) * BLOCK_BYTES
  }
  return bytes
}

/** Lists the packages in the lock file: path, name, version, license, install scripts and dependencies. */
export function listLockedPackages() {
  return Object.entries(json('package-lock.json').packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({
      path,
      name: readName(path),
      version: locked.version,
      licence: locked.license ?? null,
      scripts: locked.hasInstallScript === true,
      wants: Object.keys(locked.dependencies ?? {}),
    }))
}

/** Resolves a package as Node does: in the folder of the package that needs it, then in the folders above. */
function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const installed = packages.find(({ path }) => path === `${folder}/node_modules/${name}`)
    if (installed !== undefined) return installed
    if (!folder.includes('/node_modules/')) break
  }
  return packages.find(({ path }) => path === `node_modules/${name}`)
}

/** Lists each package that is installed with ours, and the direct dependency that first requires it. */
export function listInstalledPackages() {
  const packages = listLockedPackages()
  const seen = new Map()
  for (const name of Object.keys(json('package.json').dependencies)) {
    const packagesToVisit = [packages.find(({ path }) => path === `node_modules/${name}`)]
    for (const current of packagesToVisit) {
      if (current === undefined || seen.has(current.path)) continue
      seen.set(current.path, { ...current, because: name, bytes: measureFolder(current.path) })
      packagesToVisit.push(...current.wants.map(wanted => resolvePackage(packages, current.path, wanted)))
    }
  }
  return [...seen.values()]
}

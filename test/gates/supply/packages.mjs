// What an installation brings: the packages of the lock file that ours needs, and what they weigh here.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const json = path => JSON.parse(readFileSync(path, 'utf8'))
const BLOCK_BYTES = 4096
const readName = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Bytes that a folder's files take on a disk with blocks of 4 KiB. Packages in it are packages of their own. */
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

/** The packages of the lock file: path, name, version, licence, whether it has an install script, what it asks for. */
export function lockedPackages() {
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

/** Where a package finds another one: in its own folder, or in the nearest folder above. */
function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const installed = packages.find(({ path }) => path === `${folder}/node_modules/${name}`)
    if (installed !== undefined) return installed
    if (!folder.includes('/node_modules/')) break
  }
  return packages.find(({ path }) => path === `node_modules/${name}`)
}

/** Each package that is installed with ours, with the one of our own dependencies for whose sake it comes first. */
export function installedPackages() {
  const packages = lockedPackages()
  const seen = new Map()
  for (const name of Object.keys(json('package.json').dependencies)) {
    const open = [packages.find(({ path }) => path === `node_modules/${name}`)]
    for (const next of open) {
      if (next === undefined || seen.has(next.path)) continue
      seen.set(next.path, { ...next, because: name, bytes: measureFolder(next.path) })
      open.push(...next.wants.map(wanted => resolvePackage(packages, next.path, wanted)))
    }
  }
  return [...seen.values()]
}

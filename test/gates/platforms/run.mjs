// `npm run gates:platforms` runs `npm ci` as if on machines with other systems and processors. It finds required
// packages that exist for one system only.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportSkipped } from '../../support/requirements.mjs'
import { hasRegistry } from '../install/project.mjs'

const PLATFORMS = ['darwin-arm64', 'win32-x64', 'linux-arm64']
const PRETEND = fileURLToPath(new URL('pretend.cjs', import.meta.url))

/** Returns the path of npm's own script, which Node can run directly on every system. */
function findNpm() {
  if (process.env.npm_execpath !== undefined) return process.env.npm_execpath
  const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  return createRequire(join(modules, 'npm', 'package.json')).resolve('npm/bin/npm-cli.js')
}

/** Lists the installed packages that were built for a different platform. */
function listForeignPackages(folder, platform) {
  const [system, processor] = platform.split('-')
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { os, cpu }]) => {
      const fits = (os ?? [system]).includes(system) && (cpu ?? [processor]).includes(processor)
      return path !== '' && !fits && existsSync(join(folder, path))
    })
    .map(([path]) => path)
}

let failed = false
if (!hasRegistry()) reportSkipped('npm ci on other platforms', 'npm does not reach its registry')
else
  for (const platform of PLATFORMS) {
    const folder = mkdtempSync(join(tmpdir(), 'taxtally-platform-'))
    try {
      for (const name of ['package.json', 'package-lock.json']) cpSync(name, join(folder, name))
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', PRETEND, findNpm(), ...args], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 300_000,
        env: { ...process.env, PRETEND: platform },
      })
      const wrong = status === 0 ? listForeignPackages(folder, platform) : []
      const ok = status === 0 && wrong.length === 0
      failed ||= !ok
      console.log(`${ok ? 'ok    ' : 'FAILED'} npm ci on ${platform}${wrong.map(path => ` ${dirname(path)}`)}`)
      if (status !== 0) console.log(stdout + stderr)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
process.exitCode = failed ? 1 : 0

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { hasRegistry } from '../gates/install/project.mjs'

const ROOT = realpathSync('.')
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** A folder that contains only the packed package. The README starts in such a folder. */
export interface EmptyProject {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** The reason why packages are linked instead of installed, or null if npm installs them. */
  readonly linked: string | null
}

/** Creates a program from a shell script. It takes precedence over other programs with the same name. */
function createTool(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}

/** Links the repository's packages and unpacks our package as if npm had installed them. */
function link(folder: string, tarball: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  execFileSync('mv', ['package', 'node_modules/taxtally'], { cwd: folder })
  const main = join(modules, 'taxtally/dist/cli/main.js')
  chmodSync(main, 0o755)
  symlinkSync(main, join(modules, '.bin/taxtally'))
}

/** Packs the build into a new empty folder. */
export function createEmptyProject(): EmptyProject {
  const parentFolder = mkdtempSync(join(realpathSync(tmpdir()), 'taxtally-readme-'))
  const [folder, tools] = [join(parentFolder, 'empty'), join(parentFolder, 'tools')]
  for (const made of [folder, tools]) mkdirSync(made)
  // Do not rebuild `dist`, because other tests are reading it.
  execFileSync(NPM, ['pack', '--ignore-scripts', '--pack-destination', folder], { stdio: 'pipe' })
  const linked = hasRegistry() ? null : 'npm does not reach its registry'
  if (linked !== null) {
    link(folder, join(folder, String(readdirSync(folder)[0])))
    const real = execFileSync('which', [NPM], { encoding: 'utf8' }).trim()
    createTool(tools, 'npm', `[ "$1" = install ] || exec '${real}' "$@"`)
  }
  const { NODE_OPTIONS: _, FORCE_COLOR: __, ...env } = process.env
  const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' }
  return {
    folder,
    env: {
      ...env,
      ...quiet,
      npm_config_prefer_offline: 'true',
      PATH: `${tools}${delimiter}${env['PATH']}`,
      NO_COLOR: '1',
    },
    linked,
  }
}

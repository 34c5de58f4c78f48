import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transformSync } from 'esbuild'
import { polars } from '../support/polars.js'
import { postgresMissing } from '../support/postgres.js'
import type { Block, Language } from './blocks.js'
import type { Workspace } from './workspace.js'

/** How the blocks of a language run. */
export interface Runner {
  /** Why the code cannot run on this machine; null where it can. */
  readonly missing?: (code: string) => string | null
  /** Gives what the block prints; throws where it fails. */
  readonly run: (block: Block, workspace: Workspace) => Promise<string>
}

const hasGit = spawnSync('git', ['--version']).status === 0
const BROWSER = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function start(program: string, args: readonly string[], { folder, env }: Workspace): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 1e8 })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program} failed:\n${stdout ?? ''}${stderr ?? String(error)}`)
  }
}

/** Puts a block into a file of the workspace and gives its name. */
function file({ page, line, code, saved }: Block, extension: string, workspace: Workspace): string {
  const name = saved ?? `${page.replaceAll(/\W/g, '-')}-${line}.${extension}`
  workspace.put(name, code)
  return name
}

/** What a block needs and the repository does not install, linked to where the block finds it. */
function missingPackage(code: string): string | null {
  if (!code.includes("'nodejs-polars'")) return null
  return polars() === null ? 'the package nodejs-polars cannot be installed on this machine' : null
}

/** A machine may have Debian's python3, with Debian's modules, behind another one. */
const PYTHONS = ['python3', '/usr/bin/python3']

/** The first python3 that has all modules that a script imports. */
function pythonFor(code: string): string | undefined {
  const imports = (code.match(/^(?:import|from) \w+/gm) ?? []).map(line => line.replace('from', 'import'))
  return PYTHONS.find(python => {
    try {
      execFileSync(python, ['-c', imports.join('\n')], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** What the compiler asks of the file of an application. */
const CHECKED = '--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node'.split(' ')

/** How the blocks of each language run. */
export const RUNNERS: Readonly<Record<Language, Runner>> = {
  js: {
    missing: missingPackage,
    run: (block, workspace) => start(process.execPath, [file(block, 'mjs', workspace)], workspace),
  },
  ts: {
    missing: missingPackage,
    run: async (block, workspace) => {
      await start('tsc', [...CHECKED, file(block, 'mts', workspace)], workspace)
      const { code } = transformSync(block.code, { loader: 'ts', format: 'esm' })
      return start(process.execPath, [file({ ...block, code }, 'mjs', workspace)], workspace)
    },
  },
  sql: {
    run: (block, workspace) =>
      start(process.execPath, [here('run-sql.mjs'), file(block, 'sql', workspace)], workspace),
  },
  python: {
    missing: code =>
      pythonFor(code) === undefined ? 'no python3 on this machine has the modules that it imports' : null,
    run: (block, workspace) =>
      start(String(pythonFor(block.code)), [file(block, 'py', workspace)], workspace),
  },
  sh: {
    missing: code => (usesPostgres(code) ? postgresMissing : null),
    run: (block, workspace) => start('sh', ['-euc', block.code], workspace),
  },
  html: {
    missing: () => (existsSync(BROWSER) ? null : `there is no ${BROWSER}`),
    run: (block, workspace) => {
      const page = [workspace.folder, file(block, 'html', workspace)]
      return start(process.execPath, [here('run-page.mjs'), ...page, BROWSER], workspace)
    },
  },
  diff: {
    missing: () => (hasGit ? null : 'there is no git to apply changes with'),
    run: (block, workspace) =>
      start('git', ['apply', '--unidiff-zero', file(block, 'diff', workspace)], workspace),
  },
}

/** True for a block that speaks to a PostgreSQL server. */
export const usesPostgres = (code: string): boolean => /^\s*psql\b/m.test(code)

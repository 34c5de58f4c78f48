import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transformSync } from 'esbuild'
import { loadPolars } from '../support/polars.js'
import { findRequirement, missingReason, type Requirement } from '../support/requirements.mjs'
import type { Block, Language } from './blocks.js'
import type { Workspace } from './workspace.js'

/** A runner for the blocks of one language. */
export interface Runner {
  /** Returns the reason why the code cannot run on this machine, or null if it can. */
  readonly missing?: (code: string) => string | null
  /** Runs a block and returns its output. Throws if the block fails. */
  readonly run: (block: Block, workspace: Workspace) => Promise<string>
}

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

async function start(program: string, args: readonly string[], { folder, env }: Workspace): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 1e8 })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program} failed:\n${stdout ?? ''}${stderr ?? String(error)}`)
  }
}

/** Writes a block to a file in the workspace and returns the file name. */
function writeBlockFile({ page, line, code, saved }: Block, extension: string, workspace: Workspace): string {
  const name = saved ?? `${page.replaceAll(/\W/g, '-')}-${line}.${extension}`
  workspace.put(name, code)
  return name
}

/** Returns the reason why a package that a block needs is missing, or null if none is missing. */
function missingPackage(code: string): string | null {
  if (!code.includes("'nodejs-polars'")) return null
  return loadPolars() === null ? 'the package nodejs-polars cannot be installed on this machine' : null
}

/** Returns the requirement of a Python block. */
const pythonRequirement = (code: string): Requirement =>
  (['pandas', 'jsonschema'] as const).find(name => new RegExp(`^(?:import|from) ${name}\\b`, 'm').test(code)) ??
  'python'

/** The programs in shell blocks that a machine may lack, with patterns that match their calls. */
const PROGRAMS: readonly (readonly [call: RegExp, requirement: Requirement])[] = [
  [/^\s*psql\b/m, 'postgresql'],
  [/\bcurl\b/, 'curl'],
  [/^\s*python3\b/m, 'python'],
]

/** Returns the reason why a shell block cannot run on this machine, or null if it can. */
function missingProgram(code: string): string | null {
  const needed = PROGRAMS.filter(([call]) => call.test(code)).map(([, requirement]) => missingReason(requirement))
  return needed.find(reason => reason !== null) ?? null
}

/** The compiler options of a typical application. */
const CHECKED = '--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node'.split(' ')

/** The runner for each language. */
export const RUNNERS: Readonly<Record<Language, Runner>> = {
  js: {
    missing: missingPackage,
    run: (block, workspace) => start(process.execPath, [writeBlockFile(block, 'mjs', workspace)], workspace),
  },
  ts: {
    missing: missingPackage,
    run: async (block, workspace) => {
      await start('tsc', [...CHECKED, writeBlockFile(block, 'mts', workspace)], workspace)
      const { code } = transformSync(block.code, { loader: 'ts', format: 'esm' })
      return start(process.execPath, [writeBlockFile({ ...block, code }, 'mjs', workspace)], workspace)
    },
  },
  sql: {
    run: (block, workspace) =>
      start(process.execPath, [pathOf('run-sql.mjs'), writeBlockFile(block, 'sql', workspace)], workspace),
  },
  python: {
    missing: code => missingReason(pythonRequirement(code)),
    run: (block, workspace) => {
      const python = String(findRequirement(pythonRequirement(block.code)))
      return start(python, [writeBlockFile(block, 'py', workspace)], workspace)
    },
  },
  sh: { missing: missingProgram, run: (block, workspace) => start('sh', ['-euc', block.code], workspace) },
  html: {
    missing: () => missingReason('chromium'),
    run: (block, workspace) => {
      const page = [workspace.folder, writeBlockFile(block, 'html', workspace)]
      return start(process.execPath, [pathOf('run-page.mjs'), ...page, String(findRequirement('chromium'))], workspace)
    },
  },
  diff: {
    missing: () => missingReason('git'),
    run: (block, workspace) =>
      start('git', ['apply', '--unidiff-zero', writeBlockFile(block, 'diff', workspace)], workspace),
  },
}

/** Returns true if a block uses a PostgreSQL server. */
export const usesPostgres = (code: string): boolean => /^\s*psql\b/m.test(code)

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findRequirement } from './requirements.mjs'

/** A PostgreSQL server with an empty database. Clients connect to a socket in the server's own folder. */
export interface Postgres {
  /** The environment variables with which `psql` finds the server. */
  readonly env: Readonly<Record<string, string>>
  /** Runs a script with `psql` in a folder. Returns its unaligned output. */
  run(script: string, folder?: string): string
  stop(): Promise<void>
}

/** Returns the user who runs the server. PostgreSQL refuses to run as root, so root starts it as another user. */
function findUnprivilegedUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const readId = (flag: string, user: string) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: readId('-u', user), gid: readId('-g', user) }
    } catch {}
  }
  return {}
}

/** Starts a server. Throws if it does not start. */
export async function startPostgres(): Promise<Postgres> {
  const programs = findRequirement('postgresql')
  if (programs === undefined) throw new Error('There is no PostgreSQL server.')
  const user = findUnprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-pg-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, stdio: 'pipe' } as const
  const init = ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), init, options)
  const quick = ['-c', 'listen_addresses=', '-c', 'fsync=off', '-k', folder]
  const server: ChildProcess = spawn(join(programs, 'postgres'), ['-D', data, ...quick], options)
  const env = { PGHOST: folder, PGUSER: 'tester', PGDATABASE: 'postgres' }
  const psql = (args: readonly string[], input: string, cwd = folder): string =>
    execFileSync(join(programs, 'psql'), args, {
      input,
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      maxBuffer: 1e9,
      stdio: 'pipe',
    })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; ; tries++) {
    try {
      psql(['-qc', 'SELECT 1'], '')
      break
    } catch (error) {
      if (tries === 300 || server.exitCode !== null) {
        await stop()
        throw error
      }
      await setTimeout(100)
    }
  }
  return { env, run: (script, cwd) => psql(['-qAtX', '-v', 'ON_ERROR_STOP=1', '-f', '-'], script, cwd), stop }
}

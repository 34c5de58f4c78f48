// Measures docs/examples/postgresql: a first load, and a second load of the same data.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { convert } from '../contenders.mjs'
import { formatTable } from '../report.mjs'
import { loadHelper } from './helpers.mjs'
import { countRows, measureChildren, readProcessorSeconds, runTimed } from './timed.mjs'

const EXAMPLE = join(import.meta.dirname, '../../docs/examples/postgresql')

/** Returns the table of results, or the reason why PostgreSQL cannot run. */
export const measurePostgres = async (input, out) => {
  const { postgresMissing, startPostgres } = await loadHelper('postgres')
  if (postgresMissing !== null) return `Left out: ${postgresMissing}.`
  const converted = await runTimed(convert(input, out, '--raw-text'), out)
  const server = await startPostgres()
  try {
    const env = { ...process.env, ...server.env }
    const run = (program, ...args) =>
      execFileSync(program, args, { cwd: EXAMPLE, env, stdio: 'pipe', encoding: 'utf8' })
    const ddl = join(EXAMPLE, '../../../schemas/sql/postgresql/tables.sql')
    run('psql', '-q', '-v', `ddl=${ddl}`, '-v', 'first=2015', '-v', 'last=2030', '-f', 'setup.sql')
    const pid = Number(readFileSync(join(server.env.PGHOST, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    const lines = []
    for (const name of ['first load', 'the same load again']) {
      const [startTime, secondsBefore] = [Date.now(), readProcessorSeconds(pid)]
      const client = await measureChildren(() => run('./load.sh', out))
      const seconds = (Date.now() - startTime) / 1000
      // The server counts the time of the process that served a connection only after that process has ended.
      await pause(500)
      lines.push([name, seconds.toFixed(1), (client + readProcessorSeconds(pid) - secondsBefore).toFixed(1)])
    }
    const size = Number(run('psql', '-XAtc', 'select pg_database_size(current_database())'))
    const table = formatTable(['', 'seconds', 'processor seconds, of the server too'], lines)
    const description = `${countRows(converted)} rows, ${(converted.size / 1e6).toFixed(1)} MB of CSV`
    return `${description}; the database takes ${(size / 1e6).toFixed(0)} MB.\n\n${table}`
  } finally {
    await server.stop()
  }
}

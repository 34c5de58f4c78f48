// Measures docs/examples/dask: a scheduler and three workers read lines that are scattered across files.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { convert } from '../contenders.mjs'
import { ensureData } from '../data.mjs'
import { computeMedian, formatTable } from '../report.mjs'
import { loadHelper } from './helpers.mjs'
import { countRows, measureChildren, runTimed } from './timed.mjs'

const root = join(import.meta.dirname, '../..')
const FILE_COUNT = 4
const WORKER_COUNT = 3

const scatterLines = (input, folder) => {
  const files = Array.from({ length: FILE_COUNT }, () => [])
  const lines = readFileSync(input, 'utf8').trimEnd().split('\n')
  for (const [i, line] of lines.entries()) files[(i * 7) % FILE_COUNT].push(`${line}\n`)
  mkdirSync(folder)
  for (const [i, dayLines] of files.entries()) writeFileSync(join(folder, `day-${i}.ndjson`), dayLines.join(''))
}

/** Returns the table of results, or the reason why Dask cannot run. */
export const measureDask = async (mb, rounds, out) => {
  const { daskMissing, daskPython, startCluster } = await loadHelper('dask')
  if (daskMissing !== null) return `Left out: ${daskMissing}.`
  const input = ensureData('--mb', mb, '--lines')
  const folder = mkdtempSync(join(tmpdir(), 'bench-dask-'))
  try {
    scatterLines(input, join(folder, 'in'))
    const [started, command] = [join(folder, 'started'), join(folder, 'command')]
    const main = join(root, 'dist/cli/main.js')
    writeFileSync(command, `#!/bin/sh\necho $PPID >> '${started}'\nexec '${process.execPath}' '${main}' convert "$@"\n`)
    chmodSync(command, 0o755)
    const listProcessIds = () =>
      existsSync(started) ? readFileSync(started, 'utf8').trimEnd().split('\n').map(Number) : []

    /**
     * Runs the job once on a new cluster, and returns the number of tasks that were started. If `killedAt` is given,
     * kills a worker as soon as that number of tasks have started.
     */
    const run = async (block, killedAt) => {
      rmSync(started, { force: true })
      rmSync(join(folder, 'out'), { recursive: true, force: true })
      const clusterFolder = mkdtempSync(join(folder, 'cluster-'))
      const cluster = await startCluster(clusterFolder, WORKER_COUNT)
      const args = [join(root, 'docs/examples/dask/taxtally_dask.py'), join(folder, 'in'), join(folder, 'out')]
      const options = ['--scheduler', cluster.address, '--command', command, '--block', block]
      const endPromise = new Promise((resolve, reject) =>
        execFile(daskPython, [...args, ...options], (error, _, stderr) =>
          error ? reject(new Error(stderr)) : resolve(),
        ),
      )
      if (killedAt !== undefined) {
        while (listProcessIds().length < killedAt) await setTimeout(20)
        cluster.workers.find(({ pid }) => pid === listProcessIds().at(-1)).kill('SIGKILL')
      }
      await endPromise.finally(() => cluster.stop())
      return listProcessIds().length
    }

    const singleProcessRuns = []
    const SETUPS = [
      ['Dask, --block 4MB', '4MB', false],
      ['Dask, --block 16MB', '16MB', false],
      ['Dask, --block 4MB, a worker killed half-way', '4MB', true],
    ]
    const costs = new Map(SETUPS.map(([name]) => [name, []]))
    const partCounts = new Map()
    for (let round = 0; round < rounds; round++) {
      console.error(`Dask: round ${round + 1} of ${rounds}`)
      singleProcessRuns.push(await runTimed(convert(input, out), out))
      for (const [name, block, isKilled] of SETUPS) {
        const killedAt = isKilled ? Math.ceil(partCounts.get(SETUPS[0][0]) / 2) : undefined
        costs.get(name).push(await measureChildren(async () => partCounts.set(name, await run(block, killedAt))))
      }
    }
    const rows = countRows(singleProcessRuns[0])
    const makeRow = (name, processor, count) => [
      name,
      processor.toFixed(1),
      Math.round(rows / processor).toLocaleString('en'),
      count,
    ]
    return formatTable(
      ['', "processor seconds, the cluster's start too", `of ${rows} rows, a second`, 'shares made'],
      [
        makeRow(
          'one process, the lines sorted beforehand',
          computeMedian(singleProcessRuns.map(run => run.processor)),
          '1',
        ),
        ...SETUPS.map(([name]) => makeRow(name, computeMedian(costs.get(name)), String(partCounts.get(name)))),
      ],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

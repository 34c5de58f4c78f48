import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMPTY_SUMMARY, mergeSummaries, summaryOf } from '../../src/api/summary.js'
import { analyzeFiles } from '../../src/files/index.js'
import { fixture, MAIN, parseLines, ROOT } from '../cli/command.js'
import { type Cluster, startCluster } from '../support/dask.js'
import { sharedFolder } from '../support/folder.js'
import { requireFor } from '../support/requirements.mjs'

const EXAMPLE = join(ROOT, 'docs/examples/dask/taxtally_dask.py')

interface Dossier {
  readonly taxpayer: { readonly id: string }
  readonly records: readonly Record<string, unknown>[]
}

/** Creates lines of taxpayers and records from `copies` copies of the fixture dossiers, and four unusable lines. */
function linesOf(copies: number): string[] {
  const fixtureDossiers = parseLines<Dossier>(readFileSync(fixture('dossiers.ndjson'), 'utf8'))
  const lines: string[] = []
  for (let i = 0; i < copies; i++) {
    for (const { taxpayer, records } of fixtureDossiers) {
      const id = `${taxpayer.id}-${i}`
      lines.push(JSON.stringify({ taxpayer: { ...taxpayer, id }, records: [] }))
      for (const record of records) lines.push(JSON.stringify({ ...record, taxpayer_id: id }))
    }
  }
  return [...lines, '{"id": "broken"', '{"id": "nobodys", "forms": []}', '[1, 2]', 'not JSON']
}

/** Removes the file and line from an issue row, because they differ between one process and the cluster. */
const removeLocation = (row: string): string => row.replace(/^[^,]*,[^,]*,/, '').replace(/ Line \d+, /, ' ')

/** Returns the sorted rows of a table from several files. */
const readSortedRows = (files: readonly string[]): string[] =>
  files
    .flatMap(file => {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      if (file.endsWith('.ndjson')) return lines
      const [head = '', ...rows] = lines
      return head.startsWith('source,line,') ? rows.map(removeLocation) : rows
    })
    .sort()

const tablesOf = (folder: string): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !['manifest.json', 'summary.json'].includes(name))
      .map(entry => {
        const [name = ''] = entry.name.split('.')
        const path = join(folder, entry.name)
        const files = entry.isDirectory() ? readdirSync(path).map(file => join(path, file)) : [path]
        return [name, readSortedRows(files)]
      }),
  )

function expectSame(actual: Record<string, string[]>, expected: Record<string, string[]>): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort())
  for (const [name, rows] of Object.entries(expected)) {
    expect(actual[name]?.length, name).toBe(rows.length)
    expect(
      actual[name]?.filter((row, i) => row !== rows[i]),
      name,
    ).toEqual([])
  }
}

const python = requireFor('the example for Dask', 'dask')

describe.skipIf(python === undefined)('the example for Dask, with three workers', () => {
  const folder = sharedFolder()
  let cluster: Cluster
  let expectedTables: Record<string, string[]> = {}
  const started = () => {
    const file = join(folder, 'started')
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').map(Number) : []
  }
  const run = (out: string, ...others: string[]): Promise<string> => {
    const args = [EXAMPLE, join(folder, 'in'), out, '--scheduler', cluster.address]
    const options = ['--command', join(folder, 'command'), '--block', '200kB']
    return new Promise(resolve => {
      execFile(String(python), [...args, ...options, ...others], (error, _, stderr) =>
        resolve(`${error?.code ?? 0} ${stderr}`),
      )
    })
  }

  beforeAll(async () => {
    // One process reads all lines from one file. The cluster reads the same lines from four files in another order.
    const lines = linesOf(24)
    writeFileSync(join(folder, 'all.ndjson'), lines.map(line => `${line}\n`).join(''))
    mkdirSync(join(folder, 'in'))
    const files = [0, 1, 2, 3].map(() => [] as string[])
    for (const [i, line] of lines.entries()) files[(i * 7) % 4]?.push(line)
    for (const [i, fileLines] of files.entries()) {
      const text = fileLines.toReversed().map(line => `${line}\n`)
      writeFileSync(join(folder, 'in', `day-${i}.ndjson`), text.join(''))
    }
    const args = [MAIN, 'convert', join(folder, 'all.ndjson'), '--out', join(folder, 'whole'), '--quiet']
    expect(spawnSync(process.execPath, args).status).toBe(4)
    expectedTables = tablesOf(join(folder, 'whole'))
    // This command is slow on purpose and logs the id of the worker process that started it.
    const script = `#!/bin/sh\necho $PPID >> '${folder}/started'\nsleep 0.3\nexec '${process.execPath}' '${MAIN}' convert "$@"\n`
    writeFileSync(join(folder, 'command'), script)
    chmodSync(join(folder, 'command'), 0o755)
    cluster = await startCluster(folder, 3)
  }, 240_000)
  afterAll(() => cluster?.stop())

  test('writes the same rows as one process and lists all lines and files in the manifest', async () => {
    const out = join(folder, 'out')
    // A busy Dask prints warnings of its own, for example that a heartbeat was late.
    expect(await run(out)).toMatch(/^4 /)
    expect(Object.keys(expectedTables)).toContain('rejected')
    expectSame(tablesOf(out), expectedTables)
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {
      readonly lines: number
      readonly files: readonly { readonly name: string }[]
    }
    expect(manifest.lines).toBe(linesOf(24).length)
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' })
    expect(names.filter(name => name.includes('part-')).sort()).toEqual(manifest.files.map(({ name }) => name))
    expect(new Set(started()).size).toBe(3)
  }, 240_000)

  test('writes the same rows if a worker is killed', async () => {
    const shares = started().length
    rmSync(join(folder, 'started'))
    const out = join(folder, 'killed')
    const summaries = `${process.execPath} ${join(ROOT, 'docs/examples/dask/summaries.mjs')}`
    const ended = run(out, '--summaries', summaries)
    while (started().length < shares / 2) await setTimeout(20)
    const victim = cluster.workers.find(({ pid }) => pid === started().at(-1))
    expect(victim?.kill('SIGKILL')).toBe(true)
    expect(await ended).toMatch(/^4 /)
    expect(started().length).toBeGreaterThan(shares)
    expectSame(tablesOf(out), expectedTables)
    // The cluster merges summaries in a tree. The expected summary merges one taxpayer after another.
    let summary = EMPTY_SUMMARY
    for await (const outcome of analyzeFiles([join(folder, 'all.ndjson')]))
      if (outcome.status !== 'rejected') summary = mergeSummaries(summary, summaryOf(outcome.value.dossier))
    expect(summary.taxpayers).toBeGreaterThan(100)
    expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(summary)))
  }, 240_000)

  test('does not write into a folder that has files, and reports a folder without input', () => {
    const status = (...args: string[]) => spawnSync(String(python), [EXAMPLE, ...args], { encoding: 'utf8' })
    const [filled, none] = [join(folder, 'out'), join(folder, 'none')]
    expect(status(join(folder, 'in'), filled)).toMatchObject({ status: 2 })
    expect(status(filled, none).stderr).toContain('no .ndjson file')
    expectSame(tablesOf(filled), expectedTables)
  })
})

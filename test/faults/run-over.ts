import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { convert } from '../../src/files/convert/convert.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { selectTables } from '../../src/tables/tables.js'
import { parseUnderwritingOptions } from '../../src/underwriting/facts/options.js'
import { MAIN, ROOT } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { twoInputs } from './folder.js'
import { watchChanges } from './inject.mjs'

type Input = ReturnType<typeof twoInputs>[number]

const TABLE_ARGS = ['--tables', 'income,issues,years']
const PART_BYTES = 15_000
const PART_ARGS = ['--parts', `${PART_BYTES}B`]

/** The arguments of the older and the newer run, which write each table as one file or as a folder of parts. */
export const RUNS = [
  ['files over files', [], []],
  ['parts over parts', PART_ARGS, PART_ARGS],
  ['files over parts', PART_ARGS, []],
] as const

/** Prepares a run over an older result and records every change that the run makes in the folder. */
export async function runOver(olderOptions: readonly string[], newerOptions: readonly string[]) {
  const folder = sharedFolder()
  const [older, newer] = twoInputs(folder, 0.05, TABLE_ARGS, [olderOptions, newerOptions]) as [Input, Input]
  const results = [older.result, newer.result]
  const out = join(folder, 'out')
  const args = ['convert', newer.path, '--out', out, ...TABLE_ARGS, ...newerOptions]
  const isOfFiles = newerOptions.length === 0

  /** Restores the older result in the output folder. */
  function reset(): void {
    rmSync(out, { recursive: true, force: true })
    cpSync(older.out, out, { recursive: true })
  }

  const options = {
    out,
    tables: selectTables(['income', 'issues', 'years']).tables,
    formats: ['csv' as const],
    partBytes: isOfFiles ? undefined : PART_BYTES,
    getUnderwritingInputs: () => parseUnderwritingOptions(),
    forms: FORMS,
  }

  /** Runs once and lists the changes in order. */
  async function listChanges(): Promise<readonly string[]> {
    reset()
    const names: string[] = []
    const stop = watchChanges(out, (_count, name, path) => names.push(`${name} ${path.slice(out.length + 1)}`))
    await convert([newer.path], options).finally(stop)
    return names
  }

  const calls = await listChanges()
  /** The number, from 1, of the change that removes the older manifest. It is the first change to the older result. */
  const commitCall = calls.indexOf('rmSync manifest.json') + 1
  const runWithFault = (fault: object) =>
    spawnSync(process.execPath, ['--import', join(ROOT, 'test/faults/inject.mjs'), MAIN, ...args], {
      env: { ...process.env, TAXTALLY_FAULT: JSON.stringify({ folder: out, ...fault }) },
    })

  return { older, newer, results, out, args, isOfFiles, options, calls, commit: commitCall, reset, ran: runWithFault }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder for all tests of a file, or of a group, removed behind them. */
export function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

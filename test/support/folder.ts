import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Makes a folder that all tests of a file or group share, and removes it after them. */
export function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, MAIN, taxtally } from '../cli/command.js'
import { requireFor } from '../support/requirements.mjs'
import { generate, readResult, readState } from './folder.js'
import { mountReason, remountDisk, sharedFolderWithDisks } from './mount.js'

const { folder, mountDisk } = sharedFolderWithDisks()
const bash = requireFor('a file that may not grow', 'bash')

const large = join(folder, 'large.ndjson')
generate(large, 3, 1)
const small = fixture('borrower.ndjson')

/** Expects that a conversion into a folder fails with this error code and does not change the older result. */
function expectRefused(out: string, code: string, args: readonly string[] = []): void {
  const older = readResult(out)
  const ran = taxtally(['convert', large, '--out', out, ...args])
  expect(ran.stderr).toMatch(
    new RegExp(`^taxtally: \\S+ could not be written \\(${code}\\): the disk is (?:full|read-only)\\.\\n$`),
  )
  expect(ran.code).toBe(3)
  expect(readState(out, [older])).toMatchObject({ manifestResult: 0, parts: [], files: { size: older.size } })
}

describe.skipIf(mountReason !== null)('a full disk', () => {
  test('exits with 3 and keeps the older result if there is no space', () => {
    const out = join(mountDisk('space', 'size=1m'), 'out')
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
    expectRefused(out, 'ENOSPC')
    expectRefused(out, 'ENOSPC', ['--format', 'arrow'])
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
  })

  test('exits with 3 and keeps the older result if no more files can be created', () => {
    const out = join(mountDisk('files', 'size=9m,nr_inodes=25'), 'out')
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
    expectRefused(out, 'ENOSPC')
  })

  test('exits with 3 and keeps the older result if only the manifest does not fit', () => {
    // The disk has inodes for the folders, the older income.csv and manifest, and one more file.
    const out = join(mountDisk('manifest', 'size=9m,nr_inodes=5'), 'out')
    const args = ['--tables', 'income']
    const first = join(folder, 'first-result')
    expect(taxtally(['convert', small, '--out', first, ...args]).code).toBe(0)
    mkdirSync(out)
    for (const name of readdirSync(first)) copyFileSync(join(first, name), join(out, name))
    expectRefused(out, 'ENOSPC', args)
  })

  test('exits with 3 if the disk is read-only', () => {
    const path = mountDisk('still', 'size=1m')
    const out = join(path, 'out')
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
    remountDisk(path, 'ro')
    expectRefused(out, 'EROFS')
  })
})

test.skipIf(bash === undefined)('exits with 3 and keeps the older result if a file reaches its size limit', () => {
  const out = join(folder, 'limited')
  expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
  const older = readResult(out)
  const args = [process.execPath, MAIN, 'convert', large, '--out', out]
  const { status, stderr } = spawnSync('bash', ['-c', 'ulimit -f 100; exec "$@"', 'bash', ...args])
  expect(String(stderr)).toMatch(/^taxtally: \S+ could not be written \(EFBIG\)\.\n$/)
  expect(status).toBe(3)
  expect(readState(out, [older])).toMatchObject({ manifestResult: 0, parts: [] })
})

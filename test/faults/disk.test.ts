import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fixture, MAIN, taxtally } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { generate, resultIn, stateOf } from './folder.js'

const folder = sharedFolder()
const mounted: string[] = []
afterAll(() => {
  for (const path of mounted) spawnSync('umount', [path])
})

/** A small disk of its own, or null where this machine gives none. */
function disk(name: string, options: string): string | null {
  const path = join(folder, name)
  mkdirSync(path)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status !== 0) return null
  mounted.push(path)
  return path
}

const canMount = disk('first', 'size=1m') !== null
if (!canMount) process.stderr.write('skipped: full disks, since this machine mounts no tmpfs for this user\n')
const hasLimits = spawnSync('bash', ['-c', 'ulimit -f 8']).status === 0
if (!hasLimits) process.stderr.write('skipped: the limit of a file, since there is no bash\n')

const large = join(folder, 'large.ndjson')
generate(large, 3, 1)
const small = fixture('borrower.ndjson')

/** Converts into a folder that holds an older result, and expects that nothing of it has changed. */
function refused(out: string, code: string, words: readonly string[] = []): void {
  const older = resultIn(out)
  const ran = taxtally(['convert', large, '--out', out, ...words])
  expect(ran.stderr).toMatch(new RegExp(`^taxtally: \\S+ could not be written \\(${code}\\)\\.\\n$`))
  expect(ran.code).toBe(3)
  expect(stateOf(out, [older])).toMatchObject({ whole: 0, parts: [], files: { size: older.size } })
}

describe.runIf(canMount)('a full disk', () => {
  test('no space: exit 3, and the older result stands', () => {
    const out = join(disk('space', 'size=1m') as string, 'out')
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
    refused(out, 'ENOSPC')
    refused(out, 'ENOSPC', ['--format', 'arrow'])
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
  })

  test('no more files: exit 3, and the older result stands', () => {
    const out = join(disk('files', 'size=9m,nr_inodes=24') as string, 'out')
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
    refused(out, 'ENOSPC')
  })

  test('the manifest alone has no room: exit 3, and the older result stands', () => {
    // Room for the folders, an older income.csv and manifest, and one file more.
    const out = join(disk('manifest', 'size=9m,nr_inodes=5') as string, 'out')
    const words = ['--tables', 'income']
    const first = join(folder, 'first-result')
    expect(taxtally(['convert', small, '--out', first, ...words]).code).toBe(0)
    mkdirSync(out)
    for (const name of readdirSync(first)) copyFileSync(join(first, name), join(out, name))
    refused(out, 'ENOSPC', words)
  })

  test('a disk that is read only: exit 3', () => {
    const path = disk('still', 'size=1m') as string
    const out = join(path, 'out')
    expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
    expect(spawnSync('mount', ['-o', 'remount,ro', path]).status).toBe(0)
    refused(out, 'EROFS')
  })
})

test.runIf(hasLimits)('a file that may not grow further: exit 3, and the older result stands', () => {
  const out = join(folder, 'limited')
  expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
  const older = resultIn(out)
  const words = [process.execPath, MAIN, 'convert', large, '--out', out]
  const { status, stderr } = spawnSync('bash', ['-c', 'ulimit -f 100; exec "$@"', 'bash', ...words])
  expect(String(stderr)).toMatch(/^taxtally: \S+ could not be written \(EFBIG\)\.\n$/)
  expect(status).toBe(3)
  expect(stateOf(out, [older])).toMatchObject({ whole: 0, parts: [] })
})

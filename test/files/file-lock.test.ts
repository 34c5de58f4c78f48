import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { lockFile } from '../../src/files/output/file-lock.js'
import { newFolder } from '../cli/command.js'
import { makeLock, readStartTime } from '../support/lock.js'

/** No process has this id, because it is higher than the limit of Linux. */
const UNUSED_PID = 4_194_999

test('a lock contains the process id, its start time and its machine, and unlocking removes it', async () => {
  const path = join(newFolder(), 'state.json')
  const unlock = await lockFile(path, '--state')
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(makeLock(process.pid, readStartTime(process.pid)))
  await unlock()
  expect(existsSync(`${path}.lock`)).toBe(false)
})

test('a lock of a process of this machine that has ended is taken over', async () => {
  const path = join(newFolder(), 'state.json')
  writeFileSync(`${path}.lock`, makeLock(UNUSED_PID, '1'))
  await expect(lockFile(path, '--state')).resolves.toBeTypeOf('function')
})

describe.each([
  ['another machine', { host: 'elsewhere.invalid' }],
  ['another start of the machine, or a machine of the same name', { bootId: '00000000-0000-4000-8000-000000000000' }],
  ['another container', { namespace: 'pid:[1]' }],
])('a lock of a process of %s', (_, changes) => {
  // This process has a start time other than 1, and no process has UNUSED_PID.
  const pids = [process.pid, UNUSED_PID]

  test.each(pids)('is taken over if it was not written for more than five minutes: %i', async pid => {
    const path = writeLock(makeLock(pid, '1', changes), 301)
    await expect(lockFile(path, '--state')).resolves.toBeTypeOf('function')
  })

  test.each(pids)('is active if it was written in the last five minutes: %i', async pid => {
    const content = makeLock(pid, '1', changes)
    const path = writeLock(content, 290)
    await expect(lockFile(path, '--state')).rejects.toThrow('Another process is using the file of --state.')
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(content)
  })
})

test('a process writes its lock again until it unlocks the file', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const path = join(newFolder(), 'state.json')
    const unlock = await lockFile(path, '--state')
    const content = readFileSync(`${path}.lock`, 'utf8')
    utimesSync(`${path}.lock`, 1, 1)
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(() => expect(statSync(`${path}.lock`).mtimeMs).toBeGreaterThan(1000))
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(content)
    await unlock()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a process does not remove the lock of another process that has taken over', async () => {
  const path = join(newFolder(), 'state.json')
  const unlock = await lockFile(path, '--state')
  rmSync(`${path}.lock`)
  const otherLock = makeLock(UNUSED_PID, '1', { host: 'elsewhere.invalid' })
  writeFileSync(`${path}.lock`, otherLock)
  await unlock()
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(otherLock)
})

test('a file that another program made is never removed', async () => {
  const path = writeLock('x\n', 1000)
  await expect(lockFile(path, '--state')).rejects.toThrow('Another process is using the file of --state.')
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('x\n')
})

function writeLock(content: string, ageSeconds: number): string {
  const path = join(newFolder(), 'state.json')
  writeFileSync(`${path}.lock`, content)
  const time = Date.now() / 1000 - ageSeconds
  utimesSync(`${path}.lock`, time, time)
  return path
}

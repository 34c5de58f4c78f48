import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockFile } from '../../src/files/output/file-lock.js'
import { newFolder } from '../cli/command.js'
import { makeLock, readStartTime } from '../support/lock.js'

/** No process has this id, because it is higher than the limit of Linux. */
const UNUSED_PID = 4_194_999

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a lock names the process, its start and its machine, and is removed', async () => {
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
  // The process with this id has another start time here, and the unused id belongs to no process.
  const pids = [process.pid, UNUSED_PID]

  test.each(pids)('is taken over if nobody touches it for half a minute: %i', async pid => {
    const path = writeLock(makeLock(pid, '1', changes))
    await expect(runFast(lockFile(path, '--state'))).resolves.toBeTypeOf('function')
  })

  test.each(pids)('is active if somebody touches it: %i', async pid => {
    const content = makeLock(pid, '1', changes)
    const path = writeLock(content)
    let seconds = 0
    const timer = setInterval(() => utimesSync(`${path}.lock`, ++seconds, seconds), 12_000)
    await expect(runFast(lockFile(path, '--state'))).rejects.toThrow('Another process is using the file of --state.')
    clearInterval(timer)
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(content)
  })
})

test('a process touches its lock until it unlocks the file', async () => {
  const path = join(newFolder(), 'state.json')
  const unlock = await lockFile(path, '--state')
  utimesSync(`${path}.lock`, 1, 1)
  while (statSync(`${path}.lock`).mtimeMs === 1000) await runFast(Promise.resolve())
  await unlock()
  expect(vi.getTimerCount()).toBe(0)
})

test('a file that another program made is never removed', async () => {
  const path = writeLock('x\n')
  await expect(runFast(lockFile(path, '--state'))).rejects.toThrow('Another process is using the file of --state.')
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('x\n')
})

function writeLock(content: string): string {
  const path = join(newFolder(), 'state.json')
  writeFileSync(`${path}.lock`, content)
  return path
}

/** Advances the fake timers until a promise is settled. */
async function runFast<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise(resolve => setImmediate(resolve))
  }
  return promise
}

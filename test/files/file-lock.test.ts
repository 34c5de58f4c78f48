import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFile } from '../../src/files/output/file-lock.js'
import { newFolder } from '../cli/command.js'
import { makeLock, readStartTime } from '../support/lock.js'

/** No process has this id, because it is higher than the limit of Linux. */
const UNUSED_PID = 4_194_999

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

test.each([
  ['another machine', { host: 'elsewhere.invalid' }],
  ['another start of the machine, or a machine of the same name', { bootId: '00000000-0000-4000-8000-000000000000' }],
  ['another container', { namespace: 'pid:[1]' }],
])('a lock of a process of %s counts as active', async (_, changes) => {
  const path = join(newFolder(), 'state.json')
  // The process with this id has another start time here, and the unused id belongs to no process.
  for (const pid of [process.pid, UNUSED_PID]) {
    const content = makeLock(pid, '1', changes)
    writeFileSync(`${path}.lock`, content)
    await expect(lockFile(path, '--state')).rejects.toThrow('Another process is using the file of --state.')
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(content)
  }
})

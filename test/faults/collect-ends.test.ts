import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../cli/command.js'
import { makeRandom } from '../support/mutate.js'
import { serveTaxpayers } from '../support/taxpayer-service.js'
import { asCompleted, makeIds, makeRunFiles, readCollected, runCommand, runInThread, startRun } from './collect-run.js'

/** The number of kills. A long run sets it with an environment variable. */
const KILLS = Number(process.env['TAXTALLY_FAULT_RUNS'] ?? 8)
const PRIVATE = { mode: 0o600 } as const
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

describe('a signal ends the command, removes its locks and loses no dossier', () => {
  test.each(SIGNALS)('%s during collect', async signal => {
    let isHanging = true
    const { url } = await serveTaxpayers(({ url }, _, id) => url === '/records' && id === 'CANARY-3' && isHanging)
    const folder = newFolder()
    const { out, tokens, collectArgs } = makeRunFiles(folder, url)
    const ids = makeIds(6)
    const { child, ended } = startRun([...collectArgs, '--jobs', '2', '--taxpayer', ...ids])
    await expect.poll(() => readCollected(out).length, { timeout: 30_000 }).toBe(5)
    child.kill(signal)
    expect(await ended).toMatchObject({
      code: null,
      signal,
      stderr: 'taxtally: 5 taxpayers collected; 0 were in the file; 1 are missing\n',
    })
    expect(readCollected(out)).toHaveLength(5)
    expectFiles(folder, [out, tokens])
    isHanging = false
    expect((await runCommand([...collectArgs, '--taxpayer', ...ids])).code).toBe(0)
    expect(readCollected(out).toSorted()).toEqual(asCompleted(ids))
  })

  test.each(SIGNALS)('%s while a taxpayer is disconnected, which is then recorded', async signal => {
    for (const command of ['collect', 'disconnect'] as const) {
      let answer: (() => void) | null = null
      const { url, calls } = await serveTaxpayers(({ url }, response) => {
        if (url !== '/disconnect') return false
        answer = () => response.end('{"status":"success"}')
        return true
      })
      const folder = newFolder()
      const { tokens, collectArgs, disconnectArgs } = makeRunFiles(folder, url)
      const args = command === 'collect' ? [...collectArgs, '--disconnect'] : disconnectArgs
      const { child, ended } = startRun([...args, '--taxpayer', 'CANARY-0'])
      await expect.poll(() => answer, { timeout: 30_000 }).not.toBe(null)
      child.kill(signal)
      setTimeout(() => answer?.(), 200)
      expect(await ended).toMatchObject({ code: null, signal })
      expect(readFileSync(tokens, 'utf8')).toMatch(/"access_token":null\}\n$/)
      calls.length = 0
      expect((await runCommand([...disconnectArgs, '--taxpayer', 'CANARY-0'])).code).toBe(0)
      expect(calls).toEqual([])
    }
  })
})

/** Fails unless a folder has only these files. */
function expectFiles(folder: string, paths: readonly string[]): void {
  expect(
    readdirSync(folder)
      .toSorted()
      .map(name => join(folder, name)),
  ).toEqual([...paths].toSorted())
}

test(`${KILLS} kills: each line is complete or is repaired, and every taxpayer is collected once`, async () => {
  const dice = makeRandom(20261130)
  const ids = makeIds(40)
  const { url, statuses } = await serveTaxpayers(({ url }, response, id) => {
    if (url !== '/records') return false
    // Some lines are long, so that a kill can come while one is written.
    const note = 'CANARY'.repeat(id.endsWith('7') ? 400_000 : 200)
    response.end(JSON.stringify([{ id: 'r', note }]))
    return true
  })
  const { out, collectArgs } = makeRunFiles(newFolder(), url)
  const args = [...collectArgs, '--disconnect', '--taxpayer', ...ids]
  let kills = 0
  for (let run = 0; run < KILLS; run++) {
    for (const id of ids) if (dice(4) === 0) statuses.set(id, dice(2) === 0 ? 'REJECTED' : 'COMPLETED')
    const { child, ended } = startRun(args)
    const timer = setTimeout(() => child.kill('SIGKILL'), 250 + dice(500))
    const { code, signal } = await ended
    clearTimeout(timer)
    if (signal === 'SIGKILL') kills++
    else expect([0, 4]).toContain(code)
  }
  statuses.clear()
  expect((await runCommand(args)).code).toBe(0)
  expect(readCollected(out).toSorted()).toEqual(asCompleted(ids))
  process.stderr.write(`${kills} kills survived\n`)
})

describe('a file that a killed process left', () => {
  test('with part of a REJECTED line erased: the next run erases the rest', async () => {
    const { url } = await serveTaxpayers()
    const { out, collectArgs } = makeRunFiles(newFolder(), url)
    const rejected = JSON.stringify({ taxpayer: { id: 'CANARY-0', status: 'REJECTED' }, records: [] })
    const marked = rejected.replace('{"taxpayer":', '{"replaced":')
    const newLine = JSON.stringify({ taxpayer: { id: 'CANARY-0', status: 'COMPLETED' }, records: [] })
    const marks = '{"replaced":'.length
    for (let erased = 0; erased <= rejected.length - marks; erased++) {
      const line = marked.slice(0, marks) + ' '.repeat(erased) + marked.slice(marks + erased)
      for (const text of [`${line}\n${newLine}\n`, `${newLine}\n${line}`]) {
        writeFileSync(out, text, PRIVATE)
        expect((await runInThread([...collectArgs, '--taxpayer', 'CANARY-0'])).code).toBe(0)
        expect(readCollected(out)).toEqual(['CANARY-0 COMPLETED'])
      }
    }
  })

  test('with a token that was cut off: the next run removes it, wherever it was cut', async () => {
    const { url } = await serveTaxpayers()
    const { tokens, disconnectArgs } = makeRunFiles(newFolder(), url)
    const first = '{"taxpayer_id":"CANARY-1","access_token":"at_CANARY-1"}'
    const last = '{"taxpayer_id":"CANARY-é","access_token":null}'
    const bytes = Buffer.from(`${first}\n${last}`)
    const start = Buffer.byteLength(first) + 1
    for (let length = start + 1; length < bytes.length; length++) {
      writeFileSync(tokens, bytes.subarray(0, length), PRIVATE)
      const ran = await runInThread([...disconnectArgs, '--taxpayer', 'CANARY-1'])
      expect(ran.code, `${length} bytes`).toBe(0)
      expect(readFileSync(tokens, 'utf8')).toBe(`${first}\n{"taxpayer_id":"CANARY-1","access_token":null}\n`)
    }
    // A line that no command wrote is not removed.
    writeFileSync(tokens, `${first}\n{"CANARY`, PRIVATE)
    expect((await runInThread([...disconnectArgs, '--taxpayer', 'CANARY-1'])).code).toBe(2)
    expect(readFileSync(tokens, 'utf8')).toBe(`${first}\n{"CANARY`)
  })
})

describe('a pipe that its reader has closed', () => {
  test.each(['collect', 'disconnect'])('%s: the exit code and the files do not change', async command => {
    const { url } = await serveTaxpayers()
    for (const stream of ['stdout', 'stderr'] as const) {
      const { out, tokens, collectArgs, disconnectArgs } = makeRunFiles(newFolder(), url)
      const args = command === 'collect' ? collectArgs : disconnectArgs
      const { child, ended } = startRun([...args, '--json', '--taxpayer', ...makeIds(3)])
      child[stream].destroy()
      expect((await ended).code).toBe(0)
      if (command === 'collect') expect(readCollected(out).toSorted()).toEqual(asCompleted(makeIds(3)))
      expect(readFileSync(tokens, 'utf8').split('\n')).toHaveLength(command === 'collect' ? 4 : 7)
    }
  })
})

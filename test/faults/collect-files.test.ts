import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../cli/command.js'
import { makeLock, readStartTime } from '../support/lock.js'
import { requireFor } from '../support/requirements.mjs'
import { serveTaxpayers } from '../support/taxpayer-service.js'
import { asCompleted, makeIds, makeRunFiles, readCollected, runCommand, startWithFileLimit } from './collect-run.js'
import { mountReason, remountDisk, sharedFolderWithDisks } from './mount.js'

const { mountDisk } = sharedFolderWithDisks()
const COUNT = 100_000
const PRIVATE = { mode: 0o600 } as const

const makeToken = (id: string): string => `{"taxpayer_id":"${id}","access_token":"at_${id}"}\n`
const makeDossier = (id: string, status = 'COMPLETED'): string =>
  `{"taxpayer":{"id":"${id}","status":"${status}"},"records":[]}\n`

describe('100,000 lines', () => {
  test('that are not ids, tokens or dossiers: one message, the exit code, and no change', async () => {
    const { out, tokens, collectArgs, disconnectArgs } = makeRunFiles(newFolder(), 'http://localhost:9')
    const list = join(newFolder(), 'ids.txt')
    const expectRefused = async (args: readonly string[], code: number, message: string): Promise<void> => {
      expect(await runCommand(args)).toMatchObject({ code, stdout: '', stderr: `taxtally: ${message}\n` })
    }
    writeFileSync(list, 'CANARY\u0000\n'.repeat(COUNT))
    for (const [command, args] of [
      ['collect', collectArgs],
      ['disconnect', disconnectArgs],
    ] as const)
      await expectRefused([...args, '--taxpayers', list], 2, `${command}: taxpayer 1 of the list is not an id.`)
    const bad = '{"CANARY":1}\n'.repeat(COUNT)
    writeFileSync(tokens, bad, PRIVATE)
    for (const args of [collectArgs, disconnectArgs])
      await expectRefused(
        [...args, '--taxpayer', 'CANARY'],
        2,
        'Line 1 of the file of --tokens is not a taxpayer_id with its access_token.',
      )
    expect(readFileSync(tokens, 'utf8')).toBe(bad)
    rmSync(tokens)
    writeFileSync(out, makeDossier('CANARY') + bad, PRIVATE)
    const message = 'Line 2 of the file of --out is not a dossier, so nothing was collected.'
    await expectRefused([...collectArgs, '--taxpayer', 'CANARY-2'], 3, message)
    expect(readFileSync(out, 'utf8')).toBe(makeDossier('CANARY') + bad)
  })

  test('that are usable: no call is repeated, and unknown taxpayers stop the run', async () => {
    const { url, calls } = await serveTaxpayers((_, response) => {
      response.writeHead(404).end('{}')
      return true
    })
    const { out, tokens, collectArgs } = makeRunFiles(newFolder(), url)
    const ids = makeIds(COUNT)
    const list = join(newFolder(), 'ids.txt')
    writeFileSync(list, ids.join('\n'))
    writeFileSync(out, ids.map(id => makeDossier(id)).join(''), PRIVATE)
    writeFileSync(tokens, ids.map(makeToken).join(''), PRIVATE)
    const { code, stderr } = await runCommand([...collectArgs, '--taxpayers', list])
    expect([code, stderr, calls]).toEqual([
      0,
      'taxtally: 0 taxpayers collected; 100000 were in the file; 0 are missing\n',
      [],
    ])
    rmSync(out)
    const ran = await runCommand([...collectArgs, '--taxpayers', list])
    expect(ran.code).toBe(3)
    expect(ran.stderr).toContain('stopped: 5 taxpayers in a row failed')
    expect(calls.length).toBeLessThan(10)
  })
})

describe('a path that cannot be used', () => {
  test.each([
    ['--out', 'a folder', 'cannot be used (EISDIR)'],
    ['--tokens', 'a folder', 'cannot be used (EISDIR)'],
    ['--out', 'a path in a missing folder', 'cannot be used (ENOENT)'],
    ['--tokens', 'a path in a missing folder', 'cannot be used (ENOENT)'],
    ['--out', 'a pipe', 'is not a regular file'],
    ['--tokens', 'a pipe', 'is not a regular file'],
  ])('as %s, %s: exit code 3 and no call', async (option, kind, message) => {
    const { url, calls } = await serveTaxpayers()
    const { out, tokens, collectArgs } = makeRunFiles(newFolder(), url)
    let path = option === '--out' ? out : tokens
    if (kind === 'a folder') mkdirSync(path)
    else if (kind === 'a pipe') {
      expect(requireFor('a pipe as an output', 'mkfifo')).toBeDefined()
      expect(spawnSync('mkfifo', ['-m', '600', path]).status).toBe(0)
    } else path = join(path, 'missing', 'file')
    const ran = await runCommand([...collectArgs, '--taxpayer', 'CANARY-0', option, path])
    expect(ran).toMatchObject({ code: 3, stdout: '', stderr: `taxtally: The file of ${option} ${message}.\n` })
    expect(calls).toEqual([])
    expect(readdirSync(join(out, '..')).filter(name => name.endsWith('.lock'))).toEqual([])
  })

  test.each(['--out', '--tokens'])('as %s, a file that others can read: exit code 2 and no change', async option => {
    const { url, calls } = await serveTaxpayers()
    const { out, tokens, collectArgs } = makeRunFiles(newFolder(), url)
    const [path, content] = option === '--out' ? [out, makeDossier('CANARY')] : [tokens, makeToken('CANARY')]
    writeFileSync(path, content, { mode: 0o644 })
    const ran = await runCommand([...collectArgs, '--taxpayer', 'CANARY-0'])
    const stderr = `taxtally: Others can read the file of ${option}. Change its mode to 600.\n`
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr })
    expect([calls, readFileSync(path, 'utf8')]).toEqual([[], content])
  })

  test('as --out, the file of --tokens: exit code 2', async () => {
    const { tokens, collectArgs } = makeRunFiles(newFolder(), 'http://localhost:9')
    const ran = await runCommand([...collectArgs, '--taxpayer', 'CANARY-0', '--out', tokens])
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('--out and --tokens name the same file.') })
    expect(existsSync(tokens)).toBe(false)
  })
})

describe.skipIf(mountReason !== null)('a full disk', () => {
  // Each dossier has 20 kB, so a disk of 64 kB has space for three of them.
  const serveLargeRecords = () =>
    serveTaxpayers(({ url }, response) => {
      if (url !== '/records') return false
      response.end(JSON.stringify([{ id: 'r', note: 'CANARY'.repeat(3_500) }]))
      return true
    })

  test('exit code 3, no lock, and the next run collects what is missing', async () => {
    const { url, calls } = await serveLargeRecords()
    const disk = mountDisk('dossiers', 'size=64k')
    const { out, tokens, collectArgs } = makeRunFiles(disk, url)
    const ids = makeIds(12)
    const args = [...collectArgs, '--tokens', join(newFolder(), 'tokens'), '--taxpayer', ...ids]
    const ran = await runCommand(args)
    expect(ran).toMatchObject({ code: 3, stderr: 'taxtally: The file of --out cannot be used (ENOSPC).\n' })
    // The command stops soon after the first failure.
    expect(calls.length).toBeLessThan(3 * ids.length)
    expect(readdirSync(disk)).toEqual(['dossiers.ndjson'])
    const complete = readCollected(out)
    expect(complete.length).toBeGreaterThan(0)
    remountDisk(disk, 'size=2m')
    const next = await runCommand([...collectArgs, '--taxpayer', ...ids])
    expect(next).toMatchObject({ code: 0, stderr: expect.stringContaining(`${complete.length} were in the file`) })
    expect(readCollected(out).toSorted()).toEqual(asCompleted(ids))
    expect(statSync(tokens).mode & 0o777).toBe(0o600)
  })

  test('ends the command even if the service does not answer another call', async () => {
    const { url } = await serveTaxpayers(({ url }, response, id) => {
      if (url !== '/records') return false
      if (id !== 'CANARY-0') response.end(JSON.stringify([{ id: 'r', note: 'CANARY'.repeat(20_000) }]))
      return true
    })
    const { collectArgs } = makeRunFiles(mountDisk('hanging', 'size=64k'), url)
    const ran = await runCommand([...collectArgs, '--taxpayer', ...makeIds(4)])
    expect(ran).toMatchObject({ code: 3, stderr: 'taxtally: The file of --out cannot be used (ENOSPC).\n' })
  }, 60_000)

  test('of the tokens: exit code 3, and the next run repairs the file', async () => {
    const { url } = await serveTaxpayers()
    const disk = mountDisk('tokens', 'size=8k')
    const { tokens, collectArgs, disconnectArgs } = makeRunFiles(disk, url)
    const out = join(newFolder(), 'dossiers.ndjson')
    const ids = makeIds(90)
    // The lock takes a page of the disk, and a token of 57 bytes crosses the end of the other page.
    const ran = await runCommand([...collectArgs, '--out', out, '--taxpayer', ...ids])
    expect(ran).toMatchObject({ code: 3, stderr: 'taxtally: The file of --tokens cannot be used (ENOSPC).\n' })
    expect(readdirSync(disk)).toEqual(['tokens.ndjson'])
    expect(readFileSync(tokens, 'utf8').endsWith('\n')).toBe(false)
    remountDisk(disk, 'size=1m')
    const next = await runCommand([...collectArgs, '--out', out, '--taxpayer', ...ids])
    expect(next.code).toBe(0)
    expect(readCollected(out).toSorted()).toEqual(asCompleted(ids))
    expect(await runCommand([...disconnectArgs, '--taxpayer', ...ids])).toMatchObject({ code: 0 })
  })

  test.each(['size=64k', 'size=1m,nr_inodes=2'])('with no space for the lock (%s): exit code 3', async options => {
    const { url, calls } = await serveTaxpayers()
    const disk = mountDisk(`lock-${options.length}`, options)
    const { out, collectArgs } = makeRunFiles(disk, url)
    spawnSync('sh', ['-c', `cat /dev/zero > "${disk}/filler" 2>/dev/null`])
    const tokens = join(newFolder(), 'tokens')
    const ran = await runCommand([...collectArgs, '--tokens', tokens, '--taxpayer', 'CANARY-0'])
    expect(ran).toMatchObject({ code: 3, stderr: 'taxtally: The file of --out cannot be used (ENOSPC).\n' })
    expect([calls, existsSync(`${out}.lock`), existsSync(`${tokens}.lock`)]).toEqual([[], false, false])
  })

  test('that is read-only: exit code 3 and no change', async () => {
    const { url } = await serveTaxpayers()
    const disk = mountDisk('still', 'size=1m')
    const { out, tokens, collectArgs, disconnectArgs } = makeRunFiles(disk, url)
    expect((await runCommand([...collectArgs, '--taxpayer', 'CANARY-0'])).code).toBe(0)
    const [dossiers, tokenText] = [readFileSync(out, 'utf8'), readFileSync(tokens, 'utf8')]
    remountDisk(disk, 'ro')
    for (const args of [collectArgs, disconnectArgs])
      expect(await runCommand([...args, '--taxpayer', 'CANARY-1'])).toMatchObject({
        code: 3,
        stderr: 'taxtally: The file of --tokens cannot be used (EROFS).\n',
      })
    expect([readFileSync(out, 'utf8'), readFileSync(tokens, 'utf8')]).toEqual([dossiers, tokenText])
  })
})

test.skipIf(process.platform === 'win32')(
  'a small limit of open files: exit code 0 or 3, and nothing is lost',
  async () => {
    const { url } = await serveTaxpayers()
    const ids = makeIds(6)
    const codes = new Set<number | null>()
    for (const limit of [24, 56, 76, 128]) {
      const { out, collectArgs, disconnectArgs } = makeRunFiles(newFolder(), url)
      for (const args of [collectArgs, disconnectArgs]) {
        const started = startWithFileLimit(limit, [...args, '--taxpayer', ...ids])
        if (started === null) continue
        const code = await started.ended
        expect([0, 3], `${args[0]} with ${limit} files: ${started.output.stderr}`).toContain(code)
        codes.add(code)
        if (args === disconnectArgs) continue
        expect((await runCommand([...args, '--taxpayer', ...ids])).code).toBe(0)
        expect(readCollected(out).toSorted()).toEqual(asCompleted(ids))
      }
    }
    expect(codes).toEqual(new Set([0, 3]))
  },
)

describe('a lock that is left behind', () => {
  const pid = process.pid
  test.each([
    ['of a process that was killed while it created the lock', '', 60, 0],
    ['of such a process, a moment ago', '', 0, 3],
    ['that was only partly written', '419', 60, 0],
    ['of an earlier process whose id is in use again', makeLock(pid, '1'), 0, 0],
    ['of a running process', makeLock(pid, readStartTime(pid)), 60, 3],
    ['of another machine', makeLock(pid, '1', { host: 'elsewhere.invalid' }), 60, 3],
    ['that another program made', 'x\n', 60, 3],
  ])('%s', async (_, content, ageSeconds, code) => {
    const { url } = await serveTaxpayers()
    const { out, tokens, collectArgs, disconnectArgs } = makeRunFiles(newFolder(), url)
    for (const [path, args] of [
      [out, collectArgs],
      [tokens, collectArgs],
      [tokens, disconnectArgs],
    ] as const) {
      writeFileSync(`${path}.lock`, content)
      const time = Date.now() / 1000 - ageSeconds
      utimesSync(`${path}.lock`, time, time)
      expect((await runCommand([...args, '--taxpayer', 'CANARY-0'])).code).toBe(code)
      expect(existsSync(`${path}.lock`)).toBe(code === 3)
      rmSync(`${path}.lock`, { force: true })
    }
  })

  test('as a folder: exit code 3, and it is still there', async () => {
    const { out, collectArgs } = makeRunFiles(newFolder(), 'http://localhost:9')
    mkdirSync(`${out}.lock`)
    expect((await runCommand([...collectArgs, '--taxpayer', 'CANARY-0'])).code).toBe(3)
    expect(statSync(`${out}.lock`).isDirectory()).toBe(true)
  })
})

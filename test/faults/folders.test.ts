import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, MAIN, newFolder } from '../cli/command.js'
import { requireFor } from '../support/requirements.mjs'

/** Converts a fixture into a folder. Kills the run if it has not ended after 20 seconds. */
function convertTo(out: string, cwd?: string) {
  const args = [MAIN, 'convert', fixture('borrower.ndjson'), '--out', out, '--tables', 'income']
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
    cwd,
  })
  return { code: status, stderr }
}

describe('the output folder', () => {
  test('is created with its parent folders', () => {
    const folder = newFolder()
    expect(convertTo(join(folder, 'a/b/c/')).code).toBe(0)
    expect(readdirSync(join(folder, 'a/b/c')).sort()).toEqual(['income.csv', 'manifest.json'])
    expect(convertTo('d/e', folder).code).toBe(0)
    expect(readdirSync(join(folder, 'd/e'))).toHaveLength(2)
  })

  test('may be a link to a folder', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'real'))
    symlinkSync('real', join(folder, 'link'))
    expect(convertTo(join(folder, 'link')).code).toBe(0)
    expect(convertTo(join(folder, 'link/more')).code).toBe(0)
    expect(existsSync(join(folder, 'real/more/manifest.json'))).toBe(true)
  })
})

describe('an output folder that cannot be created: exits immediately, with 3', () => {
  const folders: readonly [string, string, string][] = [
    ['a file', 'file', '--out is a file, but convert writes a folder. Give the path of a folder.'],
    [
      'below a file',
      'file/below/it',
      'The output folder could not be written (ENOTDIR): a part of its path is a file.',
    ],
    ['a link to nothing', 'nowhere', 'The output folder could not be written (EEXIST).'],
    ['below a link to nothing', 'nowhere/below', 'The output folder could not be written (EEXIST).'],
    ['a name that is too long', `${'x'.repeat(300)}/y`, 'The output folder could not be written (ENAMETOOLONG).'],
  ]
  test.each(folders)('%s', (_, out, message) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    symlinkSync('missing', join(folder, 'nowhere'))
    const before = readdirSync(folder)
    expect(convertTo(join(folder, out))).toEqual({ code: 3, stderr: `taxtally: ${message}\n` })
    expect(readdirSync(folder)).toEqual(before)
  })

  const proc = requireFor('a folder in which nothing can be made', 'proc')
  test.skipIf(proc === undefined)('in a folder that does not accept new folders', () => {
    const stderr = 'taxtally: The output folder could not be written (ENOENT): it cannot be created at this path.\n'
    expect(convertTo('/proc/taxtally/out')).toEqual({ code: 3, stderr })
    expect(convertTo('/proc/taxtally')).toEqual({ code: 3, stderr })
  })

  test('an empty name is a usage error and exits with 2', () => {
    const { code, stderr } = convertTo('', newFolder())
    expect([code, stderr]).toEqual([2, 'taxtally: convert needs --out DIR, the folder to write.\n'])
  })
})

test.each([
  ['merge', ['--out', 'pipe.ndjson'], 'pipe.ndjson'],
  ['convert', ['--out', '.', '--tables', 'income'], 'income.csv'],
])('%s refuses to replace a named pipe', (command, args, name) => {
  expect(requireFor('a named pipe', 'mkfifo')).toBeDefined()
  const folder = newFolder()
  const pipe = join(folder, name)
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  const ran = spawnSync(process.execPath, [MAIN, command, fixture('borrower.ndjson'), ...args], {
    encoding: 'utf8',
    cwd: folder,
  })
  expect([ran.status, ran.stderr]).toEqual([
    3,
    `taxtally: ${name} could not be written: it is a device, a pipe or a socket. Give the path of a file.\n`,
  ])
  expect(lstatSync(pipe).isFIFO()).toBe(true)
  expect(readdirSync(folder)).toEqual([name])
})

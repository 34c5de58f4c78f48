// A user who may write to the output folder can replace a temporary file with a link. The run must not follow it.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OutputError } from '../../src/files/errors.js'
import { OutputFolder } from '../../src/files/output/output.js'
import { newFolder } from '../cli/command.js'
import { watchChanges } from './inject.mjs'

const SECRET = 'a secret of the caller\n'
const PART = /^\.income\.csv\.[0-9a-f]{12}\.part$/

/** Creates a file that only the current user can read. */
function createSecretFile(): string {
  const path = join(newFolder(), 'secret')
  writeFileSync(path, SECRET, { mode: 0o600 })
  return path
}

const modeOf = (path: string): number => statSync(path).mode & 0o777
const findPart = (out: string): string | undefined => readdirSync(out).find(name => PART.test(name))

/** Writes two output files and a manifest to a folder. */
function write(out: string, text: string): void {
  const folder = new OutputFolder(out)
  try {
    for (const name of ['income.csv', 'years.csv']) folder.open(name).writeText(text)
    folder.commit({ makeManifest: files => ({ files }), isPrivate: () => false })
  } catch (cause) {
    folder.discard()
    throw cause
  }
}

describe('a temporary file that is replaced with a link', () => {
  test('before any change: the linked file stays private, and no complete result contains the link', () => {
    let changes = Number.POSITIVE_INFINITY
    let refused = 0
    for (let at = 1; at <= changes; at++) {
      const out = newFolder()
      const secret = createSecretFile()
      write(out, 'older')
      let count = 0
      const stop = watchChanges(out, now => {
        count = now
        if (now !== at) return
        const name = findPart(out)
        if (name === undefined) return
        rmSync(join(out, name))
        symlinkSync(secret, join(out, name))
      })
      let failure: unknown = null
      try {
        write(out, 'newer')
      } catch (cause) {
        failure = cause
      }
      stop()
      if (failure === null) changes = count
      else expect(failure, `before change ${at}`).toBeInstanceOf(OutputError)
      if (failure !== null) refused++
      expect(modeOf(secret), `before change ${at}`).toBe(0o600)
      expect(findPart(out), `before change ${at}`).toBeUndefined()
      if (existsSync(join(out, 'manifest.json'))) {
        const text = failure === null ? 'newer' : 'older'
        expect(lstatSync(join(out, 'income.csv')).isFile(), `before change ${at}`).toBe(true)
        expect(readFileSync(join(out, 'income.csv'), 'utf8'), `before change ${at}`).toBe(text)
      } else expect(failure, `before change ${at}`).not.toBeNull()
      if (at > 40) break
    }
    expect(refused).toBeGreaterThan(5)
  })

  test('or with another file, or is removed: the run fails and renames no file', () => {
    const replacements: readonly ((path: string, secret: string) => void)[] = [
      path => writeFileSync(path, 'newer!'),
      path => mkdirSync(path),
      (path, secret) => linkSync(secret, path),
      path => expect(spawnSync('mkfifo', [path]).status).toBe(0),
      () => {},
    ]
    for (const replace of replacements) {
      const out = newFolder()
      const secret = createSecretFile()
      write(out, 'older')
      const before = readdirSync(out)
      const folder = new OutputFolder(out)
      folder.open('income.csv').writeText('newer')
      const path = join(out, findPart(out) as string)
      rmSync(path)
      replace(path, secret)
      const commit = () => folder.commit({ makeManifest: files => ({ files }), isPrivate: () => false })
      expect(commit).toThrow(
        /^income\.csv could not be written \((?:replaced meanwhile\)|ENOENT\): it cannot be created at this path)\.$/,
      )
      folder.discard()
      expect(readdirSync(out).filter(name => !PART.test(name))).toEqual(before)
      expect(readFileSync(join(out, 'income.csv'), 'utf8')).toBe('older')
      expect([modeOf(secret), readFileSync(secret, 'utf8')]).toEqual([0o600, SECRET])
    }
  })
})

test('a file is private until the commit, and a file that may contain full identifiers stays private', () => {
  const out = newFolder()
  const folder = new OutputFolder(out)
  for (const name of ['income.csv', 'rejected.ndjson']) {
    const file = folder.open(name)
    file.writeText('x'.repeat(1 << 20))
    const temporary = readdirSync(out).find(file => file.startsWith(`.${name}`)) as string
    expect(modeOf(join(out, temporary))).toBe(0o600)
  }
  folder.commit({ makeManifest: files => ({ files }), isPrivate: name => name === 'rejected.ndjson' })
  const usual = 0o666 & ~process.umask()
  const modes = ['income.csv', 'manifest.json', 'rejected.ndjson'].map(name => modeOf(join(out, name)))
  expect(modes).toEqual([usual, usual, 0o600])
})

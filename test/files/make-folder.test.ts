import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../src/files/output/output.js'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'taxtally-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('lists the folders that were created, innermost first', () => {
  const folder = newFolder()
  const [outer, inner] = [join(folder, 'a'), join(folder, 'a', 'b')]
  expect(makeFolder(inner)).toEqual([inner, outer])
  expect(makeFolder(inner)).toEqual([])
})

test('removes the folders that it created if a later one cannot be created', () => {
  const folder = newFolder()
  // No file system allows a name that is 300 characters long.
  expect(() => makeFolder(join(folder, 'a', 'b', 'x'.repeat(300)))).toThrow(/ENAMETOOLONG/)
  expect(existsSync(join(folder, 'a'))).toBe(false)
})

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../cli/command.js'

const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Lists the names in code that a page mentions outside of its code blocks. */
const listNames = (page: string): string[] =>
  [
    ...readText(page)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, name = '']) => name)

const PAGES = ['CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs/dev')).map(name => `docs/dev/${name}`)]

/** A path, which may lack its extension or the end of its name. `FORM` and `KEY` stand for any name. */
const PATH = /^(?:src|test|docs|bench|schemas|fixtures)\/[a-z0-9_./-]+$/

/** A file that the tutorial creates. */
const TUTORIAL_FILE = 'fixtures/forms/form_1099_k.json'

const IDENTIFIER = /^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w*$/

function pathExists(path: string): boolean {
  if (existsSync(join(ROOT, path))) return true
  const slash = path.lastIndexOf('/')
  const folder = join(ROOT, path.slice(0, slash))
  return existsSync(folder) && readdirSync(folder).some(name => name.startsWith(path.slice(slash + 1)))
}

test('every path on the pages for developers exists', () => {
  const paths = PAGES.flatMap(listNames).filter(name => PATH.test(name) && name !== TUTORIAL_FILE)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter(path => !pathExists(path))).toEqual([])
})

test('every identifier on the pages for developers occurs in the code', () => {
  const files = ['src', 'test', 'bench', 'docs/site'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map(name => join(folder, name))
      .filter(name => /\.(?:ts|mts|mjs)$/.test(name) && !name.endsWith('names.test.ts')),
  )
  const codeWords = new Set(
    files.flatMap(file => (statSync(join(ROOT, file)).isFile() ? readText(file).match(/\w+/g) : null) ?? []),
  )
  const identifiers = PAGES.flatMap(listNames).filter(name => IDENTIFIER.test(name))
  expect(identifiers.length).toBeGreaterThan(50)
  expect(identifiers.filter(name => !codeWords.has(name))).toEqual([])
})

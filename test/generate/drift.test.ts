import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GENERATED_FOLDERS, generateFiles } from '../../src/tools/generate/generate-files.js'

const root = new URL('../../', import.meta.url)
const files = generateFiles()
const hint = 'run `npm run generate`'

test.each([...files.keys()])('%s matches the tables', path => {
  expect(readFileSync(new URL(path, root), 'utf8') === files.get(path), hint).toBe(true)
})

test('the generated folders contain only generated files', () => {
  const presentFiles = GENERATED_FOLDERS.flatMap(folder =>
    readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length)),
  )
  const expected = [...files.keys()].filter(path => GENERATED_FOLDERS.some(folder => path.startsWith(`${folder}/`)))
  expect(presentFiles.sort(), hint).toEqual(expected.sort())
})

test('generating twice gives the same text', () => {
  expect([...generateFiles()]).toEqual([...files])
})

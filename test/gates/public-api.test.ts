import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { reportOf } from './api-report.js'
import { ENTRIES } from './entries.js'

const FOLDER = 'docs/api'
const fileOf = (name: string): string => `${name.replace('/', '-')}.md`

describe('the public interface is what was reviewed', () => {
  const program = ts.createProgram(
    ENTRIES.map(({ types }) => resolve(types)),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, types: ['node'] },
  )

  it('has one page for each entry point, and no other', () => {
    expect(existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []).toEqual(
      ENTRIES.map(({ name }) => fileOf(name)).sort(),
    )
  })

  for (const { name, types } of ENTRIES) {
    it(`${name}: if the change is meant, \`npm run api\` and review docs/api`, async () => {
      await expect(reportOf(program, name, types)).toMatchFileSnapshot(resolve(FOLDER, fileOf(name)))
    })
  }
})

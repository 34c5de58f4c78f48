import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { pageOf, reportsOf } from './api-report.js'
import { ENTRIES } from './entries.js'

const FOLDER = 'docs/api'

describe('the public interface is what was reviewed', () => {
  const program = ts.createProgram(
    ENTRIES.map(({ types }) => resolve(types)),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, types: ['node'] },
  )
  const reports = reportsOf(program, ENTRIES)

  it('has one page for each entry point, and no other', () => {
    expect(existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []).toEqual(
      ENTRIES.map(({ name }) => pageOf(name)).sort(),
    )
  })

  for (const [name, report] of reports) {
    it(`${name}: if the change is meant, \`npm run api\` and review docs/api`, async () => {
      await expect(report).toMatchFileSnapshot(resolve(FOLDER, pageOf(name)))
    })
  }
})

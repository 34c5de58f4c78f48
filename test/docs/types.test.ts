import { expect, test } from 'vitest'
import { reportSkipped } from '../support/requirements.mjs'
import { blocksOf, fileOf, PAGES } from './blocks.js'
import { RUNNERS } from './runners.js'
import { compile } from './types.js'
import { workspaceFor } from './workspace.js'

// Every program on the pages must compile with every compiler check, including programs in JavaScript.
const NAMES: Readonly<Record<string, string>> = { js: 'mjs', ts: 'mts' }

const programs = PAGES.filter(page => page !== 'docs/dev/extending.md').flatMap(page =>
  blocksOf(page)
    .filter(({ language, labels }) => language in NAMES && !labels.includes('not-run'))
    .map(block => {
      const name = `${page.replaceAll(/\W/g, '-')}-${block.line}.${NAMES[block.language]}`
      return { name: fileOf(block) ?? name, code: block.code }
    }),
)

const workspace = workspaceFor('README.md')

test.each(Object.values(NAMES))('programs in .%s compile in strict mode with additional checks', kind => {
  for (const { name, code } of programs) workspace.put(name, code)
  const ours = programs.filter(({ name }) => name.endsWith(kind))
  const missing = ours.filter(({ code }) => RUNNERS.js.missing?.(code) != null)
  for (const { name } of missing) reportSkipped(name, 'it imports a package that cannot be installed')
  const names = ours.filter(program => !missing.includes(program)).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(kind === 'mts' ? 0 : 20)
  expect(compile(workspace.folder, names)).toBe('')
})

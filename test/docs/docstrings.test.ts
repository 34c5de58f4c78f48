import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Block } from './blocks.js'
import { RUNNERS } from './runners.js'
import { workspaceFor } from './workspace.js'

/** The functions that users need first, which must have an example. */
const FIRST = [
  ...['analyze', 'normalizeRecord', 'normalizeDossier', 'summarizeIncome', 'qualifyingIncome', 'returnLines'],
  ...['runChecks', 'explain', 'describeFlag', 'toCsv', 'analyzeFiles', 'report', 'createClient', 'verifyWebhook'],
]

/** An example in a docstring. Each line of its expected output follows `//=>` on a line of the example. */
interface Example {
  readonly functionName: string
  readonly block: Block
  readonly printed: string
}

const OUTPUT = /\/\/=> (.*)$/

/** Yields the examples in a source file. */
function* examplesIn(page: string): Generator<Example> {
  const text = readFileSync(page, 'utf8')
  const docstrings = /\/\*\*(?:(?!\*\/)[\s\S])*?@example\n((?:(?!\*\/)[\s\S])*)\*\/\nexport ([^(=:]+)/g
  for (const { 1: example = '', 2: declared = '', index } of text.matchAll(docstrings)) {
    const lines = example.split('\n').map(line => line.replace(/^ \* ?/, ''))
    const [, code = ''] = /^```ts\n([\s\S]*?)```\s*$/.exec(lines.join('\n').trim()) ?? []
    const line = text.slice(0, index).split('\n').length
    const printed = code.split('\n').flatMap(line => OUTPUT.exec(line)?.[1] ?? [])
    yield {
      functionName: declared.trim().split(' ').at(-1) ?? '',
      block: { page, line, language: 'ts', labels: [], code, saved: null, output: null },
      printed: `${printed.join('\n')}\n`,
    }
  }
}

const examples = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(name => `src/${name.replaceAll('\\', '/')}`)
  .filter(name => name.endsWith('.ts'))
  .flatMap(name => [...examplesIn(name)])

const workspace = workspaceFor('docstrings')

test('the functions that users need first have an example, and every @example is found', () => {
  expect(examples.map(({ functionName }) => functionName).sort()).toEqual([...FIRST].sort())
  for (const { block, printed } of examples) {
    expect(block.code).not.toBe('')
    expect(printed.trim()).not.toBe('')
  }
})

describe('an example compiles in strict mode and prints the stated output', () => {
  test.each(examples)(
    '$functionName',
    async ({ block, printed }) => {
      expect(await RUNNERS.ts.run(block, workspace)).toBe(printed)
    },
    600_000,
  )
})

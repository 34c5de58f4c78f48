import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Every js block of a page that a text block follows: the code, and what it prints. */
function examplesOf(page: string): { code: string; output: string }[] {
  const found = readFileSync(page, 'utf8').matchAll(/```js\n([\s\S]*?)```\s*```text\n([\s\S]*?)```/g)
  return [...found].map(([, code = '', output = '']) => ({ code, output }))
}

const PAGES = [
  'README.md',
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

describe('the examples of the pages', () => {
  for (const page of PAGES) {
    examplesOf(page).forEach(({ code, output }, i) => {
      it(`${page}, example ${i + 1}, prints what it says`, () => {
        // Inside the package, so that its own name resolves.
        const file = `.example-${process.pid}-${i}.mjs`
        writeFileSync(file, code)
        try {
          expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(output)
        } finally {
          rmSync(file)
        }
      })
    })
  }

  it('are there', () => expect(examplesOf('README.md').length).toBeGreaterThan(0))
})

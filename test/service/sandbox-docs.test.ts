import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Where an application imports from what the tests import from the sources. */
const ENTRIES = {
  '../../src/index.js': 'taxtally',
  '../../src/service/client/index.js': 'taxtally/client',
  '../../src/service/sandbox/index.js': 'taxtally/sandbox',
  '../../src/service/webhooks/index.js': 'taxtally/webhooks',
}

test('the example of the guide is the one that is run', async () => {
  let example = read('sandbox-example.ts')
  for (const [source, entry] of Object.entries(ENTRIES))
    example = example.replaceAll(`'${source}'`, `'${entry}'`)
  const [, quoted] = /```ts\n([\s\S]*?)```/.exec(read('../../docs/service.md')) ?? []
  expect(quoted).toBe(example)
  const said = vi.spyOn(console, 'log').mockReturnValue()
  await import('./sandbox-example.js')
  const lines = said.mock.calls.map(words => words.join(' '))
  said.mockRestore()
  const [, output] = /```text\n([\s\S]*?)```/.exec(read('../../docs/service.md')) ?? []
  expect(`${lines.join('\n')}\n`).toBe(output)
})

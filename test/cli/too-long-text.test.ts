import { expect, test } from 'vitest'
import { readCall } from '../../src/cli/options/options.js'
import { visitInputs } from '../../src/cli/read-inputs.js'
import { writeInput } from './command.js'

/** Visits three taxpayers. The visit of the second throws an error. */
async function visitThree(error: Error): Promise<{ code: number; visited: string[] }> {
  const lines = ['a', 'b', 'c'].map(id => JSON.stringify({ id: `r-${id}`, taxpayer_id: id, forms: [] }))
  const visited: string[] = []
  const code = await visitInputs(readCall(['normalize', writeInput(lines.join('\n')), '--quiet'], {}), {
    visitDossier: async ({ taxpayerId }) => {
      if (taxpayerId === 'b') throw error
      visited.push(taxpayerId)
      return []
    },
  })
  return { code, visited }
}

test('a taxpayer whose output is too long for a text is rejected, and the others are still written', async () => {
  // The error that V8 throws for such a text.
  const error = await Promise.resolve()
    .then(() => 'x'.repeat(2 ** 29) + 'x'.repeat(2 ** 29))
    .catch((cause: unknown) => cause as Error)
  expect(await visitThree(error as Error)).toEqual({ code: 4, visited: ['a', 'c'] })
})

test('another error still ends the run', async () => {
  await expect(visitThree(new RangeError('Maximum call stack size exceeded'))).rejects.toThrow(RangeError)
})

import { expect, test, vi } from 'vitest'
import { createLazyMaker } from '../../src/api/lazy.js'
import { analysisOf, analyze, normalizeDossier } from '../../src/index.js'
import { makeRandomDossier } from '../support/random-dossier.js'

test('each part is computed once, when it is first read, and is an own property', () => {
  const [one, two] = [vi.fn((value: number) => [value]), vi.fn(() => 'two')]
  const make = createLazyMaker<number, { readonly one: number[]; readonly two: string }>({ one, two })
  const [first, second] = [make(1), make(2)]
  expect(Object.keys(first)).toEqual(['one', 'two'])
  expect(one).not.toHaveBeenCalled()
  expect(first.one).toBe(first.one)
  expect(second.one).toEqual([2])
  expect(one.mock.calls).toEqual([[1], [2]])
  expect(two).not.toHaveBeenCalled()
  expect({ ...first }).toStrictEqual({ one: [1], two: 'two' })
  expect(JSON.stringify(second)).toBe('{"one":[2],"two":"two"}')
})

test('the parts of an analysis do not depend on the order in which they are read', () => {
  for (let seed = 0; seed < 10; seed++) {
    const input = makeRandomDossier(seed, { documents: 20 })
    const analyzed = analyze(input)
    const { value } = normalizeDossier(input) as { value: Parameters<typeof analysisOf>[0] }
    const analysis = analysisOf(value)
    const { underwriting } = analysis
    const partsInReverse = [
      ...Object.keys(underwriting)
        .reverse()
        .map(part => underwriting[part as keyof typeof underwriting]),
      ...Object.keys(analysis)
        .reverse()
        .map(part => analysis[part as keyof typeof analysis]),
    ]
    expect(partsInReverse.length).toBe(30)
    expect(JSON.stringify(analysis)).toBe(JSON.stringify('value' in analyzed ? analyzed.value : null))
  }
})

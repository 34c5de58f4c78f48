import { describe, expect, test } from 'vitest'
import {
  correct,
  dossierOfKnown,
  findSourcesWith,
  type KnownDocuments,
  knownDocuments,
  roundAsReported,
  type Truth,
} from '../support/known-documents.js'
import { Dice, pullAgain } from '../support/random-copies.js'
import { computeFigures, resultOfDossier } from '../support/run.js'

// In these tests, several sources have different documents of the same issuer, and corrections of some of them.

const SEEDS = Array.from({ length: 1500 }, (_, i) => i + 1)

/** Lists the amounts of each counted document in cents, by box. */
const listCounted = (scenario: KnownDocuments): number[][] =>
  resultOfDossier(dossierOfKnown(scenario)).resolution.documents.flatMap(({ document, status }) => {
    const { compiledForm, cells } = document
    const centsOf = (box: string) => cells[compiledForm.fields.findIndex(({ key }) => key === box)] as number
    return status === 'counted' ? [scenario.form.money.map(centsOf)] : []
  })

/** Sums each box over the counted documents, in cents. */
const sumCounted = (scenario: KnownDocuments): number[] =>
  listCounted(scenario).reduce(
    (sums, cents) => sums.map((sum, i) => sum + (cents[i] as number)),
    scenario.form.money.map(() => 0),
  )

/** Sums the fully corrected amounts, with cents if any source reports cents. */
function sumFinal(scenario: KnownDocuments): number[] {
  const sums = scenario.form.money.map(() => 0)
  for (const [number, { versions }] of scenario.truths.entries()) {
    const holders = findSourcesWith(scenario, number, versions.length - 1)
    const source = holders.find(({ isWholeDollars }) => !isWholeDollars) ?? holders[0]
    for (const [i, amount] of (versions.at(-1) as readonly number[]).entries())
      if (source !== undefined) sums[i] = (sums[i] as number) + roundAsReported(source, amount)
  }
  return sums
}

test('if one source has every document of an issuer, the sum has the corrected amounts', () => {
  let corrections = 0
  for (const seed of SEEDS) {
    const scenario = knownDocuments(seed, true)
    corrections += scenario.truths.filter(({ versions }) => versions.length > 1).length
    expect(sumCounted(scenario), `seed ${seed}`).toEqual(sumFinal(scenario))
  }
  expect(corrections).toBeGreaterThan(1000)
})

describe('adding the correction of a document that software has with its original amounts', () => {
  /** Chooses a counted document that both software and the correcting source have with its original amounts. */
  function choose(scenario: KnownDocuments, dice: Dice): { number: number; by: number } | null {
    const choices = scenario.truths.flatMap(({ versions }, number) =>
      versions.length > 1
        ? []
        : scenario.sources.flatMap((source, by) => {
            const others = findSourcesWith(scenario, number, 0).filter(candidate => candidate !== source)
            const isSoftwares = others.some(({ provider }) => !provider.startsWith('irs'))
            return source.knownVersions.has(number) && isSoftwares ? [{ number, by }] : []
          }),
    )
    return choices.length === 0 ? null : dice.pick(choices)
  }

  /** Finds the counted copy of a document as issued, by its last box. Returns its cents by box, or null. */
  function findCounted(scenario: KnownDocuments, truth: Truth): number[] | null {
    const last = truth.versions[0]?.at(-1) as number
    return listCounted(scenario).find(cents => Math.abs((cents.at(-1) as number) - last) < 100) ?? null
  }

  test('changes the sum by exactly what the correction changes', () => {
    let tried = 0
    for (const seed of SEEDS) {
      const scenario = knownDocuments(seed, seed % 2 === 0)
      const dice = new Dice(seed)
      const chosen = choose(scenario, dice)
      if (chosen === null) continue
      const was = findCounted(scenario, scenario.truths[chosen.number] as Truth)
      if (was === null) continue
      tried++
      const before = sumCounted(scenario)
      const changed = correct(scenario, chosen.by, chosen.number, dice)
      const after = before.map((sum, i) => sum - (was[i] as number) + (changed[i] as number))
      expect(sumCounted(scenario), `seed ${seed}`).toEqual(after)
    }
    expect(tried).toBeGreaterThan(500)
  })
})

test('removing an identical pull of a transcript changes nothing', () => {
  for (const seed of SEEDS) {
    const raw = dossierOfKnown(knownDocuments(seed, seed % 2 === 0))
    expect(computeFigures(pullAgain(raw, seed)), `seed ${seed}`).toEqual(computeFigures(raw))
  }
})

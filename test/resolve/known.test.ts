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

/** Sums each box over the counted documents, in cents. */
function sumCounted(scenario: KnownDocuments): number[] {
  const sums = scenario.form.money.map(() => 0)
  for (const { document, status } of resultOfDossier(dossierOfKnown(scenario)).resolution.documents) {
    if (status !== 'counted') continue
    for (const [i, box] of scenario.form.money.entries()) {
      const index = document.compiledForm.fields.findIndex(({ key }) => key === box)
      sums[i] = (sums[i] as number) + (document.cells[index] as number)
    }
  }
  return sums
}

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

describe('if one source has every document of an issuer', () => {
  test('the sum has the corrected amounts, regardless of the other sources', () => {
    let corrections = 0
    for (const seed of SEEDS) {
      const scenario = knownDocuments(seed, true)
      corrections += scenario.truths.filter(({ versions }) => versions.length > 1).length
      expect(sumCounted(scenario), `seed ${seed}`).toEqual(sumFinal(scenario))
    }
    expect(corrections).toBeGreaterThan(1000)
  })
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
    const last = scenario.form.money.length - 1
    for (const { document, status } of resultOfDossier(dossierOfKnown(scenario)).resolution.documents) {
      const cents = scenario.form.money.map(
        box => document.cells[document.compiledForm.fields.findIndex(({ key }) => key === box)] as number,
      )
      const isOf = Math.abs((cents[last] as number) - (truth.versions[0]?.[last] as number)) < 100
      if (status === 'counted' && isOf) return cents
    }
    return null
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

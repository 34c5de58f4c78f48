import { describe, expect, test } from 'vitest'
import {
  correct,
  dossierOfKnown,
  findSourcesWith,
  isIrsSource,
  type KnownDocuments,
  knownDocuments,
  roundAsReported,
  type Source,
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

const findLastVersion = ({ knownVersions }: Source, number: number): number =>
  knownVersions.get(number)?.at(-1) as number

/**
 * Returns the amounts of a document that count, in cents by box. These are the amounts of the last version that an IRS
 * source has, or else the last one that software has. They have cents if a source with this version reports cents. If a
 * software source corrects this version, no software source still has it.
 */
function findFinalAmounts(scenario: KnownDocuments, number: number): readonly number[] {
  const sources = findSourcesWith(scenario, number)
  const irsSources = sources.filter(isIrsSource)
  const deciding = irsSources.length > 0 ? irsSources : sources
  const version = Math.max(...deciding.map(source => findLastVersion(source, number)))
  const isCorrectedInSoftware = sources.some(
    source =>
      !isIrsSource(source) &&
      source.knownVersions.get(number)?.includes(version) &&
      findLastVersion(source, number) > version,
  )
  const holders = (isCorrectedInSoftware ? irsSources : sources).filter(
    source => findLastVersion(source, number) === version,
  )
  const source = holders.find(({ isWholeDollars }) => !isWholeDollars) ?? (holders[0] as Source)
  return (scenario.truths[number]?.versions[version] ?? []).map(amount => roundAsReported(source, amount))
}

/** Sums the amounts that count, in cents by box. */
const sumFinal = (scenario: KnownDocuments): number[] =>
  scenario.form.money.map((_, i) =>
    scenario.truths.reduce(
      (sum, _truth, number) =>
        findSourcesWith(scenario, number).length === 0 ? sum : sum + (findFinalAmounts(scenario, number)[i] as number),
      0,
    ),
  )

test('if one source has every document of an issuer, the sum has the last amounts of the IRS, or else of software', () => {
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
            const others = findSourcesWith(scenario, number).filter(candidate => candidate !== source)
            return source.knownVersions.has(number) && !others.every(isIrsSource) ? [{ number, by }] : []
          }),
    )
    return choices.length === 0 ? null : dice.pick(choices)
  }

  /** Finds the counted copy of a document as issued, by its last box. Returns its cents by box, or null. */
  function findCounted(scenario: KnownDocuments, truth: Truth): number[] | null {
    const last = truth.versions[0]?.at(-1) as number
    return listCounted(scenario).find(cents => Math.abs((cents.at(-1) as number) - last) < 100) ?? null
  }

  test('changes the sum by exactly what the correction changes, unless software corrects a document of the IRS', () => {
    const tried = { corrected: 0, overruled: 0 }
    for (const seed of SEEDS) {
      const scenario = knownDocuments(seed, seed % 2 === 0)
      const dice = new Dice(seed)
      const chosen = choose(scenario, dice)
      if (chosen === null) continue
      const was = findCounted(scenario, scenario.truths[chosen.number] as Truth)
      if (was === null) continue
      const before = sumCounted(scenario)
      const corrected = correct(scenario, chosen.by, chosen.number, dice)
      // Software does not correct the IRS. The IRS document then counts, with its own amounts.
      const irsSources = findSourcesWith(scenario, chosen.number).filter(isIrsSource)
      const isOverruled = irsSources.length > 0 && !isIrsSource(scenario.sources[chosen.by] as Source)
      tried[isOverruled ? 'overruled' : 'corrected']++
      const changed = isOverruled ? findFinalAmounts(scenario, chosen.number) : corrected
      const after = before.map((sum, i) => sum - (was[i] as number) + (changed[i] as number))
      expect(sumCounted(scenario), `seed ${seed}`).toEqual(after)
    }
    expect(tried.corrected).toBeGreaterThan(500)
    expect(tried.overruled).toBeGreaterThan(50)
  })
})

test('removing an identical pull of a transcript changes nothing', () => {
  for (const seed of SEEDS) {
    const raw = dossierOfKnown(knownDocuments(seed, seed % 2 === 0))
    expect(computeFigures(pullAgain(raw, seed)), `seed ${seed}`).toEqual(computeFigures(raw))
  }
})

import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/index.js'
import { expectAccepted, type Raw } from '../support/run.js'
import { formatDecimal } from './cells.js'
import { Dice } from './streams/dice.js'
import { makeRandomUnderwritingCase } from './streams/generator.js'
import { PRESETS } from './streams/policies.js'
import { makeRandomApplication, readEvidence, type TieOutRow, tieOutReference } from './tie-out.js'

/** The first random borrower and the number of them. Set these variables for a longer run. */
const FIRST_SEED = Number(process.env['TIE_OUT_FIRST_SEED'] ?? 1)
const RUNS = Number(process.env['TIE_OUT_RUNS'] ?? 300)

/** The name of a borrower is not printed, so named borrowers are one group. */
const toBorrowerGroup = (borrower: string): string =>
  /^(self|all|unknown|[0-9]{4})$/.test(borrower) ? borrower : 'named'

const printReference = ({ borrower, item, name, finding, ratio, ...amounts }: TieOutRow): string =>
  [
    ...[toBorrowerGroup(borrower), item, name, finding],
    ...[amounts.statedMonthly, amounts.documented, amounts.difference].map(cents =>
      cents === null ? '-' : formatDecimal(cents, 2),
    ),
    ratio === null ? '-' : formatDecimal(ratio, 6),
  ].join(' | ')

describe('the library ties out like an independent implementation of the rules', () => {
  test(`for ${RUNS} random borrowers`, () => {
    const findings = new Map<string, number>()
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
      const policy = PRESETS[seed % PRESETS.length]!.name
      const options = { policy, ...(knownFacts === undefined ? {} : { knownFacts }), identifiers: 'full' } as const
      const { asOfYear, mortgages } = expectAccepted(analyze(raw, options as never)).value.underwriting
      const loans = mortgages.filter(({ taxYear }) => taxYear === asOfYear)
      const evidence = readEvidence(raw, policy, knownFacts as Raw | undefined)
      const statedIncome = makeRandomApplication(new Dice(seed), evidence, loans)
      const { tieOut } = expectAccepted(analyze(raw, { ...options, statedIncome } as never)).value.underwriting
      const product = tieOut.map(row =>
        [
          ...[toBorrowerGroup(row.borrower), row.item, row.name, row.finding],
          ...[row.statedMonthly, row.documentedMonthly, row.difference].map(amount => amount?.toFixed(2) ?? '-'),
          row.differenceRatio?.toFixed(6) ?? '-',
        ].join(' | '),
      )
      const reference = tieOutReference(evidence, statedIncome, loans).map(printReference)
      expect(product.sort(), `seed ${seed}, ${policy}`).toEqual(reference.sort())
      for (const { item, finding } of tieOut) {
        const kind = `${item} ${finding}`
        findings.set(kind, (findings.get(kind) ?? 0) + 1)
      }
    }
    // Without enough findings of each kind, the comparison would prove little.
    expect(findings.size).toBeGreaterThan(12)
  }, 3_600_000)
})

import { type Cents, subtractCents } from '../core/money.js'
import { defineChecks, findExcess, requireAtMost } from './check-rules.js'
import type { YearLimits } from './limits.js'
import {
  defineOnePercent,
  isWithinTolerance,
  multiplyByRate,
  NO_TOLERANCE,
  ONE_AMOUNT_TOLERANCE,
  pickNearestToZero,
  type Rate,
} from './tolerance.js'

const GROSS_WINNINGS = 'grossWinnings'
const FEDERAL_TAX_WITHHELD = 'federalIncomeTaxWithheld'
const INSTRUCTIONS = 'Instructions for Forms W-2G and 5754'

/**
 * Returns the reporting threshold of a wager, based on words in its type. The threshold of other wagers applies if the
 * type is absent or contains none of these words.
 */
function findThreshold(type: string | null, limits: YearLimits): number {
  const wagerType = (type ?? '').toLowerCase()
  if (/bingo|slot/.test(wagerType)) return limits.w2gBingoSlots
  if (wagerType.includes('keno')) return limits.w2gKeno
  return wagerType.includes('poker') ? limits.w2gPoker : limits.w2gOther
}

/** Returns the rate of regular gambling withholding, the third lowest of IRC 1(c): 25% until 2017, 24% from 2018. */
const findRegularRate = (year: number): Rate => (year < 2018 ? 25_000 : 24_000)

const ONE_PERCENT_OF_WINNINGS = defineOnePercent(0, 'box 1')

export const W2G_CHECKS = defineChecks('form_w2g', [
  {
    id: 'G-01',
    doc: 'Box 4 is at most box 1.',
    ...requireAtMost(ONE_AMOUNT_TOLERANCE, [FEDERAL_TAX_WITHHELD], [GROSS_WINNINGS]),
    severity: 'error',
    exceptions: 'None.',
    source: `${INSTRUCTIONS} (2024), boxes 1 and 4`,
  },
  {
    id: 'G-02',
    doc: "Box 1 is at least the year's reporting threshold for the type of wager, unless tax was withheld.",
    interpretation:
      'Bingo, slots, keno and poker are recognized by their names in box 3. For any other type, or if the type is absent, the threshold of other wagers applies, which is the lowest.',
    boxes: [GROSS_WINNINGS, FEDERAL_TAX_WITHHELD],
    optional: ['typeOfWager'],
    severity: 'info',
    exceptions: 'A payer may report winnings below the threshold.',
    source: `${INSTRUCTIONS}, each year, What to report`,
    run(document) {
      const withheld = document.cents(FEDERAL_TAX_WITHHELD)
      const limits =
        withheld !== null && withheld <= 0 && !document.isUnreadable('typeOfWager') ? document.getLimits() : null
      const threshold = limits === null ? null : findThreshold(document.text('typeOfWager'), limits)
      const breach = findExcess(threshold, document.cents(GROSS_WINNINGS), NO_TOLERANCE)
      return breach === null ? null : { difference: -(breach.difference as Cents) }
    },
  },
  {
    id: 'G-03',
    doc: 'If box 4 has an amount, it is about 24% of box 1 (25% until 2017), or the backup rate of 24% (28% until 2017).',
    interpretation: 'The check uses the nearer rate, and allows a difference of 1% of box 1.',
    boxes: [GROSS_WINNINGS, FEDERAL_TAX_WITHHELD],
    tolerance: ONE_PERCENT_OF_WINNINGS,
    severity: 'info',
    exceptions: 'Tax is withheld from the winnings less the wager. A winner may also ask for more withholding.',
    source: `${INSTRUCTIONS} (2024), Withholding; IRC 3402(q) and 3406`,
    run(document) {
      const winnings = document.cents(GROSS_WINNINGS)
      const withheld = document.cents(FEDERAL_TAX_WITHHELD)
      if (winnings === null || withheld === null || withheld === 0) return null
      const limits = document.getLimits()
      if (limits === null) return null
      const difference = pickNearestToZero(
        [findRegularRate(limits.year), limits.backupWithholdingRate].map(rate =>
          subtractCents(withheld, multiplyByRate(winnings, rate)),
        ),
      ) as Cents
      return isWithinTolerance(difference, ONE_PERCENT_OF_WINNINGS, winnings) ? null : { difference }
    },
  },
])

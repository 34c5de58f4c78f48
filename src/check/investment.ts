import { type Cents, subtractCents, sumCents } from '../core/money.js'
import type { Check } from './check.js'
import { atMost, eachAtMost, excess, onForm, type Pair, sumOf, worse } from './rules.js'
import { atRate, isWithin, NONE, nearer, nearestToZero, onePercent, T1, T3 } from './tolerance.js'
import { Boxes, type View } from './view.js'

const DIV_INSTRUCTIONS = 'Instructions for Form 1099-DIV (2024)'
const INT_INSTRUCTIONS = 'Instructions for Forms 1099-INT and 1099-OID (2024)'
const B_INSTRUCTIONS = 'Instructions for Form 1099-B (2024)'

const WITHHELD = 'federalIncomeTaxWithheld'
const ORDINARY = 'ordinaryDividends'
const GAINS = 'capitalGainDistributions'
const GAIN_PARTS = [
  ['unrecapturedSection1250Gain', '2b'],
  ['section1202Gain', '2c'],
  ['collectibles28PercentGain', '2d'],
] as const

const GAIN_BOXES = new Boxes(GAIN_PARTS.map(([name]) => name))
const SUM_ABOVE = { severity: 'warning', note: 'The sum is above box 2a.' } as const
const EACH_PART = eachAtMost(
  T3,
  GAIN_PARTS.map(
    ([left, box]): Pair => ({
      left,
      right: GAINS,
      note: `Box ${box} alone is above box 2a.`,
      severity: 'error',
    }),
  ),
)

const DIVIDENDS = new Boxes([ORDINARY, 'exemptInterestDividends'])

const PROCEEDS = ['proceeds', 'grossProceeds'] as const

/**
 * Returns the proceeds, or the gross proceeds if the proceeds are 0 or absent. Box 1d has one of the two. Returns null if
 * neither is present.
 */
function saleOf(view: View): number | null {
  const net = view.cents('proceeds')
  if (net !== null && net !== 0) return net
  return view.isUnreadable('proceeds') || view.isUnreadable('grossProceeds')
    ? null
    : (view.cents('grossProceeds') ?? net)
}

const isCovered = (view: View): boolean =>
  (view.text('noncoveredSecurityIndicator') ?? '').toLowerCase().startsWith('covered')

const FUTURES = [
  'aggregateProfitLoss',
  'realizedProfitLoss',
  'unrealizedProfitLossPriorYear',
  'unrealizedProfitLossCurrentYear',
]

/** Returns true if a security was held for more than one year. Returns null if the last day of February allows two answers. */
function isLong(acquired: string, sold: string): boolean | null {
  const years = Number(sold.slice(0, 4)) - Number(acquired.slice(0, 4))
  if (years !== 1) return years > 1
  const next = sold.slice(0, 4)
  if (acquired.endsWith('-02-28') && sold === `${next}-02-29`) return null
  return sold > `${next}${acquired.slice(4)}`
}

/** The payments that are subject to backup withholding, by form. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  form_1099_int: ['interestIncome', 'savingsBondAndTreasuryInterest', 'taxExemptInterest', 'marketDiscount'],
  form_1099_div: [
    ORDINARY,
    GAINS,
    'nonDividendDistribution',
    'cashLiquidationDistribution',
    'nonCashLiquidationDistribution',
    'exemptInterestDividends',
  ],
  form_1099_b: [...PROCEEDS, 'aggregateProfitLoss'],
  form_1099_misc: [
    'rents',
    'royalties',
    'otherIncome',
    'fishingIncome',
    'medicalPayments',
    'substitutePaymentsForDividends',
    'cropInsurance',
    'attorneyFees',
    'fishPurchasedForResale',
    'excessGoldenParachute',
    'nonqualifiedDeferredCompensation',
  ],
  form_1099_nec: ['nonemployeeCompensation'],
}

/** Forms whose first box in `BASES` must be present. Without it the payments are unknown. */
const MAIN: ReadonlySet<string> = new Set(['form_1099_int', 'form_1099_div', 'form_1099_nec'])

/** Returns the payments of a document as separate amounts. Returns null if none is present or if one is unreadable. */
function paymentsOf(view: View): readonly Cents[] | null {
  const names = BASES[view.form] ?? []
  if (names.some(name => view.isUnreadable(name))) return null
  const [main = ''] = names
  if (MAIN.has(view.form) && !view.isPresent(main)) return null
  const amounts =
    view.form === 'form_1099_b'
      ? [saleOf(view), view.cents('aggregateProfitLoss')]
      : names.map(name => view.cents(name))
  const present = amounts.filter(cents => cents !== null)
  // Tax can be withheld from the profits of contracts that end the year with a loss.
  const isLoss = view.form === 'form_1099_b' && present.some(cents => cents < 0)
  return present.length === 0 || isLoss ? null : present
}

const SHARE = onePercent(0, 'the payments')

/** The checks of Forms 1099-DIV, 1099-INT and 1099-B, and that of backup withholding. */
export const INVESTMENT_CHECKS: readonly Check[] = [
  ...onForm('form_1099_div', [
    {
      id: 'D-01',
      doc: 'Box 1b is at most box 1a.',
      ...atMost(T1, ['qualifiedDividends'], [ORDINARY]),
      severity: 'error',
      exceptions:
        'Rare: dividends of an employee stock ownership plan under section 404(k), a gross-up for foreign tax. The holding period makes box 1b a maximum only.',
      source: `${DIV_INSTRUCTIONS}, boxes 1a and 1b`,
    },
    {
      id: 'D-02',
      doc: 'The sum of boxes 2b, 2c and 2d is at most box 2a, and so is each.',
      reading: 'A box that is absent adds nothing. Each box alone has the tolerance of the sum.',
      boxes: [GAINS],
      optional: GAIN_PARTS.map(([name]) => name),
      tolerance: T3,
      severity: 'warning',
      other: { severity: 'error', when: 'one of the boxes alone is above box 2a' },
      exceptions: 'None: the categories may not overlap. Box 2f is independent of them.',
      source: `${DIV_INSTRUCTIONS}, boxes 2a to 2d`,
      run: view =>
        worse(excess(sumOf(view, GAIN_BOXES), view.cents(GAINS), T3, SUM_ABOVE), EACH_PART.run(view)),
    },
    {
      id: 'D-03',
      doc: 'Boxes 5 and 2e are at most box 1a, and box 2f at most box 2a.',
      reading:
        'Each on its own, if both boxes are present. Box 5 before 2018 was another box and is not tested.',
      ...eachAtMost(T1, [
        {
          left: 'section199aReitDividends',
          right: ORDINARY,
          note: 'Box 5 is above box 1a.',
          unless: view => view.year === null || view.year < 2018,
        },
        { left: 'section897OrdinaryDividends', right: ORDINARY, note: 'Box 2e is above box 1a.' },
        { left: 'section897CapitalGain', right: GAINS, note: 'Box 2f is above box 2a.' },
      ]),
      severity: 'error',
      exceptions: 'No section 199A dividends before 2018.',
      source: `${DIV_INSTRUCTIONS}, boxes 2e, 2f and 5`,
    },
    {
      id: 'D-04',
      doc: 'Box 13 is at most box 12.',
      ...atMost(T1, ['specifiedPrivateActivityBondInterestDividend'], ['exemptInterestDividends']),
      severity: 'error',
      exceptions: 'None.',
      source: `${DIV_INSTRUCTIONS}, boxes 12 and 13`,
    },
    {
      id: 'D-05',
      doc: 'Box 7, foreign tax, is at most 25% of the sum of boxes 1a and 12.',
      reading: 'Box 12 absent counts as 0.',
      boxes: ['foreignTaxPaid', ORDINARY],
      optional: ['exemptInterestDividends'],
      severity: 'info',
      exceptions: 'Countries that withhold more than a treaty allows.',
      source: `${DIV_INSTRUCTIONS}, box 7`,
      run(view) {
        const dividends = sumOf(view, DIVIDENDS)
        return dividends === null
          ? null
          : excess(view.cents('foreignTaxPaid'), atRate(dividends, 25_000), NONE)
      },
    },
  ]),
  ...onForm('form_1099_int', [
    {
      id: 'I-01',
      doc: 'Box 9 is at most box 8.',
      ...atMost(T1, ['specifiedPrivateActivityBondInterest'], ['taxExemptInterest']),
      severity: 'error',
      exceptions: 'None.',
      source: `${INT_INSTRUCTIONS}, Form 1099-INT boxes 8 and 9`,
    },
    {
      id: 'I-02',
      doc: 'Box 11 is at most box 1, box 12 at most box 3, box 13 at most box 8.',
      reading: 'Each on its own, if both boxes are present.',
      ...eachAtMost(T1, [
        { left: 'bondPremium', right: 'interestIncome', note: 'Box 11 is above box 1.' },
        {
          left: 'bondPremiumOnTreasuryObligation',
          right: 'savingsBondAndTreasuryInterest',
          note: 'Box 12 is above box 3.',
        },
        { left: 'bondPremiumOnTaxExemptBond', right: 'taxExemptInterest', note: 'Box 13 is above box 8.' },
      ]),
      severity: 'warning',
      exceptions: 'A payer that nets several bonds may report more premium than interest.',
      source: `${INT_INSTRUCTIONS}, Form 1099-INT boxes 11 to 13`,
    },
    {
      id: 'I-03',
      doc: 'Box 2, the penalty, is at most the sum of boxes 1 and 3.',
      reading: 'Box 3 absent counts as 0.',
      ...atMost(
        NONE,
        ['earlyWithdrawalPenalty'],
        ['interestIncome', 'savingsBondAndTreasuryInterest'],
        ['savingsBondAndTreasuryInterest'],
      ),
      severity: 'info',
      exceptions: 'The penalty may exceed the interest of its year.',
      source: `${INT_INSTRUCTIONS}, Form 1099-INT box 2`,
    },
  ]),
  {
    id: 'I-04',
    forms: ['form_1099_int', 'form_1099_div', 'form_1099_b', 'form_1099_misc', 'form_1099_nec'],
    doc: 'Backup withholding is about 24% (28% to 2017) of the payments.',
    reading:
      'Tested if box 4 is above 0. The payments are all boxes of the form that such tax is taken from, those present; box 1 of Forms 1099-INT and 1099-NEC and box 1a of Form 1099-DIV must be; about is within one percent of their sum, and the rate may fit the sum or one box. A Form 1099-B with a loss in box 11 is not tested.',
    boxes: [WITHHELD],
    optional: [...new Set(Object.values(BASES).flat())],
    tolerance: SHARE,
    severity: 'info',
    other: { severity: 'error', when: 'box 4 is above the payments by more than that one percent' },
    exceptions: 'Backup withholding that began or ended within the year.',
    source: 'IRC 3406(a)(1); Publication 1281',
    run(view) {
      const withheld = view.cents(WITHHELD)
      if (withheld === null || withheld <= 0) return null
      const payments = paymentsOf(view)
      if (payments === null) return null
      const base = sumCents(payments)
      const over = subtractCents(withheld, base)
      if (over > 0 && !isWithin(over, SHARE, base))
        return { difference: over, severity: 'error', note: 'Box 4 is above the payments.' }
      const limits = view.limits()
      if (limits === null) return null
      const differenceOf = (part: Cents): Cents =>
        subtractCents(withheld, atRate(part, limits.backupWithholdingRate))
      let difference = differenceOf(base)
      // The ordinary case: the rate fits the sum.
      if (isWithin(difference, SHARE, base)) return null
      for (const part of payments) difference = nearer(difference, differenceOf(part))
      return isWithin(difference, SHARE, base) ? null : { difference }
    },
  },
  ...onForm('form_1099_b', [
    {
      id: 'B-01',
      doc: 'Box 11 is box 8 less box 9 plus box 10.',
      reading: 'Box 9 may also have been signed by the payer: box 8 plus box 9 plus box 10 is accepted too.',
      boxes: FUTURES,
      tolerance: T3,
      severity: 'warning',
      source: `${B_INSTRUCTIONS}, boxes 8 to 11; IRC 1256`,
      run(view) {
        const [total = null, realized = null, prior = null, current = null] = FUTURES.map(name =>
          view.cents(name),
        )
        if (total === null || realized === null || prior === null || current === null) return null
        const first = subtractCents(total, sumCents([realized, -prior, current]))
        if (isWithin(first, T3)) return null
        const difference = nearestToZero([
          first,
          subtractCents(total, sumCents([realized, prior, current])),
        ]) as Cents
        return isWithin(difference, T3) ? null : { difference }
      },
    },
    {
      id: 'B-02',
      doc: 'The cost basis of a sale is not 0.',
      reading:
        'A sale has proceeds, or gross proceeds, above 0. A security marked covered is not tested: its basis is reported.',
      boxes: ['costBasis'],
      optional: [...PROCEEDS, 'noncoveredSecurityIndicator'],
      severity: 'info',
      exceptions: 'A noncovered security: its gain is unknown, not the proceeds.',
      source: `${B_INSTRUCTIONS}, boxes 1e and 5`,
      run: view =>
        view.cents('costBasis') === 0 && (saleOf(view) ?? 0) > 0 && !isCovered(view)
          ? { difference: null }
          : null,
    },
    {
      id: 'B-03',
      doc: 'A wash-sale loss disallowed is at most the loss: cost basis less proceeds.',
      reading: 'A basis of 0 is not reported, unless the security is marked covered.',
      boxes: ['washSaleLossDisallowed', 'costBasis'],
      optional: [...PROCEEDS, 'noncoveredSecurityIndicator'],
      tolerance: T1,
      severity: 'warning',
      source: `${B_INSTRUCTIONS}, box 1g; IRC 1091`,
      run(view) {
        const wash = view.cents('washSaleLossDisallowed')
        if (wash === null || wash <= 0) return null
        const basis = view.cents('costBasis')
        const sale = saleOf(view)
        if (basis === null || sale === null || (basis === 0 && !isCovered(view))) return null
        return excess(wash, subtractCents(basis, sale), T1)
      },
    },
    {
      id: 'B-04',
      doc: 'A security is acquired before it is sold, or on that day, and is long-term exactly if it was held for more than one year.',
      reading:
        'The term is tested if box 2 says long or short, not both. A year that begins on 28 February and ends on 29 February fits either.',
      boxes: ['dateAcquired', 'dateSoldOrDisposed'],
      optional: ['typeGainLoss'],
      severity: 'warning',
      exceptions:
        'Inherited assets are long-term at once; short sales are closed by what was acquired later.',
      source: `${B_INSTRUCTIONS}, boxes 1b, 1c and 2; IRC 1222 and 1223; Revenue Ruling 66-7`,
      run(view) {
        const acquired = view.text('dateAcquired')
        const sold = view.text('dateSoldOrDisposed')
        if (acquired === null || sold === null) return null
        if (acquired > sold) return { difference: null, note: 'It was acquired after it was sold.' }
        const term = (view.text('typeGainLoss') ?? '').toLowerCase()
        const saysLong = term.includes('long')
        if (saysLong === term.includes('short')) return null
        const long = isLong(acquired, sold)
        if (long === null || long === saysLong) return null
        return {
          difference: null,
          note: saysLong
            ? 'It is marked long-term and was held for one year or less.'
            : 'It is marked short-term and was held for more than one year.',
        }
      },
    },
  ]),
]

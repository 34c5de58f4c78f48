// The presets that follow a guide: those of Fannie Mae, Freddie Mac, FHA and VA.
import { preset, STATED, settings, TWO_OF_INVESTMENT } from './preset.js'
import {
  BUSINESS,
  CONTINUING,
  cite,
  DEBT,
  DEBTS,
  FANNIE_2024,
  FANNIE_2026,
  FANNIE_INVESTMENTS,
  FREDDIE,
  GROSS_UP_25,
  HUD,
  INVESTED,
  KINDS,
  NONTAXABLE,
  OWN,
  PARTNERS,
  read,
  VA,
  VA_LENDERS,
  VARIABLE,
  WORK,
} from './sources.js'

const FANNIE_MAE = { ...STATED, minHistoryByCategory: TWO_OF_INVESTMENT, capitalLosses: 'leave_out' } as const

/** Fannie Mae's Selling Guide, in its numbering of 2026. */
export const FANNIE_MAE_2026 = preset({
  name: 'fannie-2026-03',
  ruleVersion: 'Selling Guide, numbering of 03/04/2026; 2026-11',
  ...settings('average', 'exclude', 1, 0.25, 0.15),
  ...FANNIE_MAE,
  citations: [
    cite(FANNIE_2026, '2026-03-04', VARIABLE, 'Averaged; a decline that has not stabilized is not used.'),
    cite(FANNIE_2026, '2026-03-04', BUSINESS, PARTNERS),
    cite(FANNIE_2026, '2026-03-04', NONTAXABLE, `${GROSS_UP_25} Of Social Security, 15% without documents.`),
    cite(FANNIE_2026, '2026-03-04', CONTINUING, 'Expected to continue for three years.'),
    ...FANNIE_INVESTMENTS,
    ...DEBTS,
    KINDS,
    OWN,
  ],
})

/** Fannie Mae's Selling Guide as it was in 2024. */
export const FANNIE_MAE_2024 = preset({
  name: 'fannie-2024',
  ruleVersion: 'Selling Guide, B3-3.1 to B3-3.6 of 2024; 2026-11',
  ...settings('average', 'latest', 1, 0.25, 0.15),
  ...FANNIE_MAE,
  citations: [
    read(
      FANNIE_2024,
      '2024-03-06',
      VARIABLE,
      'Averaged income is reviewed for history, frequency and trend; two years are recommended, 12 to 24 months may do.',
    ),
    cite(FANNIE_2024, '2024-03-06', WORK, 'After a decline, not more than the lower level.'),
    cite('Fannie Mae Selling Guide B3-3.1 to B3-3.6', '2024', BUSINESS, PARTNERS),
    cite('Fannie Mae Selling Guide B3-3.1 to B3-3.6', '2024', NONTAXABLE, GROSS_UP_25),
    cite(FANNIE_2024, '2024-03-06', CONTINUING, 'Expected to continue for three years.'),
    ...FANNIE_INVESTMENTS,
    ...DEBTS,
    KINDS,
    OWN,
  ],
})

/** Freddie Mac's Guide, 5303 to 5307. */
export const FREDDIE_MAC = preset({
  name: 'freddie-5300',
  ruleVersion: 'Guide, 5303 to 5307; 2026-11',
  ...settings('average', 'latest', 1, 0.25, 0.15),
  ...STATED,
  minHistoryByCategory: TWO_OF_INVESTMENT,
  stableBand: 0.1,
  citations: [
    cite('Freddie Mac Guide 5303.4', null, WORK, 'Averaged; fluctuation of more than 10% is examined.'),
    read(
      'Freddie Mac Guide 5303.3',
      '2017-09-14',
      WORK,
      'Income that fluctuates is judged by its history, of two years for most of its types.',
    ),
    ...FREDDIE,
    read(
      'Freddie Mac Guide 5305.2',
      '2018-10-31',
      ['interest', 'dividends', 'tax_exempt_interest', 'capital_gains'],
      'Dividends, interest: the most recent two years, averaged over 24 months. Gains: two years.',
    ),
    cite('Freddie Mac Guide 5305.2', null, ['royalties'], 'Two years, and three of continuance.'),
    cite('Freddie Mac Guide 5303 to 5307', null, NONTAXABLE, GROSS_UP_25),
    cite('Freddie Mac Guide 5303 to 5307', null, CONTINUING, 'Expected to continue for three years.'),
    KINDS,
    OWN,
  ],
})

/** FHA's Handbook 4000.1. */
export const FHA = preset({
  name: 'fha-4000.1',
  ruleVersion: 'Handbook 4000.1, II.A.4.c; 2026-11',
  ...settings('lesser_of_1y_2y', 'lesser_of', 1, 0.15, 0.15),
  minHistoryByCategory: { ...TWO_OF_INVESTMENT, capital_gains: 3 },
  royalties: 'need_schedule_e',
  manualUnderwriteOnMaterialDecline: true,
  citations: [
    cite(HUD, null, WORK, 'The lesser of the average of two years and of one.'),
    cite(
      HUD,
      null,
      INVESTED,
      'Investment income: two years, the lesser of their average and the latest. Capital gains and losses: three years.',
    ),
    cite(HUD, null, BUSINESS, 'A decline of more than 20% is material and needs a manual underwriting.'),
    cite(
      HUD,
      null,
      NONTAXABLE,
      'Nontaxable income may be grossed up by 15%, or by the tax rate of the borrower where that is higher; here by 15%.',
    ),
    read(HUD, '2015-09-14', CONTINUING, 'Effective income is likely to continue for three years.'),
    cite(HUD, null, DEBT, 'Debts over income; tax debts by their agreement.'),
    KINDS,
    OWN,
  ],
})

/** VA's rules for lenders. */
export const VA_LOANS = preset({
  name: 'va',
  ruleVersion: '38 CFR 36.4340; 2026-11',
  ...settings('average', 'latest', 2, 0.25, 0.15),
  royalties: 'need_schedule_e',
  grossUpUse: 'ratio_only',
  citations: [
    cite(VA, null, [...VARIABLE, ...BUSINESS], 'Two years of history; stable, reliable and likely to go on.'),
    cite(
      VA_LENDERS,
      null,
      NONTAXABLE,
      'Tax-free income may be grossed up for the ratio, not for residual income.',
    ),
    cite(VA, null, CONTINUING, 'Likely to continue for the foreseeable future.'),
    cite(VA, null, DEBT, 'Debt-to-income is a guide beside residual income.'),
    KINDS,
    OWN,
  ],
})

// The presets of FHA and VA.
import { preset, settings, TWO_OF_INVESTMENT } from './preset.js'
import {
  BUSINESS,
  CONTINUING,
  cite,
  DEBT,
  HUD,
  INVESTED,
  KINDS,
  NONTAXABLE,
  OWN,
  read,
  VA,
  VA_LENDERS,
  VARIABLE,
  WORK,
} from './sources.js'

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

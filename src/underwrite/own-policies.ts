// The presets that follow no single guide.
import { preset, STATED, settings } from './preset.js'
import { BUSINESS, cite, FREDDIE, KINDS, OWN, VARIABLE } from './sources.js'

/** The stricter side of what guides ask for. */
export const CONSERVATIVE = preset({
  name: 'conservative',
  ruleVersion: 'taxtally, 2026-11',
  ...settings('lesser_of_1y_2y', 'lesser_of', 2, 0, 0),
  ...STATED,
  requireAuthority: 'exclude',
  citations: [
    cite('Freddie Mac Guide 5303-5306', null, VARIABLE, 'Two years of history; a trend is examined.'),
    ...FREDDIE,
    cite(
      '12 CFR 1026 Appendix Q (repealed; history only)',
      null,
      [...VARIABLE, ...BUSINESS],
      'Two years of history for income that varies.',
    ),
    KINDS,
    OWN,
  ],
})

/** The latest year, as it is. */
export const LATEST_YEAR = preset({
  name: 'latest-year',
  ruleVersion: 'taxtally, 2026-11',
  ...settings('latest', 'latest', 1, 0, 0),
  citations: [KINDS, OWN],
})

/** A lender program for Forms 1099 alone. */
export const NONQM_1099 = preset({
  name: 'nonqm-1099',
  ruleVersion: 'taxtally, 2026-11',
  ...settings('average', 'lesser_of', 1, 0.25, 0.15),
  ...STATED,
  selfEmployedExpenses: 0.1,
  requireAuthority: 'exclude',
  citations: [
    cite(
      'Guidelines of lenders for Forms 1099 alone',
      '2025',
      ['self_employment'],
      'Receipts on Forms 1099 less a share for expenses, 10% where nothing else is shown, averaged over 24 months, or 12 after a decline; transcripts of wages and income show the forms.',
    ),
    KINDS,
    OWN,
  ],
})

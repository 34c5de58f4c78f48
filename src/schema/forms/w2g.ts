import { date, money, part, text } from '../field.js'
import { form, submission } from '../form.js'
import { federalWithheld } from './shared-rows.js'

/** Form W-2G, Certain Gambling Winnings. */
export const w2g = form({
  key: 'form_w2g',
  number: 'W-2G',
  title: 'Certain Gambling Winnings',
  source: 'Interface, Record, form_w2g; Form W-2G (2021)',
  fdx: 'taxW2G',
  issuer: { key: 'payer', id: 'fin' },
  recipient: { key: 'winner', id: 'tin' },
  mainBox: { fields: ['grossWinnings'] },
  withholdingLine: '25c',
  canRepeat: true,
  // Instructions for Forms W-2G and 5754 (2026): $2,000. Before 2026, it was $600 to $5,000, depending on the wager.
  reportedFrom: { year: 2026, below: 200_000, boxes: ['grossWinnings'] },
  fields: [
    submission(),
    text('type_of_wager', '3', 'Type of wager, such as slot machines, keno or a lottery.'),
    money('gross_winnings', '1', 'income.gambling', 'Reportable (gross) winnings, before withholding.', {
      fdx: 'winnings',
    }),
    federalWithheld('federal_income_tax_withheld', '4'),
    part(
      'winnings_from_identical_wagers',
      '7',
      'income.gambling',
      'Winnings from identical wagers. Some payers include them in box 1 and others do not, so they are never added.',
      { fdx: 'identicalWinnings' },
    ),
    date('date_won', '2', 'Date won.', { identifies: 'lot' }),
  ],
})

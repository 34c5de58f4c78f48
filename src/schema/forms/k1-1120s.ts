import { amountsIn } from '../fdx.js'
import { code, memo, percentage } from '../field.js'
import { form, submission } from '../form.js'
import {
  businessIncome,
  K1_PROPERTIES,
  longTermGain,
  otherAmounts,
  portfolioIncome,
  section179,
  shortTermGain,
  taxPeriod,
} from './k1-rows.js'

/** Schedule K-1 (Form 1120-S), Shareholder's Share of Income, Deductions, Credits, etc. */
export const k11120s = form({
  key: 'schedule_k1_1120s',
  number: 'Schedule K-1 (Form 1120-S)',
  title: "Shareholder's Share of Income, Deductions, Credits, etc.",
  source: 'Interface, Record, schedule_k1_1120s; Schedule K-1 (Form 1120-S) (2024)',
  fdx: 'tax1120SK1',
  issuer: { key: 'corporation', id: 'ein' },
  recipient: { key: 'shareholder', id: 'id' },
  ...K1_PROPERTIES,
  uses: { ownership: { shares: ['ownershipPercentage'] } },
  fields: [
    submission(),
    ...portfolioIncome('5a', '4'),
    ...businessIncome('income.s_corporation', '6'),
    section179('11'),
    shortTermGain('short_term_capital_gain', '7', 'capital gain (loss)'),
    longTermGain('long_term_capital_gain', '8a', 'capital gain (loss)'),
    memo('credits', '13', 'Credits. Tax credits are neither income nor withholding.', { fdx: amountsIn('credits') }),
    ...otherAmounts('10', '12'),
    code('credits_code_1', '13', 'Code of the first credit.', { fdx: { textsIn: 'credits', index: 0 } }),
    code('credits_code_2', '13', 'Code of the second credit.', { fdx: { textsIn: 'credits', index: 1 } }),
    percentage(
      ['shareholder_percentage_of_stock', 'ownershipPercentage'],
      'G',
      "Shareholder's current year allocation percentage (stock ownership), in many formats. If ambiguous, it is null, with an issue.",
      { fdx: 'percentOwnership', decides: true },
    ),
    ...taxPeriod('beginning_tax_period', 'ending_tax_period', 'corporation'),
  ],
})

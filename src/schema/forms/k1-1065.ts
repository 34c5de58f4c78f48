import { checkbox } from '../fdx.js'
import { balance, memo, money, ratio, text } from '../field.js'
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

/** Declares the partner's share of one kind of partnership debt at the beginning and at the end of the year. */
const liabilities = <const K extends string, const N extends string>(key: K, name: N, debt: string, fdx: string) =>
  [
    balance(
      [`${key}_beginning`, `${name}Beginning`],
      'K1',
      `Partner's share of ${debt} at the beginning of the year.`,
      { fdx: `${fdx}LiabilityShareBegin` },
    ),
    balance([`${key}_end`, `${name}End`], 'K1', `Partner's share of ${debt} at the end of the year.`, {
      fdx: `${fdx}LiabilityShareEnd`,
    }),
  ] as const

/** Schedule K-1 (Form 1065), Partner's Share of Income, Deductions, Credits, etc. */
export const k11065 = form({
  key: 'schedule_k1_1065',
  number: 'Schedule K-1 (Form 1065)',
  title: "Partner's Share of Income, Deductions, Credits, etc.",
  source: 'Interface, Record, schedule_k1_1065; Schedule K-1 (Form 1065) (2024)',
  fdx: 'tax1065K1',
  issuer: { key: 'partnership', id: 'ein' },
  recipient: { key: 'partner', id: 'id' },
  ...K1_PROPERTIES,
  uses: {
    ownership: {
      shares: ['partnerShareOfCapitalEnd', 'partnerShareOfCapitalBeginning'],
      guaranteed: 'guaranteedPayments',
    },
  },
  fields: [
    submission(),
    ratio(
      'partner_share_of_capital_beginning',
      'J',
      "Partner's share of capital at the beginning of the year, as a decimal fraction.",
      { fdx: 'capitalShareBegin', decides: true },
    ),
    ratio(
      'partner_share_of_capital_end',
      'J',
      "Partner's share of capital at the end of the year, as a decimal fraction.",
      { fdx: 'capitalShareEnd', decides: true },
    ),
    ...portfolioIncome('6a', '5'),
    ...businessIncome('income.partnership', '7'),
    money(
      ['total_guaranteed_payments', 'guaranteedPayments'],
      '4c',
      'income.partnership',
      'Total guaranteed payments, for services and for capital. Already deducted from box 1, so they are added.',
      { fdx: 'guaranteedPayment' },
    ),
    section179('12'),
    shortTermGain('capital_gain_short', '8', 'capital gain (loss)'),
    longTermGain('capital_gain_long', '9a', 'capital gain (loss)'),
    ...otherAmounts('11', '13'),
    ...liabilities('nonrecourse', 'nonrecourse', 'nonrecourse liabilities', 'nonrecourse'),
    ...liabilities('qualified_nonrecourse', 'qualifiedNonrecourse', 'qualified nonrecourse financing', 'qualified'),
    ...liabilities('recourse', 'recourse', 'recourse liabilities', 'recourse'),
    memo('dividend_equivalents', '6c', 'Dividend equivalents. Never added.'),
    text('ira_sep_keogh_indicator', null, 'Whether the partner is a retirement plan (IRA, SEP, Keogh, etc.).', {
      fdx: checkbox('retirementPlan'),
    }),
    ...taxPeriod('tax_period_beginning', 'tax_period_end', 'partnership'),
    text(['sch_k3', 'scheduleK3'], null, 'Whether a Schedule K-3 (international items) is attached.', {
      fdx: checkbox('scheduleK3'),
    }),
  ],
})

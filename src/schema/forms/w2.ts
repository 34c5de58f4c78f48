import { amountsIn } from '../fdx.js'
import { code, declareMoney, flag, memo, money, part } from '../field.js'
import { type FactsRuling, type FieldReader, form, submission } from '../form.js'
import type { Role, Sum } from '../role.js'
import { federalWithheld } from './shared-rows.js'

/** Treats box 1 of a statutory employee as business receipts (Schedule C). Adds a flag for third-party sick pay. */
function decideFacts(fields: FieldReader): FactsRuling {
  const isStatutory = fields.flag('statutoryEmployee') === true
  const hasSickPay = fields.flag('thirdPartySickPayIndicator') === true
  if (!isStatutory && !hasSickPay) return {}
  return {
    ...(isStatutory ? { roles: { wages: 'income.self_employment' } } : {}),
    ...(hasSickPay ? { flags: ['third_party_sick_pay'] } : {}),
  }
}

/** Returns a function that declares a code of box 12. The key ends with the code. `suffix` follows each description. */
const declareBox12 =
  (role: Role, sum: Sum, suffix = '') =>
  <const K extends `code_${string}`, const N extends string>(key: K, name: N, doc: string) => {
    const boxCode = key.slice('code_'.length).toUpperCase()
    return declareMoney(role, sum)([key, name], `12 ${boxCode}`, doc + suffix, { fdx: amountsIn('codes', boxCode) })
  }

/** Declares a code of box 12 whose amount is also in box 1. */
const insideBox1 = declareBox12('income.wages', 'part', ' Included in box 1.')

/** Declares a code of box 12 whose amount is not in box 1. The amount is added to no sum. */
const outsideBox1 = declareBox12('memo', 'none', ' Not included in box 1.')

/** Declares a code of box 12 whose amount is added to no sum, whether or not it is in box 1. */
const listedOnly = declareBox12('memo', 'none')

/** Declares a code of box 12 whose amount is a balance at the end of the year. */
const yearEndBalance = declareBox12('balance', 'none')

/** Form W-2, Wage and Tax Statement. */
export const w2 = form({
  key: 'form_w2',
  number: 'W-2',
  title: 'Wage and Tax Statement',
  source: 'Interface, Record, form_w2; Form W-2 (2024)',
  fdx: 'taxW2',
  issuer: { key: 'employer', id: 'ein' },
  recipient: { key: 'employee', id: 'ssn', fdx: { prefix: 'employee', style: 'apart' } },
  mainBox: { fields: ['wages'] },
  withholdingLine: '25a',
  uses: {
    employment: {
      wages: 'wages',
      medicareWages: 'medicareWagesTips',
      statutory: 'statutoryEmployee',
      sickPay: 'thirdPartySickPayIndicator',
      outsideWages: ['deferredCompensation', 'simpleDeferrals', 'nontaxableCombatPay', 'medicaidWaiverPayments'],
      untaxed: 'medicaidWaiverPayments',
      combatPay: 'nontaxableCombatPay',
      equityPay: ['stockOptionIncome', 'section83iIncome'],
      nonqualifiedPlans: 'nonqualifiedPlans',
      failedDeferrals: 'section409aIncome',
    },
  },
  fields: [
    submission(),
    money(
      ['wages_tips_other_compensation', 'wages'],
      '1',
      'income.wages',
      'Wages, tips, other compensation. If the statutory-employee box is checked, these are business receipts (self-employment).',
    ),
    federalWithheld('federal_income_tax_withheld', '2'),
    memo(
      'social_security_wages',
      '3',
      "Social security wages: a tax base, limited to the year's wage base. Excludes social security tips (box 7). Never added.",
    ),
    money('social_security_tax_withheld', '4', 'withheld.social_security', 'Social security tax withheld.'),
    memo(
      'medicare_wages_tips',
      '5',
      'Medicare wages and tips: a tax base without a limit, and the best estimate of gross cash pay. Never added.',
      { fdx: 'medicareWages' },
    ),
    money(
      'medicare_tax_withheld',
      '6',
      'withheld.medicare',
      'Medicare tax withheld. Includes the 0.9% Additional Medicare Tax.',
    ),
    part(
      'social_security_tips',
      '7',
      'income.wages',
      'Social security tips that were reported to the employer. Included in box 1, so it is not added again.',
    ),
    money(
      'allocated_tips',
      '8',
      'income.allocated_tips',
      'Allocated tips, not reported to the employer. Not included in boxes 1, 3, 5 and 7, or in total income.',
    ),
    memo(
      'dependent_care_benefits',
      '10',
      'Dependent care benefits. Only the part above the exclusion limit is included in box 1.',
      { fdx: 'dependentCareBenefit' },
    ),
    memo(
      'deferred_compensation',
      '12 D-H',
      'Total elective deferrals: codes D, E, F, G and H. Not included in box 1, except for code H, section 501(c)(18)(D).',
      { fdx: amountsIn('codes', 'D', 'E', 'F', 'G', 'H') },
    ),
    part(
      'nonqualified_plans',
      '11',
      'income.wages',
      'Nonqualified plans. Distributions are included in box 1, so they are not added again.',
      { fdx: 'nonQualifiedPlan' },
    ),
    outsideBox1('code_q', 'nontaxableCombatPay', 'Nontaxable combat pay.'),
    outsideBox1(
      'code_w',
      'hsaContributions',
      "Employer contributions to a health savings account (HSA), including the employee's through a cafeteria plan.",
    ),
    outsideBox1(
      'code_y',
      'section409aDeferrals',
      'Deferrals under a section 409A nonqualified deferred compensation plan.',
    ),
    insideBox1(
      'code_z',
      'section409aIncome',
      'Income under a nonqualified deferred compensation plan that fails section 409A.',
    ),
    outsideBox1('code_r', 'archerMsaContributions', 'Employer contributions to an Archer MSA.'),
    outsideBox1('code_s', 'simpleDeferrals', 'Salary reduction contributions to a section 408(p) SIMPLE plan.'),
    outsideBox1('code_t', 'adoptionBenefits', 'Adoption benefits.'),
    insideBox1('code_v', 'stockOptionIncome', 'Income from the exercise of nonstatutory stock options.'),
    insideBox1('code_aa', 'roth401kContributions', 'Designated Roth contributions under a section 401(k) plan.'),
    insideBox1('code_bb', 'roth403bContributions', 'Designated Roth contributions under a section 403(b) plan.'),
    listedOnly('code_dd', 'healthCoverageCost', 'Cost of employer-sponsored health coverage. Not income.'),
    insideBox1(
      'code_ee',
      'roth457bContributions',
      'Designated Roth contributions under a governmental section 457(b) plan.',
    ),
    outsideBox1(
      'code_ff',
      'qsehraBenefits',
      'Permitted benefits under a qualified small employer health reimbursement arrangement (QSEHRA).',
    ),
    insideBox1('code_gg', 'section83iIncome', 'Income from qualified equity grants under section 83(i).'),
    yearEndBalance(
      'code_hh',
      'section83iDeferrals',
      'Aggregate deferrals under section 83(i) elections. A year-end balance, never a yearly amount.',
    ),
    flag(
      'third_party_sick_pay_indicator',
      '13',
      'Third-party sick pay: a third party, such as an insurance company, paid sick pay.',
      { fdx: 'thirdPartySickPay', decides: true },
    ),
    flag(
      'retirement_plan_indicator',
      '13',
      "Retirement plan: the employee was an active participant in the employer's plan. False can mean unanswered.",
      { fdx: 'retirementPlan' },
    ),
    flag('statutory_employee', '13', 'Statutory employee. If checked, box 1 is business receipts (Schedule C).', {
      fdx: 'statutory',
      decides: true,
    }),
    code(
      ['w2_whc_ssn_validation_code', 'ssnValidationCode'],
      null,
      "Validation code of the employee's SSN, as on the transcript, such as Correct SSN.",
      { fdx: null },
    ),
    // The API document does not list these codes of box 12 yet. Their keys follow its pattern. No sum adds them,
    // because any income is already in box 1. Source: General Instructions for Forms W-2 and W-3 (2025, 2026), box 12.
    outsideBox1(
      'code_ii',
      'medicaidWaiverPayments',
      'Medicaid waiver payments that are excluded from income (Notice 2014-7).',
    ),
    outsideBox1(
      'code_ta',
      'trumpAccountContributions',
      'Employer contributions to a Trump account (section 128), from 2026.',
    ),
    listedOnly(
      'code_tp',
      'cashTips',
      'Cash tips reported to the employer, from 2026. Included in box 1, so it is not added again.',
    ),
    listedOnly(
      'code_tt',
      'overtimePremium',
      'Qualified overtime compensation, from 2026. Included in box 1, so it is not added again.',
    ),
  ],
  facts: decideFacts,
})

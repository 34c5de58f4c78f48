import { replaceEach } from '../../core/text.js'
import { date, flag, list, memo, money, part, text, year } from '../field.js'
import { type FactsRuling, type FieldReader, form, readItems, submission } from '../form.js'
import type { Reason } from '../role.js'
import { fatca, federalWithheld, PAYER_FORM_PROPERTIES, payerAccount } from './shared-rows.js'

/** The list of the codes in box 7. Some sources put a code into the property for its description. */
const DISTRIBUTION_CODES = list(
  'distribution_codes',
  '7',
  [
    text('code', '7', 'Distribution code, one or two characters.'),
    text('value', '7', 'Description of the code. Some sources put the code here.'),
  ],
  'List of distribution codes and their descriptions. The codes decide whether box 1 is income.',
  {
    fdx: { textsIn: 'distributionCodes' },
    decides: true,
    toMeaning: items => [...new Set(joinCodes(items as unknown as DistributionItems))].sort().join(''),
    identifies: 'detail',
  },
)

const EXCLUDING_CODES: readonly (readonly [codes: RegExp, reason: Reason])[] = [
  [/[6GHNRW]/, 'rollover_or_exchange'],
  [/Y/, 'charitable_gift'],
  [/P/, 'other_year'],
  [/[59LM]/, 'not_cash'],
  [/[8E]/, 'corrective'],
]

/** Matches one or two codes in upper case without punctuation. Any other text is cleaned up first. */
const USUAL_CODE_PATTERN = /^[A-Z0-9]{1,2}$/

/** Returns the codes of box 7 as upper-case letters and digits. Each character is a code: `4G` is two codes. */
export const readDistributionCodes = (fields: FieldReader): string => joinCodes(readItems(fields, DISTRIBUTION_CODES))

type DistributionItems = readonly { readonly code: string | null; readonly value: string | null }[]

function joinCodes(items: DistributionItems): string {
  let codes = ''
  for (const { code, value } of items) {
    const spelling = code ?? (value !== null && value.length <= 2 ? value : '')
    codes += USUAL_CODE_PATTERN.test(spelling) ? spelling : replaceEach(spelling.toUpperCase(), /[^A-Z0-9]/g, '')
  }
  return codes
}

/** True if a Roth IRA paid the distribution. Only the distribution code shows this. */
const isFromRoth = (codes: string): boolean => /[JQT]/.test(codes)

/**
 * True if an IRA paid the distribution: the IRA box is checked, or the code is for a Roth IRA. Payers do not check the
 * box for a Roth IRA. Source: instructions for Form 1099-R (2024), box 7, IRA/SEP/SIMPLE checkbox and codes J, Q and T.
 */
export const isFromIra = (fields: FieldReader, codes: string): boolean =>
  fields.flag('isIraSepSimple') === true || isFromRoth(codes)

/** True if the code means that no part is taxable: a qualified Roth IRA distribution, whose box 2a is blank or 0. */
export const isTaxFree = (fields: FieldReader, codes: string): boolean =>
  codes.includes('Q') && (fields.cents('taxableAmount') ?? 0) === 0 && !fields.isUnreadable('taxableAmount')

/**
 * Decides whether box 1 is income. It is, unless a code means that the taxpayer received no money of this year. The
 * taxable part is box 2a. If it is marked "not determined", box 2a is an upper bound for an IRA, and otherwise unknown.
 */
function decideFacts(fields: FieldReader): FactsRuling {
  const codes = readDistributionCodes(fields)
  const reason = EXCLUDING_CODES.find(([excluded]) => excluded.test(codes))?.[1]
  if (reason !== undefined) return { reasons: { grossDistribution: reason } }
  const isUndetermined = fields.flag('taxableAmountNotDetermined') === true
  const isIra = isFromIra(fields, codes)
  const isTaxFreeByCode = isTaxFree(fields, codes)
  const taxable = isTaxFreeByCode ? 0 : fields.cents('taxableAmount')
  const isUpperBound = isUndetermined && isIra && taxable !== null && taxable > 0
  const isUnknown = isUndetermined && !isUpperBound && !isTaxFreeByCode
  const isEarlyOrOneTime =
    /[1SJAC]/.test(codes) ||
    fields.flag('isTotalDistribution') === true ||
    fields.text('dateOfPaymentForReportableDeathBenefits') !== null
  return {
    taxable: { field: 'grossDistribution', cents: isUnknown ? null : taxable },
    flags: [
      ...(isEarlyOrOneTime ? (['early_or_one_time'] as const) : []),
      ...(isUpperBound ? (['taxable_upper_bound'] as const) : []),
      ...(isIra ? (['ira'] as const) : []),
    ],
    ...(isUpperBound ? { notes: ['taxable_upper_bound'] } : {}),
    ...(fields.isUnreadable('distributionCodes') ? { incompleteRoles: ['income.retirement'] } : {}),
  }
}

/** Form 1099-R, Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs, Insurance Contracts, etc. */
export const f1099r = form({
  key: 'form_1099_r',
  number: '1099-R',
  title: 'Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs, Insurance Contracts, etc.',
  source: 'Interface, Record, form_1099_r; Form 1099-R (2024)',
  fdx: 'tax1099R',
  mainBox: { fields: ['grossDistribution'] },
  ...PAYER_FORM_PROPERTIES,
  uses: {
    distribution: {
      gross: 'grossDistribution',
      taxable: 'taxableAmount',
      isDirectRollover: fields => /[GH]/.test(readDistributionCodes(fields)),
      isFromRoth: fields => isFromRoth(readDistributionCodes(fields)),
      isFromIra: fields => isFromIra(fields, readDistributionCodes(fields)),
      isQualifiedRoth: fields => /[QT]/.test(readDistributionCodes(fields)),
    },
  },
  fields: [
    submission(),
    payerAccount('recipientAccountNumber'),
    federalWithheld('Tax Withheld', '4', 'Federal income tax withheld. The key in the API contains a space.'),
    memo(
      'total_employee_contributions',
      '5/9b',
      'Employee contributions, designated Roth contributions or insurance premiums (box 5), or total employee contributions (box 9b). Never added.',
      { fdx: ['totalEmployeeContributions', 'totalEmployeeContributions', 'employeeContributions'] },
    ),
    memo(
      'unrealized_appreciation',
      '6',
      "Net unrealized appreciation (NUA) in the employer's securities. Never added.",
      { fdx: 'netUnrealizedAppreciation' },
    ),
    memo(['other_income', 'otherAmount'], '8', 'Actuarial value of an annuity contract. Not income.'),
    money(
      'gross_distribution',
      '1',
      'income.retirement',
      'Gross distribution. Not income if a code in box 7 means a rollover, an exchange, a gift to charity, a correction, another year or no cash.',
    ),
    part(
      'taxable_amount',
      '2a',
      'taxable.retirement',
      'Taxable amount. Included in box 1, so it is not added again. If it is marked not determined, it is unknown or an upper limit.',
    ),
    part(
      'eligible_capital_gains',
      '3',
      'income.retirement',
      'Capital gain of a lump-sum distribution. Included in box 2a, so it is not added again.',
      { fdx: 'capitalGain' },
    ),
    memo('amount_to_irr', '10', 'Amount allocable to an in-plan Roth rollover (IRR) within 5 years. Never added.', {
      fdx: 'allocableToIRR',
    }),
    DISTRIBUTION_CODES,
    flag(
      ['tax_amount_undetermined_code', 'taxableAmountNotDetermined'],
      '2b',
      'Taxable amount not determined: the payer could not compute box 2a.',
      { decides: true },
    ),
    flag(
      ['total_distribution_code', 'isTotalDistribution'],
      '2b',
      'Total distribution: the entire balance was paid out. It is income, with the flag early_or_one_time.',
      { fdx: 'totalDistribution', decides: true },
    ),
    fatca(),
    year('first_year_roth_contribution', '11', 'First year of designated Roth contributions.', {
      fdx: 'firstYearOfRoth',
    }),
    flag(
      ['sep_indicator', 'isIraSepSimple'],
      '7',
      'IRA/SEP/SIMPLE: the distribution comes from a traditional IRA, SEP or SIMPLE.',
      { fdx: 'iraSepSimple', decides: true },
    ),
    date('date_of_payment_for_reportable_death_benefits', '13', 'Date of payment of reportable death benefits.', {
      fdx: 'dateOfPayment',
      decides: true,
    }),
  ],
  facts: decideFacts,
})

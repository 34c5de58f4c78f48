// The citations of the presets. Each preset lists what its agency says. `completeCitations` adds the library's own
// choices for every subject that the preset does not cite, so that nothing is without a source.
//
// `read` means that the text itself was read, in whole or in part, in a copy of that date. `second-hand` means that the
// rule was read in a quotation or in another program's account. Rules that were only remembered are not cited: for their
// subjects, the choice is the library's own.

import type { Citation, CitationSubject } from './policy.js'

type CitationFactory = (
  section: string | null,
  about: readonly CitationSubject[],
  text: string,
  /** The date, if it is not that of the source. */
  date?: string | null,
) => Citation

const citeFrom =
  (source: string, reading: Citation['reading'], sourceDate: string | null): CitationFactory =>
  (section, about, text, date = sourceDate) => ({ text, source, section, date, reading, about })

const INVESTMENT_INCOME = ['interest', 'dividends', 'tax_exempt_interest'] as const
const BUSINESS_INCOME = ['self_employment', 'partnership', 's_corporation'] as const

// Fannie Mae: the whole guide of 2026-08-05 was read. A topic has its own date if the guide states one.

const citeFannie = citeFrom('Fannie Mae Selling Guide', 'read', '2026-08-05')

const FANNIE: readonly Citation[] = [
  citeFannie(
    'B3-3.3-01, B3-3.3-02',
    ['averaging', 'currentPay', 'wages'],
    'Fixed base pay is the present rate. Varying pay that is stable or rising is averaged over this year and the year before.',
  ),
  citeFannie(
    'B3-3.3-01, B3-3.3-02, B3-3.7-01, B3-3.7-02',
    ['decliningBlocksAbove', 'declining'],
    'Varying pay that falls is not eligible until it has stabilized. Business income needs positive trends.',
  ),
  citeFannie(
    'B3-3.3-01',
    ['pay_does_not_fit', 'current_pay'],
    'The present rate of base pay must fit the year to date. The library compares them within 10 %.',
  ),
  citeFannie(
    'B3-3.2-02',
    ['secondJobYears', 'second_job_history', 'employment_verification'],
    'Work over the last two years, with any employers. Each of several jobs: two years recommended, not under 12 months.',
    '2026-03-04',
  ),
  citeFannie(
    'B3-3.5-01, B3-3.4-05, B3-3.4-08, B3-3.4-16',
    ['historyYears', 'history'],
    'Two years for self-employment, capital gains, interest and dividends; 24 months for variable trust income.',
  ),
  citeFannie('B3-3.3-09', ['return_to_work', 'sick_pay'], 'Temporary leave: the return date decides which pay counts.'),
  citeFannie('B3-3.3-05', ['combat_pay'], 'Military allowances count unless they are known to fall.'),
  citeFannie('B3-3.3-07', ['equity_vesting', 'equity_pay'], 'Restricted stock counts if vested, with its schedule.'),
  citeFannie('B3-3.3-02', ['tip_reporting', 'allocated_tips'], 'Unreported tips: two returns with Form 4137.'),
  citeFannie(
    'B3-3.5-01',
    ['selfEmployedOwnership', 'selfEmployedExpenses', 'self_employment', 'schedule_c'],
    'An owner of 25 % or more is self-employed. Income is the cash flow of the returns, averaged.',
  ),
  citeFannie(
    'B3-3.5-01',
    ['businessLosses'],
    'A separate, secondary business need not be analyzed if the borrower qualifies on other income.',
  ),
  citeFannie(
    'B3-3.4-19, B3-3.6-07, B3-3.7-01, B3-3.7-02',
    ['distributions_or_liquidity', 'business_returns', 'partnership', 's_corporation', 'officer_compensation'],
    'Income of a business counts if it was distributed or the business is liquid, with its returns from 25 % on.',
  ),
  citeFannie(
    'B3-3.4-05, B3-3.6-04',
    ['capitalLosses', 'capital_gains', 'cost_basis'],
    'Gains: two years of Schedule D, averaged, or the last year if falling. Losses need not be considered.',
  ),
  citeFannie(
    'B3-3.4-08, B3-3.6-02',
    [...INVESTMENT_INCOME, 'asset_ownership'],
    'Two years, averaged, or the last year if falling; the borrower must own the assets.',
  ),
  citeFannie(
    'B3-3.1-01',
    ['grossUp', 'grossUpUse', 'socialSecurityNontaxable'],
    '25 % of verified nontaxable income is added. Of Social Security, 15 % is nontaxable without documents.',
  ),
  citeFannie(
    'B3-3.4-03',
    ['continuanceMonths', 'award_letter', 'retirement'],
    'A pension counts at its stated amount. An annuity, and withdrawals of an IRA or 401(k), must continue for three years.',
  ),
  citeFannie('B3-3.4-01', ['account_statement'], 'Evidence of the balance may be at most four months old.'),
  citeFannie('B3-3.4', ['continuance', 'social_security', 'other_income'], 'Other income, each kind by its topic.'),
  citeFannie(
    'B3-3.4-02, B3-3.4-07',
    ['receipt_history'],
    'Alimony and child support: six months of receipt. Foster care: 24 months.',
  ),
  citeFannie(
    'B3-3.4-13, B3-3.6-05',
    ['royalty_contract', 'royalties'],
    'A contract and a return with Schedule E, 12 months of receipt and three years of continuance.',
  ),
  citeFannie('B3-3.4-16', ['trust_agreement', 'estate_trust'], 'Variable trust income: 24 months, averaged.'),
  citeFannie(
    'B3-3.4-17, B3-3.3-08',
    ['decliningUnemployment', 'unemployment', 'seasonal_employment'],
    'Only with seasonal work: two years, averaged, or the last year if falling.',
  ),
  citeFannie(
    'B3-3.8-01',
    ['rental', 'schedule_e'],
    'Schedule E with add-backs, or 75 % of a documented rent.',
    '2025-10-08',
  ),
  citeFannie('B3-3.6-06', ['schedule_f'], 'Farm income is read from Schedule F.'),
  citeFannie('B1-1-03', ['latest_year_documents'], 'Which return is the most recent one, by application date.'),
  citeFannie(
    'B3-3.1-02',
    ['not_on_transcript', 'copies_disagree', 'source_conflict'],
    'Transcripts that arrive before closing must be used to verify the file, and discrepancies explained.',
    '2026-06-03',
  ),
  citeFannie(
    'B3-6-05, B3-6-07',
    ['tax_debt'],
    'An installment agreement is accepted unless a lien is indicated in the county of the property; otherwise pay in full.',
  ),
  citeFannie('B3-6-02 to B3-6-07', ['obligation_reported'], 'Student loans and other debts count with their payments.'),
]

// Freddie Mac: second-hand. The bands must be checked in the Guide before they are called more than that.

const citeFreddie = citeFrom('Freddie Mac Guide', 'second-hand', '2026-06-03')
const citeFreddieOf2018 = citeFrom('Freddie Mac Guide (numbering of 2018)', 'second-hand', '2017-09 to 2018-11')

const FREDDIE: readonly Citation[] = [
  citeFreddie(
    '5303.1(d)(i)',
    ['averaging', 'stableBand', 'decliningBlocksAbove', 'declining', 'raise_documented'],
    'A rise of up to 10 % is averaged; a larger one needs documents. A fall counts at its level; one over 10 % is unusable.',
  ),
  citeFreddie('5303.1', ['currentPay', 'current_pay', 'wages'], 'Base pay at its rate; varying pay by its trend.'),
  citeFreddie('5303.3', ['return_to_work', 'sick_pay'], 'Temporary leave.'),
  citeFreddieOf2018(
    '5303.2',
    ['secondJobYears', 'second_job_history', 'employment_verification'],
    'Two years of work; secondary work two years, or 12 to 24 months with factors.',
  ),
  citeFreddieOf2018(
    '5305.2',
    [...INVESTMENT_INCOME, 'asset_ownership', 'capital_gains', 'cost_basis', 'continuanceMonths', 'continuance'],
    'Interest and dividends: two years, averaged; assets for three years. Realized gains: two years.',
    '2018-10-31',
  ),
  citeFreddieOf2018('5305.2', ['historyYears', 'history'], 'Two years for investment income.', '2018-10-31'),
  citeFreddie('5304.1', ['historyYears', 'history'], 'Two years of self-employment.', null),
  citeFreddie('5304.1(a)', ['selfEmployedOwnership'], 'An owner of 25 % or more is self-employed.', null),
  citeFreddie(
    '5302.4',
    ['selfEmployedExpenses', 'schedule_c', 'schedule_f', 'business_returns'],
    'Business income is read from tax returns.',
  ),
  citeFreddie(
    null,
    ['distributions_or_liquidity', ...BUSINESS_INCOME],
    'Form 91: cash flow, with distributions or liquidity.',
    null,
  ),
  citeFreddie(null, ['businessLosses'], 'A secondary business next to a primary income need not be analyzed.', '2019'),
  citeFreddie('5306.1 to 5306.4', ['rental', 'schedule_e'], 'Schedule E, or 75 % of a lease.'),
  citeFreddie(null, ['grossUp'], '25 % of nontaxable income is added.', null),
  citeFrom('Freddie Mac Bulletin 2024-16', 'second-hand', '2025-04-01')(
    null,
    ['equity_vesting', 'equity_pay'],
    'Restricted stock counts if vested and distributed.',
  ),
  citeFrom('Freddie Mac Loan Product Advisor matrix', 'second-hand', '2023-12')(
    null,
    ['tax_debt'],
    'An installment agreement that is pending is accepted.',
  ),
]

// FHA: second-hand, Update 17 or older quotations. Update 18 is mandatory since 2026-11-10 and was not read.

const citeFhaUpdate17 = citeFrom('HUD Handbook 4000.1 (Update 17; Update 18 was not read)', 'second-hand', '2025-11-26')
const citeFha = citeFrom('HUD Handbook 4000.1', 'second-hand', null)
const citeAppendixQ = citeFrom('12 CFR 1026 Appendix Q (repealed)', 'second-hand', null)

const FHA: readonly Citation[] = [
  citeFhaUpdate17(
    'II.A.4.c',
    ['averaging', 'currentPay', 'wages', 'decliningBlocksAbove', 'declining', ...BUSINESS_INCOME],
    'Overtime, bonus and business income: the smaller of two-year and one-year average. Varying hours: two-year average.',
  ),
  citeFhaUpdate17(
    'II.A.4.c',
    ['employment_verification', 'current_pay'],
    'Work of the last two years is verified; current pay is used.',
  ),
  citeFha(
    'II.A.4.c.iv',
    ['secondJobYears', 'second_job_history'],
    'Part-time work counts after two uninterrupted years if it is likely to go on.',
  ),
  citeFha(
    'II.A.4.c',
    ['historyYears', 'history'],
    'Two years of self-employment; one to two years only after work in a related line.',
  ),
  citeFha('II.A.4.c.i', ['businessLosses'], 'Negative income is subtracted from income.'),
  citeAppendixQ(
    null,
    ['capitalLosses', 'capital_gains', 'cost_basis'],
    'Three years of gains and losses show a trend; gains may be added, and consistent losses are deducted.',
  ),
  citeFha(
    'II.A.4.c',
    ['selfEmployedExpenses', 'schedule_c', 'business_returns', 'not_on_transcript'],
    'Signed returns or transcripts are required; income must be reported where that is required.',
  ),
  citeFha(null, ['grossUp', 'grossUpUse'], 'The larger of 15 % and the tax rate of last year; this policy uses 15 %.'),
  citeFha(
    'II.A.4.c',
    ['continuanceMonths', 'continuance'],
    'Income must be likely to continue for three years.',
    '2015-09-14',
  ),
  citeFha('II.A.4.c', ['selfEmployedOwnership'], 'An owner of 25 % or more is self-employed.'),
  citeFha(
    'II.A.4.c',
    ['materialDecline', 'manual_underwrite'],
    'A business that fell by more than 20 % is downgraded to manual underwriting.',
  ),
  citeFha('II.A.4.c', ['return_to_work'], 'Current income counts if the borrower may return and intends to.', '2016'),
  citeFha(
    'II.A.4.c',
    ['changedIra', 'retirement', 'account_statement'],
    'A steady distribution counts at its present amount, one that fluctuates at its two-year average.',
    '2016',
  ),
  citeFha('II.A.4.c', ['rental', 'schedule_e'], 'Schedule E averaged over two years, with add-backs.'),
  citeFha(null, ['tax_debt'], 'A lien may stay with an agreement and three timely payments.'),
]

// VA: topics 1 to 3 were read; the rest is second-hand.

const citeVa = citeFrom('VA Pamphlet 26-7', 'read', '2019-02-22')
const citeVaSecondHand = citeFrom('VA Pamphlet 26-7', 'second-hand', '2026-08-26')

const VA: readonly Citation[] = [
  citeVa(
    'chapter 4, topic 2.e',
    ['employment_verification', 'seasonal_employment'],
    'Two years of work are verified, present and earlier employers together.',
  ),
  citeVa(
    'chapter 4, topic 2.h',
    ['secondJobYears', 'second_job_history'],
    'Overtime, part-time work and second jobs: two years, compatible with the main job.',
  ),
  citeVa(
    'chapter 4, topic 2.j',
    [
      ...(['historyYears', 'history', 'selfEmployedExpenses', 'schedule_c', 'business_returns'] as const),
      'distributions_or_liquidity',
    ],
    'Two years of self-employment with returns and a current statement; the business must be able to pay.',
  ),
  citeVa(
    'chapter 4, topic 2.j',
    ['declining'],
    'The reason of a fall, and whether it is likely to go on, are considered.',
  ),
  citeVa('chapter 4, topic 2.j', ['businessLosses'], 'Losses and losses carried over must be considered.'),
  citeVa(
    'chapter 4, topic 2.k, 2.l',
    ['combat_pay'],
    'Combat pay counts only if it has continued for long and is tied to the duty.',
  ),
  citeVa(
    'chapter 4, topic 2.n',
    ['rental', 'schedule_e'],
    'Two years of rental income on returns; a loss reduces income.',
  ),
  citeVa(
    'chapter 4, topic 2.r, 2.m',
    ['continuanceMonths', 'continuance', 'retirement', 'social_security'],
    'Retirement and Social Security need history and must continue for three years.',
  ),
  citeVaSecondHand(
    'chapter 4',
    ['grossUp', 'grossUpUse'],
    'Nontaxable income is raised for the ratio only, never for residual income. The 25 % is second-hand.',
  ),
]

// USDA: parts of HB-1-3555 were read; Attachment 9-A and chapters 9.4 to 9.8 are second-hand.

const citeUsda = citeFrom('USDA HB-1-3555 (PN 649)', 'read', '2025-08-05')
const citeUsdaSecondHand = citeFrom('USDA HB-1-3555 (changes of 2023)', 'second-hand', '2023')
const citeUsdaQuoted = citeFrom('USDA HB-1-3555', 'second-hand', null)

const USDA: readonly Citation[] = [
  citeUsdaSecondHand(
    null,
    ['secondJobYears', 'second_job_history', 'employment_verification'],
    'Income of two years is verified for each adult. Secondary work needs one year.',
  ),
  citeUsda(
    null,
    ['historyYears', 'history', 'selfEmployedExpenses', 'schedule_c', 'business_returns'],
    'Self-employment: two years of returns and a profit and loss statement.',
  ),
  citeUsda(null, ['selfEmployedOwnership'], 'An owner of 25 % or more is self-employed.'),
  citeUsda(
    null,
    ['materialDecline', 'manual_underwrite'],
    'A change of 20 % or more of business income requires more documents.',
  ),
  citeUsda(
    null,
    ['not_on_transcript', 'transcript_incomplete'],
    'Transcripts of two years are required for each adult of the household, and income that they reveal is reviewed.',
  ),
  citeUsda(null, ['obligation_reported'], 'A student loan without a payment counts at 0.5 % of its balance.'),
  citeUsdaSecondHand(null, ['businessLosses'], 'A business loss counts; a closed business may be left out.'),
  citeUsdaQuoted(null, ['receipt_history'], 'Support: six months under an order, 12 months if voluntary.'),
  citeUsdaSecondHand(null, ['retirement'], 'A distribution needs no history, and must have been received.'),
  citeUsdaQuoted(null, ['tax_debt'], 'An agreement with three payments.'),
  citeFrom('USDA HB-1-3555, Attachment 9-A', 'second-hand', '2021-03-31')(
    null,
    ['grossUp'],
    '25 % of nontaxable income is added.',
  ),
]

const NONQM: readonly Citation[] = [
  citeFrom('Guidelines of lenders for Forms 1099', 'second-hand', '2025')(
    null,
    ['averaging', 'selfEmployedExpenses', 'self_employment'],
    'Receipts on Forms 1099 less a share for expenses, 10 % if nothing else is shown, averaged over 24 months.',
  ),
]

/** The citations of the presets by id. A preset that is not listed cites only the library. */
export const PRESET_CITATIONS: Readonly<Record<string, readonly Citation[]>> = {
  'fannie-2026-08': FANNIE,
  'freddie-2026-06': FREDDIE,
  'fha-4000.1': FHA,
  va: VA,
  usda: USDA,
  'nonqm-1099': NONQM,
}

const citeLibrary = citeFrom('taxtally', 'library', '2026-11')

/** The library's own choices. Together they are about every subject. */
const LIBRARY: readonly Citation[] = [
  citeLibrary(
    null,
    ['stableBand', 'decliningBlocksAbove', 'materialDecline', 'declining', 'manual_underwrite'],
    'A change of up to 5 % is stable, and a fall of more than 20 % is material. No agency is cited for these numbers.',
  ),
  citeLibrary(
    null,
    [
      ...(['averaging', 'wages', 'officer_compensation', 'equity_pay', 'deferred_pay', 'sick_pay'] as const),
      ...(['allocated_tips', 'royalties', 'estate_trust', 'capital_gains', 'retirement', 'social_security'] as const),
      ...(['unemployment', 'government_payments', 'gambling', 'other', 'other_income'] as const),
      ...INVESTMENT_INCOME,
      ...BUSINESS_INCOME,
      'rental',
    ],
    'How two years of documents become an amount per month.',
  ),
  citeLibrary(
    null,
    ['secondJobYears', 'historyYears', 'history', 'second_job_history', 'receipt_history'],
    'How many years of history income needs.',
  ),
  citeLibrary(
    null,
    ['capitalLosses', 'businessLosses', 'selfEmployedExpenses', 'selfEmployedOwnership'],
    'Losses count, gross receipts are not income without a schedule, and an owner of 25 % or more is self-employed.',
  ),
  citeLibrary(
    null,
    ['grossUp', 'grossUpUse', 'socialSecurityNontaxable'],
    'How much is added to nontaxable income. Without documents, 15 % of Social Security is nontaxable under a gross-up.',
  ),
  citeLibrary(
    null,
    ['continuanceMonths', 'continuance', 'currentPay', 'changedIra', 'decliningUnemployment'],
    'Income must continue for 36 months. Current pay is computed by the general formula, or not used.',
  ),
  citeLibrary(
    null,
    [
      ...(['schedule_c', 'schedule_e', 'schedule_f', 'business_returns', 'distributions_or_liquidity'] as const),
      ...(['employment_verification', 'start_date', 'return_to_work', 'combat_pay', 'pay_does_not_fit'] as const),
      ...(['equity_vesting', 'deferred_pay_term', 'not_recurring', 'tip_reporting', 'trust_agreement'] as const),
      ...(['asset_ownership', 'current_pay', 'latest_year_documents', 'royalty_contract'] as const),
      ...(['seasonal_employment', 'award_letter', 'account_statement', 'rollover_uncertain', 'cost_basis'] as const),
      'raise_documented',
    ],
    'What documents cannot show must be answered by another document before the income counts.',
  ),
  citeLibrary(
    null,
    [
      ...(['not_on_transcript', 'possible_duplicate', 'copies_disagree', 'source_conflict'] as const),
      ...(['amended_target_doubtful', 'recipient_uncertain', 'basis_from_software', 'employer_by_name'] as const),
      ...(['unread_amount', 'unread_form', 'year_incomplete', 'transcript_incomplete', 'unreadable_box'] as const),
      'rejected_record',
    ],
    'How much doubt about a document weighs.',
  ),
  citeLibrary(
    null,
    ['tax_debt', 'obligation_reported', 'mortgage_verification'],
    'An obligation that the documents show is reviewed.',
  ),
]

/** Adds the library's own choices for the subjects that no citation is about. */
export function completeCitations(citations: readonly Citation[]): readonly Citation[] {
  const citedSubjects = new Set(citations.flatMap(({ about }) => about))
  const libraryCitations = LIBRARY.map(citation => ({
    ...citation,
    about: citation.about.filter(subject => !citedSubjects.has(subject)),
  }))
  return [...citations, ...libraryCitations.filter(({ about }) => about.length > 0)]
}

import type { Raw } from '../support/run.js'

/** A document by normalized names, why it is here, and its tax year where that is not 2024. */
type Holds = readonly [why: string, fields: Raw, year?: number]

/** The same, with what the finding says: severity, and difference in dollars or `-`. */
type Breaks = readonly [why: string, fields: Raw, says: string, year?: number]

/** Documents of one form that hold a check and that break it, worked by hand. */
export interface Worked {
  readonly form: string
  readonly holds: readonly Holds[]
  readonly breaks: readonly Breaks[]
}

const w2 = (holds: readonly Holds[], breaks: readonly Breaks[]): Worked => ({
  form: 'form_w2',
  holds,
  breaks,
})
const w2g = (holds: readonly Holds[], breaks: readonly Breaks[]): Worked => ({
  form: 'form_w2g',
  holds,
  breaks,
})
const on = (form: string, holds: readonly Holds[], breaks: readonly Breaks[]): Worked => ({
  form,
  holds,
  breaks,
})

const SIX_ZEROS = {
  wages: 0,
  federalIncomeTaxWithheld: 0,
  socialSecurityWages: 0,
  socialSecurityTaxWithheld: 0,
  medicareWagesTips: 0,
  medicareTaxWithheld: 0,
}

const code = (...codes: string[]): Raw[] =>
  codes.map(each => ({ code: each, value: 'as the transcript says' }))

/** At least one document that holds and one that does not, for every check that looks at single documents. */
export const WORKED: Readonly<Record<string, Worked>> = {
  'W2-01': w2(
    [
      // 6.2% of 50,000.00 is 3,100.00.
      ['exact', { socialSecurityWages: 50000, socialSecurityTaxWithheld: 3100 }],
      ['2.00 above', { socialSecurityWages: 50000, socialSecurityTaxWithheld: 3102 }],
      ['2.00 below', { socialSecurityWages: 50000, socialSecurityTaxWithheld: 3098 }],
      // 6.2% of 48,000.00 + 2,000.00.
      [
        'tips are in the base',
        { socialSecurityWages: 48000, socialSecurityTips: 2000, socialSecurityTaxWithheld: 3100 },
      ],
      // 4.2% of 50,000.00 is 2,100.00.
      ['the rate of 2011', { socialSecurityWages: 50000, socialSecurityTaxWithheld: 2100 }, 2011],
      ['a railroad employer', { socialSecurityWages: 0, socialSecurityTaxWithheld: 0 }],
      // 6.2% of 60,000.00 is 3,720.00; of 36,000.00 it is 2,232.00; 3,720.00 - 2,232.00 - 2.00 is 1,486.00.
      ['the most that 2020 deferred', { socialSecurityWages: 60000, socialSecurityTaxWithheld: 1486 }, 2020],
      ['a job of autumn 2020', { socialSecurityWages: 9000, socialSecurityTaxWithheld: 0 }, 2020],
      ['no box 3', { socialSecurityTaxWithheld: 3100 }],
    ],
    [
      [
        'a cent past, above',
        { socialSecurityWages: 50000, socialSecurityTaxWithheld: 3102.01 },
        'warning 2.01',
      ],
      [
        'a cent past, below',
        { socialSecurityWages: 50000, socialSecurityTaxWithheld: 3097.99 },
        'warning -2.01',
      ],
      // 1% of 3,100.00 is 31.00: above 25.00, so 31.00 decides.
      ['at 1% above', { socialSecurityWages: 50000, socialSecurityTaxWithheld: 3131 }, 'warning 31.00'],
      [
        'past 1% above',
        { socialSecurityWages: 50000, socialSecurityTips: 0, socialSecurityTaxWithheld: 3131.01 },
        'error 31.01',
      ],
      // 6.2% of 10,000.00 is 620.00, 1% of that 6.20: 25.00 decides.
      ['no box 7', { socialSecurityWages: 50000, socialSecurityTaxWithheld: 4000 }, 'warning 900.00'],
      ['at 25 above', { socialSecurityWages: 10000, socialSecurityTaxWithheld: 645 }, 'warning 25.00'],
      [
        'past 25 above',
        { socialSecurityWages: 10000, socialSecurityTips: 0, socialSecurityTaxWithheld: 645.01 },
        'error 25.01',
      ],
      [
        'more than 2020 deferred',
        { socialSecurityWages: 60000, socialSecurityTaxWithheld: 1485.99 },
        'warning -2234.01',
        2020,
      ],
      [
        'another year',
        { socialSecurityWages: 60000, socialSecurityTaxWithheld: 1486 },
        'warning -2234.00',
        2021,
      ],
      [
        '6.2% in 2011',
        { socialSecurityWages: 50000, socialSecurityTips: 0, socialSecurityTaxWithheld: 3100 },
        'error 1000.00',
        2011,
      ],
    ],
  ),
  'W2-02': w2(
    // 6.2% of 168,600.00 is 10,453.20.
    [
      ['at the most', { socialSecurityTaxWithheld: 10453.2 }],
      ['2.00 above', { socialSecurityTaxWithheld: 10455.2 }],
    ],
    [['a cent past', { socialSecurityTaxWithheld: 10455.21 }, 'error 2.01']],
  ),
  'W2-03': w2(
    [
      ['at the base', { socialSecurityWages: 168600 }],
      ['1.00 above, tips in it', { socialSecurityWages: 160000, socialSecurityTips: 8601 }],
    ],
    [
      ['a cent past', { socialSecurityWages: 160000, socialSecurityTips: 8601.01 }, 'error 1.01'],
      ['the base of 2013', { socialSecurityWages: 168600 }, 'error 54900.00', 2013],
    ],
  ),
  'W2-04': w2(
    // 1.45% of 40,000.00 is 580.00.
    [
      ['exact', { medicareWagesTips: 40000, medicareTaxWithheld: 580 }],
      ['2.00 below', { medicareWagesTips: 40000, medicareTaxWithheld: 578 }],
      ['more', { medicareWagesTips: 40000, medicareTaxWithheld: 900 }],
    ],
    [['a cent past', { medicareWagesTips: 40000, medicareTaxWithheld: 577.99 }, 'warning -2.01']],
  ),
  'W2-05': w2(
    // 1.45% of 250,000.00 is 3,625.00; 0.9% of 50,000.00 is 450.00.
    [
      ['exact', { medicareWagesTips: 250000, medicareTaxWithheld: 4075 }],
      ['2.00 above', { medicareWagesTips: 250000, medicareTaxWithheld: 4077 }],
      ['2.00 below', { medicareWagesTips: 250000, medicareTaxWithheld: 4073 }],
      ['no additional tax in 2012', { medicareWagesTips: 250000, medicareTaxWithheld: 3000 }, 2012],
    ],
    [
      ['a cent past, above', { medicareWagesTips: 250000, medicareTaxWithheld: 4077.01 }, 'warning 2.01'],
      ['a cent past, below', { medicareWagesTips: 250000, medicareTaxWithheld: 4072.99 }, 'warning -2.01'],
    ],
  ),
  'W2-06': w2(
    [
      ['equal', { medicareWagesTips: 30000, socialSecurityWages: 28000, socialSecurityTips: 2000 }],
      ['1.00 above', { medicareWagesTips: 30000, socialSecurityWages: 28001, socialSecurityTips: 2000 }],
      ['all blank', { medicareWagesTips: 0, socialSecurityWages: 0, socialSecurityTips: 0 }],
    ],
    [
      [
        'a cent past',
        { medicareWagesTips: 30000, socialSecurityWages: 28001.01, socialSecurityTips: 2000 },
        // 30,000.00 less 30,001.01: the left side less the right.
        'error -1.01',
      ],
      ['no box 7', { medicareWagesTips: 30000, socialSecurityWages: 30002 }, 'error -2.00'],
    ],
  ),
  'W2-07': w2(
    [
      ['wages', { socialSecurityTaxWithheld: 62, socialSecurityWages: 1000, socialSecurityTips: 0 }],
      ['tips alone', { socialSecurityTaxWithheld: 62, socialSecurityWages: 0, socialSecurityTips: 1000 }],
      ['no tax', { socialSecurityTaxWithheld: 0, socialSecurityWages: 0, socialSecurityTips: 0 }],
      ['box 3 absent', { socialSecurityTaxWithheld: 62, socialSecurityTips: 0 }],
      ['box 7 absent', { socialSecurityTaxWithheld: 62, socialSecurityWages: 0 }],
    ],
    [
      [
        'tax of nothing',
        { socialSecurityTaxWithheld: 0.01, socialSecurityWages: 0, socialSecurityTips: 0 },
        'error -',
      ],
    ],
  ),
  'W2-08': w2(
    [
      ['wages', { medicareTaxWithheld: 14.5, medicareWagesTips: 1000 }],
      ['no tax', { medicareTaxWithheld: 0, medicareWagesTips: 0 }],
    ],
    [['tax of nothing', { medicareTaxWithheld: 0.01, medicareWagesTips: 0 }, 'error -']],
  ),
  'W2-09': w2(
    [
      ['covered', { wages: 1000, socialSecurityWages: 1000, medicareWagesTips: 1000 }],
      [
        'an exempt state employee: Medicare alone',
        { wages: 1000, socialSecurityWages: 0, medicareWagesTips: 1000 },
      ],
      ['no pay', { wages: 0, socialSecurityWages: 0, medicareWagesTips: 0 }],
    ],
    [['a student', { wages: 1000, socialSecurityWages: 0, medicareWagesTips: 0 }, 'info -']],
  ),
  'W2-10': w2(
    [['1.00 above', { wages: 1001, medicareWagesTips: 1000 }]],
    [['a cent past', { wages: 1001.01, medicareWagesTips: 1000 }, 'info -1.01']],
  ),
  'W2-11': w2(
    [
      // 60,000.00 - 57,000.00 is 3,000.00.
      ['exact', { medicareWagesTips: 60000, wages: 57000, deferredCompensation: 3000 }],
      // 1% of 60,000.00 is 600.00.
      ['600.00 above', { medicareWagesTips: 60000, wages: 57000, deferredCompensation: 2400 }],
      ['600.00 below', { medicareWagesTips: 60000, wages: 57000, deferredCompensation: 3600 }],
      // 1% of 300.00 is 3.00: 5.00 decides.
      ['5.00 above', { medicareWagesTips: 300, wages: 295, deferredCompensation: 0 }],
      [
        'codes S and T',
        {
          medicareWagesTips: 60000,
          wages: 55000,
          deferredCompensation: 3000,
          simpleDeferrals: 1500,
          adoptionBenefits: 500,
        },
      ],
      ['exempt', { medicareWagesTips: 0, wages: 57000, deferredCompensation: 0 }],
    ],
    [
      [
        'a cent past',
        { medicareWagesTips: 60000, wages: 57000, deferredCompensation: 2399.99 },
        'info 600.01',
      ],
      ['a cent past, small', { medicareWagesTips: 300, wages: 294.99, deferredCompensation: 0 }, 'info 5.01'],
      ['below', { medicareWagesTips: 60000, wages: 57000, deferredCompensation: 3600.01 }, 'info -600.01'],
    ],
  ),
  'W2-12': w2(
    [
      // Half of 1,000.00 is 500.00.
      ['half and 1.00', { federalIncomeTaxWithheld: 501, wages: 1000 }],
      ['nothing', { federalIncomeTaxWithheld: 1, wages: 0 }],
    ],
    [
      ['above half', { federalIncomeTaxWithheld: 501.01, wages: 1000 }, 'info 1.01'],
      [
        'all and 1.00: only the half is broken',
        { federalIncomeTaxWithheld: 1001, wages: 1000 },
        'info 501.00',
      ],
      ['above all', { federalIncomeTaxWithheld: 1001.01, wages: 1000 }, 'warning 1.01'],
    ],
  ),
  'W2-13': w2(
    [
      // 100 + 200 + 300 + 400 + 500 + 600 + 701 is 2,801.
      [
        '1.00 above',
        {
          stockOptionIncome: 100,
          section409aIncome: 200,
          section83iIncome: 300,
          roth401kContributions: 400,
          roth403bContributions: 500,
          roth457bContributions: 600,
          socialSecurityTips: 701,
          wages: 2800,
        },
      ],
      ['no part', { wages: 0 }],
    ],
    [
      [
        'a cent past',
        {
          stockOptionIncome: 100,
          section409aIncome: 200,
          section83iIncome: 300,
          roth401kContributions: 400,
          roth403bContributions: 500,
          roth457bContributions: 600,
          socialSecurityTips: 701.01,
          wages: 2800,
        },
        'warning 1.01',
      ],
      ['tips alone', { socialSecurityTips: 1002, wages: 1000 }, 'warning 2.00'],
    ],
  ),
  'W2-14': w2(
    [
      // 2024: 23,000 + 7,500 is 30,500.
      ['1.00 above one limit', { deferredCompensation: 20000, roth401kContributions: 10501 }],
      // 2025: 23,500 + 11,250, the highest catch-up, is 34,750.
      ['the highest catch-up of 2025', { deferredCompensation: 34751 }, 2025],
    ],
    [
      ['a cent past one', { deferredCompensation: 20000, roth401kContributions: 10501.01 }, 'info 1.01'],
      // Twice 30,500 is 61,000; 61,001 - 30,500 is 30,501.
      ['1.00 above two', { deferredCompensation: 61001 }, 'info 30501.00'],
      ['a cent past two', { deferredCompensation: 60000, roth403bContributions: 1001.01 }, 'warning 1.01'],
      ['a cent past one in 2025', { deferredCompensation: 34751.01 }, 'info 1.01', 2025],
    ],
  ),
  'W2-15': w2(
    // 2024: 16,000 + 3,500 is 19,500.
    [['1.00 above', { simpleDeferrals: 19501 }]],
    [['a cent past', { simpleDeferrals: 19501.01 }, 'info 1.01']],
  ),
  'W2-16': w2(
    [
      ['none', { statutoryEmployee: true, federalIncomeTaxWithheld: 0 }],
      ['an employee', { statutoryEmployee: false, federalIncomeTaxWithheld: 10 }],
    ],
    [['withheld', { statutoryEmployee: true, federalIncomeTaxWithheld: 0.01 }, 'info 0.01']],
  ),
  'W2-17': w2(
    [
      ['checked', { retirementPlanIndicator: true, deferredCompensation: 3000 }],
      ['unanswered', { retirementPlanIndicator: 'Unanswered', deferredCompensation: 3000 }],
      ['no deferral', { retirementPlanIndicator: false, deferredCompensation: 0 }],
    ],
    [['not checked', { retirementPlanIndicator: false, deferredCompensation: 0.01 }, 'info -']],
  ),
  'W2-18': w2(
    [
      ['one cent', { ...SIX_ZEROS, wages: 0.01 }],
      ['a box is absent', { ...SIX_ZEROS, wages: null }],
    ],
    [['six zeros', SIX_ZEROS, 'info -']],
  ),
  'W2-19': w2(
    [
      ['GG in 2018', { section83iIncome: 1, section83iDeferrals: 1 }, 2018],
      ['FF in 2017', { qsehraBenefits: 1 }, 2017],
      ['EE in 2011', { roth457bContributions: 1 }, 2011],
      [
        'zeros',
        { section83iIncome: 0, section83iDeferrals: 0, qsehraBenefits: 0, roth457bContributions: 0 },
        2010,
      ],
    ],
    [
      ['GG in 2017', { section83iIncome: 0.01 }, 'warning -', 2017],
      ['HH in 2017', { section83iDeferrals: 0.01 }, 'warning -', 2017],
      ['FF in 2016', { qsehraBenefits: 0.01 }, 'warning -', 2016],
      ['EE in 2010', { roth457bContributions: 0.01 }, 'warning -', 2010],
    ],
  ),
  'W2-20': w2(
    [
      ['both', { allocatedTips: 340, socialSecurityTips: 2000 }],
      ['neither', { allocatedTips: 0, socialSecurityTips: 0 }],
    ],
    [['allocated alone', { allocatedTips: 0.01, socialSecurityTips: 0 }, 'info -']],
  ),
  'W2-21': w2(
    [
      ['zero', { wages: 0 }],
      ['a decrease on a correction', { wages: -500, submissionType: 'Corrected' }],
    ],
    [
      ['one cent below', { wages: -0.01 }, 'error -0.01'],
      ['the lowest of two', { wages: -3, healthCoverageCost: -5 }, 'error -5.00'],
    ],
  ),
  'W2-22': w2(
    [
      ['correct', { ssnValidationCode: 'Correct SSN' }],
      ['valid', { ssnValidationCode: 'VALID' }],
      ['absent', { ssnValidationCode: 'Not Set' }],
    ],
    [
      ['incorrect', { ssnValidationCode: 'Incorrect SSN' }, 'warning -'],
      ['invalid', { ssnValidationCode: 'invalid' }, 'warning -'],
      ['not valid', { ssnValidationCode: 'Not valid' }, 'warning -'],
      ['a number', { ssnValidationCode: '3' }, 'warning -'],
    ],
  ),
  'G-01': w2g(
    [['1.00 above', { federalIncomeTaxWithheld: 101, grossWinnings: 100 }]],
    [['a cent past', { federalIncomeTaxWithheld: 101.01, grossWinnings: 100 }, 'error 1.01']],
  ),
  'G-02': w2g(
    [
      ['slots', { typeOfWager: 'Slot machines', grossWinnings: 1200, federalIncomeTaxWithheld: 0 }],
      ['keno', { typeOfWager: 'KENO', grossWinnings: 1500, federalIncomeTaxWithheld: 0 }],
      ['poker', { typeOfWager: 'Poker tournament', grossWinnings: 5000, federalIncomeTaxWithheld: 0 }],
      ['a lottery', { typeOfWager: 'State lottery', grossWinnings: 600, federalIncomeTaxWithheld: 0 }],
      ['tax withheld', { typeOfWager: 'Bingo', grossWinnings: 100, federalIncomeTaxWithheld: 24 }],
      ['poker of 2026', { typeOfWager: 'Poker', grossWinnings: 100, federalIncomeTaxWithheld: 0 }, 2026],
    ],
    [
      [
        'slots',
        { typeOfWager: 'Slot machines', grossWinnings: 1199.99, federalIncomeTaxWithheld: 0 },
        'info -0.01',
      ],
      ['keno', { typeOfWager: 'KENO', grossWinnings: 1499.99, federalIncomeTaxWithheld: 0 }, 'info -0.01'],
      ['poker', { typeOfWager: 'Poker', grossWinnings: 4999.99, federalIncomeTaxWithheld: 0 }, 'info -0.01'],
      ['no type', { grossWinnings: 599.99, federalIncomeTaxWithheld: 0 }, 'info -0.01'],
      [
        '2026',
        { typeOfWager: 'Bingo', grossWinnings: 1999.99, federalIncomeTaxWithheld: 0 },
        'info -0.01',
        2026,
      ],
    ],
  ),
  'G-03': w2g(
    [
      // 24% of 1,000.00 is 240.00; 1% is 10.00.
      ['at 1% above', { grossWinnings: 1000, federalIncomeTaxWithheld: 250 }],
      ['at 1% below', { grossWinnings: 1000, federalIncomeTaxWithheld: 230 }],
      // 2017: 25% is 250.00, 28% is 280.00.
      ['25% less 1% in 2017', { grossWinnings: 1000, federalIncomeTaxWithheld: 240 }, 2017],
      ['28% and 1% in 2017', { grossWinnings: 1000, federalIncomeTaxWithheld: 290 }, 2017],
      ['none', { grossWinnings: 1000, federalIncomeTaxWithheld: 0 }],
    ],
    [
      ['a cent past, above', { grossWinnings: 1000, federalIncomeTaxWithheld: 250.01 }, 'info 10.01'],
      ['a cent past, below', { grossWinnings: 1000, federalIncomeTaxWithheld: 229.99 }, 'info -10.01'],
      [
        '2017, above the backup rate',
        { grossWinnings: 1000, federalIncomeTaxWithheld: 290.01 },
        'info 10.01',
        2017,
      ],
    ],
  ),
  'K-01': on(
    'schedule_k1_1065',
    [
      ['shares', { partnerShareOfCapitalBeginning: 0, partnerShareOfCapitalEnd: 1 }],
      ['a billionth above', { partnerShareOfCapitalEnd: 1.000000001 }],
      ['a billionth below', { partnerShareOfCapitalEnd: -0.000000001 }],
      ['various', { partnerShareOfCapitalEnd: 'Various' }],
    ],
    [
      ['two billionths above', { partnerShareOfCapitalEnd: 1.000000002 }, 'warning -'],
      ['a percentage', { partnerShareOfCapitalEnd: '50.0' }, 'warning -'],
      ['all, as a percentage', { partnerShareOfCapitalEnd: 100 }, 'warning -'],
      ['above 100', { partnerShareOfCapitalEnd: 100.1 }, 'error -'],
      ['negative', { partnerShareOfCapitalBeginning: -0.2, partnerShareOfCapitalEnd: 50 }, 'error -'],
    ],
  ),
  'K-02': on(
    'schedule_k1_1065',
    [
      ['a year', { taxPeriodBeginning: '202401', taxPeriodEnd: '202412' }],
      ['a 52-53-week year', { taxPeriodBeginning: '202312', taxPeriodEnd: '202412' }],
      ['a month', { taxPeriodBeginning: '202412', taxPeriodEnd: '202412' }],
    ],
    [
      ['fourteen months', { taxPeriodBeginning: '202311', taxPeriodEnd: '202412' }, 'warning -'],
      ['ends before it begins', { taxPeriodBeginning: '202402', taxPeriodEnd: '202401' }, 'warning -'],
    ],
  ),
  'K-03': on(
    'schedule_k1_1065',
    [['zero', { guaranteedPayments: 0, recourseEnd: 0 }]],
    [
      ['payments', { guaranteedPayments: -0.01 }, 'warning -0.01'],
      ['debt', { nonrecourseBeginning: 5, qualifiedNonrecourseEnd: -3 }, 'warning -3.00'],
    ],
  ),
  'K-04': on(
    'schedule_k1_1065',
    [
      ['the year of the end', { taxPeriodBeginning: '202307', taxPeriodEnd: '202406' }],
      ['the year of the beginning', { taxPeriodBeginning: '202407', taxPeriodEnd: '202506' }],
      ['only the end', { taxPeriodEnd: '202506' }],
    ],
    [['another year', { taxPeriodBeginning: '202201', taxPeriodEnd: '202212' }, 'warning -']],
  ),
  'K-05': on(
    'schedule_k1_1120s',
    [
      ['both', { credits: 100, creditsCode1: 'A' }],
      ['neither', { credits: 0, creditsCode1: 'Not Set' }],
    ],
    [
      ['no code', { credits: 0.01 }, 'info -'],
      ['no credit', { credits: 0, creditsCode2: 'P' }, 'info -'],
    ],
  ),
  'K-06': on(
    'schedule_k1_1041',
    [
      ['both', { otherInformation: -5, otherInformationCodes: ['A'] }],
      ['neither', { otherInformation: 0, otherInformationCodes: [] }],
    ],
    [
      ['no code', { otherInformation: 0.01 }, 'info -'],
      ['no amount', { otherInformation: 0, otherInformationCodes: ['B'] }, 'info -'],
    ],
  ),
  'R-01': on(
    'form_1099_r',
    [['1.00 above', { taxableAmount: 5001, grossDistribution: 5000 }]],
    [['a cent past', { taxableAmount: 5001.01, grossDistribution: 5000 }, 'warning 1.01']],
  ),
  'R-02': on(
    'form_1099_r',
    [
      ['box 3, 1.00 above', { eligibleCapitalGains: 101, taxableAmount: 100 }],
      [
        'boxes 6 and 10, 1.00 above',
        { unrealizedAppreciation: 101, amountToIrr: 101, grossDistribution: 100 },
      ],
      [
        'not determined',
        {
          eligibleCapitalGains: 500,
          taxableAmount: 0,
          taxableAmountNotDetermined: 'Tax amount not determined',
        },
      ],
      [
        'lost, whether it is determined',
        { eligibleCapitalGains: 500, taxableAmount: 0, taxableAmountNotDetermined: 'perhaps' },
      ],
    ],
    [
      ['box 3, a cent past', { eligibleCapitalGains: 101.01, taxableAmount: 100 }, 'warning 1.01'],
      ['box 6, a cent past', { unrealizedAppreciation: 101.01, grossDistribution: 100 }, 'warning 1.01'],
      [
        'box 10 is the worse',
        { unrealizedAppreciation: 102, amountToIrr: 103, grossDistribution: 100 },
        'warning 3.00',
      ],
    ],
  ),
  'R-03': on(
    'form_1099_r',
    [['1.00 above', { federalIncomeTaxWithheld: 101, grossDistribution: 100 }]],
    [['a cent past', { federalIncomeTaxWithheld: 101.01, grossDistribution: 100 }, 'warning 1.01']],
  ),
  'R-04': on(
    'form_1099_r',
    [
      ['a direct rollover', { distributionCodes: code('G'), grossDistribution: 5000, taxableAmount: 1 }],
      [
        'to a Roth IRA: all of it',
        { distributionCodes: code('G'), grossDistribution: 5000, taxableAmount: 5000 },
      ],
      // 5,000.00 - 800.00 after tax is 4,200.00.
      [
        'to a Roth IRA: all but the part after tax',
        {
          distributionCodes: code('G'),
          grossDistribution: 5000,
          taxableAmount: 4200,
          totalEmployeeContributions: 800,
        },
      ],
      [
        'inside the plan',
        { distributionCodes: code('G'), grossDistribution: 5000, taxableAmount: 3000, amountToIrr: 5000 },
      ],
      [
        'described',
        {
          distributionCodes: [{ code: 'G', value: 'Direct rollover to Roth IRA' }],
          grossDistribution: 5000,
          taxableAmount: 3000,
        },
      ],
      ['another code', { distributionCodes: code('7'), grossDistribution: 5000, taxableAmount: 3000 }],
      [
        'box 10 is lost, which may show that it went there',
        { distributionCodes: code('G'), grossDistribution: 5000, taxableAmount: 3000, amountToIrr: 'some' },
      ],
    ],
    [
      [
        'a cent past',
        { distributionCodes: code('G'), grossDistribution: 5000, taxableAmount: 1.01 },
        'warning 1.01',
      ],
      [
        '4G',
        { distributionCodes: code('4G'), grossDistribution: 5000, taxableAmount: 3000 },
        'warning 3000.00',
      ],
    ],
  ),
  'R-05': on(
    'form_1099_r',
    [
      ['at the tolerance', { distributionCodes: code('H'), taxableAmount: 1 }],
      ['another code', { distributionCodes: code('7'), taxableAmount: 500 }],
    ],
    [
      ['H', { distributionCodes: code('H'), taxableAmount: 1.01 }, 'warning 1.01'],
      ['N', { distributionCodes: code('N'), taxableAmount: 500 }, 'warning 500.00'],
      ['R', { distributionCodes: code('R'), taxableAmount: 500 }, 'warning 500.00'],
    ],
  ),
  'R-06': on(
    'form_1099_r',
    [['at the tolerance', { distributionCodes: code('6'), taxableAmount: 1 }]],
    [['a cent past', { distributionCodes: code('6W'), taxableAmount: 1.01 }, 'warning 1.01']],
  ),
  'R-07': on(
    'form_1099_r',
    [
      [
        'an IRA, box 2a is box 1',
        {
          taxableAmountNotDetermined: true,
          isIraSepSimple: true,
          taxableAmount: 500,
          grossDistribution: 500,
        },
      ],
      [
        'an IRA, blank',
        { taxableAmountNotDetermined: true, isIraSepSimple: true, taxableAmount: 0, grossDistribution: 500 },
      ],
      ['a pension, blank', { taxableAmountNotDetermined: true, isIraSepSimple: false, taxableAmount: 0 }],
      ['determined', { taxableAmountNotDetermined: false, taxableAmount: 400 }],
      [
        'lost, whether it is an IRA',
        {
          taxableAmountNotDetermined: true,
          isIraSepSimple: 'perhaps',
          taxableAmount: 500,
          grossDistribution: 500,
        },
      ],
    ],
    [
      // 499.99 - 500.00.
      [
        'an IRA, another amount',
        {
          taxableAmountNotDetermined: true,
          isIraSepSimple: true,
          taxableAmount: 499.99,
          grossDistribution: 500,
        },
        'info -0.01',
      ],
      [
        'a pension, not blank',
        { taxableAmountNotDetermined: true, isIraSepSimple: false, taxableAmount: 0.01 },
        'info 0.01',
      ],
    ],
  ),
  'R-08': on(
    'form_1099_r',
    [
      ['none', { distributionCodes: code('G'), federalIncomeTaxWithheld: 0 }],
      ['another code', { distributionCodes: code('7'), federalIncomeTaxWithheld: 50 }],
    ],
    [
      ['G', { distributionCodes: code('G'), federalIncomeTaxWithheld: 0.01 }, 'warning 0.01'],
      ['H4', { distributionCodes: code('H', '4'), federalIncomeTaxWithheld: 50 }, 'warning 50.00'],
    ],
  ),
  'R-09': on(
    'form_1099_r',
    [
      ['7', { distributionCodes: code('7') }],
      ['7 and B in one text', { distributionCodes: code('7B') }],
      ['B and 7, the other order', { distributionCodes: code('B', '7') }],
      ['8 and 1', { distributionCodes: code('8', '1') }],
      ['Y and 4', { distributionCodes: code('Y', '4') }],
      ['Y and K', { distributionCodes: code('K', 'Y') }],
      ['J and S, a Roth SIMPLE IRA in its first two years', { distributionCodes: code('JS') }],
      ['S and J', { distributionCodes: code('S', 'J') }],
      ['S alone', { distributionCodes: code('S') }],
      ['Q alone', { distributionCodes: code('Q') }],
      ['twice', { distributionCodes: code('7', '7') }],
      ['none', { distributionCodes: [] }],
    ],
    [
      ['7 and 1', { distributionCodes: code('7', '1') }, 'warning -'],
      ['A alone', { distributionCodes: code('A') }, 'warning -'],
      ['K alone', { distributionCodes: code('K') }, 'warning -'],
      ['Q and 7', { distributionCodes: code('Q', '7') }, 'warning -'],
      ['S and 1', { distributionCodes: code('S', '1') }, 'warning -'],
      ['no code', { distributionCodes: code('Z') }, 'warning -'],
      ['three', { distributionCodes: code('4', 'G', 'B') }, 'warning -'],
    ],
  ),
  'D-01': on(
    'form_1099_div',
    [['1.00 above', { qualifiedDividends: 101, ordinaryDividends: 100 }]],
    [['a cent past', { qualifiedDividends: 101.01, ordinaryDividends: 100 }, 'error 1.01']],
  ),
  'D-02': on(
    'form_1099_div',
    [
      // 40 + 30 + 33 is 103.
      [
        '3.00 above',
        {
          unrecapturedSection1250Gain: 40,
          section1202Gain: 30,
          collectibles28PercentGain: 33,
          capitalGainDistributions: 100,
        },
      ],
      ['one alone, 3.00 above', { collectibles28PercentGain: 103, capitalGainDistributions: 100 }],
    ],
    [
      [
        'a cent past',
        {
          unrecapturedSection1250Gain: 40,
          section1202Gain: 30,
          collectibles28PercentGain: 33.01,
          capitalGainDistributions: 100,
        },
        'warning 3.01',
      ],
      ['one alone', { collectibles28PercentGain: 103.01, capitalGainDistributions: 100 }, 'error 3.01'],
    ],
  ),
  'D-03': on(
    'form_1099_div',
    [
      [
        '1.00 above',
        { section199aReitDividends: 101, section897OrdinaryDividends: 101, ordinaryDividends: 100 },
      ],
      ['box 2f, 1.00 above', { section897CapitalGain: 101, capitalGainDistributions: 100 }],
      ['box 5 of 2017', { section199aReitDividends: 500, ordinaryDividends: 100 }, 2017],
    ],
    [
      ['box 5', { section199aReitDividends: 101.01, ordinaryDividends: 100 }, 'error 1.01'],
      ['box 2e', { section897OrdinaryDividends: 101.01, ordinaryDividends: 100 }, 'error 1.01'],
      ['box 2f', { section897CapitalGain: 101.01, capitalGainDistributions: 100 }, 'error 1.01'],
    ],
  ),
  'D-04': on(
    'form_1099_div',
    [['1.00 above', { specifiedPrivateActivityBondInterestDividend: 101, exemptInterestDividends: 100 }]],
    [
      [
        'a cent past',
        { specifiedPrivateActivityBondInterestDividend: 101.01, exemptInterestDividends: 100 },
        'error 1.01',
      ],
    ],
  ),
  'D-05': on(
    'form_1099_div',
    [
      ['at 25%', { foreignTaxPaid: 25, ordinaryDividends: 100 }],
      ['box 12 is in the base', { foreignTaxPaid: 50, ordinaryDividends: 100, exemptInterestDividends: 100 }],
    ],
    [['a cent past', { foreignTaxPaid: 25.01, ordinaryDividends: 100 }, 'info 0.01']],
  ),
  'I-01': on(
    'form_1099_int',
    [['1.00 above', { specifiedPrivateActivityBondInterest: 101, taxExemptInterest: 100 }]],
    [['a cent past', { specifiedPrivateActivityBondInterest: 101.01, taxExemptInterest: 100 }, 'error 1.01']],
  ),
  'I-02': on(
    'form_1099_int',
    [
      ['box 11', { bondPremium: 101, interestIncome: 100 }],
      ['box 12', { bondPremiumOnTreasuryObligation: 101, savingsBondAndTreasuryInterest: 100 }],
      ['box 13', { bondPremiumOnTaxExemptBond: 101, taxExemptInterest: 100 }],
    ],
    [
      ['box 11', { bondPremium: 101.01, interestIncome: 100 }, 'warning 1.01'],
      [
        'box 12',
        { bondPremiumOnTreasuryObligation: 101.01, savingsBondAndTreasuryInterest: 100 },
        'warning 1.01',
      ],
      ['box 13', { bondPremiumOnTaxExemptBond: 101.01, taxExemptInterest: 100 }, 'warning 1.01'],
    ],
  ),
  'I-03': on(
    'form_1099_int',
    [
      ['equal', { earlyWithdrawalPenalty: 150, interestIncome: 100, savingsBondAndTreasuryInterest: 50 }],
      ['no box 3', { earlyWithdrawalPenalty: 100, interestIncome: 100 }],
    ],
    [['a cent past', { earlyWithdrawalPenalty: 100.01, interestIncome: 100 }, 'info 0.01']],
  ),
  'I-04': on(
    'form_1099_int',
    [
      // 24% of 1,000.00 is 240.00; 1% is 10.00.
      ['at 1% above', { interestIncome: 1000, federalIncomeTaxWithheld: 250 }],
      ['at 1% below', { interestIncome: 1000, federalIncomeTaxWithheld: 230 }],
      ['28% in 2017', { interestIncome: 1000, federalIncomeTaxWithheld: 280 }, 2017],
      // 24% of 100.00 of box 3.
      [
        'of one box',
        { interestIncome: 900, savingsBondAndTreasuryInterest: 100, federalIncomeTaxWithheld: 24 },
      ],
      ['none', { interestIncome: 1000, federalIncomeTaxWithheld: 0 }],
      ['box 1 absent', { taxExemptInterest: 0, federalIncomeTaxWithheld: 50 }],
    ],
    [
      ['a cent past, above', { interestIncome: 1000, federalIncomeTaxWithheld: 250.01 }, 'info 10.01'],
      ['a cent past, below', { interestIncome: 1000, federalIncomeTaxWithheld: 229.99 }, 'info -10.01'],
      // 1,010.00 - 240.00.
      ['all and 1%', { interestIncome: 1000, federalIncomeTaxWithheld: 1010 }, 'info 770.00'],
      ['more than all', { interestIncome: 1000, federalIncomeTaxWithheld: 1010.01 }, 'error 10.01'],
      ['of nothing', { interestIncome: 0, federalIncomeTaxWithheld: 0.01 }, 'error 0.01'],
    ],
  ),
  'M-01': on(
    'form_1099_misc',
    [
      ['an amount', { rents: 0.01, royalties: 0 }, 2019],
      ['2020', { rents: 0, royalties: 0 }, 2020],
      ['no amount at all', {}, 2019],
    ],
    [['all zero', { rents: 0, royalties: 0 }, 'warning -', 2019]],
  ),
  'N-01': on(
    'form_1099_nec',
    [['2020', { nonemployeeCompensation: 100 }, 2020]],
    [['2019', { nonemployeeCompensation: 100 }, 'warning -', 2019]],
  ),
  'B-01': on(
    'form_1099_b',
    [
      // 500 - 200 + 100 is 400.
      [
        '3.00 above',
        {
          aggregateProfitLoss: 403,
          realizedProfitLoss: 500,
          unrealizedProfitLossPriorYear: 200,
          unrealizedProfitLossCurrentYear: 100,
        },
      ],
      // 500 + 200 + 100 is 800.
      [
        'box 9 signed, 3.00 below',
        {
          aggregateProfitLoss: 797,
          realizedProfitLoss: 500,
          unrealizedProfitLossPriorYear: 200,
          unrealizedProfitLossCurrentYear: 100,
        },
      ],
      ['a box is absent', { aggregateProfitLoss: 999, realizedProfitLoss: 500 }],
    ],
    [
      [
        'a cent past',
        {
          aggregateProfitLoss: 403.01,
          realizedProfitLoss: 500,
          unrealizedProfitLossPriorYear: 200,
          unrealizedProfitLossCurrentYear: 100,
        },
        'warning 3.01',
      ],
      [
        'a cent past, box 9 signed',
        {
          aggregateProfitLoss: 796.99,
          realizedProfitLoss: 500,
          unrealizedProfitLossPriorYear: 200,
          unrealizedProfitLossCurrentYear: 100,
        },
        'warning -3.01',
      ],
    ],
  ),
  'B-02': on(
    'form_1099_b',
    [
      ['a basis', { costBasis: 0.01, proceeds: 100 }],
      ['no sale', { costBasis: 0, proceeds: 0, grossProceeds: 0 }],
      ['covered', { costBasis: 0, proceeds: 100, noncoveredSecurityIndicator: 'Covered security' }],
      ['absent', { proceeds: 100 }],
    ],
    [
      ['proceeds', { costBasis: 0, proceeds: 0.01 }, 'info -'],
      ['gross proceeds', { costBasis: 0, proceeds: 0, grossProceeds: 100 }, 'info -'],
    ],
  ),
  'B-03': on(
    'form_1099_b',
    [
      // 500 - 400 is a loss of 100.
      ['1.00 above', { washSaleLossDisallowed: 101, costBasis: 500, proceeds: 400 }],
      ['none', { washSaleLossDisallowed: 0, costBasis: 400, proceeds: 500 }],
      ['no basis', { washSaleLossDisallowed: 50, costBasis: 0, proceeds: 500 }],
    ],
    [
      ['a cent past', { washSaleLossDisallowed: 101.01, costBasis: 500, proceeds: 400 }, 'warning 1.01'],
      // 50 - (400 - 500) is 150.
      ['a gain', { washSaleLossDisallowed: 50, costBasis: 400, grossProceeds: 500 }, 'warning 150.00'],
    ],
  ),
  'B-04': on(
    'form_1099_b',
    [
      [
        'one year: short',
        { dateAcquired: '2023-01-15', dateSoldOrDisposed: '2024-01-15', typeGainLoss: 'Short term' },
      ],
      [
        'one day more: long',
        { dateAcquired: '2023-01-15', dateSoldOrDisposed: '2024-01-16', typeGainLoss: 'LONG-TERM' },
      ],
      ['the day itself', { dateAcquired: '2024-03-01', dateSoldOrDisposed: '2024-03-01' }],
      [
        'from 29 February: short',
        { dateAcquired: '2024-02-29', dateSoldOrDisposed: '2025-02-28', typeGainLoss: 'Short' },
      ],
      [
        'from 29 February: long',
        { dateAcquired: '2024-02-29', dateSoldOrDisposed: '2025-03-01', typeGainLoss: 'Long' },
      ],
      [
        'from 28 to 29 February',
        { dateAcquired: '2023-02-28', dateSoldOrDisposed: '2024-02-29', typeGainLoss: 'Short' },
      ],
      [
        'ordinary',
        { dateAcquired: '2020-01-15', dateSoldOrDisposed: '2024-01-15', typeGainLoss: 'Ordinary' },
      ],
      ['various', { dateAcquired: 'Various', dateSoldOrDisposed: '2024-01-15', typeGainLoss: 'Long term' }],
    ],
    [
      ['sold first', { dateAcquired: '2024-01-16', dateSoldOrDisposed: '2024-01-15' }, 'warning -'],
      [
        'one year: long',
        { dateAcquired: '2023-01-15', dateSoldOrDisposed: '2024-01-15', typeGainLoss: 'Long term' },
        'warning -',
      ],
      [
        'one day more: short',
        { dateAcquired: '2023-01-15', dateSoldOrDisposed: '2024-01-16', typeGainLoss: 'Short term' },
        'warning -',
      ],
    ],
  ),
  'S-01': on(
    'form_ssa_1099',
    [
      ['zero', { benefitsPaid: 100, benefitsRepaid: 100 }],
      ['none repaid', { benefitsPaid: 100 }],
    ],
    [
      ['a cent below', { benefitsPaid: 100, benefitsRepaid: 100.01 }, 'info -0.01'],
      ['negative alone', { benefitsPaid: -300 }, 'info -300.00'],
    ],
  ),
  'S-02': on(
    'form_ssa_1099',
    [
      // 600 + 402 is 1,002; two rows allow 2.00.
      [
        '2.00 above, two rows',
        {
          benefitsPaid: 1000,
          paymentsByYear: [
            { year: '2022', payment: 600 },
            { year: '2023', payment: 402 },
          ],
        },
      ],
      ['no rows', { benefitsPaid: 0, paymentsByYear: [] }],
    ],
    [
      [
        'a cent past',
        {
          benefitsPaid: 1000,
          paymentsByYear: [
            { year: '2022', payment: 600 },
            { year: '2023', payment: 402.01 },
          ],
        },
        'warning 2.01',
      ],
    ],
  ),
  'S-03': on(
    'form_ssa_1099',
    [['1.00 above', { workersCompensationOffset: 101, benefitsPaid: 100 }]],
    [['a cent past', { workersCompensationOffset: 101.01, benefitsPaid: 100 }, 'warning 1.01']],
  ),
  'S-04': on(
    'form_ssa_1099',
    [['1.00 above', { federalIncomeTaxWithheld: 101, benefitsPaid: 100 }]],
    [['a cent past', { federalIncomeTaxWithheld: 101.01, benefitsPaid: 100 }, 'warning 1.01']],
  ),
  'S-05': on(
    'form_ssa_1099',
    [['the year before', { paymentsByYear: [{ year: '2023', payment: 1 }] }]],
    [
      ['the year itself', { paymentsByYear: [{ year: '2024', payment: 1 }] }, 'info -'],
      ['beside an amount that is lost', { paymentsByYear: [{ year: '2024', payment: 'some' }] }, 'info -'],
    ],
  ),
  'G9-1': on(
    'form_1099_g',
    [
      // 20 + 20 + 20 + 20 + 20 is 100.
      [
        '1.00 above',
        {
          federalIncomeTaxWithheld: 101,
          unemploymentCompensation: 20,
          rtaaPayments: 20,
          taxableGrants: 20,
          agriculturalSubsidies: 20,
          marketGainCommodityCreditCorporationLoans: 20,
        },
      ],
      ['box 1 is absent', { federalIncomeTaxWithheld: 101, taxableGrants: 20 }],
    ],
    [
      [
        'a cent past',
        {
          federalIncomeTaxWithheld: 101.01,
          unemploymentCompensation: 20,
          rtaaPayments: 20,
          taxableGrants: 20,
          agriculturalSubsidies: 20,
          marketGainCommodityCreditCorporationLoans: 20,
        },
        'warning 1.01',
      ],
      ['box 1 alone', { federalIncomeTaxWithheld: 102, unemploymentCompensation: 100 }, 'warning 2.00'],
    ],
  ),
  'G9-2': on(
    'form_1099_g',
    [
      ['the year before', { priorYearRefund: 100, yearOfRefund: 2023 }],
      ['ten before', { priorYearRefund: 100, yearOfRefund: 2014 }],
      ['no refund', { priorYearRefund: 0, yearOfRefund: 2024 }],
      ['not set', { priorYearRefund: 100, yearOfRefund: 'Not Set' }],
    ],
    [
      ['the year itself', { priorYearRefund: 100, yearOfRefund: 2024 }, 'warning -'],
      ['eleven before', { priorYearRefund: 100, yearOfRefund: 2013 }, 'warning -'],
    ],
  ),
  'F-01': on(
    'form_1042_s',
    [
      // 1,000 - 200 is 800.
      ['1.00 above', { grossIncome: 1000, withholdingAllowance: 200, netIncome: 801 }],
      ['not used', { grossIncome: 1000, withholdingAllowance: 0, netIncome: 0 }],
    ],
    [
      [
        'a cent past, above',
        { grossIncome: 1000, withholdingAllowance: 200, netIncome: 801.01 },
        'warning 1.01',
      ],
      [
        'a cent past, below',
        { grossIncome: 1000, withholdingAllowance: 200, netIncome: 798.99 },
        'warning -1.01',
      ],
    ],
  ),
  'F-02': on(
    'form_1042_s',
    [
      // 300 + 50 - 20 is 330.
      [
        '2.00 above',
        {
          totalWithholdingCredit: 332,
          usFederalTaxWithheld: 300,
          withholdingByOtherAgents: 50,
          overwithheldTaxRepaidToRecipient: 20,
        },
      ],
      ['box 7a alone', { totalWithholdingCredit: 300, usFederalTaxWithheld: 300 }],
      // 300 + 25 is 325.
      [
        'the older layout, 2.00 below',
        { totalWithholdingCredit: 323, usFederalTaxWithheld: 300, taxPaidByWithholdingAgent: 25 },
      ],
    ],
    [
      [
        'a cent past',
        {
          totalWithholdingCredit: 332.01,
          usFederalTaxWithheld: 300,
          withholdingByOtherAgents: 50,
          overwithheldTaxRepaidToRecipient: 20,
        },
        'warning 2.01',
      ],
      [
        'a cent past, the older layout',
        { totalWithholdingCredit: 322.99, usFederalTaxWithheld: 300, taxPaidByWithholdingAgent: 25 },
        'warning -2.01',
      ],
    ],
  ),
  'F-03': on(
    'form_1042_s',
    [
      // 15% of 2,400 is 360; 1% of 2,400 is 24.
      ['24.00 above', { grossIncome: 2400, usFederalTaxWithheld: 384, taxRateChapter3: 15 }],
      // 30% of 100 is 30; 1% is 1.00: 2.00 decides.
      ['2.00 below', { grossIncome: 100, usFederalTaxWithheld: 28, taxRateChapter3: '.30' }],
      [
        'chapter 4',
        { grossIncome: 1000, usFederalTaxWithheld: 300, taxRateChapter3: 0, taxRateChapter4: 30 },
      ],
      // 14% of 800.
      [
        'of net income',
        { grossIncome: 1000, netIncome: 800, usFederalTaxWithheld: 112, taxRateChapter3: 14 },
      ],
      ['no rate', { grossIncome: 1000, usFederalTaxWithheld: 112 }],
      [
        'a rate is lost',
        { grossIncome: 1000, usFederalTaxWithheld: 112, taxRateChapter3: 30, taxRateChapter4: 'some' },
      ],
      [
        'net income is lost',
        { grossIncome: 1000, netIncome: 'some', usFederalTaxWithheld: 112, taxRateChapter3: 14 },
      ],
    ],
    [
      [
        'a cent past, above',
        { grossIncome: 2400, usFederalTaxWithheld: 384.01, taxRateChapter3: 15 },
        'info 24.01',
      ],
      [
        'a cent past, below',
        { grossIncome: 100, usFederalTaxWithheld: 27.99, taxRateChapter3: '.30' },
        'info -2.01',
      ],
    ],
  ),
  'F-04': on(
    'form_1042_s',
    [
      ['37', { taxRateChapter3: 37, taxRateChapter4: 0 }],
      ['12.5', { taxRateChapter3: 12.5 }],
      ['39.6 in 2017', { taxRateChapter3: 39.6 }, 2017],
    ],
    [
      ['37.01', { taxRateChapter3: 37.01 }, 'warning -'],
      ['39.6 in 2018', { taxRateChapter3: 39.6 }, 'warning -', 2018],
      ['chapter 4', { taxRateChapter3: 30, taxRateChapter4: 50 }, 'warning -'],
    ],
  ),
  'M8-1': on(
    'form_1098',
    [
      // 25% of 10,000 is 2,500.
      [
        'at 25%',
        { numberOfMortgagedProperties: 1, mortgageInterestPaid: 2500, outstandingMortgagePrincipal: 10000 },
      ],
      ['a new loan', { mortgageInterestPaid: 2500, outstandingMortgagePrincipal: 0 }],
    ],
    [
      ['a cent past', { mortgageInterestPaid: 2500.01, outstandingMortgagePrincipal: 10000 }, 'info 0.01'],
      ['no property', { numberOfMortgagedProperties: 0 }, 'info -'],
    ],
  ),
  'T-01': on(
    'form_1098_t',
    [['equal', { scholarshipsGrants: 5000, qualifiedTuitionAndRelatedExpenses: 5000 }]],
    [['a cent past', { scholarshipsGrants: 5000.01, qualifiedTuitionAndRelatedExpenses: 5000 }, 'info 0.01']],
  ),
  'T-02': on(
    'form_1098_t',
    [['zero', { adjustmentsMadeForPriorYear: 0 }]],
    [['a cent below', { adjustmentsMadeForPriorYear: -0.01 }, 'error -0.01']],
  ),
  '5-01': on(
    'form_5498',
    [
      ['box 6, 1.00 above', { lifeInsuranceCost: 101, iraContributions: 100 }],
      ['box 15a, 1.00 above', { fairMarketValueSpecifiedAssets: 101, fairMarketValueOfAccount: 100 }],
    ],
    [
      ['box 6', { lifeInsuranceCost: 101.01, iraContributions: 100 }, 'warning 1.01'],
      ['box 15a', { fairMarketValueSpecifiedAssets: 101.01, fairMarketValueOfAccount: 100 }, 'warning 1.01'],
    ],
  ),
  '5-02': on(
    'form_5498',
    // 2024: 7,000 + 1,000 is 8,000.
    [
      ['1.00 above', { iraContributions: 4000, rothIraContributions: 4001 }],
      ['a SEP', { iraContributions: 0, sepContributions: 30000 }],
    ],
    [['a cent past', { iraContributions: 4000, rothIraContributions: 4001.01 }, 'warning 1.01']],
  ),
  '5-03': on(
    'form_5498',
    [
      ['an IRA', { requiredMinimumDistribution: 100, isIra: true, isRothIra: false }],
      ['a Roth IRA', { requiredMinimumDistribution: 0, isRothIra: true }],
    ],
    [['a Roth IRA', { requiredMinimumDistribution: 0.01, isRothIra: true }, 'info -']],
  ),
}

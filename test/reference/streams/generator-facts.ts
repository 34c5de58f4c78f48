// Random known facts about the borrowers of a random dossier.
import type { Raw } from '../values.js'
import type { Dice } from './dice.js'
import type { Draft } from './generator-documents.js'

/** How issuers are written in the lender's facts. */
export interface IssuerNames {
  readonly idOf: (issuer: number) => string
  readonly nameOf: (issuer: number) => string
}

const CONDITIONS = [
  ...['history', 'second_job_history', 'employment_verification', 'declining', 'business_returns', 'award_letter'],
  ...['distributions_or_liquidity', 'continuance', 'account_statement', 'receipt_history', 'rollover_uncertain'],
  ...['not_on_transcript', 'possible_duplicate', 'equity_vesting', 'seasonal_employment', 'transcript_incomplete'],
  ...['copies_disagree', 'source_conflict', 'return_to_work', 'royalty_contract', 'cost_basis'],
]
const STREAMS = [
  ...['wages', 'retirement', 'partnership', 's_corporation', 'officer_compensation', 'interest', 'capital_gains'],
  ...['unemployment', 'royalties', 'equity_pay', 'self_employment', 'social_security'],
]
const KINDS = [
  ...[
    'alimony',
    'child_support',
    'va_benefits',
    'military_allowance',
    'housing_allowance',
    'foster_care',
    'disability',
  ],
  ...['public_assistance', 'trust', 'notes_receivable', 'boarder', 'housing_voucher', 'other'],
]

const YEARS = [0, 1, 2]

function makeJob(dice: Dice, draft: Draft, year: number, names: IssuerNames): Raw {
  const wages = Math.max(0, Number(draft.boxes['wages_tips_other_compensation']))
  const job: Raw = dice.chance(0.5)
    ? { employer: names.nameOf(draft.issuer), identifiers: [names.idOf(draft.issuer)] }
    : { employer: names.nameOf(draft.issuer) }
  if (dice.chance(0.3)) job['start_date'] = `${year - dice.below(4)}-0${1 + dice.below(9)}-${dice.pick(['01', '15'])}`
  if (dice.chance(0.1)) job['end_date'] = `${year + 1}-01-15`
  if (dice.chance(0.15)) job['returns_to_work'] = `${year + 1}-03-01`
  if (dice.chance(0.4)) {
    const pays = [
      { amount: 34.5, per: 'hour', hours_per_week: dice.pick([40, 37.5, 20]) },
      { amount: Math.round(wages / 12), per: 'month' },
      { amount: Math.round(wages / 26), per: 'two_weeks' },
      { amount: Math.round(wages / 52), per: 'week' },
      { amount: Math.round(wages / 24), per: 'half_month' },
      { amount: wages, per: 'year' },
    ]
    job['pay'] = { ...dice.pick(pays), varies: dice.chance(0.3) }
  }
  if (dice.chance(0.4)) {
    const month = 1 + dice.below(9)
    const toDate: Raw = { through: `${year + 1}-0${month}-${dice.pick(['28', '15'])}` }
    const overtime = dice.part(wages, [1, 2, 5])
    toDate['base'] = dice.part((wages * month) / 12, [70, 95, 100, 106, 125, 140])
    if (dice.chance(0.6)) toDate['overtime'] = overtime
    if (dice.chance(0.3)) toDate['bonus'] = dice.pick([0, overtime])
    job['year_to_date'] = toDate
    if (dice.chance(0.7))
      job['prior_years'] = Object.fromEntries(
        YEARS.slice(0, 1 + dice.below(3)).map(back => [
          String(year - back),
          {
            ...(dice.chance(0.5) ? { base: dice.part(wages, [80, 90, 100]) } : {}),
            ...(dice.chance(0.8) ? { overtime: dice.part(wages, [5, 10, 20]) } : {}),
            ...(dice.chance(0.5) ? { bonus: dice.part(wages, [5, 10]) } : {}),
          },
        ]),
      )
    if (dice.chance(0.3)) job['stabilized'] = { since: `${year}-0${1 + dice.below(9)}-01`, base: wages / 2, overtime }
  }
  return job
}

function makeBusiness(dice: Dice, draft: Draft, year: number, { idOf }: IssuerNames): Raw {
  const earnings = Math.abs(Number(draft.boxes['ordinary_income_k1']))
  const byYear = (): Raw => ({ [year]: dice.vary(earnings), [year - 1]: dice.vary(earnings) })
  return {
    identifier: idOf(draft.issuer),
    ...(dice.chance(0.5) ? { distributions: byYear() } : {}),
    ...(dice.chance(0.3) ? { liquid: true } : {}),
    ...(dice.chance(0.4) ? { returns_reviewed: true } : {}),
    ...(dice.chance(0.3) ? { cash_flow: byYear() } : {}),
    ...(dice.chance(0.2) ? { secondary: true } : {}),
  }
}

const makeRetirement = (dice: Dice, draft: Draft, { idOf }: IssuerNames): Raw => ({
  payer: idOf(draft.issuer),
  ...(dice.chance(0.5) ? { kind: 'pension', monthly: dice.pick([900, 2100.5]) } : { kind: 'ira' }),
  ...(dice.chance(0.3) ? { continues_months: dice.pick([12, 35, 36, 60]) } : {}),
  ...(dice.chance(0.5) ? { balance: dice.part(Number(draft.boxes['gross_distribution']), [250, 300, 900]) } : {}),
})

function makeBorrower(dice: Dice, id: string, drafts: readonly Draft[], year: number, names: IssuerNames): Raw {
  const formsOf = (form: string): Draft[] => {
    const ofForm = drafts.filter(draft => draft.form.startsWith(form))
    return [...new Set(ofForm.map(({ issuer }) => issuer))].map(issuer => ofForm.findLast(d => d.issuer === issuer)!)
  }
  const some = <T>(list: readonly T[], share: number): T[] => list.filter(() => dice.chance(share))
  const months = (): number => dice.pick([12, 35, 36, 60])
  const borrower: Raw = { id }
  const jobs = some(formsOf('form_w2'), 0.5).filter(({ form }) => form === 'form_w2')
  if (jobs.length > 0) borrower['jobs'] = jobs.map(draft => makeJob(dice, draft, year, names))
  const businesses = some([...formsOf('schedule_k1_1065'), ...formsOf('schedule_k1_1120s')], 0.7)
  if (businesses.length > 0) borrower['businesses'] = businesses.map(draft => makeBusiness(dice, draft, year, names))
  const pensions = some(formsOf('form_1099_r'), 0.6)
  if (pensions.length > 0) borrower['retirement'] = pensions.map(draft => makeRetirement(dice, draft, names))
  const cashFlow = (): Raw => ({ cash_flow: { [year]: dice.dollars() - 5000, [year - 1]: dice.dollars() } })
  if (dice.chance(0.2)) borrower['self_employment'] = cashFlow()
  if (dice.chance(0.2)) borrower['rental'] = cashFlow()
  if (dice.chance(0.2)) borrower['royalties'] = { monthly: 310, continues_months: months() }
  if (dice.chance(0.3))
    borrower['continues_months'] = {
      social_security: months(),
      unemployment: months(),
      government_payments: months(),
      other: months(),
    }
  if (dice.chance(0.2)) borrower['nontaxable_share'] = { social_security: dice.pick([0, 0.4, 1]) }
  if (dice.chance(0.2)) borrower['seasonal_unemployment'] = true
  if (dice.chance(0.3)) borrower['assets_owned'] = ['interest', 'dividends', 'capital_gains']
  if (dice.chance(0.4))
    borrower['other_income'] = [0, 1]
      .slice(0, 1 + dice.below(2))
      .map(() => ({
        kind: dice.pick(KINDS),
        monthly: dice.pick([600, 1234.56]),
        ...(dice.chance(0.7) ? { received_months: dice.pick([3, 6, 24]) } : {}),
        ...(dice.chance(0.7) ? { continues_months: months() } : {}),
        nontaxable: dice.chance(0.5),
      }))
  return borrower
}

/** Makes random known facts. `ids` are the ids of the borrowers, with the documents of each. */
export function makeRandomFacts(
  dice: Dice,
  borrowers: readonly { readonly id: string; readonly drafts: readonly Draft[] }[],
  year: number,
  names: IssuerNames,
  taxpayerId: string,
): Raw {
  const facts: Raw = {
    taxpayer_id: taxpayerId,
    borrowers: borrowers.map(({ id, drafts }) => makeBorrower(dice, id, drafts, year, names)),
  }
  const ids = borrowers.map(({ id }) => id)
  const makeStreamText = (): string => {
    const { drafts } = dice.pick(borrowers)
    const draft = drafts.length > 0 ? dice.pick(drafts) : undefined
    const category = dice.pick(STREAMS)
    return draft !== undefined && dice.chance(0.5) ? `${category}:${names.nameOf(draft.issuer)}` : category
  }
  const signed = { by: 'J. Doe', on: `${year + 1}-02-12` }
  if (dice.chance(0.6))
    facts['conditions_met'] = Array.from({ length: 1 + dice.below(5) }, () => ({
      borrower: dice.pick(ids),
      condition: dice.pick(CONDITIONS),
      ...(dice.chance(0.8) ? { stream: makeStreamText() } : {}),
      ...(dice.chance(0.3) ? { tax_year: year - dice.below(3) } : {}),
      ...signed,
      note: 'seen',
    }))
  if (dice.chance(0.25))
    facts['overrides'] = [
      { borrower: dice.pick(ids), stream: dice.pick(STREAMS), qualifying_monthly: 5980, ...signed, reason: 'paystub' },
    ]
  if (dice.chance(0.2))
    facts['household'] = { region: 'midwest', size: 4, shelter_monthly: 1900, taxes_monthly: 1450, square_feet: 1800 }
  if (dice.chance(0.3)) facts['application_date'] = `${year + 1 + dice.below(2)}-02-10`
  return facts
}

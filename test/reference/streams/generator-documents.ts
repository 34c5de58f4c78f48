// Random documents of one person over several years, before sources format them.
import type { Raw } from '../values.js'
import type { Dice } from './dice.js'

/** A person of a random dossier. */
export interface Person {
  readonly ssnLast4: string
  readonly name: string
}

/** A document before a source formats it. `issuer` is the number of its issuer. */
export interface Draft {
  readonly form: string
  readonly year: number
  readonly person: Person
  readonly issuer: number
  readonly boxes: Raw
}

/** What the generator of documents works with. */
export interface World {
  readonly dice: Dice
  readonly years: readonly number[]
  readonly drafts: Draft[]
  issuers: number
}

const newIssuer = (world: World): number => ++world.issuers

/** Returns the boxes of a W-2: often box 5, sometimes none, and codes of box 12. */
function makeW2({ dice }: World, wages: number): Raw {
  const deferrals = dice.chance(0.3) ? dice.part(wages, [3, 10, 25]) : 0
  const box1 = Math.round((wages - deferrals) * 100) / 100
  const boxes: Raw = { wages_tips_other_compensation: box1, federal_income_tax_withheld: dice.part(wages, [8, 12, 20]) }
  if (dice.chance(0.75)) boxes['medicare_wages_tips'] = dice.pick([wages, wages, wages, box1, 0])
  if (deferrals > 0) boxes['deferred_compensation'] = deferrals
  if (dice.chance(0.03)) boxes['code_s'] = dice.part(wages, [2, 5])
  if (dice.chance(0.04)) boxes['code_q'] = dice.part(wages, [5, 20])
  if (dice.chance(0.06)) boxes['code_v'] = dice.part(wages, [5, 30])
  if (dice.chance(0.02)) boxes['code_gg'] = dice.part(wages, [5])
  if (dice.chance(0.03)) boxes['code_z'] = dice.part(wages, [5])
  if (dice.chance(0.04)) boxes['nonqualified_plans'] = dice.part(wages, [5, 40])
  if (dice.chance(0.04)) boxes['code_ii'] = dice.part(wages, [10, 30])
  if (dice.chance(0.03)) boxes['statutory_employee'] = true
  if (dice.chance(0.03)) boxes['allocated_tips'] = dice.part(wages, [2])
  if (dice.chance(0.03)) boxes['third_party_sick_pay_indicator'] = true
  if (dice.chance(0.01)) boxes['wages_tips_other_compensation'] = -box1
  return boxes
}

/** Adds a W-2 of one year. */
const addW2 = (world: World, person: Person, issuer: number, year: number, wages: number, fields: Raw = {}): void => {
  world.drafts.push({ form: 'form_w2', year, person, issuer, boxes: { ...makeW2(world, wages), ...fields } })
}

/** Adds a career: employers that follow one another between or during years, each with wages that change. */
export function addCareer(world: World, person: Person): void {
  const { dice, years } = world
  let issuer = newIssuer(world)
  let wages = dice.dollars() + 10_000
  for (const year of years) {
    const roll = dice.below(100)
    if (roll < 8) continue
    if (roll < 26) {
      // A change during the year: the old employer pays a part of the year, and the new one the rest or more.
      const share = dice.pick([5, 20, 50, 80, 95])
      addW2(world, person, issuer, year, Math.round(wages * share) / 100)
      issuer = newIssuer(world)
      addW2(world, person, issuer, year, Math.round(wages * dice.pick([100 - share, 110 - share, 60])) / 100)
    } else if (roll < 34) {
      // A change between the years.
      issuer = newIssuer(world)
      addW2(world, person, issuer, year, wages)
    } else addW2(world, person, issuer, year, wages)
    if (dice.chance(0.07)) {
      const fields = { third_party_sick_pay_indicator: true }
      addW2(world, person, newIssuer(world), year, dice.part(wages, [3, 10, 30]), fields)
    }
    wages = dice.vary(wages)
  }
}

/** Adds a second job for a run of years. */
export function addSecondJob(world: World, person: Person): void {
  const { dice, years } = world
  const issuer = newIssuer(world)
  const start = dice.pick(years)
  const end = dice.chance(0.6) ? years.at(-1)! : dice.pick(years)
  let wages = dice.part(dice.dollars(), [10, 40, 100]) + 500
  for (const year of years) {
    if (year < start || year > end) continue
    addW2(world, person, issuer, year, wages)
    wages = dice.vary(wages)
  }
}

/** Returns a function that adds a person's documents of one form and issuer, for some of the years. */
const seriesOf =
  (form: string, makeBoxes: (amount: number, world: World, year: number) => Raw, canBeNegative = false) =>
  (world: World, person: Person): number => {
    const { dice, years } = world
    const issuer = newIssuer(world)
    const start = dice.chance(0.6) ? years[0]! : dice.pick(years)
    let amount = dice.part(dice.dollars(), [100, 100, 10]) + 12
    for (const year of years) {
      if (year < start || dice.chance(0.12)) continue
      const signed = canBeNegative && dice.chance(0.25) ? -amount : amount
      world.drafts.push({ form, year, person, issuer, boxes: makeBoxes(signed, world, year) })
      amount = dice.vary(amount)
    }
    return issuer
  }

const CODES = [
  '7',
  '7',
  '7',
  '7',
  '3',
  '4',
  '2',
  '1',
  'A',
  'C',
  'S',
  'J',
  'G',
  'H',
  'Q',
  'T',
  '8',
  'P',
  '4G',
  '7A',
  '5',
  'W',
]

function addRetirement(world: World, person: Person): void {
  const { dice } = world
  const usual = dice.pick(['7', '7', '7', '4', '2', 'Q', 'T'])
  const isIra = dice.chance(0.5)
  const issuer = seriesOf('form_1099_r', amount => ({
    gross_distribution: amount,
    ...(dice.chance(0.85) ? { taxable_amount: dice.pick([amount, amount, Math.round(amount * 50) / 100, 0]) } : {}),
    distribution_codes: [{ code: dice.chance(0.2) ? dice.pick(CODES) : usual }],
    ...(isIra ? { sep_indicator: true } : {}),
    ...(dice.chance(0.07) ? { total_distribution_code: true } : {}),
    ...(dice.chance(0.1) ? { tax_amount_undetermined_code: true } : {}),
    ...(dice.chance(0.02) ? { date_of_payment_for_reportable_death_benefits: '2023-05-01' } : {}),
  }))(world, person)
  const payments = world.drafts.filter(draft => draft.issuer === issuer)
  // Forms 5498 often report a rollover of the same amount as a distribution.
  for (const { year, boxes } of payments) {
    const gross = Number(boxes['gross_distribution'])
    if (dice.chance(0.12))
      world.drafts.push({
        ...{ form: 'form_1099_r', year, person, issuer: newIssuer(world) },
        boxes: { gross_distribution: dice.pick([gross, gross + 0.4, gross * 2]), distribution_codes: [{ code: 'G' }] },
      })
    if (!dice.chance(0.5)) continue
    world.drafts.push({
      ...{ form: 'form_5498', year, person, issuer: dice.chance(0.5) ? issuer : newIssuer(world) },
      boxes: {
        ...(dice.chance(0.8) ? { fair_market_value_of_account: dice.part(gross, [100, 290, 300, 310, 2000]) } : {}),
        ...(dice.chance(0.3)
          ? { rollover_contributions: dice.pick([gross, gross + 0.9, gross + 1.1, gross / 2]) }
          : {}),
        ...(dice.chance(0.1) ? { roth_conversion_amount: dice.part(gross, [20, 100]) } : {}),
      },
    })
  }
}

/** Adds a business with K-1s, and often the owner's W-2 from it. */
function addBusiness(world: World, person: Person): void {
  const { dice } = world
  const isPartnership = dice.chance(0.5)
  const share = dice.pick<unknown>(
    isPartnership ? [0.1, 0.25, 0.5, 0.2499, null] : ['10%', '25%', '100', '50.000000', null],
  )
  const hasPayments = dice.chance(0.35)
  const makePartnership = (amount: number): Raw => ({
    ordinary_income_k1: amount,
    partner_share_of_capital_end: share,
    ...(dice.chance(0.2) ? { partner_share_of_capital_beginning: 0.3 } : {}),
    ...(hasPayments && dice.chance(0.8) ? { total_guaranteed_payments: Math.abs(dice.vary(amount)) } : {}),
    ...(dice.chance(0.1) ? { real_estate: dice.vary(amount) } : {}),
    ...(dice.chance(0.15) ? { interest: Math.abs(dice.part(amount, [5])) } : {}),
    ...(dice.chance(0.1) ? { royalties: Math.abs(dice.part(amount, [5])) } : {}),
    ...(dice.chance(0.1) ? { capital_gain_long: dice.part(amount, [-20, 20]) } : {}),
  })
  const makeCorporation = (amount: number): Raw => ({
    ordinary_income_k1: amount,
    shareholder_percentage_of_stock: share,
    ...(dice.chance(0.1) ? { dividends: Math.abs(dice.part(amount, [5])) } : {}),
  })
  const form = isPartnership ? 'schedule_k1_1065' : 'schedule_k1_1120s'
  const issuer = seriesOf(form, isPartnership ? makePartnership : makeCorporation, true)(world, person)
  if (!dice.chance(isPartnership ? 0.15 : 0.6)) return
  let wages = dice.dollars()
  for (const year of world.years) {
    if (dice.chance(0.1)) continue
    addW2(world, person, issuer, year, wages)
    wages = dice.vary(wages)
  }
}

const INCOME_CODES = ['01', '06', '09', '10', '14', '15', '16', '17', '18', '20', '28', '37', '50', '54']

/** The kinds of documents other than jobs, each of which is drawn as often as it is listed. */
export const ADD_DOCUMENTS: readonly ((world: World, person: Person) => unknown)[] = [
  seriesOf('form_1099_int', (amount, { dice }) => ({
    interest_income: amount,
    ...(dice.chance(0.3) ? { tax_exempt_interest: dice.part(amount, [20]) } : {}),
    ...(dice.chance(0.2) ? { savings_bonds: dice.part(amount, [10]) } : {}),
  })),
  seriesOf('form_1099_div', (amount, { dice }) => ({
    ordinary_dividend: amount,
    ...(dice.chance(0.3) ? { capital_gains: dice.part(amount, [20]) } : {}),
    ...(dice.chance(0.2) ? { exempt_interest_dividends: dice.part(amount, [10]) } : {}),
  })),
  seriesOf('form_1099_b', (amount, { dice }) => ({
    proceeds: amount,
    cost_basis: dice.chance(0.2) ? 0 : dice.vary(amount),
    noncovered_security_indicator: dice.pick(['Covered', 'Noncovered']),
  })),
  seriesOf('form_1099_misc', (amount, { dice }) => ({
    [dice.pick(['royalties', 'rents', 'other_income', 'crop_insurance', 'medical_payments'])]: amount,
  })),
  seriesOf('form_1099_misc', amount => ({ royalties: amount })),
  seriesOf('form_1099_misc', amount => ({ rents: amount })),
  seriesOf('form_1099_nec', amount => ({ non_employee_compensation: amount })),
  seriesOf('form_1099_g', amount => ({ unemployment_compensation: amount })),
  seriesOf('form_1099_g', (amount, { dice }) => ({
    [dice.pick(['taxable_grants', 'agricultural_subsidies', 'market_gain_commodity_credit_corporation_loans'])]: amount,
  })),
  seriesOf('form_w2g', amount => ({ gross_winnings: amount })),
  seriesOf('form_ssa_1099', (amount, { dice }, year) => ({
    pensions_and_annuities: amount,
    ...(dice.chance(0.12) ? { repayments: dice.part(amount, [10, 150]) } : {}),
    ...(dice.chance(0.2)
      ? {
          payments: [
            { year: String(year - dice.below(3)), payment: dice.chance(0.15) ? '6x00' : dice.part(amount, [20]) },
          ],
        }
      : {}),
  })),
  addRetirement,
  addRetirement,
  addRetirement,
  addRetirement,
  seriesOf('form_1042_s', (amount, { dice }) => ({
    gross_income: amount,
    income_code: dice.pick(INCOME_CODES),
    unique_form_identifier: String(1_000_000_000 + dice.below(900_000_000)),
  })),
  addBusiness,
  addBusiness,
  addBusiness,
  seriesOf(
    'schedule_k1_1041',
    (amount, { dice }) => ({
      ordinary_business_income: amount,
      ...(dice.chance(0.3) ? { interest: Math.abs(dice.part(amount, [10])) } : {}),
    }),
    true,
  ),
  seriesOf('form_1098', amount => ({
    mortgage_interest_received: amount,
    outstanding_mortgage_principal: amount * 20,
  })),
  seriesOf('form_1098_t', amount => ({ payments_received: amount })),
]

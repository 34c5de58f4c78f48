import { MAIN_BOX_KEYS } from '../reference/documents.js'
import { FORMS as TABLES } from '../reference/forms.js'
import { mulberry32 } from './random.js'

type Raw = Record<string, unknown>

/** A random dossier that tests many underwriting rules, and the known facts about its borrowers. */
export interface RandomCase {
  readonly raw: Raw
  readonly knownFacts: Raw & { taxpayer_id: string }
}

interface Person {
  readonly ssnLast4: string
  readonly probability: number
}

/** A document before a source formats it. */
interface Draft {
  readonly form: string
  readonly year: number
  readonly person: Person
  readonly issuer: number
  readonly boxes: Raw
}

const SELF: Person = { ssnLast4: '1111', probability: 1 }
const SPOUSE: Person = { ssnLast4: '2222', probability: 0.5 }
const CHILD: Person = { ssnLast4: '3333', probability: 0.15 }
const LETTERS = 'QWERTZUIOPASDFGHJKLYXCVBNM'

/**
 * Makes a dossier of one to three people over one to four years. The same seed gives the same dossier. Jobs start and
 * end, and incomes start, grow, fall and skip years. Some IRS transcripts were pulled before August and some later.
 * Software records repeat their documents and add others. Mortgages move to new servicers, and the taxpayer may owe
 * taxes. With `broken`, there are also unreadable boxes, entries and records, missing boxes, and unknown keys.
 */
export function makeRandomBorrowers(seed: number, options: { broken?: boolean } = {}): RandomCase {
  const random = mulberry32(seed * 7919 + 13)
  const int = (below: number) => Math.floor(random() * below)
  const chance = (part: number) => random() < part
  const pick = <T>(list: readonly T[]): T => list[int(list.length)]!

  const lastYear = 2021 + int(3)
  const firstYear = lastYear - int(4)
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, i) => firstYear + i)
  const drafts: Draft[] = []

  const dollars = (): number => {
    const kind = random()
    if (kind < 0.5) return 100 * (1 + int(900))
    if (kind < 0.8) return 12 * (1 + int(8000))
    return (1 + int(9_000_000)) / 100
  }
  /** Computes the next year's amount: the same, near a limit at which the trend changes, or an unrelated amount. */
  const varyAmount = (amount: number): number => {
    const factor = pick([1, 1, 1.03, 1.1, 0.97, 0.95, 0.9499, 0.91, 0.9, 0.89, 0.8, 0.7999, 0.5, 1.6])
    return chance(0.1) ? dollars() : Math.round(amount * factor * 100) / 100
  }

  let issuers = 0
  const newIssuer = (): number => ++issuers

  const addJobs = (person: Person): void => {
    const careers = 1 + int(4)
    for (let n = 0; n < careers; n++) {
      const issuer = newIssuer()
      const start = chance(0.5) ? firstYear : pick(years)
      const end = chance(0.6) ? lastYear : Math.max(start, pick(years))
      let amount = dollars()
      for (let year = start; year <= end; year++) {
        const isPart = (year === start && start > firstYear) || (year === end && end < lastYear) || chance(0.08)
        const wages = isPart ? Math.round(amount * pick([10, 30, 45, 60, 79, 85])) / 100 : amount
        if (!chance(0.06)) {
          const boxes: Raw = {
            wages_tips_other_compensation: wages,
            federal_income_tax_withheld: Math.round(wages * 12) / 100,
          }
          if (chance(0.7)) boxes['medicare_wages_tips'] = pick([wages, wages, 0, Math.round(wages * 1.05)])
          if (chance(0.05)) boxes['third_party_sick_pay_indicator'] = true
          if (chance(0.04)) boxes['statutory_employee'] = true
          if (chance(0.04)) boxes['allocated_tips'] = dollars()
          drafts.push({ form: 'form_w2', year, person, issuer, boxes })
        }
        amount = varyAmount(amount)
      }
    }
  }

  /** Returns a function that adds a person's documents of one form kind from one issuer, for some of the years. */
  const streamOf =
    (form: string, makeBoxes: (amount: number, year: number) => Raw, canBeNegative = false) =>
    (person: Person): void => {
      const issuer = newIssuer()
      const start = chance(0.6) ? firstYear : pick(years)
      let amount = dollars() / pick([1, 1, 10])
      for (const year of years) {
        if (year < start || chance(0.15)) continue
        const value = Math.round(amount * 100) / 100
        const boxes = makeBoxes(canBeNegative && chance(0.3) ? -value : value, year)
        drafts.push({ form, year, person, issuer, boxes })
        amount = varyAmount(amount)
      }
    }

  /** The kinds of streams, each of which is drawn as often as it is listed. */
  const STREAM_GENERATORS: readonly ((person: Person) => void)[] = [
    streamOf('form_1099_int', amount => ({
      interest_income: amount,
      ...(chance(0.3) ? { tax_exempt_interest: varyAmount(amount) } : {}),
    })),
    streamOf('form_1099_int', amount => ({ tax_exempt_interest: amount })),
    streamOf('form_1099_div', amount => ({
      ordinary_dividend: amount,
      ...(chance(0.4) ? { capital_gains: varyAmount(amount) } : {}),
    })),
    streamOf('form_1099_b', amount => ({
      proceeds: amount,
      cost_basis: chance(0.15) ? 0 : varyAmount(amount),
      noncovered_security_indicator: pick(['Covered', 'Noncovered']),
    })),
    streamOf('form_1099_misc', amount => ({ royalties: amount })),
    streamOf('form_1099_misc', amount => ({
      rents: amount,
      ...(chance(0.3) ? { other_income: varyAmount(amount) } : {}),
    })),
    streamOf('form_1099_misc', amount => ({ other_income: amount })),
    streamOf('form_1099_nec', amount => ({ non_employee_compensation: amount })),
    streamOf('form_1099_g', amount => ({ unemployment_compensation: amount })),
    streamOf('form_1099_g', amount => ({ taxable_grants: amount })),
    streamOf('form_w2g', amount => ({ gross_winnings: amount })),
    streamOf('form_ssa_1099', (amount, year) => ({
      pensions_and_annuities: amount,
      ...(chance(0.2) ? { repayments: Math.round(amount * pick([10, 200])) / 100 } : {}),
      ...(chance(0.3) ? { payments: [makePayment(amount, year)] } : {}),
    })),
    addRetirement,
    addRetirement,
    streamOf('form_1042_s', amount => ({
      gross_income: amount,
      income_code: pick(['01', '06', '09', '10', '14', '15', '16', '17', '18', '20', '28', '37', '50']),
      unique_form_identifier: String(1_000_000_000 + int(900_000_000)),
      total_withholding_credit: Math.round(amount * 30) / 100,
    })),
    addPartnership,
    addSCorporation,
    streamOf(
      'schedule_k1_1041',
      amount => ({
        ordinary_business_income: amount,
        ...(chance(0.3) ? { interest: Math.abs(varyAmount(amount)) } : {}),
      }),
      true,
    ),
    addMortgage,
  ]

  function makePayment(amount: number, year: number): Raw {
    return {
      year: pick([String(year), String(year - 1), String(year - 2), null]),
      payment: Math.round(amount * 20) / 100,
    }
  }

  function addRetirement(person: Person): void {
    const code = pick(['7', '7', '7', '2', '4', 'Q', 'T', '7'])
    const isIra = chance(0.5)
    streamOf('form_1099_r', amount => ({
      gross_distribution: amount,
      ...(chance(0.85) ? { taxable_amount: pick([amount, amount, Math.round(amount * 50) / 100, 0]) } : {}),
      distribution_codes: [{ code: chance(0.12) ? pick(['1', 'S', 'J', 'G', 'H', '8', 'P', '4G']) : code }],
      ...(isIra ? { sep_indicator: true } : {}),
      ...(chance(0.1) ? { total_distribution_code: true } : {}),
      ...(chance(0.12) ? { tax_amount_undetermined_code: true } : {}),
    }))(person)
    if (chance(0.5))
      streamOf('form_5498', amount => ({
        fair_market_value_of_account: Math.round(amount * 300) / 100,
        ...(chance(0.4) ? { rollover_contributions: Math.round(amount * pick([30, 100, 10])) / 100 } : {}),
        ...(chance(0.2) ? { roth_conversion_amount: Math.round(amount * 20) / 100 } : {}),
      }))(person)
  }

  function addPartnership(person: Person): void {
    const share = pick([0.1, 0.25, 0.5, 0.2499, null])
    const hasGuaranteedPayments = chance(0.3)
    streamOf(
      'schedule_k1_1065',
      amount => ({
        ordinary_income_k1: amount,
        partner_share_of_capital_end: chance(0.9) ? share : pick([0.3, 0.1]),
        ...(chance(0.3) ? { partner_share_of_capital_beginning: 0.3 } : {}),
        ...(hasGuaranteedPayments && chance(0.7) ? { total_guaranteed_payments: Math.abs(varyAmount(amount)) } : {}),
        ...(chance(0.2) ? { interest: Math.abs(varyAmount(amount)) } : {}),
        ...(chance(0.1) ? { royalties: Math.abs(varyAmount(amount)) } : {}),
        ...(chance(0.1) ? { capital_gain_long: varyAmount(amount) } : {}),
      }),
      true,
    )(person)
  }

  function addSCorporation(person: Person): void {
    const share = pick(['10%', '25%', '100', '50.000000', null])
    const makeBoxes = (amount: number) => ({ ordinary_income_k1: amount, shareholder_percentage_of_stock: share })
    streamOf('schedule_k1_1120s', makeBoxes, true)(person)
    const issuer = issuers
    if (!chance(0.6)) return
    let amount = dollars()
    for (const year of years) {
      if (chance(0.1)) continue
      const boxes = { wages_tips_other_compensation: amount, medicare_wages_tips: amount }
      drafts.push({ form: 'form_w2', year, person, issuer, boxes })
      amount = varyAmount(amount)
    }
  }

  function addMortgage(person: Person): void {
    let issuer = newIssuer()
    let principal = 1000 * (100 + int(400))
    const day = `${firstYear - 3}-0${1 + int(9)}-15`
    const property = `${1 + int(99)} ELM ROAD`
    for (const year of years) {
      const paid = Math.round(principal * 3) / 100
      const makeBoxes = (amount: number, interest: number, fields: Raw = {}): Raw => ({
        outstanding_mortgage_principal: amount,
        mortgage_interest_received: interest,
        ...(chance(0.7) ? { mortgage_origination_date: day } : {}),
        ...(chance(0.7) ? { address_of_property_securing_mortgage: property } : {}),
        ...fields,
      })
      const isTransferred = chance(0.3)
      const boxes = makeBoxes(principal, isTransferred ? paid / 2 : paid)
      drafts.push({ form: 'form_1098', year, person, issuer, boxes })
      if (isTransferred) {
        issuer = newIssuer()
        const balance = Math.round(principal * pick([0.99, 0.96, 0.95, 0.9]))
        const transferFields = chance(0.6) ? { mortgage_acquisition_date: `${year}-07-01` } : {}
        drafts.push({ form: 'form_1098', year, person, issuer, boxes: makeBoxes(balance, paid / 2, transferFields) })
      }
      principal -= 4000
    }
  }

  for (const person of [SELF, SPOUSE, CHILD]) {
    if (!chance(person.probability)) continue
    if (chance(0.8)) addJobs(person)
    const maxSources = person === SELF ? 4 : 2
    for (let n = int(maxSources + 1); n > 0; n--) pick(STREAM_GENERATORS)(person)
  }

  // Use a separate generator, so that these changes do not affect the random choices in the rest of the dossier.
  const checkRandom = mulberry32(seed * 7919 + 14)
  for (const { form, boxes } of drafts) if (checkRandom() < (form === 'form_w2' ? 0.1 : 0.2)) contradict(form, boxes)
  /** For most form kinds, sets a box that contradicts the others, so that a consistency check fails or warns. */
  function contradict(form: string, boxes: Raw): void {
    const amounts = Object.values(boxes).filter(value => typeof value === 'number')
    const excessiveAmount = 2 * amounts.reduce((sum, amount) => sum + Math.abs(amount), 0) + 1000
    if (form === 'form_w2') {
      if (checkRandom() < 0.5) boxes['federal_income_tax_withheld'] = excessiveAmount
      // Social Security wages (box 3) may never exceed Medicare wages (box 5).
      else boxes['social_security_wages'] = Number(boxes['medicare_wages_tips'] ?? 0) + 1000
    }
    if (form === 'form_w2g' || form === 'form_1099_nec' || form === 'form_1099_b')
      boxes['federal_income_tax_withheld'] = excessiveAmount
    if (form === 'form_1099_misc') boxes['tax_withheld'] = excessiveAmount
    if (form === 'form_1099_div') boxes['qualified_dividends'] = excessiveAmount
    if (form === 'form_1099_int') boxes['specified_private_activity_bond_interest'] = excessiveAmount
    if (form === 'schedule_k1_1065') boxes['partner_share_of_capital_end'] = 101
  }

  // --------------------------------------------------------------------------------------------- sources
  const makeName = (issuer: number): string => {
    const digits = issuer.toString(26).padStart(2, '0')
    return `${[...digits].map(digit => LETTERS[parseInt(digit, 26)]).join('')}${pick(['NA', 'NA'])} WORKS ${issuer}`
  }
  const formatDraft = (draft: Draft, isMasked: boolean, hasRecipient: boolean): Raw => {
    const { issuer: issuerKeys, recipient: recipientKeys } = TABLES[draft.form]!
    const tail = String(1000 + draft.issuer * 7)
    const name = makeName(draft.issuer)
    const entry: Raw = {
      submission_type: 'Original document',
      [issuerKeys.key]: isMasked
        ? { [issuerKeys.id]: `XX-XXX${tail}`, name: name.slice(0, 4), address: `${tail} O` }
        : { [issuerKeys.id]: `12-345${tail.slice(0, 4)}`, name, address: `${tail} OAK STREET` },
      ...draft.boxes,
    }
    if (hasRecipient) entry[recipientKeys.key] = { [recipientKeys.id]: `XXX-XX-${draft.person.ssnLast4}`, name: 'META' }
    return entry
  }
  const records: Raw[] = []
  const makeForm = (
    year: number,
    person: Person,
    entries: readonly Draft[],
    isMasked: boolean,
    hasRecipient: boolean,
  ): Raw => {
    const form: Raw = { type: 'WAID', year: String(year), ssn: `XXX-XX-${person.ssnLast4}` }
    for (const draft of entries) {
      const list = (form[draft.form] as Raw[] | undefined) ?? []
      form[draft.form] = [...list, formatDraft(draft, isMasked, hasRecipient)]
    }
    return form
  }
  const sourceMix = random()
  for (const year of years) {
    const draftsOfYear = drafts.filter(draft => draft.year === year)
    const hasIrsSource = sourceMix < 0.75 && chance(0.95)
    const hasSoftwareSource = !hasIrsSource || (sourceMix > 0.3 && chance(0.8))
    const isReportedByIrs = new Map(draftsOfYear.map(draft => [draft, chance(0.9)]))
    if (hasIrsSource) {
      const isLate = chance(0.6)
      for (const person of [SELF, SPOUSE, CHILD]) {
        const ownDrafts = draftsOfYear.filter(
          draft =>
            draft.person === person &&
            (!hasSoftwareSource || isReportedByIrs.get(draft)) &&
            (!draft.form.startsWith('schedule') || chance(0.2)),
        )
        if (ownDrafts.length === 0 && (person !== SELF || chance(0.5))) continue
        const date = isLate ? `${year + 1}-0${8 + int(2)}-0${1 + int(5)}` : `${year + 1}-0${2 + int(6)}-11`
        records.push({
          id: `irs-${year}-${person.ssnLast4}`,
          tax_year: String(year),
          provider_id: pick(['irs', 'irs_tax_pro']),
          date: `${date}T00:00:00.000Z`,
          forms: [makeForm(year, person, ownDrafts, true, true)],
        })
        if (chance(0.05))
          records.push({
            ...structuredClone(records.at(-1)),
            id: `again-${year}-${person.ssnLast4}`,
            date: `${year + 1}-10-02T00:00:00.000Z`,
          })
      }
    }
    if (hasSoftwareSource) {
      const hasRecipients = chance(0.8)
      const reported = draftsOfYear.filter(
        draft => chance(draft.form.startsWith('schedule') ? 1 : 0.9) || !hasIrsSource,
      )
      records.push({
        id: `soft-${year}`,
        tax_year: String(year),
        provider_id: pick(['turbotax', 'hr', 'drake']),
        date: `${year + 1}-04-01T00:00:00.000Z`,
        forms: [makeForm(year, SELF, reported, false, hasRecipients || reported.some(({ person }) => person !== SELF))],
      })
    }
  }

  if (options.broken === true) breakRecords()
  function breakRecords(): void {
    for (const record of records) {
      if (chance(0.05)) {
        record['forms'] = pick(['none', ['x'], null, []])
        continue
      }
      for (const form of record['forms'] as Raw[]) {
        for (const [key, list] of Object.entries(form)) {
          if (!Array.isArray(list)) continue
          for (const [index, entry] of (list as Raw[]).entries()) {
            if (chance(0.03)) (list as unknown[])[index] = 'x'
            else if (chance(0.08)) delete entry[MAIN_BOX_KEYS[key]?.[0] ?? '']
            else if (chance(0.1)) {
              const box = pick(Object.keys(entry).filter(name => typeof entry[name] === 'number'))
              if (box !== undefined) entry[box] = '12 000'
            } else if (chance(0.04)) entry['bonus_pay'] = 1200.5
          }
          if (chance(0.01)) form[key] = 'x'
        }
        if (chance(0.02)) form['form_2439'] = [{ a: 5 }]
      }
    }
  }

  // ------------------------------------------------------------------------------------- taxpayer, known facts
  const amount = () => pick([0, 7200, 12000, 7201, dollars()])
  // With the status AUTHORIZED, the library treats a record without forms as not parsed yet.
  const status = options.broken === true ? pick(['COMPLETED', 'AUTHORIZED']) : 'COMPLETED'
  const taxpayer: Raw = { id: `tp-${seed}`, status }
  if (chance(0.5))
    Object.assign(taxpayer, {
      analysis: {
        tin: `XXX-XX-${SELF.ssnLast4}`,
        total_liabilities: String(amount()),
        liabilities_with_lien_filed: String(pick([0, 0, 3000])),
      },
      details: {
        balance_summary: {
          balance_due: amount(),
          tax_years: years.map(year => ({ year: String(year), amount: pick([0, amount()]) })),
        },
      },
    })
  const CATEGORIES = [
    ...['wages', 'royalties', 'unemployment', 'other', 'government_payments', 'partnership', 'retirement', 'interest'],
    ...['rental', 'capital_gains'],
  ]
  const continuance: Raw = {}
  for (const category of CATEGORIES) if (chance(0.12)) continuance[category] = pick([36, 36, 60, 35, 0])
  const knownFacts: RandomCase['knownFacts'] = { taxpayer_id: `tp-${seed}` }
  if (chance(0.6)) knownFacts['recipients'] = pick([['2222'], ['2222'], ['2222', '3333'], ['3333', '2222'], ['9999']])
  if (Object.keys(continuance).length > 0) knownFacts['continuance'] = continuance
  if (chance(0.2))
    knownFacts['nontaxable_share'] = pick([
      { retirement: 0.4 },
      { social_security: 0.5 },
      { retirement: 0, social_security: 1 },
    ])
  if (chance(0.4)) knownFacts['monthly_obligations'] = pick([1000, '1,250.50', 0])
  if (chance(0.3))
    knownFacts['plan'] = pick([
      { state: 'applied' },
      { state: 'approved_current', monthly_payment: 250 },
      { state: 'none' },
    ])
  if (chance(0.05)) knownFacts['as_of_year'] = pick(years)
  return { raw: { taxpayer, records }, knownFacts }
}

import { MAIN_BOX_KEYS } from '../reference/documents.js'
import { FORMS as TABLES } from '../reference/forms.js'
import { isObject, type Raw, readMoney } from '../reference/values.js'
import { mulberry32 } from './random.js'

const FORMS = Object.keys(TABLES)
const ABSENT_PHRASES = ['', ' ', 'Unanswered', 'Not Set', 'not significant', 'N/A', 'None', 'NOT SET']
const UNREADABLE_AMOUNTS = [
  ...['abc', '1,23', '$-5', '(-5)', '12.34.56', '1.234,56', '12 345', '--5', '1e3', '.', '$', '٣٤', true, {}, []],
  ...[90_000_000_000_000, -90_000_000_000_000, '90,000,000,000,000.00'],
]
const ZEROS = [0, 0, 0, 0, '0', '0.00', '$0.00', '(0.00)', '-0', 0.004, '0.']
const TRUE_SPELLINGS = [true, 1, '1', 'Yes', 'y', 'X', 'Box checked', 'true']
const FALSE_SPELLINGS = [false, 0, '0', 'No', 'N', 'false']
const UNREADABLE_FLAGS = [
  ...[null, 'Not checked', 'Box not checked', 'Unanswered', 'Nothing checked'],
  ...['perhaps', 'unchecked', 2, {}],
]
const SIGNED_KEY = /^schedule_k1|^aggregate_profit|^realized_profit|^unrealized_profit/
const PROVIDERS = ['irs', 'irs_tax_pro', 'irs-tax-pro', 'turbotax', 'hr', 'taxact', 'drake', 'service-sandbox']
const INCOME_CODES =
  '01 02 05 06 08 09 10 13 14 15 16 17 18 20 22 23 24 28 29 31 32 33 34 36 37 40 42 43 50 51 52 53 54 56 57 99'
/** Distribution codes, single and in pairs. A pair has at most one code that excludes the distribution. */
const DISTRIBUTIONS = '7 7 7 1 2 3 4 7D 7A 1B 2B B Q T S J F G 4G H N R W 6 Y 4Y 7Y P 1P JP 5 9 L1 M7 1L 8 81 8J E'

/**
 * Makes a raw dossier as the service sends it. The same seed gives the same dossier. No two documents of one form kind
 * have the same issuer, so none is a duplicate or an amendment of another. Every recipient is the taxpayer. The dossier
 * has a `taxpayer` and 1 to 5 `records` over 1 to 4 years. It has `documents` documents, by default 1 to 24, of random
 * kinds, and a few additional Forms 1099-NEC.
 */
export function makeRandomDossier(seed: number, options: { documents?: number } = {}): Raw {
  const random = mulberry32(seed)
  const int = (below: number) => Math.floor(random() * below)
  const chance = (probability: number) => random() < probability
  const pick = <T>(list: readonly T[]): T => list[int(list.length)]!
  const documents = options.documents ?? 1 + int(24)

  // Each amount is a different multiple of $3.00, plus cents. Amounts therefore also differ without their cents.
  const usedSteps = new Set<number>()
  const amountRange = Math.max(40_000, documents * 300)
  const newCents = (): number => {
    const step = useStep(chance(0.04) ? 400_000_000_000 + int(10_000_000) : 1 + int(amountRange))
    return step * 300 + (chance(0.5) ? 0 : int(100))
  }
  /** Returns the given step or the next one that is unused, and marks it as used. */
  const useStep = (first: number): number => {
    let step = first
    while (usedSteps.has(step)) step += 1
    usedSteps.add(step)
    return step
  }

  /** Formats an amount in cents as a transcript, software or a person would. */
  const spellAmount = (cents: number): unknown => {
    const size = Math.abs(cents)
    const isNegative = cents < 0
    const dollars = String(Math.floor(size / 100))
    const centDigits = String(size % 100).padStart(2, '0')
    const groupedDollars = dollars.replace(/\B(?=([0-9]{3})+$)/g, ',')
    const decimalText = `${isNegative ? '-' : ''}${dollars}.${centDigits}`
    if (chance(0.55)) return Number(decimalText)
    const texts = [
      decimalText,
      `${isNegative ? '-' : '+'}${groupedDollars}.${centDigits}`,
      isNegative ? `(${groupedDollars}.${centDigits})` : `$${groupedDollars}.${centDigits}`,
      isNegative ? `($${dollars}.${centDigits})` : `+$${dollars}.${centDigits}`,
      `${isNegative ? '-' : ''}$${groupedDollars}.${centDigits}`,
      `${isNegative ? '-' : ''}${dollars}`,
      `${isNegative ? '-' : ''}${dollars}.`,
      `${isNegative ? '-' : ''}.${centDigits}`,
      `  ${decimalText} `,
      `${decimalText}0`,
      `${decimalText}5`,
      `${decimalText}4999`,
      `${isNegative ? '-' : ''}$${groupedDollars}.${centDigits}500`,
    ]
    const numbers = [
      Number(`${decimalText}5`),
      Number(`${decimalText}1`),
      Number(decimalText) + 0.1 + 0.2,
      Number(`${decimalText}e-3`),
    ]
    return chance(0.2) ? pick(numbers) : pick(texts)
  }

  // Objects of the constant lists are copied. Otherwise a test that changes its dossier would change those of all tests.
  /** Sets a money box to an amount, to zero, or to an absent or unreadable value, or omits its key. */
  const setMoney = (entry: Raw, key: string, canBeNegative: boolean): void => {
    const kind = random()
    if (kind < 0.3) return
    if (kind < 0.5) entry[key] = pick(ZEROS)
    else if (kind < 0.55) entry[key] = null
    else if (kind < 0.6) entry[key] = pick(ABSENT_PHRASES)
    else if (kind < 0.615) entry[key] = structuredClone(pick(UNREADABLE_AMOUNTS))
    else entry[key] = spellAmount(canBeNegative && chance(0.35) ? -newCents() : newCents())
  }
  const setFlag = (entry: Raw, key: string, share: number, phrases: readonly unknown[] = []): void => {
    const kind = random()
    if (kind < 0.2) return
    if (kind < 0.35) entry[key] = structuredClone(pick(UNREADABLE_FLAGS))
    else entry[key] = chance(share) ? pick([...TRUE_SPELLINGS, ...phrases]) : pick(FALSE_SPELLINGS)
  }

  const firstYear = 2017 + int(6)
  const years = Array.from({ length: 1 + int(4) }, (_, index) => firstYear + index)
  const ssn = `${900 + int(99)}00${String(int(10_000)).padStart(4, '0')}`
  const last4 = ssn.slice(-4)
  const spellTaxpayerId = (): unknown => {
    const full = [ssn, `${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${last4}`]
    const masked = [`XXX-XX-${last4}`, `XXXXX${last4}`, `***-**-${last4}`, `XX-XXX${last4}`, `xxx-xx-${last4}`]
    return chance(0.2) ? pick([null, 'Unanswered', '', undefined]) : pick(chance(0.3) ? full : masked)
  }

  let issuers = int(3)
  /** Makes an issuer with a unique name and identifier. The identifier does not end in the taxpayer's last digits. */
  const newIssuer = () => {
    do issuers += 1
    while (String((issuers * 7) % 10_000).padStart(4, '0') === last4)
    const tail = (issuers * 7) % 10_000
    const ein = `${10 + (issuers % 80)}${String(issuers % 1_000).padStart(3, '0')}${String(tail).padStart(4, '0')}`
    const letters = [...issuers.toString(26).padStart(4, '0')].map(
      digit => 'QWERTZUIOPASDFGHJKLYXCVBNM'[parseInt(digit, 26)],
    )
    return { ein, name: `${letters.join('')} ${pick(['Works', 'AND  Sons', 'Credit\nUnion', 'Bank NA', 'Mills '])}` }
  }
  const spellIssuer = (form: string, issuer: { ein: string; name: string }): Raw => {
    const idKey = TABLES[form]!.issuer.id
    const { ein, name } = issuer
    const party: Raw = { name, address: `${int(9_000)} ${ein.slice(-4)} Street` }
    const kind = random()
    if (kind < 0.6) party[idKey] = `${ein.slice(0, 2)}-${ein.slice(2)}`
    else if (kind < 0.75) party[idKey] = ein
    else if (kind < 0.92)
      party[idKey] = pick([`XX-XXX${ein.slice(-4)}`, `XXXXX${ein.slice(-4)}`, `XX-XXX-${ein.slice(-4)}`])
    else if (kind < 0.94) party[idKey] = `${ein.slice(0, 3)}-${ein.slice(3, 5)}-${ein.slice(5)}`
    else if (kind < 0.97) party[idKey] = pick([null, 'Not Set', '12-34'])
    if (party[idKey] === ein && chance(0.1)) delete party['name']
    return party
  }
  const spellRecipient = (form: string): Raw | null => {
    if (chance(0.1)) return null
    const party: Raw = { name: 'META', address: '1 HAC' }
    const id = spellTaxpayerId()
    if (id !== undefined) party[TABLES[form]!.recipient.id] = id
    return party
  }

  const newEntry = (form: string, year: number, issuer: { ein: string; name: string }): Raw => {
    const { issuer: issuerKeys, recipient: recipientKeys, money } = TABLES[form]!
    const entry: Raw = { [issuerKeys.key]: spellIssuer(form, issuer) }
    const recipient = spellRecipient(form)
    if (recipient !== null) entry[recipientKeys.key] = recipient
    if (chance(0.9)) entry['submission_type'] = pick(['Original document', 'Original', 'ORIGINAL', 'Unanswered', null])
    for (const [key] of money) setMoney(entry, key, SIGNED_KEY.test(form) || SIGNED_KEY.test(key))
    FIELD_SETTERS_BY_FORM[form]?.(entry, year)
    if (chance(0.05)) entry[pick(['batch_note', 'some new key', 'extra'])] = pick([1, 'text', null, { deep: [1] }])
    return entry
  }

  const setPeriod = (entry: Raw, beginKey: string, endKey: string, year: number): void => {
    const kind = random()
    if (kind < 0.3) return
    // A fiscal year may end in the year after the form object's year.
    const endYear = chance(0.2) ? year + 1 : year
    const month = String(chance(0.6) ? 12 : 1 + int(12)).padStart(2, '0')
    entry[beginKey] = pick([`${endYear - 1}01`, '000000', `01-01-${endYear}`, null])
    const absent = ['000000', null, 'Not Set', '']
    const unreadable = [`${endYear}13`, `02-30-${endYear}`, `${endYear}-02-31`, 'December', '12-31-23']
    const readable = [
      ...[`${endYear}${month}`, `${endYear}-${month}`, `${endYear}-${month}-28`, `${month}-28-${endYear}`],
      ...[`${month}/28/${endYear}`, `${endYear}-${month}-28T00:00:00.000Z`],
    ]
    entry[endKey] = pick(kind < 0.4 ? absent : kind < 0.43 ? unreadable : readable)
  }

  /** Functions that set an entry's fields other than ordinary money boxes, by form kind. */
  const FIELD_SETTERS_BY_FORM: Record<string, (entry: Raw, year: number) => void> = {
    form_w2: entry => {
      setFlag(entry, 'statutory_employee', 0.2)
      if (chance(0.2)) entry['statutory_employee'] = 'Not Statutory Employee'
      setFlag(entry, 'retirement_plan_indicator', 0.5)
      entry['w2_whc_ssn_validation_code'] = 'Correct SSN'
    },
    form_w2g: (entry, year) => {
      entry['date_won'] = pick([`${year}-03-04`, null, `03-04-${year}`])
      entry['type_of_wager'] = pick(['Slot machines', 'Not Set'])
    },
    schedule_k1_1065: (entry, year) => {
      setPeriod(entry, 'tax_period_beginning', 'tax_period_end', year)
      entry['partner_share_of_capital_end'] = pick([0.25, 0.5, 0, 25, 'Various', null])
    },
    schedule_k1_1120s: (entry, year) => {
      setPeriod(entry, 'beginning_tax_period', 'ending_tax_period', year)
      entry['shareholder_percentage_of_stock'] = pick(['50.000000', '50', '33%', '.5', '050000', null])
    },
    schedule_k1_1041: (entry, year) => {
      setPeriod(entry, 'beginning_tax_period', 'ending_tax_period', year)
      entry['other_information_codes'] = pick([[], ['A', 'E'], null])
    },
    form_5498: entry => {
      setFlag(entry, 'ira_code', 0.5)
      entry['year'] = pick([0, 2022, '2021', null])
    },
    form_1042_s: entry => {
      const code = pick(INCOME_CODES.split(' '))
      const spelledCode = pick([code, code, Number(code), String(Number(code)), ` ${code} `])
      if (chance(0.95)) entry['income_code'] = spelledCode
      entry['unique_form_identifier'] = String(1_000_000_000 + issuers)
      entry['tax_rate_chapter_3'] = pick([30, 0.3, '.30', 3000, 0, null])
      entry['exemption_code_chapter_3'] = pick([0, 1, '02', null])
      if (chance(0.4)) entry['total_withholding_credit'] = pick([0, '0.00', null])
    },
    form_1099_int: entry => setFlag(entry, 'fatca', 0.2),
    form_1099_g: entry => {
      entry['year_of_refund'] = pick([0, 2021, '2020', null])
    },
    form_1099_r: entry => {
      setCodes(entry)
      setFlag(entry, 'tax_amount_undetermined_code', 0.3, ['Tax amount not determined'])
      setFlag(entry, 'total_distribution_code', 0.3, ['Total distribution'])
      setFlag(entry, 'sep_indicator', 0.4, ['IRA/SEP/SIMP box checked'])
      // If the gross distribution is missing or zero, set it to a new amount, or set both amounts to 0.
      const gross = readMoney(entry['gross_distribution'])
      if ((gross === null || gross === 0n) && chance(0.6)) {
        entry['gross_distribution'] = newCents() / 100
      } else if (gross === null || gross === 0n) {
        entry['gross_distribution'] = 0
        entry['taxable_amount'] = 0
        entry['tax_amount_undetermined_code'] = false
      } else if (chance(0.3)) {
        entry['taxable_amount'] = entry['gross_distribution']
      }
    },
    form_1099_b: (entry, year) => {
      const proceeds = spellAmount(newCents())
      const kind = random()
      if (kind < 0.3) entry['proceeds'] = proceeds
      else if (kind < 0.5) Object.assign(entry, { proceeds: pick([0, null, '0.00']), gross_proceeds: proceeds })
      else if (kind < 0.6) Object.assign(entry, { proceeds, gross_proceeds: proceeds })
      if (chance(0.4)) entry['cost_basis'] = spellAmount(newCents())
      const phrases = ['Covered', 'covered security', 'Noncovered security', 'NONCOVERED', 'Not Set', '', null]
      if (chance(0.8)) entry['noncovered_security_indicator'] = pick(phrases)
      entry['date_acquired'] = pick(['Various', '', null, `01-02-${year}`])
      entry['date_sold_or_disposed'] = pick([`${year}-05-06`, `05/06/${year}`, '02-30-2021', null])
    },
    form_ssa_1099: entry => {
      entry['payments'] = pick([[], [{ year: '2019', payment: 12.5 }], null])
      entry['SSA/RRB Payments'] = pick(['Not Set', null, '12.00'])
    },
    form_1098: entry => {
      entry['number_of_mortgaged_properties'] = pick([1, '2', null])
    },
  }
  const setCodes = (entry: Raw): void => {
    const codes = pick(DISTRIBUTIONS.split(' '))
    const kind = random()
    if (kind < 0.03) return
    if (kind < 0.06) entry['distribution_codes'] = pick([null, [], [{ value: 'Normal distribution' }], [{}]])
    else if (kind < 0.3) entry['distribution_codes'] = [{ code: codes, value: 'Normal distribution' }]
    else if (kind < 0.4) entry['distribution_codes'] = [{ code: codes.toLowerCase(), value: 'Early  distribution' }]
    else if (kind < 0.5) entry['distribution_codes'] = [{ value: codes }]
    else if (kind < 0.6) entry['distribution_codes'] = [{ value: codes, code: pick([null, '', 'Unanswered']) }]
    else {
      entry['distribution_codes'] = [...codes].map(code => ({
        code: /[0-9]/.test(code) && chance(0.3) ? Number(code) : pick([code, ` ${code} `]),
        value: pick([code, 'Some words', null]),
      }))
    }
  }

  const spellYear = (year: number): unknown => pick([String(year), String(year), year, ` ${year} `])
  const formObjects: { form: Raw; year: number }[] = []
  const records = Array.from({ length: 1 + int(5) }, (_, index): Raw => {
    const year = pick(years)
    const record: Raw = {
      id: `rec-${seed}-${index}`,
      name: 'Wage and income',
      tax_year: spellYear(year),
      provider_id: pick(PROVIDERS),
      date: `${year + 1}-0${1 + index}-1${int(10)}T0${int(10)}:00:00.000Z`,
      raw_file: '',
      forms: [],
    }
    const noYear = chance(0.02)
    if (noYear) record['tax_year'] = pick([null, 'Not Set', 0])
    const forms = Array.from({ length: 1 + int(2) }, (): Raw => {
      const form: Raw = { type: pick(['WAID', 'W2', 'RECA']) }
      const formSsn = spellTaxpayerId()
      if (formSsn !== undefined) form['ssn'] = formSsn
      if (!noYear && chance(0.85)) form['year'] = spellYear(year)
      else form['year'] = pick([null, 'Unanswered', 0, 'FY23'])
      if (chance(0.05)) form['form_1095_a'] = [{ premium: 12 }]
      if (chance(0.05)) form['form_1099_int'] = null
      formObjects.push({ form, year })
      return form
    })
    record['forms'] = forms
    if (chance(0.1)) record['record_note'] = 'note'
    return record
  })
  const add = (form: Raw, kind: string, entry: unknown): void => {
    const list = Array.isArray(form[kind]) ? (form[kind] as unknown[]) : []
    form[kind] = list
    list.push(entry)
  }
  for (let index = 0; index < documents; index++) {
    const { form, year } = pick(formObjects)
    const kind = pick(FORMS)
    const issuer = newIssuer()
    const entry = newEntry(kind, year, issuer)
    add(form, kind, entry)
    if (kind === 'form_1099_misc' && chance(0.4)) {
      // Add a 1099-NEC from the same issuer. It is not a duplicate, because it is a different form kind.
      add(chance(0.7) ? form : pick(formObjects).form, 'form_1099_nec', newEntry('form_1099_nec', year, issuer))
    }
    if (chance(0.015) && !kind.startsWith('schedule_k1')) add(form, kind, pick(['n/a', 42, true, null, []]))
  }

  // Use a separate generator, so that these changes do not affect the random choices in the rest of the dossier.
  const mainBoxRandom = mulberry32(seed ^ 0x6d61696e)
  const pickMainBox = <T>(list: readonly T[]): T => list[Math.floor(mainBoxRandom() * list.length)]!
  // So far, about 40 % of the main boxes are absent. Fill most of them, so that most years have a total.
  const filledShare = pickMainBox([1, 0.97, 0.9, 0.9, 0.7, 0])
  for (const { form } of formObjects)
    for (const [kind, keys] of Object.entries(MAIN_BOX_KEYS))
      for (const entry of Array.isArray(form[kind]) ? (form[kind] as unknown[]) : [])
        if (isObject(entry)) setMainBox(entry, kind, keys)
  function setMainBox(entry: Raw, kind: string, keys: readonly [string, string?]): void {
    const [key, alternative = key] = keys
    const isAbsent = readMoney(entry[key]) === null && readMoney(entry[alternative]) === null
    if (isAbsent && mainBoxRandom() < filledShare)
      entry[key] = useStep(1 + Math.floor(mainBoxRandom() * amountRange)) * 3
    // The code above sets every gross distribution, so remove some of them here.
    if (kind === 'form_1099_r' && mainBoxRandom() < 0.3 * (1 - filledShare))
      entry[key] = pickMainBox([null, 'Not Set', 'N/A'])
  }

  const newTaxpayer = (): Raw => {
    const amount = (): unknown => (chance(0.15) ? pick(ZEROS) : spellAmount(newCents()))
    const text = (): unknown => (chance(0.04) ? 'abc' : chance(0.06) ? pick([null, 'Not Set']) : String(amount()))
    const analysis: Raw = { tin: `XXX-XX-${last4}`, total_liabilities: text() }
    if (chance(0.8)) analysis['liabilities_with_lien_filed'] = text()
    if (chance(0.5)) {
      analysis['employment_history'] = years.map(year => {
        const { ein, name } = newIssuer()
        return { type: 'W2', year: String(year), employer: { ein: `XX-XXX${ein.slice(-4)}`, name, address: '' } }
      })
    }
    const balance: Raw = {}
    if (chance(0.9)) balance['balance_due'] = amount()
    if (chance(0.8)) {
      balance['tax_years'] = years.map(year => ({
        amount: chance(0.03) ? 'abc' : chance(0.05) ? null : amount(),
        year: spellYear(year),
      }))
    }
    const details: Raw = { address: { street_address: '1 Main', city: 'X', state: 'NY', zip_code: '10001' } }
    if (chance(0.9)) details['balance_summary'] = balance
    const taxpayer: Raw = {
      id: `tp-${seed}`,
      name: 'A Person',
      provider_id: pick(PROVIDERS),
      created_at: `${firstYear + 2}-01-02T03:04:05.000Z`,
      status: pick(['COMPLETED', 'AUTHORIZED', 'completed']),
      metadata: {},
      form8821: '',
    }
    if (chance(0.9)) taxpayer['analysis'] = analysis
    if (chance(0.9)) taxpayer['details'] = details
    return taxpayer
  }

  return { taxpayer: newTaxpayer(), records }
}

import type { Cell } from './cells.js'
import type { Entry, RejectedEntry } from './documents.js'
import { derivedCreditOf, distributionCodes, isIra, isNonzero } from './facts.js'
import { type Box, readCode, readFlag, readMoney } from './values.js'

interface Line {
  exact: bigint
  wholeDollars: bigint
  complete: boolean
  /** True if at least one amount of the line was read. */
  read: boolean
  /** True if an input of the line is unreadable. */
  unread: boolean
  /** True if a fully readable document reports 0. */
  hasReportedZero: boolean
}

const TAX_KEYS: Readonly<Record<string, string>> = {
  form_1099_misc: 'tax_withheld',
  form_1099_int: 'tax_withheld',
  form_1099_g: 'tax_withheld',
  form_1099_r: 'Tax Withheld',
  form_1099_div: 'tax_withheld',
  form_1099_b: 'federal_income_tax_withheld',
  form_1099_nec: 'federal_income_tax_withheld',
  form_ssa_1099: 'tax_withheld',
}
const FED_BY: Readonly<Record<string, string>> = {
  form_w2: '1a 25a',
  form_w2g: '25c S1-8b',
  schedule_k1_1065: '2b 3b',
  schedule_k1_1120s: '2b 3b',
  schedule_k1_1041: '2b 3b',
  form_1042_s: '25c S1-8b',
  form_1099_misc: '25b',
  form_1099_int: '2a 2b 25b',
  form_1099_g: '25b S1-7',
  form_1099_r: '4a 4b 5a 5b 25b',
  form_1099_div: '2a 3a 3b 7 25b',
  form_1099_b: '25b',
  form_1099_nec: '25b',
  form_ssa_1099: '6a 25b',
}

/** Rounds cents to whole dollars, half away from zero. */
function wholeDollars(amount: bigint): bigint {
  const size = amount < 0n ? -amount : amount
  const dollars = ((size + 50n) / 100n) * 100n
  return amount < 0n ? -dollars : dollars
}

/** Computes the tax return lines from a taxpayer's documents. */
export function readLines(
  taxpayerId: string,
  entries: readonly Entry[],
  rejectedEntries: readonly RejectedEntry[],
  isWhole: (year: number) => boolean,
) {
  const lines = new Map<string, Line>()
  const findOrAddLine = (year: number, name: string): Line => {
    const key = `${year} ${name}`
    const line = lines.get(key) ?? {
      exact: 0n,
      wholeDollars: 0n,
      complete: true,
      read: false,
      unread: false,
      hasReportedZero: false,
    }
    lines.set(key, line)
    return line
  }
  const traded = new Set(entries.filter(entry => entry.form === 'form_1099_b').map(entry => entry.year))

  for (const entry of entries) {
    if (entry.year !== null) readEntry(entry, entry.year, findOrAddLine, traded.has(entry.year))
  }
  for (const { form, year } of rejectedEntries) {
    if (year === null) continue
    for (const name of FED_BY[form]?.split(' ') ?? []) {
      // Design choice: a rejected entry makes its form kind's lines incomplete, except line 7 of a year with sales.
      if (name === '7' && traded.has(year)) continue
      findOrAddLine(year, name).complete = false
      findOrAddLine(year, name).unread = true
    }
    // Design choice: a rejected 1099-B makes an existing line 7 incomplete, but does not create one.
    const distributions = form === 'form_1099_b' ? lines.get(`${year} 7`) : undefined
    if (distributions?.read) distributions.complete = false
  }

  const rows: Record<string, Cell>[] = []
  for (const [key, line] of lines) {
    const [year = '', name = ''] = key.split(' ')
    const floor = (amount: bigint) => (name === '6a' && amount < 0n ? 0n : amount)
    // Design choice: if only the repayment of benefits is readable, line 6a is unknown rather than 0.
    const isRead = line.read && !(name === '6a' && line.exact < 0n)
    const isNull = !isRead && !line.complete && (line.unread || !isWhole(Number(year))) && !line.hasReportedZero
    const amount = isNull ? null : floor(line.exact)
    const wholeDollarAmount = isNull ? null : floor(line.wholeDollars)
    if (amount === 0n && wholeDollarAmount === 0n && line.complete) continue
    rows.push({
      taxpayer_id: taxpayerId,
      tax_year: Number(year),
      line: name,
      amount,
      whole_dollars: wholeDollarAmount,
      complete: line.complete,
      printed_line: name === '7' && Number(year) > 2024 ? '7a' : name,
    })
  }
  return rows
}

function readEntry(
  entry: Entry,
  year: number,
  findOrAddLine: (year: number, name: string) => Line,
  traded: boolean,
): void {
  const { form, raw } = entry
  const box = (key: string): Box => readMoney(raw[key])
  const zeros: Line[] = []
  const uncertain = new Set<Line>()
  let isFlawed = false
  const addToLine = (name: string, amount: Box | 'untold', sign = 1n) => {
    // An absent box does not create a line.
    if (amount === null) return
    const line = findOrAddLine(year, name)
    if (amount === 'lost' || amount === 'untold') line.complete = false
    if (amount === 'untold') uncertain.add(line)
    if (amount === 'lost') {
      line.unread = true
      isFlawed = true
    }
    if (amount !== 'lost' && amount !== 'untold') {
      if (amount !== 0n) line.read = true
      else zeros.push(line)
      line.exact += sign * amount
      line.wholeDollars += sign * wholeDollars(amount)
      // Design choice: a document with an unreadable period or submission type makes its lines incomplete.
      if (entry.doubtful && amount !== 0n) line.complete = false
    }
  }

  const tax = TAX_KEYS[form]
  if (tax !== undefined) addToLine('25b', box(tax))

  if (form === 'form_w2') {
    if (readFlag(raw['statutory_employee']) !== true) addToLine('1a', box('wages_tips_other_compensation'))
    addToLine('25a', box('federal_income_tax_withheld'))
  }
  if (form === 'form_w2g') {
    addToLine('S1-8b', box('gross_winnings'))
    addToLine('25c', box('federal_income_tax_withheld'))
  }
  if (form.startsWith('schedule_k1')) {
    addToLine('2b', box('interest'))
    addToLine('3b', box('dividends'))
  }
  if (form === 'form_1099_int') {
    addToLine('2a', box('tax_exempt_interest'))
    addToLine('2a', box('bond_premium_on_tax_exempt_bond'), -1n)
    addToLine('2b', box('interest_income'))
    addToLine('2b', box('savings_bonds'))
    addToLine('2b', box('market_discount'))
    addToLine('2b', box('bond_premium'), -1n)
    addToLine('2b', box('bond_premium_on_treasury_obligation'), -1n)
  }
  if (form === 'form_1099_div') {
    addToLine('2a', box('exempt_interest_dividends'))
    addToLine('3a', box('qualified_dividends'))
    addToLine('3b', box('ordinary_dividend'))
    if (!traded) addToLine('7', box('capital_gains'))
  }
  if (form === 'form_1099_g') addToLine('S1-7', box('unemployment_compensation'))
  if (form === 'form_ssa_1099') {
    const paid = box('pensions_and_annuities')
    const repaid = box('repayments')
    // If the benefits paid are unreadable, the repayment does not count.
    if (paid !== 'lost' && (paid !== null || repaid !== null))
      addToLine('6a', (isNonzero(paid) ? paid : 0n) - (isNonzero(repaid) ? repaid : 0n))
    if (paid === 'lost' || repaid === 'lost') addToLine('6a', 'lost')
  }
  if (form === 'form_1042_s') {
    const credit = box('total_withholding_credit')
    const derived = derivedCreditOf(raw)
    const boxes = ['us_federal_tax_withheld', 'withholding_by_other_agents', 'overwithheld_tax_repaid_to_recipient']
    if (credit !== null || boxes.some(key => box(key) !== null))
      addToLine('25c', isNonzero(credit) ? credit : derived.amount)
    if (credit === 'lost' || (!isNonzero(credit) && derived.incomplete)) addToLine('25c', 'lost')
    if (readCode(raw['income_code'], 2) === '28') addToLine('S1-8b', box('gross_income'))
  }
  if (form === 'form_1099_r') putDistribution(entry, box, addToLine)
  // Design choice: a reported 0 does not make a line 0 if another box of the document is unreadable, or if the document
  // may not belong on the line.
  for (const line of isFlawed ? [] : zeros) if (!uncertain.has(line)) line.hasReportedZero = true
}

function putDistribution(
  entry: Entry,
  box: (key: string) => Box,
  put: (name: string, amount: Box | 'untold') => void,
): void {
  const { raw } = entry
  const gross = box('gross_distribution')
  const printed = box('taxable_amount')
  const codes = distributionCodes(raw)
  const has = (letters: string) => codes.some(code => letters.includes(code))
  const ira = isIra(raw) || has('N')
  // A recharacterization in the next year is on no line. A corrective distribution from a plan belongs on line 1h.
  if (has('R') || (has('8E') && !ira)) return
  const zeroByCode = has('YPN')
  const undetermined = (readFlag(raw['tax_amount_undetermined_code']) === true || has('JT')) && !has('Q')
  const [grossLine, taxableLine] = ira ? ['4a', '4b'] : ['5a', '5b']

  // Design choice: code Y, P or N takes precedence over the not-determined flag, so the taxable amount is a known 0.
  let taxable: Box | 'untold' = isNonzero(printed) ? printed : 0n
  if (zeroByCode) taxable = 0n
  else if (printed === 'lost') taxable = 'lost'
  else if (undetermined && !isNonzero(printed)) taxable = 'untold'

  // Code 3 on a plan distribution means wages (line 1h) or a pension, and no box shows which.
  if (has('3') && !ira && ((isNonzero(gross) && gross !== 0n) || (typeof taxable === 'bigint' && taxable !== 0n))) {
    put(grossLine, 'untold')
    put(taxableLine, 'untold')
  }
  put(taxableLine, taxable)
  // The gross line is empty if box 2a equals it. If 2a is unreadable, the line has the amount but is incomplete.
  if (printed === 'lost' && !zeroByCode) put(grossLine, 'lost')
  if (gross === 'lost' || gross !== taxable) put(grossLine, gross)
}

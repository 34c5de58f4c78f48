import type { Cell } from './cells.js'
import type { Entry, RejectedEntry } from './documents.js'
import { amountOrZero, derivedCreditOf, hasCode, isIra, isNonzero } from './facts.js'
import { joinDoubts, type Resolved } from './resolve.js'
import { type Box, halfAway, readCode, readFlag, readMoney } from './values.js'

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
  /** True if a taxable amount of the line is unknown. */
  isTaxableUnknown: boolean
  /** The documents that add an amount other than 0, or make the line incomplete. */
  documents: Set<Resolved>
}

/** Why a readable amount is missing: the taxable amount is unknown, or the line on which it belongs. */
type Unknown = 'unknown_taxable' | 'unknown_line'

const K1_BOXES = [
  ['2b', 'interest'],
  ['3b', 'dividends'],
] as const
/** The boxes that always add to a line, by form kind. The sign -1 subtracts the box. */
const BOXES: Readonly<Record<string, readonly (readonly [line: string, key: string, sign?: -1n])[]>> = {
  form_w2: [['25a', 'federal_income_tax_withheld']],
  form_w2g: [
    ['S1-8b', 'gross_winnings'],
    ['25c', 'federal_income_tax_withheld'],
  ],
  schedule_k1_1065: K1_BOXES,
  schedule_k1_1120s: K1_BOXES,
  schedule_k1_1041: K1_BOXES,
  form_1099_misc: [['25b', 'tax_withheld']],
  form_1099_int: [
    ['25b', 'tax_withheld'],
    ['2a', 'tax_exempt_interest'],
    ['2a', 'bond_premium_on_tax_exempt_bond', -1n],
    ['2b', 'interest_income'],
    ['2b', 'savings_bonds'],
    ['2b', 'market_discount'],
    ['2b', 'bond_premium', -1n],
    ['2b', 'bond_premium_on_treasury_obligation', -1n],
  ],
  form_1099_g: [
    ['25b', 'tax_withheld'],
    ['S1-7', 'unemployment_compensation'],
  ],
  form_1099_r: [['25b', 'Tax Withheld']],
  form_1099_div: [
    ['25b', 'tax_withheld'],
    ['2a', 'exempt_interest_dividends'],
    ['3a', 'qualified_dividends'],
    ['3b', 'ordinary_dividend'],
  ],
  form_1099_b: [['25b', 'federal_income_tax_withheld']],
  form_1099_nec: [['25b', 'federal_income_tax_withheld']],
  form_ssa_1099: [['25b', 'tax_withheld']],
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
const wholeDollars = (amount: bigint): bigint => halfAway(amount, 100n) * 100n

/** Computes the tax return lines from a taxpayer's documents. */
export function readLines(
  taxpayerId: string,
  counted: readonly Resolved[],
  rejectedEntries: readonly RejectedEntry[],
  isWhole: (year: number) => boolean,
) {
  const lines = new Map<string, Line>()
  const findOrAddLine = (year: number, name: string): Line => {
    const key = `${year} ${name}`
    const line = lines.get(key) ?? makeEmptyLine()
    lines.set(key, line)
    return line
  }
  const traded = new Set(counted.filter(({ doc }) => doc.form === 'form_1099_b').map(({ doc }) => doc.year))

  for (const item of counted) {
    const { year } = item.doc
    if (year !== null) readEntry(item, year, findOrAddLine, traded.has(year))
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
    const isUnread = (line.unread || !isWhole(Number(year))) && !line.hasReportedZero
    // A line with an unknown taxable amount is never 0.
    const isNull = !isRead && !line.complete && (isUnread || line.isTaxableUnknown)
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
      doubts: joinDoubts(line.documents),
    })
  }
  return rows
}

const makeEmptyLine = (): Line => ({
  exact: 0n,
  wholeDollars: 0n,
  complete: true,
  read: false,
  unread: false,
  hasReportedZero: false,
  isTaxableUnknown: false,
  documents: new Set(),
})

function readEntry(
  item: Resolved,
  year: number,
  findOrAddLine: (year: number, name: string) => Line,
  traded: boolean,
): void {
  const entry: Entry = { ...item.doc, raw: item.effective }
  const { form, raw } = entry
  const box = (key: string): Box => readMoney(raw[key])
  const zeros: Line[] = []
  const uncertain = new Set<Line>()
  let isFlawed = false
  const addToLine = (name: string, amount: Box | Unknown, sign = 1n) => {
    // An absent box does not create a line.
    if (amount === null) return
    const line = findOrAddLine(year, name)
    if (amount !== 0n) line.documents.add(item)
    if (typeof amount !== 'bigint') line.complete = false
    if (amount === 'unknown_line' || amount === 'unknown_taxable') uncertain.add(line)
    if (amount === 'unknown_taxable') line.isTaxableUnknown = true
    if (amount === 'lost') {
      line.unread = true
      isFlawed = true
    }
    if (typeof amount === 'bigint') {
      if (amount !== 0n) line.read = true
      else zeros.push(line)
      line.exact += sign * amount
      line.wholeDollars += sign * wholeDollars(amount)
      // Design choice: a document with an unreadable period or submission type makes its lines incomplete.
      if (entry.doubtful && amount !== 0n) line.complete = false
    }
  }

  for (const [line, key, sign] of BOXES[form] ?? []) addToLine(line, box(key), sign)
  if (form === 'form_w2' && readFlag(raw['statutory_employee']) !== true)
    addToLine('1a', box('wages_tips_other_compensation'))
  if (form === 'form_1099_div' && !traded) addToLine('7', box('capital_gains'))
  if (form === 'form_ssa_1099') {
    const paid = box('pensions_and_annuities')
    const repaid = box('repayments')
    // If the benefits paid are unreadable, the repayment does not count.
    if (paid !== 'lost' && (paid !== null || repaid !== null))
      addToLine('6a', amountOrZero(paid) - amountOrZero(repaid))
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
  put: (name: string, amount: Box | Unknown) => void,
): void {
  const { raw } = entry
  const gross = box('gross_distribution')
  const printed = box('taxable_amount')
  const has = (codes: string) => hasCode(raw, codes)
  const ira = isIra(raw) || has('N')
  // A recharacterization in the next year is on no line. A corrective distribution from a plan belongs on line 1h.
  if (has('R') || (has('8E') && !ira)) return
  const zeroByCode = has('YPN')
  const undetermined = (readFlag(raw['tax_amount_undetermined_code']) === true || has('JT')) && !has('Q')
  const [grossLine, taxableLine] = ira ? ['4a', '4b'] : ['5a', '5b']

  // Design choice: code Y, P or N takes precedence over the not-determined flag, so the taxable amount is a known 0.
  let taxable: Box | Unknown = amountOrZero(printed)
  if (zeroByCode) taxable = 0n
  else if (printed === 'lost') taxable = 'lost'
  else if (undetermined && !isNonzero(printed)) taxable = 'unknown_taxable'

  // Code 3 on a plan distribution means wages (line 1h) or a pension, and no box shows which.
  if (has('3') && !ira && (isNonzero(gross) || (typeof taxable === 'bigint' && taxable !== 0n))) {
    put(grossLine, 'unknown_line')
    put(taxableLine, 'unknown_line')
  }
  put(taxableLine, taxable)
  // The gross line is empty if box 2a equals it. If 2a is unreadable, the line has the amount but is incomplete.
  if (printed === 'lost' && !zeroByCode) put(grossLine, 'lost')
  if (gross === 'lost' || gross !== taxable) put(grossLine, gross)
}

// The amounts of a W-2: gross pay, and the parts of it that are streams of their own.
import type { Entry } from '../documents.js'
import type { Reading } from '../facts.js'
import { type Box, readFlag, readMoney } from '../values.js'

/** What a document says about a job, in cents. */
export interface Pay {
  /** Gross pay without equity pay and deferred pay. */
  readonly gross: bigint
  readonly isUnreadable: boolean
  readonly equity: bigint
  readonly isEquityUnreadable: boolean
  readonly deferred: bigint
  readonly isDeferredUnreadable: boolean
  /** The part of gross pay that is not in box 1 because it is a Medicaid waiver payment (code II). */
  readonly nontaxable: bigint
  readonly hasCombatPay: boolean
  readonly isSickPay: boolean
}

const amountOf = (box: Box): bigint => (box === null || box === 'lost' ? 0n : box)

/** Returns the pay of a W-2 or of wages on a 1042-S. Returns null for all other documents and statutory employees. */
export function payOf({ entry, reading }: { readonly entry: Entry; readonly reading: Reading }): Pay | null {
  const { raw } = entry
  if (entry.form === 'form_1042_s') {
    const wages = reading.facts.filter(({ counted, role }) => counted && role === 'income.wages')
    const isUnreadable = reading.unreadRoles.includes('income.wages')
    if (wages.length === 0 && !isUnreadable) return null
    const gross = wages.reduce((total, { amount }) => total + amount, 0n)
    return { ...NO_PARTS, gross, isUnreadable: isUnreadable || entry.doubtful }
  }
  if (entry.form !== 'form_w2' || readFlag(raw['statutory_employee']) === true) return null
  const box1 = readMoney(raw['wages_tips_other_compensation'])
  const box5 = readMoney(raw['medicare_wages_tips'])
  const plans = readMoney(raw['nonqualified_plans'])
  const additions = ['deferred_compensation', 'code_s', 'code_q', 'code_ii'].map(key => readMoney(raw[key]))
  const equity = ['code_v', 'code_gg'].map(key => readMoney(raw[key]))
  const codeZ = readMoney(raw['code_z'])
  const codeIi = amountOf(additions[3]!)
  const taxable = amountOf(box1) - amountOf(plans)
  const sumOf = (boxes: readonly Box[]): bigint => boxes.reduce((total: bigint, box) => total + amountOf(box), 0n)
  const separate = sumOf(equity) + amountOf(codeZ)
  const isEquityUnreadable = equity.includes('lost')
  const hasBox5 = box5 === 'lost' || amountOf(box5) !== 0n
  // Reading: with a readable box 5, an unreadable box 1 or 11 leaves gross pay known, because box 5 counts alone.
  const isTaxableLost = box1 === 'lost' || plans === 'lost'
  const isFive = hasBox5 && (isTaxableLost || amountOf(box5) > taxable)
  const base = hasBox5 ? (isFive ? amountOf(box5) : taxable) : taxable + sumOf(additions)
  const isBaseUnreadable = hasBox5 ? box5 === 'lost' : isTaxableLost || additions.includes('lost')
  const outsideBox1 = base - taxable > 0n ? base - taxable : 0n
  return {
    gross: base - separate,
    isUnreadable: isBaseUnreadable || isEquityUnreadable || codeZ === 'lost' || entry.doubtful,
    equity: sumOf(equity),
    isEquityUnreadable,
    deferred: amountOf(codeZ) + amountOf(plans),
    isDeferredUnreadable: codeZ === 'lost' || plans === 'lost',
    nontaxable: codeIi > outsideBox1 ? outsideBox1 : codeIi > 0n ? codeIi : 0n,
    hasCombatPay: amountOf(additions[2]!) !== 0n,
    isSickPay: readFlag(raw['third_party_sick_pay_indicator']) === true,
  }
}

const NO_PARTS = {
  equity: 0n,
  isEquityUnreadable: false,
  deferred: 0n,
  isDeferredUnreadable: false,
  nontaxable: 0n,
  hasCombatPay: false,
  isSickPay: false,
}

// The rules of `obvious.mjs`. They compute the facts of a document, each with its role and whether it counts.
import { excludedDistributions, incomeCodes, notIncomeCodes } from './forms.mjs'

/** Returns true for the values of a checked box. */
export const isFlag = value => {
  if (typeof value === 'boolean') return value
  const text = value.trim().toLowerCase()
  if (['true', '1', 'yes', 'y', 'x'].includes(text)) return true
  return text.includes('checked') && !text.includes('not') && !text.includes('unchecked')
}

const grossRoles = ['income.self_employment', 'income.rental', 'income.royalties']

const findBasis = (form, role) => {
  if (form.startsWith('schedule_k1')) return 'allocated'
  return grossRoles.includes(role) ? 'gross' : null
}

const findReason = ({ role, sum }) => {
  if (sum === 'part') return 'part_of'
  if (sum === 'none') return role
  return null
}

const findCategory = code =>
  Object.entries(incomeCodes).find(([, codes]) => codes.split(' ').includes(code))?.[0] ?? 'other'

// Returns why the codes of Form 1099-R, box 7, exclude a distribution. Two codes may be two entries or one string.
const distributionReason = codes => {
  const letters = (codes ?? []).map(({ code, value }) => code || (value?.length <= 2 ? value : '')).join('')
  for (const letter of letters.toUpperCase()) {
    const match = Object.entries(excludedDistributions).find(([, excluded]) => excluded.includes(letter))
    if (match) return match[0]
  }
  return null
}

// Returns the taxable part of a distribution, or null if it is unknown.
const computeTaxablePart = boxes => {
  if (boxes.taxableAmountNotDetermined) {
    return boxes.isIraSepSimple && boxes.taxableAmount?.gt(0) ? boxes.taxableAmount : null
  }
  return boxes.taxableAmount
}

const adjustments = {
  'form_w2 wages': (fact, boxes) => {
    if (boxes.statutoryEmployee) fact.role = 'income.self_employment'
  },
  'form_1099_r grossDistribution': (fact, boxes) => {
    fact.reason = distributionReason(boxes.distributionCodes)
    fact.taxable = computeTaxablePart(boxes)
  },
  'form_1042_s grossIncome': (fact, boxes) => {
    fact.role = `income.${findCategory(boxes.incomeCode)}`
    fact.reason = notIncomeCodes[boxes.incomeCode] ?? null
  },
}

const deriveSale = boxes => {
  const proceeds = boxes.proceeds && !boxes.proceeds.isZero() ? boxes.proceeds : boxes.grossProceeds
  if (!proceeds || proceeds.isZero()) return []
  const covered = boxes.noncoveredSecurityIndicator?.toLowerCase().startsWith('covered') ?? false
  const derived = { field: 'derivedGain', role: 'income.capital_gains', box: null }
  if ((!boxes.costBasis || boxes.costBasis.isZero()) && !covered) {
    return [{ ...derived, amount: proceeds, reason: 'basis_unknown' }]
  }
  const gain = proceeds.minus(boxes.costBasis ?? 0).plus(boxes.washSaleLossDisallowed ?? 0)
  return [{ ...derived, amount: gain, reason: null }]
}

const deriveCredit = boxes => {
  if (boxes.totalWithholdingCredit && !boxes.totalWithholdingCredit.isZero()) return []
  const { usFederalTaxWithheld, withholdingByOtherAgents, overwithheldTaxRepaidToRecipient } = boxes
  if (!usFederalTaxWithheld) return []
  const credit = usFederalTaxWithheld.plus(withholdingByOtherAgents ?? 0).minus(overwithheldTaxRepaidToRecipient ?? 0)
  return [{ field: 'derivedCredit', role: 'withheld.nonresident', box: null, amount: credit, reason: null }]
}

const derivedFacts = { form_1099_b: deriveSale, form_1042_s: deriveCredit }

/** Returns the facts of one normalized document: its nonzero amounts, and the facts derived from them. */
export const listFacts = ({ form, boxes }) => {
  const facts = []
  for (const field of form.money) {
    const amount = boxes[field.name]
    if (amount === null || amount.isZero()) continue
    const signed = field.sum === 'subtract' ? amount.negated() : amount
    const fact = { field: field.name, box: field.box, role: field.role, amount: signed, reason: findReason(field) }
    adjustments[`${form.form} ${field.name}`]?.(fact, boxes)
    facts.push(fact)
  }
  for (const fact of derivedFacts[form.form]?.(boxes) ?? []) if (!fact.amount.isZero()) facts.push(fact)
  for (const fact of facts) {
    fact.counted = fact.reason === null
    fact.basis = findBasis(form.form, fact.role)
  }
  return facts
}

import { appendToGroup, NO_ITEMS } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { findCategory, INCOME_CATEGORIES, type IncomeCategory } from '../../schema/role.js'
import { formAccountGroups, formTrustGroup, isAccountCategory } from './accounts.js'
import { beginsSocialSecurity } from './benefits.js'
import { BusinessGroup } from './business-group.js'
import { formBusinesses, takeOfficerPay } from './businesses.js'
import { hasSaleWithoutBasis } from './capital-gains.js'
import { groupEmployers } from './employers.js'
import { isStatutory, listSeparatePay, type PayDocument, readPay } from './gross-pay.js'
import { JobGroup } from './job-group.js'
import { formReceiptStream } from './receipts.js'
import { RetirementGroup } from './retirement.js'
import { formOtherIncome, formSeparatePay } from './separate-pay.js'
import type { BorrowerSituation, InputSelection, StreamContext, StreamGroup, StreamItem } from './stream.js'
import { isAllReadable, listUnreadableCategories } from './unreadable.js'

/** The stream groups of a borrower, and how to find what they say about each other. */
interface FormedStreams {
  readonly groups: readonly StreamGroup[]
  readonly findSituation: (selection: InputSelection) => BorrowerSituation
}

/** Forms all stream groups of a borrower, on all documents up to the as-of year. */
export function formStreams(context: StreamContext): FormedStreams {
  const { borrower, year, facts } = context
  const factsByCategory = new Map<IncomeCategory, FactRow[]>()
  for (const fact of borrower.incomeFacts) {
    const category = fact.meaning.category as IncomeCategory
    if ((fact.resolvedDocument.document.year as number) > year) continue
    appendToGroup(factsByCategory, category, fact)
  }
  if (!isAllReadable(context))
    for (const category of listUnreadableCategories(context))
      if (!factsByCategory.has(category)) factsByCategory.set(category, [])
  if (!factsByCategory.has('capital_gains') && hasSaleWithoutBasis(context)) factsByCategory.set('capital_gains', [])
  const groups: StreamGroup[] = []
  const retirementFacts = factsByCategory.get('retirement') ?? NO_ITEMS
  const hasDistributions =
    retirementFacts.length > 0 || borrower.excludedFacts.some(({ meaning }) => meaning.category === 'retirement')
  const retirement =
    hasDistributions || factsByCategory.has('retirement') ? new RetirementGroup(context, retirementFacts) : null
  if (retirement !== null) groups.push(retirement)
  const { groups: payGroups, hasLastingEmployer } = formPayStreams(context, factsByCategory.get('wages') ?? NO_ITEMS)
  for (const category of INCOME_CATEGORIES) {
    const categoryFacts = factsByCategory.get(category)
    if (category === 'self_employment' || category === 'rental' || category === 'royalties') {
      const receipts = formReceiptStream(context, category, categoryFacts)
      if (receipts !== null) groups.push(receipts)
    } else if (categoryFacts !== undefined && isAccountCategory(category))
      groups.push(...formAccountGroups(context, category, categoryFacts))
  }
  for (const fact of facts?.otherIncome ?? NO_ITEMS) groups.push(formOtherIncome(context, fact))
  return {
    groups: [...payGroups, ...groups],
    findSituation: selection => ({
      hasRetired: retirement?.hasNewPayer(selection) === true || beginsSocialSecurity(context, selection),
      hasLastingEmployer: hasLastingEmployer(selection),
    }),
  }
}

/** Forms the streams of pay and of businesses, which depend on each other. */
function formPayStreams(context: StreamContext, wageFacts: readonly FactRow[]) {
  const { borrower, year } = context
  const allPay: PayDocument[] = []
  /** W-2s that are not pay of these years, but show that an issuer is an employer and not an insurer. */
  const otherW2s: PayDocument[] = []
  const equityPay: StreamItem[] = []
  const deferredPay: StreamItem[] = []
  for (const document of borrower.documents) {
    const { employment } = document.document.compiledForm.uses
    if (employment === null) continue
    const payDocument = readPay(document, employment)
    const isOfStatutoryEmployee = isStatutory(document, employment)
    if (isOfStatutoryEmployee || payDocument.year > year) {
      const isSickPay = payDocument.isSickPay && !isOfStatutoryEmployee
      otherW2s.push({ ...payDocument, pay: 0, untaxed: 0, isSickPay, hasCombatPay: false })
      continue
    }
    allPay.push(payDocument)
    equityPay.push(...listSeparatePay(document, employment.equityPay))
    deferredPay.push(...listSeparatePay(document, [employment.failedDeferrals, employment.nonqualifiedPlans]))
  }
  for (const fact of wageFacts) {
    const { document } = fact.resolvedDocument
    if (document.compiledForm.uses.employment === null)
      allPay.push(toPayDocument(fact.resolvedDocument, fact.cents, fact.meaning.field))
  }
  for (const { resolvedDocument, role, isUnreadable } of borrower.gaps) {
    if (resolvedDocument === null || !isUnreadable || findCategory(role) !== 'wages') continue
    const { compiledForm, year: payYear } = resolvedDocument.document
    if (compiledForm.uses.employment === null && (payYear as number) <= year)
      allPay.push(toPayDocument(resolvedDocument, null, ''))
  }
  const businesses = formBusinesses(context)
  const payDocuments = takeOfficerPay(businesses, allPay, borrower.result.joinedEmployers)
  const payOfEmployers: (readonly PayDocument[])[] = businesses.map(({ officerPay }) => officerPay)
  const groups: StreamGroup[] = []
  if (payDocuments.length > 0) {
    const employers = groupEmployers([...payDocuments, ...otherW2s], context)
    payOfEmployers.push(...employers.employers.map(employer => employer.payDocuments))
    const officerYears = businesses.flatMap(({ officerPay }) =>
      officerPay.flatMap(({ pay, year: payYear }) => (pay ? [payYear] : [])),
    )
    groups.push(new JobGroup(context, employers, officerYears))
  }
  if (equityPay.length > 0) groups.push(formSeparatePay(context, 'equity_pay', equityPay))
  if (deferredPay.length > 0) groups.push(formSeparatePay(context, 'deferred_pay', deferredPay))
  for (const business of businesses)
    groups.push(
      business.category === 'estate_trust' ? formTrustGroup(context, business) : new BusinessGroup(context, business),
    )
  /** True if one employer paid in both years, by the selected documents. */
  const hasLastingEmployer = ({ includes }: InputSelection): boolean =>
    payOfEmployers.some(payments =>
      [year, year - 1].every(taxYear =>
        payments.some(({ document, pay, year: payYear }) => payYear === taxYear && pay !== 0 && includes(document)),
      ),
    )
  return { groups, hasLastingEmployer }
}

/** Pay on a form other than a W-2, such as Form 1042-S. Null if it is unreadable. */
const toPayDocument = (document: ResolvedDocument, pay: Cents | null, field: string): PayDocument => ({
  document,
  year: document.document.year as number,
  pay,
  untaxed: 0,
  field,
  isSickPay: false,
  hasCombatPay: false,
})

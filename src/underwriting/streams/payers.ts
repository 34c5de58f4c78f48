// Forms the payers of retirement income. A payer is an issuer. Its IRAs and its other plans are two payers.

import { appendToGroup, NO_ITEMS } from '../../core/lists.js'
import { type Cents, subtractCents } from '../../core/money.js'
import { createFieldReader } from '../../figures/box-meaning.js'
import type { FactRow } from '../../figures/facts.js'
import { groupByIssuer } from '../../figures/issuers.js'
import type { SourceDocument } from '../../ingest/source.js'
import { findCategory } from '../../schema/role.js'
import type { RetirementFacts } from '../facts/known-facts.js'
import { assignIssuerFacts, listGroupIssuers, referToPayer } from '../facts/match-facts.js'
import { FLAGS, type StreamFlag } from '../flags.js'
import { largerOf, smallerOf } from './formulas.js'
import type { Distribution } from './rollovers.js'
import type { StreamContext, StreamItem } from './stream.js'

export interface Payer {
  readonly name: string | null
  readonly isIra: boolean
  readonly documents: ReadonlySet<SourceDocument>
  readonly distributions: readonly Distribution[]
  readonly facts: RetirementFacts | null
}

/** Reads all distributions up to the as-of year, counted or not. */
export function readDistributions({ borrower, year }: StreamContext, facts: readonly FactRow[]): Distribution[] {
  const distributions: Distribution[] = []
  for (const fact of [...facts, ...borrower.excludedFacts]) {
    const { resolvedDocument, meaning, cents, flags } = fact
    const { document } = resolvedDocument
    const use = document.compiledForm.uses.distribution
    if (meaning.category !== 'retirement' || (document.year as number) > year) continue
    if (use !== null && meaning.field !== use.gross) continue
    const fields = createFieldReader(document)
    distributions.push({
      document: resolvedDocument,
      year: document.year as number,
      gross: cents,
      field: meaning.field,
      isIra: use?.isFromIra(fields) === true,
      isDirectRollover: use?.isDirectRollover(fields) === true,
      untaxed: use?.isQualifiedRoth(fields) === true ? cents : findUntaxed(fact),
      isUpperBound: flags.includes('taxable_upper_bound'),
      reason: meaning.reason ?? (flags.includes('early_or_one_time') ? 'early_or_one_time' : null),
      exclusion: null,
      rolledOver: 0,
      uncertain: 0,
    })
  }
  return distributions
}

/** The gross less the taxable amount. Null if the taxable amount is unknown. A form without one is taxable. */
function findUntaxed({ cents, taxable }: FactRow): Cents | null {
  if (taxable === undefined) return 0
  return taxable === null ? null : smallerOf(cents, largerOf(0, subtractCents(cents, taxable)))
}

/** Groups distributions by payer, and finds what the lender states about each payer. */
export function formPayers(distributions: readonly Distribution[], context: StreamContext): Payer[] {
  const payers: Payer[] = []
  const allFacts = context.facts?.retirement ?? NO_ITEMS
  for (const isIra of [false, true]) {
    const byDocument = new Map<SourceDocument, Distribution[]>()
    for (const distribution of distributions) {
      if (distribution.isIra !== isIra) continue
      appendToGroup(byDocument, distribution.document.document, distribution)
    }
    for (const document of listUnreadableDistributions(context, isIra))
      if (!byDocument.has(document)) byDocument.set(document, [])
    if (byDocument.size === 0) continue
    const groups = groupByIssuer([...byDocument.keys()])
    const ofKind = allFacts.filter(({ kind }) => kind === null || (kind === 'ira') === isIra)
    const factsByGroup = assignIssuerFacts(groups, listGroupIssuers, ofKind, referToPayer)
    for (const retirementFacts of factsByGroup.values()) context.usedFacts.add(retirementFacts)
    for (const group of groups) {
      const ofPayer = group.documents.flatMap(document => byDocument.get(document) ?? [])
      payers.push({
        name: group.documents.reduce<string | null>((name, { issuer }) => name ?? issuer.name, null),
        isIra,
        documents: new Set(group.documents),
        distributions: ofPayer,
        facts: factsByGroup.get(group) ?? null,
      })
    }
  }
  return payers
}

const listUnreadableDistributions = ({ borrower, year }: StreamContext, isIra: boolean): SourceDocument[] =>
  borrower.gaps.flatMap(({ resolvedDocument, role, isUnreadable }) => {
    const document = resolvedDocument?.document
    if (document === undefined || !isUnreadable || findCategory(role) !== 'retirement') return []
    const use = document.compiledForm.uses.distribution
    const isFromIra = use?.isFromIra(createFieldReader(document)) === true
    return (document.year as number) <= year && isFromIra === isIra ? [document] : []
  })

/** Converts a distribution to an item. A rollover reduces the nontaxable part first, because it is not taxable. */
export function toDistributionItem(distribution: Distribution): StreamItem {
  const { document, year, gross, field, exclusion, rolledOver, untaxed } = distribution
  const cents = exclusion === null ? subtractCents(gross, rolledOver) : gross
  const certainUntaxed = smallerOf(cents, largerOf(0, subtractCents(untaxed ?? 0, rolledOver)))
  return { document, year, field, cents, untaxed: certainUntaxed, exclusion, flag: findFlag(distribution) }
}

function findFlag({ exclusion, rolledOver, untaxed, isUpperBound }: Distribution): StreamFlag | null {
  if (exclusion !== null) return Object.hasOwn(FLAGS, exclusion) ? (exclusion as StreamFlag) : null
  if (rolledOver > 0) return 'rolled_or_converted'
  if (untaxed === null) return 'taxable_unknown'
  return isUpperBound ? 'taxable_upper_bound' : null
}

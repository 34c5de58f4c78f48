// Describes how each monthly amount of the worksheet was computed, with its amounts and boxes, so that an underwriter can
// repeat the computation on paper.

import { describeHidden } from '../core/cut-list.js'
import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import { formatIssuerName } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import { listShownStreams } from '../underwriting/traces/explain.js'
import { getFigureTraces } from '../underwriting/traces/figure-traces.js'
import type { Trace, TraceInput } from '../underwriting/traces/trace.js'
import { nameStreamFigures } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { hasSeveralBorrowers } from './conditions.js'
import { type DocumentAnchors, getDocumentAnchors } from './documents.js'
import { type Grid, textColumn } from './grid.js'
import { formatMoneyCell, toWords, upperFirst } from './labels.js'
import { nameStream } from './stream-labels.js'

/** What is needed to describe a box. */
interface BoxContext {
  readonly anchors: DocumentAnchors
  readonly taxpayer: TaxpayerContext
}

/** The maximum number of boxes that are listed for one stream. The trees list more of them. */
const MAX_BOXES = 12

/**
 * Describes how the monthly amount of each stream was computed. Boxes are listed only for the first policy, because they
 * rarely differ.
 */
export function describeCalculations(policyResult: PolicyResult, taxpayer: TaxpayerContext): Grid {
  const isFirstPolicy = getUnderwritings(taxpayer)[0]?.policy === policyResult.policy
  const traces = getFigureTraces(policyResult)
  const { items: streams, hiddenCount } = listShownStreams(policyResult)
  const context = { anchors: getDocumentAnchors(taxpayer), taxpayer }
  const showsBorrower = hasSeveralBorrowers(policyResult)
  return {
    caption: `Calculations, ${policyResult.policy.title}`,
    columns: ['Income', 'Calculation', ...(isFirstPolicy ? ['Boxes'] : [])].map(title => textColumn(title)),
    rows: streams.map(stream => {
      const prefix = nameStreamFigures(stream)
      const computed = traces.find(`${prefix}.computed_monthly`)
      const yearTraces = (computed?.parts ?? []).flatMap(part => traces.find(part) ?? [])
      return {
        cells: [
          nameStream(stream, taxpayer, showsBorrower),
          describeCalculation(stream, computed, traces.find(`${prefix}.qualifying_monthly`)),
          ...(isFirstPolicy
            ? [listBoxes([...yearTraces, ...(computed === undefined ? [] : [computed])], context)]
            : []),
        ],
      }
    }),
    ...(hiddenCount === 0 ? {} : { note: describeHidden(hiddenCount, 'traces') }),
  }
}

function describeCalculation(
  { latestAmount, priorAmount, computedMonthly }: IncomeStream,
  computed: Trace | undefined,
  qualifying: Trace | undefined,
): string {
  // A rule is text such as `(latest + prior) / 24`.
  const rule = (computed?.rule ?? '')
    .replaceAll('_', ' ')
    .replaceAll(/\blatest\b/g, formatMoneyCell(latestAmount))
    .replaceAll(/\bprior\b/g, formatMoneyCell(priorAmount))
  const sentence = `${upperFirst(rule)}${computedMonthly === null ? '' : ` = ${formatMoneyCell(computedMonthly)}`}.`
  return qualifying === undefined || qualifying.value === computedMonthly
    ? sentence
    : `${sentence} Qualifies: ${qualifying.rule.replaceAll('_', ' ')}.`
}

function listBoxes(traces: readonly Trace[], context: BoxContext): string {
  const inputs = traces.flatMap(trace => [...trace.inputs, ...trace.excluded])
  const lines = inputs.slice(0, MAX_BOXES).map(input => {
    const amount = input.statedText ?? formatMoneyCell(input.cents)
    return 'reason' in input
      ? `left out (${toWords(String(input.reason))}): ${describeBox(input, context)} ${formatMoneyCell(input.cents)}`
      : `${describeBox(input, context)} ${amount}`
  })
  const hiddenCount = inputs.length - lines.length
  return [...lines, ...(hiddenCount === 0 ? [] : [describeHidden(hiddenCount, 'traces')])].join('; ')
}

/** Describes a box in few words: `2024 W-2 of Acme Freight box 5`. */
function describeBox(input: TraceInput, { anchors, taxpayer }: BoxContext): string {
  const { recordId, form, year, box, field } = input
  const document = anchors.findDocument(input)
  const issuerName = document === undefined ? null : formatIssuerName(document, taxpayer)
  return [
    year,
    document?.compiledForm.form.number ?? (recordId === null ? 'stated:' : toWords(form)),
    issuerName === null ? null : `of ${issuerName}`,
    box === null ? toWords(field) : `box ${box}`,
  ]
    .filter(part => part)
    .join(' ')
}

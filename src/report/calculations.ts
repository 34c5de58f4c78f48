// How each monthly amount of the worksheet was computed, written out with its amounts and boxes. The page and the workbook
// contain it, so that an underwriter can repeat the computation on paper.

import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import { formatIssuerName } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import type { Trace, TraceInput } from '../underwriting/traces/trace.js'
import { listTraces, nameStreamFigures } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { hasSeveralBorrowers } from './conditions.js'
import { DocumentAnchors } from './documents.js'
import { type Grid, textColumn } from './grid.js'
import { formatMoneyCell, toWords, upperFirst } from './labels.js'
import { nameStream } from './stream-labels.js'

type DocumentNamer = (input: TraceInput) => string

/** The maximum number of boxes that are listed for one stream. The trees list all of them. */
const MAX_BOXES = 12

/**
 * Describes how the monthly amount of each stream was computed. The boxes are almost the same under all policies, so they
 * are listed under the first one.
 */
export function describeCalculations(policyResult: PolicyResult, taxpayer: TaxpayerContext): Grid {
  const isFirst = getUnderwritings(taxpayer)[0]?.policy === policyResult.policy
  const traces = new Map(listTraces(policyResult).map(trace => [trace.figure, trace]))
  const nameDocument = createDocumentNamer(taxpayer)
  const showsBorrower = hasSeveralBorrowers(policyResult)
  return {
    caption: `Calculations, ${policyResult.policy.title}`,
    columns: ['Income', 'Calculation', ...(isFirst ? ['Boxes'] : [])].map(title => textColumn(title)),
    rows: policyResult.streams.map(stream => {
      const prefix = nameStreamFigures(stream)
      const computed = traces.get(`${prefix}.computed_monthly`)
      const yearTraces = (computed?.parts ?? []).flatMap(part => traces.get(part) ?? [])
      return {
        cells: [
          nameStream(stream, taxpayer, showsBorrower),
          describeCalculation(stream, computed, traces.get(`${prefix}.qualifying_monthly`)),
          ...(isFirst ? [listBoxes([...yearTraces, ...(computed === undefined ? [] : [computed])], nameDocument)] : []),
        ],
      }
    }),
  }
}

function describeCalculation(
  { latestAmount, priorAmount, computedMonthly }: IncomeStream,
  computed: Trace | undefined,
  qualifying: Trace | undefined,
): string {
  // The rules name columns and conditions by their codes.
  const rule = (computed?.rule ?? '')
    .replaceAll('_', ' ')
    .replaceAll(/\blatest\b/g, formatMoneyCell(latestAmount))
    .replaceAll(/\bprior\b/g, formatMoneyCell(priorAmount))
  const sentence = `${upperFirst(rule)}${computedMonthly === null ? '' : ` = ${formatMoneyCell(computedMonthly)}`}.`
  return qualifying === undefined || qualifying.value === computedMonthly
    ? sentence
    : `${sentence} Qualifies: ${qualifying.rule.replaceAll('_', ' ')}.`
}

function listBoxes(traces: readonly Trace[], nameDocument: DocumentNamer): string {
  const lines = traces.flatMap(({ inputs, excluded }) => [
    ...inputs.map(input => `${describeBox(input, nameDocument)} ${input.statedText ?? formatMoneyCell(input.cents)}`),
    ...excluded.map(
      input =>
        `left out (${toWords(input.reason)}): ${describeBox(input, nameDocument)} ${formatMoneyCell(input.cents)}`,
    ),
  ])
  return (lines.length > MAX_BOXES ? [...lines.slice(0, MAX_BOXES), 'and more'] : lines).join('; ')
}

function describeBox(input: TraceInput, nameDocument: DocumentNamer): string {
  const { year, box, field } = input
  const boxName = box === null ? toWords(field) : `box ${box}`
  return [year, nameDocument(input), boxName].filter(part => part !== null && part !== '').join(' ')
}

/** Describes a document in few words: `W-2 of Acme Freight`. */
function createDocumentNamer(taxpayer: TaxpayerContext): DocumentNamer {
  const anchors = new DocumentAnchors(taxpayer)
  return input => {
    const document = anchors.findDocument(input)
    if (document === undefined) return input.recordId === null ? 'stated:' : toWords(input.form)
    const issuerName = formatIssuerName(document, taxpayer)
    return `${document.compiledForm.form.number}${issuerName === null ? '' : ` of ${issuerName}`}`
  }
}

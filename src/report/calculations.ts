// How each monthly amount of the worksheet was computed, written out with its amounts and boxes. The page and the workbook
// contain it, so that an underwriter can repeat the computation on paper.

import type { SourceDocument } from '../ingest/source.js'
import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import { formatIssuerName } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import type { Trace, TraceInput } from '../underwriting/traces/trace.js'
import { listTraces, nameStreamFigures } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { hasSeveralBorrowers } from './conditions.js'
import { type Grid, textColumn } from './grid.js'
import { formatMoneyCell, toWords, upperFirst } from './labels.js'
import { nameStream } from './stream-labels.js'

/** Describes a document in few words: `W-2 of Acme Freight`. */
type DocumentNamer = (input: TraceInput) => string

/** The maximum number of boxes that are listed for one stream. The trees list all of them. */
const MAX_BOXES = 12

/**
 * Describes how the monthly amount of each stream was computed. What is the same as under the first policy is not repeated.
 */
export function describeCalculations(policyResult: PolicyResult, taxpayer: TaxpayerContext): Grid {
  const [first = policyResult] = getUnderwritings(taxpayer)
  const grid = createCalculations(policyResult, taxpayer)
  if (first.policy.name === policyResult.policy.name) return grid
  const firstCells = new Map(createCalculations(first, taxpayer).rows.map(({ cells }) => [cells[0], cells]))
  return {
    ...grid,
    rows: grid.rows.flatMap(({ cells: [name = '', calculation = '', boxes = ''] }) => {
      const [, firstCalculation, firstBoxes] = firstCells.get(name) ?? []
      if (boxes !== firstBoxes) return [{ cells: [name, calculation, boxes] }]
      return calculation === firstCalculation ? [] : [{ cells: [name, calculation, 'the same boxes'] }]
    }),
  }
}

function createCalculations(policyResult: PolicyResult, taxpayer: TaxpayerContext): Grid {
  const traces = new Map(listTraces(policyResult).map(trace => [trace.figure, trace]))
  const nameDocument = createDocumentNamer(taxpayer)
  const showsBorrower = hasSeveralBorrowers(policyResult)
  return {
    caption: `Calculations, ${policyResult.policy.title}`,
    columns: ['Income', 'Calculation', 'Boxes'].map(title => textColumn(title)),
    rows: policyResult.streams.map(stream => {
      const prefix = nameStreamFigures(stream)
      const computed = traces.get(`${prefix}.computed_monthly`)
      const yearTraces = (computed?.parts ?? []).flatMap(part => traces.get(part) ?? [])
      return {
        cells: [
          nameStream(stream, taxpayer, showsBorrower),
          describeCalculation(stream, computed, traces.get(`${prefix}.qualifying_monthly`)),
          listBoxes([...yearTraces, ...(computed === undefined ? [] : [computed])], nameDocument),
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
  const rule = (computed?.rule ?? '')
    .replaceAll(/\blatest\b/g, latestAmount === null ? '0.00' : formatMoneyCell(latestAmount))
    .replaceAll(/\bprior\b/g, priorAmount === null ? '0.00' : formatMoneyCell(priorAmount))
  const sentence = `${upperFirst(withoutUnderscores(rule))}${computedMonthly === null ? '' : ` = ${formatMoneyCell(computedMonthly)}`}.`
  return qualifying === undefined || qualifying.value === computedMonthly
    ? sentence
    : `${sentence} Qualifies: ${withoutUnderscores(qualifying.rule)}.`
}

/** The rules name columns and conditions by their codes. */
const withoutUnderscores = (rule: string): string => rule.replaceAll('_', ' ')

function listBoxes(traces: readonly Trace[], nameDocument: DocumentNamer): string {
  const lines = traces.flatMap(({ inputs, excluded }) => [
    ...inputs.map(input => `${describeBox(input, nameDocument)} ${input.statedText ?? formatMoneyCell(input.cents)}`),
    ...excluded.map(
      input =>
        `left out (${toWords(input.reason)}): ${describeBox(input, nameDocument)} ${formatMoneyCell(input.cents)}`,
    ),
  ])
  const hidden = lines.length - MAX_BOXES
  return [...lines.slice(0, MAX_BOXES), ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('; ')
}

function describeBox(input: TraceInput, nameDocument: DocumentNamer): string {
  const { year, box, field } = input
  const boxName = box === null ? toWords(field) : `box ${box}`
  return [year, nameDocument(input), boxName].filter(part => part !== null && part !== '').join(' ')
}

function createDocumentNamer(taxpayer: TaxpayerContext): DocumentNamer {
  const documents = new Map<string, SourceDocument>()
  for (const { document } of taxpayer.result.resolution.documents)
    documents.set(
      JSON.stringify([document.record.id, document.compiledForm.key, document.formIndex, document.entryIndex]),
      document,
    )
  return ({ recordId, form, formIndex, entryIndex }) => {
    const document = documents.get(JSON.stringify([recordId, form, formIndex, entryIndex]))
    if (document === undefined) return recordId === null ? 'stated:' : toWords(form)
    const issuerName = formatIssuerName(document, taxpayer)
    return `${document.compiledForm.form.number}${issuerName === null ? '' : ` of ${issuerName}`}`
  }
}

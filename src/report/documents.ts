import { getLastFour } from '../core/identifier.js'
import { DOUBT_TEXTS } from '../figures/doubt-texts.js'
import { formatDocumentAddress, formatDocumentPlace } from '../figures/taxpayer-result.js'
import type { SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { TaxpayerContext } from '../tables/table.js'
import { describePlace, type TraceInput } from '../underwriting/traces/trace.js'
import { documentsByYear, whyNotCounted, wordsOfDocument, wordsOfField } from './document-text.js'
import { type Html, type HtmlPart, html, isolateText, table } from './html.js'

/** The anchors of a page's documents. Each document has one in the table of documents, and figures link to it. */
export class DocumentAnchors {
  readonly #anchors = new Map<SourceDocument, string>()
  readonly #byPlace = new Map<string, SourceDocument>()
  readonly #doubtful = new Set<SourceDocument>()

  constructor(private readonly taxpayer: TaxpayerContext) {
    for (const [i, { document, asRead, doubts }] of taxpayer.result.resolution.documents.entries()) {
      this.#anchors.set(document, `d${i + 1}`).set(asRead, `d${i + 1}`)
      this.#byPlace.set(formatDocumentPlace(document), document)
      if (doubts.length > 0) this.#doubtful.add(document)
    }
  }

  findAnchor(document: SourceDocument): string {
    return this.#anchors.get(document) ?? ''
  }

  /** Renders a link with a document's name to its row. */
  linkTo(document: SourceDocument): Html {
    return html`<a href="#${this.findAnchor(document)}">${isolateText(wordsOfDocument(document, this.taxpayer))}</a>`
  }

  /** Renders the name of a box, with `?` if its document is doubtful. */
  renderBox(document: SourceDocument, field: string): Html {
    return html`${this.linkTo(document)}, ${wordsOfField(document, field)}${this.#doubtful.has(document) && ' ?'}`
  }

  /** Renders an input of a figure: a box, or a value from the taxpayer object or from the caller. */
  renderInput(input: TraceInput): Html {
    const { recordId, form, formIndex, entryIndex, year, field } = input
    const document =
      recordId === null || formIndex === null || entryIndex === null
        ? undefined
        : this.#byPlace.get(formatDocumentAddress(recordId, form, formIndex, entryIndex))
    if (document !== undefined && field !== '') return this.renderBox(document, field)
    if (field === '') return isolateText(`${year === null ? '' : `${year}: `}${describePlace(input)}`)
    return isolateText(`${form.replaceAll('_', ' ')}${year === null ? '' : ` ${year}`}: ${field.replaceAll('_', ' ')}`)
  }
}

/** The year and the status are never broken into two lines. */
const UNBROKEN_COLUMNS: readonly number[] = [0, 4]

/** Renders the table of all documents, with their statuses and reasons, sorted by year and then in input order. */
export function renderDocuments(taxpayer: TaxpayerContext, anchors: DocumentAnchors): Html {
  const resolvedDocuments = documentsByYear(taxpayer)
  if (resolvedDocuments.length === 0) return html``
  return table({
    caption: 'Documents, and why each was used or not',
    head: ['Form', 'Year', 'Issuer', 'Recipient', 'Record', 'Status', 'Reason'].map(
      title => html`<span class="w">${title}</span>`,
    ),
    rows: resolvedDocuments.map(resolved => documentRow(resolved, taxpayer, anchors)),
  })
}

function documentRow(resolved: ResolvedDocument, taxpayer: TaxpayerContext, anchors: DocumentAnchors): Html {
  const { document, status, decidedBy, recipientId, isVerified, isOtherRecipient, doubts, copiedFrom } = resolved
  const { record, compiledForm, year, formIndex, entryIndex } = document
  const { id, name } = taxpayer.privacy.toPublicIssuer(document.issuer, taxpayer.result.dossier.personIds)
  const issuer = name ?? (id === null ? 'unnamed' : `ending ${id.slice(-4)}`)
  const why = whyNotCounted(resolved)
  const decidedText: HtmlPart =
    why === null
      ? isVerified && 'also on the IRS transcript'
      : decidedBy === null
        ? why
        : html`<a href="#${anchors.findAnchor(decidedBy)}">${isolateText(why)}</a>`
  const details = [
    ...(decidedText === false ? [] : [decidedText]),
    ...doubts.map(doubt => html`<b>?</b> ${DOUBT_TEXTS[doubt]}`),
    ...[...(copiedFrom ?? [])].map(
      ([field, copy]) =>
        html`${wordsOfField(document, field)} comes from the <a href="#${anchors.findAnchor(copy)}">${isolateText(wordsOfDocument(copy, taxpayer))}</a>`,
    ),
  ]
  const recipientText = [
    ...(recipientId === null ? [] : [getLastFour(recipientId)]),
    ...(isOtherRecipient ? ['another person'] : []),
  ].join(', ')
  const cells = [
    year ?? '–',
    isolateText(issuer),
    recipientText,
    isolateText(`${record.isFromIrs ? 'IRS' : 'software'} ${record.id}, ${formIndex}/${entryIndex}`),
    html`<span class="s-${status}">${status === 'counted' ? 'used' : status}</span>`,
    details.map((detail, i) => html`${i > 0 && html`<br>`}${detail}`),
  ]
  return html`<tr id="${anchors.findAnchor(document)}"><th scope="row">${compiledForm.form.number}</th>${cells.map((cell, i) => html`<td class="w${UNBROKEN_COLUMNS.includes(i) && ' s'}">${cell}</td>`)}</tr>
`
}

import { cutList, describeHidden, shortenText } from '../core/cut-list.js'
import { getLastFour } from '../core/identifier.js'
import { getOrCreate, memoize } from '../core/lists.js'
import { DOUBT_TEXTS } from '../figures/doubt-texts.js'
import type { SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument, Status } from '../resolve/resolved-document.js'
import type { TaxpayerContext } from '../tables/table.js'
import { describePlace, inputOf, PlaceKeys, type TraceInput } from '../underwriting/traces/trace.js'
import { documentsByYear, whyNotCounted, wordsOfDocument, wordsOfField } from './document-text.js'
import { type Html, html, isolateText, table } from './html.js'

/** The anchors of a page's documents. Each document in the table of documents has one, and figures link to it. */
export class DocumentAnchors {
  readonly #anchors = new Map<SourceDocument, string>()
  readonly #keys = new PlaceKeys()
  readonly #byPlace = new Map<string, SourceDocument>()
  readonly #doubtful = new Set<SourceDocument>()
  /** The link of each document with its name. A page has many boxes of the same document. */
  readonly #links = new Map<SourceDocument, Html>()

  constructor(private readonly taxpayer: TaxpayerContext) {
    const shownDocuments = new Set(cutList(documentsByYear(taxpayer)).items)
    for (const [i, resolved] of taxpayer.result.resolution.documents.entries()) {
      const { document, asRead, doubts } = resolved
      if (shownDocuments.has(resolved)) this.#anchors.set(document, `d${i + 1}`).set(asRead, `d${i + 1}`)
      this.#byPlace.set(this.#keys.format(inputOf(document, '', null)), document)
      if (doubts.length > 0) this.#doubtful.add(document)
    }
  }

  findAnchor(document: SourceDocument): string {
    return this.#anchors.get(document) ?? ''
  }

  /** Renders a link with a text to the row of a document. A document without a row has no link. */
  linkTo(document: SourceDocument, text: string): Html {
    const anchor = this.#anchors.get(document)
    return anchor === undefined ? isolateText(text) : html`<a href="#${anchor}">${isolateText(text)}</a>`
  }

  /** Renders the name of a box, with `?` if its document is doubtful. */
  renderBox(document: SourceDocument, field: string): Html {
    const link = getOrCreate(this.#links, document, () =>
      this.linkTo(document, wordsOfDocument(document, this.taxpayer)),
    )
    return html`${link}, ${wordsOfField(document, field)}${this.#doubtful.has(document) && ' ?'}`
  }

  /** Returns the document that contains an input, or undefined if no document does. */
  findDocument(input: TraceInput): SourceDocument | undefined {
    const { recordId, formIndex, entryIndex } = input
    return recordId === null || formIndex === null || entryIndex === null
      ? undefined
      : this.#byPlace.get(this.#keys.format(input))
  }

  /** Renders an input of a figure: a box, or a value from the taxpayer object or from the caller. */
  renderInput(input: TraceInput): Html {
    const { form, year, field } = input
    const document = this.findDocument(input)
    if (document !== undefined && field !== '') return this.renderBox(document, field)
    if (field === '') return isolateText(`${year === null ? '' : `${year}: `}${describePlace(input)}`)
    return isolateText(`${form.replaceAll('_', ' ')}${year === null ? '' : ` ${year}`}: ${field.replaceAll('_', ' ')}`)
  }
}

/** Returns the anchors of a report. Its parts share them. */
export const getDocumentAnchors = memoize((taxpayer: TaxpayerContext) => new DocumentAnchors(taxpayer))

/** A reason or a doubt of a document. `linked` is text about another document, which the page links to. */
interface DocumentDetail {
  readonly text: string
  readonly linked?: { readonly document: SourceDocument; readonly text: string }
  readonly isDoubt?: true
}

/** A row of the table of documents. */
interface DocumentLine {
  readonly document: SourceDocument
  readonly status: Status
  /** The cells before the last one, which contains the details. */
  readonly cells: readonly (string | number)[]
  readonly details: readonly DocumentDetail[]
}

export const DOCUMENTS_CAPTION = 'Documents, and why each was used or not'
export const DOCUMENT_TITLES = ['Form', 'Year', 'Issuer', 'Recipient', 'Record', 'Status', 'Reason'] as const

/** The rows of the table of documents, and a remark about those that it leaves out. */
interface DocumentLines {
  readonly lines: readonly DocumentLine[]
  readonly note: string | undefined
}

/** Lists the documents with their statuses and reasons, sorted by year and then in input order. */
export function listDocumentLines(taxpayer: TaxpayerContext): DocumentLines {
  const { items, hiddenCount } = cutList(documentsByYear(taxpayer))
  const note = hiddenCount === 0 ? undefined : describeHidden(hiddenCount, 'documents')
  return { lines: items.map(resolved => describeDocument(resolved, taxpayer)), note }
}

function describeDocument(resolved: ResolvedDocument, taxpayer: TaxpayerContext): DocumentLine {
  const { document, status, recipientId, isOtherRecipient } = resolved
  const { record, compiledForm, year, formIndex, entryIndex } = document
  const { id, name } = taxpayer.privacy.toPublicIssuer(document.issuer, taxpayer.result.dossier.personIds)
  const recipientText = [
    ...(recipientId === null ? [] : [getLastFour(recipientId)]),
    ...(isOtherRecipient ? ['another person'] : []),
  ].join(', ')
  return {
    document,
    status,
    cells: [
      compiledForm.form.number,
      year ?? '–',
      name !== null ? shortenText(name) : id === null ? 'unnamed' : `ending ${id.slice(-4)}`,
      recipientText,
      `${record.isFromIrs ? 'IRS' : 'software'} ${shortenText(record.id)}${formIndex + entryIndex > 0 ? `, form ${formIndex}, entry ${entryIndex}` : ''}`,
      status === 'counted' ? 'used' : status,
    ],
    details: listDetails(resolved, taxpayer),
  }
}

function listDetails(resolved: ResolvedDocument, taxpayer: TaxpayerContext): DocumentDetail[] {
  const { document, decidedBy, isVerified, doubts, copiedFrom } = resolved
  const why = whyNotCounted(resolved)
  const reasons: DocumentDetail[] =
    why === null
      ? isVerified
        ? [{ text: document.record.isFromIrs ? 'on the IRS transcript' : 'also on the IRS transcript' }]
        : []
      : [decidedBy === null ? { text: why } : { text: '', linked: { document: decidedBy, text: why } }]
  return [
    ...reasons,
    ...doubts.map((doubt): DocumentDetail => ({ text: DOUBT_TEXTS[doubt], isDoubt: true })),
    ...[...(copiedFrom ?? [])].map(([field, copy]) => ({
      text: `${wordsOfField(document, field)} comes from the `,
      linked: { document: copy, text: wordsOfDocument(copy, taxpayer) },
    })),
  ]
}

/** The year and the status are never broken into two lines. */
const UNBROKEN_COLUMNS: readonly number[] = [1, 5]

/** Renders the table of all documents. */
export function renderDocuments(taxpayer: TaxpayerContext, anchors: DocumentAnchors): Html {
  const { lines, note } = listDocumentLines(taxpayer)
  if (lines.length === 0) return html``
  return table({
    caption: DOCUMENTS_CAPTION,
    head: DOCUMENT_TITLES.map(title => html`<span class="w">${title}</span>`),
    rows: lines.map(line => renderDocumentLine(line, anchors)),
    ...(note === undefined ? {} : { note }),
  })
}

function renderDocumentLine({ document, status, cells, details }: DocumentLine, anchors: DocumentAnchors): Html {
  const [form, ...otherCells] = cells.map((cell, i) => {
    if (i === 5) return html`<span class="s-${status}">${cell}</span>`
    return typeof cell === 'string' && cell !== '' ? isolateText(cell) : cell
  })
  const reason = details.map(({ text, linked, isDoubt }, i) => {
    const link = linked !== undefined && anchors.linkTo(linked.document, linked.text)
    return html`${i > 0 && html`<br>`}${isDoubt && html`<b>?</b> `}${text}${link}`
  })
  return html`<tr id="${anchors.findAnchor(document)}"><th scope="row">${form}</th>${[...otherCells, reason].map((cell, i) => html`<td class="w${UNBROKEN_COLUMNS.includes(i + 1) && ' s'}">${cell}</td>`)}</tr>
`
}

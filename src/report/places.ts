import { placeText } from '../core/path.js'
import type { Scope } from '../export/table.js'
import type { SourceDocument } from '../normalize/source.js'
import { placeOf } from '../summarize/result.js'
import { type TraceInput, wordsOfPlace } from '../underwrite/trace.js'
import { wordsOfDocument, wordsOfField } from './document-words.js'
import { type Html, html, named } from './html.js'

/** The documents of a page: each has an anchor in their table, to which figures lead. */
export class Places {
  readonly #anchors = new Map<SourceDocument, string>()
  readonly #byPlace = new Map<string, SourceDocument>()

  constructor(private readonly scope: Scope) {
    for (const [i, { document }] of scope.result.resolution.documents.entries()) {
      this.#anchors.set(document, `d${i + 1}`)
      this.#byPlace.set(placeOf(document), document)
    }
  }

  /** The anchor of a document. */
  anchorOf(document: SourceDocument): string {
    return this.#anchors.get(document) ?? ''
  }

  /** A document in words, which lead to its row. */
  linkTo(document: SourceDocument): Html {
    return html`<a href="#${this.anchorOf(document)}">${named(wordsOfDocument(document, this.scope))}</a>`
  }

  /** A box in words: of which document, and which box. */
  box(document: SourceDocument, field: string): Html {
    return html`${this.linkTo(document)}, ${wordsOfField(document, field)}`
  }

  /** What stands behind a figure, in words: a box, or what the taxpayer object or the caller says. */
  input(input: TraceInput): Html {
    const { recordId, form, formIndex, entryIndex, year, field } = input
    const document =
      recordId === null || formIndex === null || entryIndex === null
        ? undefined
        : this.#byPlace.get(placeText(recordId, form, formIndex, entryIndex))
    if (document !== undefined && field !== '') return this.box(document, field)
    if (field === '') return named(`${year === null ? '' : `${year}: `}${wordsOfPlace(input)}`)
    return named(
      `${form.replaceAll('_', ' ')}${year === null ? '' : ` ${year}`}: ${field.replaceAll('_', ' ')}`,
    )
  }
}

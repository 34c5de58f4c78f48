import type { Pause } from '../core/limits.js'
import type { Scope } from '../export/table.js'
import type { ReadingOptions } from '../normalize/dossier.js'
import type { Privacy } from '../normalize/privacy.js'
import type { SourceDocument } from '../normalize/source.js'
import type { SourceDossier } from '../normalize/source-dossier.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { resultOf, type TaxpayerResult } from '../summarize/result.js'
import type { Terms } from '../underwrite/terms.js'
import { normalizedRecordOf, normalizedTaxpayerOf } from './normalized.js'
import type { AnyDocument, NormalizedRecord, NormalizedTaxpayer } from './normalized-types.js'

/** What is behind a dossier, and how it was made: identifiers stand unmasked there. */
interface DossierSource {
  readonly source: SourceDossier
  readonly privacy: Privacy
  readonly forms: ReadingOptions['forms']
}

let behindOf: (dossier: NormalizedDossier) => DossierSource & { result?: TaxpayerResult }
let dossierOf: (internals: DossierSource) => NormalizedDossier

/**
 * All that is known of one taxpayer, normalized, as `normalizeDossier` makes it; what works figures out of it takes no other
 * object. Its JSON is the data.
 */
export class NormalizedDossier {
  /** The service's id of the taxpayer, else the option `taxpayerId`; the empty text where neither names one. */
  readonly taxpayerId: string
  /** The taxpayer object. Missing: null where there was none, or none that could be read. */
  readonly taxpayer: NormalizedTaxpayer | null
  /** The records that could be used, in their order. */
  readonly records: readonly NormalizedRecord[]
  readonly #behind: DossierSource & { result?: TaxpayerResult }
  #rejected: readonly unknown[] | null = null

  // Files of this folder alone make one and look behind it: neither is a property.
  static {
    dossierOf = internals => new NormalizedDossier(internals)
    behindOf = dossier => {
      if (typeof dossier !== 'object' || dossier === null || !(#behind in dossier))
        throw new TypeError(
          'Expected the dossier that normalizeDossier gave, not a copy of it and not raw input.',
        )
      return dossier.#behind
    }
  }

  private constructor(internals: DossierSource) {
    const { source, privacy } = internals
    const view = { privacy, people: source.people }
    this.taxpayerId = source.taxpayerId
    this.taxpayer = source.taxpayer === null ? null : normalizedTaxpayerOf(source.taxpayer, view)
    this.records = source.records.map(record => normalizedRecordOf(record, view))
    this.#behind = { ...internals }
  }

  /**
   * What could not be used, as it came: refused records, and taxpayer objects for which another one stands. Issues name
   * each by its path. Not enumerable: it is not masked, and spread and JSON leave it out. A refused entry of a record that
   * was read is not here, but in the issues alone.
   */
  get rejected(): readonly unknown[] {
    const { superseded, rejected } = this.#behind.source
    this.#rejected ??= [...superseded, ...rejected].map(({ raw }) => raw)
    return this.#rejected
  }
}

/** A dossier as the library gives it. */
export const normalizedDossierOf = (
  source: SourceDossier,
  privacy: Privacy,
  forms?: ReadingOptions['forms'],
): NormalizedDossier => dossierOf({ source, privacy, forms })

/** The source of a dossier. Throws a TypeError for what the library did not make, which does not compile either. */
export const sourceOf = (dossier: NormalizedDossier): DossierSource => behindOf(dossier)

/** Everything worked out of a dossier, once. */
export function resultFor(dossier: NormalizedDossier, pause?: Pause): TaxpayerResult {
  const behind = behindOf(dossier)
  behind.result ??= resultOf(behind.source, pause)
  return behind.result
}

/** A dossier as the tables take it. */
export const scopeOf = (dossier: NormalizedDossier, terms?: Terms): Scope => ({
  result: resultFor(dossier),
  taxpayerId: dossier.taxpayerId,
  privacy: sourceOf(dossier).privacy,
  ...(terms === undefined ? {} : { terms }),
})

/** The documents of a dossier as the library gives them. */
export function normalizedDocumentsOf(dossier: NormalizedDossier): ReadonlyMap<SourceDocument, AnyDocument> {
  const { records } = sourceOf(dossier).source
  const documents = new Map<SourceDocument, AnyDocument>()
  dossier.records.forEach((record, i) => {
    const sources = records[i]?.documents ?? []
    for (const [j, document] of record.documents.entries())
      documents.set(sources[j] as SourceDocument, document)
  })
  return documents
}

/** Where a document stands: the record, the form array and the two indexes. */
export interface DocumentPlace {
  /** The id of its record. */
  readonly recordId: string
  /** A `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  /** The position of its form object in the record's `forms`, from 0. */
  readonly formIndex: number
  /** The position in the form's array, from 0. */
  readonly entryIndex: number
}

/** Where a resolved document stands. */
export const placeOfDocument = ({ document }: ResolvedDocument): DocumentPlace => ({
  recordId: document.record.id,
  form: document.plan.key,
  formIndex: document.formIndex,
  entryIndex: document.entryIndex,
})

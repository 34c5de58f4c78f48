import type { DeadlineCheck } from '../core/limits.js'
import { getOrCreate } from '../core/lists.js'
import { computeResult, type StatedIdentities, type TaxpayerResult } from '../figures/taxpayer-result.js'
import type { Privacy } from '../ingest/privacy.js'
import type { ReadingOptions } from '../ingest/read-dossier.js'
import type { SourceDocument } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { TaxpayerContext } from '../tables/table.js'
import { findStatedIdentities, type Terms } from '../underwriting/policies/terms.js'
import { toNormalizedRecord, toNormalizedTaxpayer } from './normalized.js'
import type { AnyDocument, NormalizedRecord, NormalizedTaxpayer } from './normalized-types.js'

/** The internals of a dossier: its unmasked source and the options that it was made with. */
interface DossierInternals {
  readonly source: SourceDossier
  readonly privacy: Privacy
  readonly forms: ReadingOptions['forms']
  /** What the known facts state about identities. */
  readonly statedIdentities?: StatedIdentities | null
}

let getInternals: (
  dossier: NormalizedDossier,
) => DossierInternals & { result?: TaxpayerResult; dossierByTerms?: WeakMap<Terms, NormalizedDossier> }
let createDossier: (internals: DossierInternals) => NormalizedDossier

/**
 * All normalized records and the taxpayer object of one taxpayer. `normalizeDossier` returns it, and the functions that
 * compute figures accept nothing else. `JSON.stringify` writes its data.
 */
export class NormalizedDossier {
  /** The taxpayer's id from the input, or else the option `taxpayerId`. Empty if there is neither. */
  readonly taxpayerId: string
  /** The taxpayer object. Null if it is absent or was rejected. */
  readonly taxpayer: NormalizedTaxpayer | null
  /** The accepted records, in order. */
  readonly records: readonly NormalizedRecord[]
  readonly #internals: DossierInternals & { result?: TaxpayerResult }
  #rejected: readonly unknown[] | null = null

  // These two functions are assigned here, because only code in the class can use its private members.
  static {
    createDossier = internals => new NormalizedDossier(internals)
    getInternals = dossier => {
      if (typeof dossier !== 'object' || dossier === null || !(#internals in dossier))
        throw new TypeError('Expected the dossier that normalizeDossier gave, not a copy of it and not raw input.')
      return dossier.#internals
    }
  }

  private constructor(internals: DossierInternals) {
    const { source, privacy } = internals
    const masking = { privacy, people: source.personIds }
    this.taxpayerId = source.taxpayerId
    this.taxpayer = source.taxpayer === null ? null : toNormalizedTaxpayer(source.taxpayer, masking)
    this.records = source.records.map(record => toNormalizedRecord(record, masking))
    this.#internals = { ...internals }
  }

  /**
   * The input that could not be used, unchanged: rejected records, and taxpayer objects that were not used because
   * another one was. Each has an issue with its path. A rejected entry of an accepted record is only in the issues.
   * This property is not enumerable, so spread and `JSON.stringify` leave it out. Its values are not masked.
   */
  get rejected(): readonly unknown[] {
    const { unusedTaxpayers, rejected } = this.#internals.source
    this.#rejected ??= [...unusedTaxpayers, ...rejected].map(({ raw }) => raw)
    return this.#rejected
  }
}

/** Makes the public dossier from its unmasked source. */
export const toNormalizedDossier = (
  source: SourceDossier,
  privacy: Privacy,
  forms?: ReadingOptions['forms'],
): NormalizedDossier => createDossier({ source, privacy, forms })

/**
 * Returns the internals of a dossier.
 *
 * @throws TypeError if the library did not make the dossier. TypeScript reports the same error at compile time.
 */
export const getDossierInternals = (dossier: NormalizedDossier): DossierInternals => getInternals(dossier)

/** Returns all figures of a dossier. They are computed on the first call only. */
export function getResult(dossier: NormalizedDossier, checkDeadline?: DeadlineCheck): TaxpayerResult {
  const internals = getInternals(dossier)
  internals.result ??= computeResult(internals.source, checkDeadline, internals.statedIdentities)
  return internals.result
}

/**
 * Returns a dossier whose figures use the identities that the known facts of these terms state. It is the dossier itself
 * if they state none.
 */
export function applyStatedIdentities(dossier: NormalizedDossier, terms: Terms): NormalizedDossier {
  const statedIdentities = findStatedIdentities(terms, dossier.taxpayerId)
  if (statedIdentities === null) return dossier
  const internals = getInternals(dossier)
  internals.dossierByTerms ??= new WeakMap()
  const { source, privacy, forms } = internals
  return getOrCreate(internals.dossierByTerms, terms, () => createDossier({ source, privacy, forms, statedIdentities }))
}

/** Returns the context that the tables need for a dossier. */
export const toTaxpayerContext = (dossier: NormalizedDossier, terms?: Terms): TaxpayerContext => ({
  result: getResult(terms === undefined ? dossier : applyStatedIdentities(dossier, terms)),
  taxpayerId: dossier.taxpayerId,
  privacy: getDossierInternals(dossier).privacy,
  ...(terms === undefined ? {} : { terms }),
})

/** Maps each internal document of a dossier to its public document. */
export const mapPublicDocuments = (dossier: NormalizedDossier): ReadonlyMap<SourceDocument, AnyDocument> =>
  new Map(
    getDossierInternals(dossier).source.records.flatMap(({ documents }, i) =>
      documents.map((document, j) => [document, dossier.records[i]?.documents[j] as AnyDocument] as const),
    ),
  )

/** Identifies a document by its record, its form array and its two positions. */
export interface DocumentPlace {
  /** The id of the record. */
  readonly recordId: string
  /** The key of the form array: a `FormKey`, or the key of one of the caller's own `forms`. */
  readonly form: string
  /** The position of the form object in the record's `forms`, from 0. */
  readonly formIndex: number
  /** The position of the entry in the form array, from 0. */
  readonly entryIndex: number
}

/** Returns the record, form array and positions of a resolved document. */
export const toDocumentPlace = ({ document }: ResolvedDocument): DocumentPlace => ({
  recordId: document.record.id,
  form: document.compiledForm.key,
  formIndex: document.formIndex,
  entryIndex: document.entryIndex,
})

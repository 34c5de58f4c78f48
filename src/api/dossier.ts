import { maskIdentifier } from '../core/identifier.js'
import type { DeadlineCheck } from '../core/limits.js'
import { getOrCreate } from '../core/lists.js'
import { decimalFromCents } from '../core/money.js'
import { computeResult, type StatedIdentities, type TaxpayerResult } from '../figures/taxpayer-result.js'
import type { ShapeValue } from '../ingest/fields/read-shape.js'
import { namesPerson, type Privacy, type PublicParty, type PublicRecipient } from '../ingest/privacy.js'
import type { ReadingOptions } from '../ingest/read-dossier.js'
import {
  findAccount,
  findFormObject,
  type RecordPart,
  type SourceDocument,
  type SourceRecord,
  type Submission,
} from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import { type Cell, type Field, type ListItem, toPlainItem } from '../schema/field.js'
import { RECORD, type Shape, TAXPAYER } from '../schema/record.js'
import type { TaxpayerContext } from '../tables/table.js'
import { findStatedIdentities, type UnderwritingInputs } from '../underwriting/facts/options.js'
import type { NormalizedRecord, NormalizedTaxpayer } from './normalized-types.js'

interface MaskingContext {
  readonly privacy: Privacy
  readonly people: ReadonlySet<string>
}

function publishCell(cell: Cell, field: Field, masking: MaskingContext, originalText: unknown): unknown {
  if (cell === null || (field.personal && !masking.privacy.canShowPersonalData)) return null
  if (field.type === 'identifier')
    return masking.privacy.toPublicFieldIdentifier(cell as string, originalText, masking.people)
  if (field.type === 'money') return decimalFromCents(cell as number)
  const publishText = (value: unknown): unknown => masking.privacy.toPublicText(value)
  if (field.type !== 'list') return publishText(cell)
  return (cell as readonly ListItem[]).map(item => toPlainItem(item, field, decimalFromCents, publishText))
}

/**
 * A document that builds its `fields` when they are first read, because most are never read. Its properties are
 * own enumerable properties, so spread and JSON.stringify include them.
 */
export class LazyDocument {
  readonly form: string
  readonly formIndex: number
  readonly entryIndex: number
  readonly transcriptType: string | null
  readonly taxYear: number | null
  readonly submission: Submission
  readonly accountLast4: string | null
  readonly issuer: PublicParty
  readonly recipient: PublicRecipient
  readonly #source: SourceDocument
  readonly #masking: MaskingContext
  #fields: object | null = null

  constructor(source: SourceDocument, masking: MaskingContext) {
    this.form = source.compiledForm.key
    this.formIndex = source.formIndex
    this.entryIndex = source.entryIndex
    this.transcriptType = masking.privacy.toPublicText(findFormObject(source).type)
    this.taxYear = source.year
    this.submission = source.submission
    this.accountLast4 = findAccount(source)
    const { id, name, address } = masking.privacy.toPublicIssuer(source.issuer, masking.people)
    this.issuer = { id, name, address }
    this.recipient = masking.privacy.toPublicRecipient(source)
    this.#source = source
    this.#masking = masking
    // Only `fields` is an accessor, because defining accessors is most of the cost of a document.
    Object.defineProperty(this, 'fields', LazyDocument.#descriptor)
  }

  static readonly #descriptor: PropertyDescriptor & ThisType<LazyDocument> = {
    enumerable: true,
    get() {
      this.#fields ??= publishFields(this.#source, this.#masking)
      return this.#fields
    },
  }
}

function publishFields(document: SourceDocument, masking: MaskingContext): object {
  const { compiledForm, cells, raw } = document
  const fields: Record<string, unknown> = {}
  compiledForm.fields.forEach((field, i) => {
    const cell = masking.privacy.shouldHideName(document, field, masking.people) ? null : (cells[i] as Cell)
    fields[field.name] = publishCell(cell, field, masking, raw[field.key])
  })
  return fields
}

/** A record that builds its documents when `documents` is first read. Its enumerable properties are own properties. */
class LazyRecord {
  readonly #source: SourceRecord
  readonly #masking: MaskingContext
  #documents: readonly LazyDocument[] | null = null

  constructor(source: SourceRecord, masking: MaskingContext) {
    publishShape(RECORD, source as unknown as ShapeValue, masking, this)
    this.#source = source
    this.#masking = masking
    Object.defineProperty(this, 'documents', LazyRecord.#descriptor)
  }

  /** This is a getter of the class, so that it is not an enumerable property of the record. */
  get unrecognized(): readonly RecordPart[] {
    return this.#source.unrecognized
  }

  static readonly #descriptor: PropertyDescriptor & ThisType<LazyRecord> = {
    enumerable: true,
    get() {
      this.#documents ??= this.#source.documents.map(document => new LazyDocument(document, this.#masking))
      return this.#documents
    },
  }
}

/** Makes the public record from its unmasked source. */
export const toNormalizedRecord = (source: SourceRecord, masking: MaskingContext): NormalizedRecord =>
  new LazyRecord(source, masking) as unknown as NormalizedRecord

/** Makes the public taxpayer object from its unmasked source. */
export const toNormalizedTaxpayer = (source: ShapeValue, masking: MaskingContext): NormalizedTaxpayer =>
  publishShape(TAXPAYER, source, masking) as NormalizedTaxpayer

function publishShape(shape: Shape, value: ShapeValue, masking: MaskingContext, target: object = {}): object {
  const object = target as Record<string, unknown>
  const isHidden = !masking.privacy.canShowPersonalData && namesPerson(shape, value, masking.people)
  for (const field of shape.fields) {
    const cell = value[field.name] as Cell
    if (shape.identifyingKeys?.includes(field.key)) object[field.name] = cell
    else if (!isHidden || cell === null) object[field.name] = publishCell(cell, field, masking, null)
    else object[field.name] = field.type === 'identifier' && !field.personal ? maskIdentifier(cell as string) : null
  }
  for (const { name, shape: inner } of Object.values(shape.objects))
    object[name] = value[name] === null ? null : publishShape(inner, value[name] as ShapeValue, masking)
  for (const { name, shape: inner } of Object.values(shape.lists)) {
    const list = value[name] as readonly ShapeValue[] | null
    object[name] = list === null ? null : list.map(item => publishShape(inner, item, masking))
  }
  for (const key of shape.callerKeys ?? []) object[key] = value.passed?.[key] ?? null
  return object
}

/** The internals of a dossier: its unmasked source and the options that it was made with. */
interface DossierInternals {
  readonly source: SourceDossier
  readonly privacy: Privacy
  readonly forms: ReadingOptions['forms']
  /** What the known facts state about identities. */
  readonly statedIdentities?: StatedIdentities | null
  result?: TaxpayerResult
  dossierByInputs?: WeakMap<UnderwritingInputs, NormalizedDossier>
}

let getInternals: (dossier: NormalizedDossier) => DossierInternals
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
  readonly #internals: DossierInternals
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
export const toNormalizedDossier = (source: SourceDossier, privacy: Privacy, forms?: ReadingOptions['forms']) =>
  createDossier({ source, privacy, forms })

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
 * Returns a dossier whose figures use the identities that the known facts of these inputs state. It is the dossier itself
 * if they state none.
 */
export function applyStatedIdentities(
  dossier: NormalizedDossier,
  underwritingInputs: UnderwritingInputs,
): NormalizedDossier {
  const statedIdentities = findStatedIdentities(underwritingInputs, dossier.taxpayerId)
  if (statedIdentities === null) return dossier
  const internals = getInternals(dossier)
  internals.dossierByInputs ??= new WeakMap()
  const { source, privacy, forms } = internals
  return getOrCreate(internals.dossierByInputs, underwritingInputs, () =>
    createDossier({ source, privacy, forms, statedIdentities }),
  )
}

/** Returns the context that the tables need for a dossier. */
export const toTaxpayerContext = (dossier: NormalizedDossier, inputs?: UnderwritingInputs): TaxpayerContext => ({
  result: getResult(inputs === undefined ? dossier : applyStatedIdentities(dossier, inputs)),
  taxpayerId: dossier.taxpayerId,
  privacy: getDossierInternals(dossier).privacy,
  ...(inputs === undefined ? {} : { underwritingInputs: inputs }),
})

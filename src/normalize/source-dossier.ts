import type { Noted } from '../core/noted.js'
import type { RawDossier, RawValue } from './raw-dossier.js'
import type { ShapeValue } from './read-shape.js'
import type { SourceRecord } from './source.js'

/** A record that was refused, kept as it came. */
export interface RejectedRecord extends RawValue, Pick<SourceRecord, 'taxYear' | 'providerId' | 'date'> {
  readonly id: string | null
  /** Another record of the same id stands for it, so no sum misses it. */
  readonly repeated: boolean
  /** How many values it stands for. */
  readonly count: number
}

/** A taxpayer's records, read. */
export interface SourceDossier extends Pick<RawDossier, 'taxpayerId' | 'taxpayerAt' | 'origin'> {
  readonly taxpayer: ShapeValue | null
  readonly records: readonly SourceRecord[]
  readonly rejected: readonly RejectedRecord[]
  /** Taxpayer objects that could not be used, and those for which another one stands. */
  readonly superseded: readonly RawValue[]
  /** What was met while it was read. */
  readonly noted: readonly Noted[]
  /** How many issues of one code stand each for itself. */
  readonly maxSimilar: number
  /** The whole identifiers of recipients. */
  readonly people: ReadonlySet<string>
}

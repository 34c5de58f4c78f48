import type { ReadingOptions } from '../normalize/dossier.js'
import type { PrivacyOptions } from '../normalize/privacy.js'

/** How input is normalized: form kinds, strict mode, and how identifiers of people are put out. */
export interface NormalizeOptions extends ReadingOptions, PrivacyOptions {
  /** The taxpayer's id where neither a dossier nor a record names one; the empty text unless given. */
  readonly taxpayerId?: string | undefined
}

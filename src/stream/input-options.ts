import type { ReadingOptions } from '../normalize/dossier.js'
import type { InputWatch } from './describe-input.js'
import type { DossierOptions } from './dossier-options.js'

/** Reading options that only `src/stream` uses. */
export interface InputOptions extends DossierOptions, Pick<ReadingOptions, 'forms'> {
  /** Receives every parsed value. */
  readonly watch?: InputWatch | undefined
}

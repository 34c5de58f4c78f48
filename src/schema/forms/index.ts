// The folder `schema/forms` has one file per form, each a table of its boxes. All other code interprets these tables.
// `schema/wire` makes zod schemas from them, and `ingest` reads documents with them.

import { listNumberedExports, type NumberedExports } from '../../core/lists.js'
import * as list from './numbered-forms.js'

/** Every form kind, in the order of the API document. To add one, create its file and add a line to `numbered-forms.ts`. */
export const FORMS: NumberedExports<typeof list> = listNumberedExports(list)

/** The table of a known form kind. */
export type KnownForm = (typeof FORMS)[number]

/** The key of a known form array: `form_w2`. */
export type FormKey = KnownForm['key']

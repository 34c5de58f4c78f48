import type { MadeOf, Origin } from '../core/issue.js'
import type { Site } from '../core/path.js'
import { readFdx } from '../fdx/from-fdx.js'
import { placeInInput, type RecordPlaces } from '../fdx/places.js'
import type { ReadingOptions } from '../normalize/dossier.js'
import type { FileName, ParsedValue } from '../normalize/parsed-value.js'
import { type TextHolder, TextOrigin } from './text-origin.js'

/** The origin of records that were made of forms of the Financial Data Exchange: their places are those of the forms. */
class FdxOrigin extends TextOrigin implements MadeOf {
  readonly #places: readonly RecordPlaces[]

  constructor(origin: Origin, holder: TextHolder, places: readonly RecordPlaces[]) {
    super(origin, holder, null)
    this.#places = places
  }

  placeOf(at: Site | null): Site | null {
    return placeInInput(this.#places, null, at)
  }

  override textAt(at: Site | null): string | null {
    return super.textAt(this.placeOf(at))
  }
}

/** A value of forms as the records that it stands for. Missing: null where it is none, or holds none. */
export function readFdxValue(
  value: unknown,
  holder: TextHolder,
  origin: Origin,
  name: FileName | null,
  { forms }: Pick<ReadingOptions, 'forms'>,
): ParsedValue | null {
  const { source, line } = origin
  const { records, places } = readFdx(value, {
    forms,
    // A line is a pull of its own, and so a record.
    recordId: line === null ? source : `${source}#${line}`,
  })
  const [first, other] = records
  if (first === undefined) return null
  return {
    value: other === undefined ? first : records,
    origin: new FdxOrigin(origin, holder, places),
    at: null,
    name,
    single: line === null,
  }
}

import type { FormPlace, RecordPlaces } from './places.js'
import { KEPT } from './read-form.js'
import type { Statement } from './read-statement.js'
import { isMissing, type Raw } from './taken.js'

/** A raw record in the making, of the statements of one taxpayer. */
export class GrowingRecord {
  readonly #forms: unknown[] = []
  readonly #places: FormPlace[] = []
  readonly statements: Statement[] = []
  /** What the statements hold under keys that the interface does not have. */
  readonly rest: Raw[] = []

  constructor(private readonly owner: unknown) {}

  addForm(form: unknown, place: FormPlace): void {
    this.#forms.push(form)
    this.#places.push(place)
  }

  /** The record, by its statement's id where it is of one, else by the one that is given. */
  raw(otherwise: string): Raw {
    const ids = this.statements.map(({ raw }) => raw['taxStatementId'])
    const [only, other] = this.statements
    const given = other === undefined ? ids[0] : undefined
    const isId = typeof given === 'string' && given.trim() !== ''
    // Of several, or where one is no text, the record does not go by it.
    const unused = isId ? [] : ids.filter(id => !isMissing(id))
    const year = other === undefined ? only?.raw['taxYear'] : undefined
    return {
      id: isId ? given : otherwise,
      ...(isMissing(this.owner) ? {} : { taxpayer_id: this.owner }),
      ...(isMissing(year) ? {} : { tax_year: year }),
      forms: this.#forms,
      ...(unused.length === 0 ? {} : { [`${KEPT}taxStatementId`]: unused }),
      ...(this.rest.length === 0 ? {} : { [`${KEPT}statements`]: this.rest }),
    }
  }

  /** Where its parts came from. */
  places(): RecordPlaces {
    const [only, other] = this.statements
    return { way: other === undefined ? (only?.way ?? []) : [], forms: this.#places }
  }
}

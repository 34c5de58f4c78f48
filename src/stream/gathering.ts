import { limitsOf } from '../core/limits.js'
import { Grouper } from '../normalize/group.js'
import type { Grouped } from '../normalize/grouped.js'
import type { DossierOptions } from './dossier-options.js'
import type { Found, ReadValue } from './found.js'
import { textAt } from './text-origin.js'

/** Puts values together into dossiers, as they come. */
export class Gathering {
  readonly #ready: Found[] = []
  readonly #grouper: Grouper

  /** `keepsUnrecognized`: see `Grouper`. */
  constructor(options: DossierOptions, keepsUnrecognized = false) {
    const take = (grouped: Grouped): void => {
      if ('dossier' in grouped) this.#ready.push(grouped)
      else {
        const { issue, rejected, taxpayerId: owner } = grouped
        this.#ready.push({
          issue,
          taxpayerId: owner,
          text: textAt(rejected.origin, rejected.at),
          unreadable: false,
          count: rejected.alike?.count ?? 1,
        })
      }
    }
    this.#grouper = new Grouper(options.taxpayerId ?? null, take, limitsOf(options), keepsUnrecognized)
  }

  /** Takes the next value, and gives what is whole now. */
  take(value: ReadValue): Found[] {
    this.#add(value)
    return this.#ready.splice(0)
  }

  #add(value: ReadValue): void {
    if ('issue' in value) this.#ready.push(value)
    else if ('values' in value) for (const each of value.values) this.#add(each)
    else this.#grouper.add(value)
  }

  /** True where the values of these taxpayers may be left out: nothing before them has to do with them. */
  canSkip(ids: readonly string[]): boolean {
    return this.#grouper.canSkip(ids)
  }

  /** Goes on behind values of these taxpayers that are not given, and gives what stood before them. */
  skip(ids: readonly string[]): Found[] {
    this.#grouper.skip(ids)
    return this.#ready.splice(0)
  }

  /** Gives what is left. */
  end(): Found[] {
    this.#grouper.end()
    return this.#ready.splice(0)
  }
}

import { areDifferent, lastFour } from '../core/identifier.js'
import { addTo } from '../core/lists.js'
import type { Reason } from '../model/role.js'
import type { SourceDocument } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'

/** Finds the counted form that holds the same money as a box of another: its kind, year and issuer are the same. */
export class Twins {
  readonly #byKind = new Map<string, SourceDocument[]>()
  constructor(private readonly documents: readonly ResolvedDocument[]) {}

  reason(field: string, { plan, issuer, year }: SourceDocument): Reason | null {
    const { twin } = plan.form
    if (twin?.field !== field || issuer.id === null) return null
    const key = `${twin.form} ${year} ${lastFour(issuer.id)}`
    if (this.#byKind.size === 0) this.#index()
    const { id } = issuer
    const there = this.#byKind.get(key)?.some(other => !areDifferent(other.issuer.id as string, id))
    return there === true ? twin.reason : null
  }

  #index(): void {
    for (const { document, status } of this.documents) {
      if (status !== 'counted' || document.issuer.id === null) continue
      addTo(this.#byKind, `${document.plan.key} ${document.year} ${lastFour(document.issuer.id)}`, document)
    }
  }
}

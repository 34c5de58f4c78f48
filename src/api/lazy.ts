import { isObject } from '../core/json-value.js'

/** How each property of an object is worked out of something. */
type Parts<Of, T> = { readonly [K in keyof T]: (of: Of) => T[K] }

/**
 * An object whose properties are worked out when they are first read, each once. They are its own and enumerable, so that
 * spread and JSON.stringify have them. A literal with getters would give each object a shape of its own, which holds on to
 * all that the getters see until the whole heap is collected.
 */
class Lazy<Of> {
  readonly #of: Of
  readonly #known: Record<string, unknown> = {}

  constructor(of: Of, properties: PropertyDescriptorMap) {
    this.#of = of
    Object.defineProperties(this, properties)
  }

  /** What an object of this class is worked out of. Missing: undefined for any other object, a copy among them. */
  static behind(value: object): unknown {
    return #of in value ? value.#of : undefined
  }

  static property<Of>(name: string, work: (of: Of) => unknown): PropertyDescriptor & ThisType<Lazy<Of>> {
    return {
      enumerable: true,
      get() {
        this.#known[name] ??= work(this.#of)
        return this.#known[name]
      },
    }
  }
}

/** What an object of a `lazyMaker` is worked out of. Missing: undefined for any other object, a copy among them. */
export const behindLazy = (value: unknown): unknown => (isObject(value) ? Lazy.behind(value) : undefined)

/** Makes objects whose properties are worked out when they are first read. */
export function lazyMaker<Of, T extends object>(parts: Parts<Of, T>): (of: Of) => T {
  const all = Object.entries(parts) as [string, (of: Of) => unknown][]
  const properties = Object.fromEntries(all.map(([name, work]) => [name, Lazy.property(name, work)]))
  return of => new Lazy(of, properties) as unknown as T
}

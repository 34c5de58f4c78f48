import { isObject } from '../core/json-value.js'

/** The function that computes each property of an object from its source. */
type Parts<Of, T> = { readonly [K in keyof T]: (of: Of) => T[K] }

/**
 * An object whose properties are computed when they are first read, each once. They are own and enumerable properties, so
 * spread and JSON.stringify include them. An object literal with getters would get its own shape for each object, and V8 would
 * keep everything that the getters reference until a full garbage collection.
 */
class Lazy<Of> {
  readonly #of: Of
  readonly #known: Record<string, unknown> = {}

  constructor(of: Of, properties: PropertyDescriptorMap) {
    this.#of = of
    Object.defineProperties(this, properties)
  }

  /** Returns the source of an object of this class. Returns undefined for any other object, including a copy. */
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

/** Returns the source of an object that `lazyMaker` made. Returns undefined for any other object, including a copy. */
export const behindLazy = (value: unknown): unknown => (isObject(value) ? Lazy.behind(value) : undefined)

/** Returns a function that makes objects whose properties are computed when they are first read. */
export function lazyMaker<Of, T extends object>(parts: Parts<Of, T>): (of: Of) => T {
  const all = Object.entries(parts) as [string, (of: Of) => unknown][]
  const properties = Object.fromEntries(all.map(([name, work]) => [name, Lazy.property(name, work)]))
  return of => new Lazy(of, properties) as unknown as T
}

import { isObject } from '../core/json-value.js'

/** The function that computes each property of an object from its source. */
type LazyParts<Source, T> = { readonly [K in keyof T]: (source: Source) => T[K] }

/**
 * An object that computes each property once, when the property is first read. All are own enumerable properties, so
 * spread and JSON.stringify include them. This is a class because each object literal with getters would have its own
 * shape. V8 would then keep everything that the getters reference until a full garbage collection.
 */
class LazyObject<Source> {
  readonly #source: Source
  readonly #cache: Record<string, unknown> = {}

  constructor(source: Source, properties: PropertyDescriptorMap) {
    this.#source = source
    Object.defineProperties(this, properties)
  }

  /** Returns the source of an object of this class. Returns undefined for any other object, including a copy. */
  static readSource(value: object): unknown {
    return #source in value ? value.#source : undefined
  }

  static defineProperty<Source>(
    name: string,
    computeProperty: (source: Source) => unknown,
  ): PropertyDescriptor & ThisType<LazyObject<Source>> {
    return {
      enumerable: true,
      get() {
        this.#cache[name] ??= computeProperty(this.#source)
        return this.#cache[name]
      },
    }
  }
}

/** Returns the source of an object that a lazy maker made. Returns undefined for any other object, including a copy. */
export const readLazySource = (value: unknown): unknown => (isObject(value) ? LazyObject.readSource(value) : undefined)

/** Returns a function that makes an object from a source. Each part is computed when its property is first read. */
export function createLazyMaker<Source, T extends object>(parts: LazyParts<Source, T>): (source: Source) => T {
  const partEntries = Object.entries(parts) as [string, (source: Source) => unknown][]
  const properties = Object.fromEntries(
    partEntries.map(([name, computeProperty]) => [name, LazyObject.defineProperty(name, computeProperty)]),
  )
  return source => new LazyObject(source, properties) as unknown as T
}

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** Returns true for an object that is not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets a key as a JSON parser does, including `__proto__`. */
export const put = (target: JsonObject, key: string, value: Json): void => {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

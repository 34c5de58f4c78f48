import * as z from 'zod'
import type { Field } from '../../model/field.js'
import type { Shape } from '../../model/shape.js'

/** A field that a response may leave out or answer as null; the interface says of none that it is always there. */
export type Maybe<T> = T | null | undefined

/** An object whose fields the interface does not show, or shows only in part. Unknown fields pass through. */
export interface OpenObject {
  readonly [field: string]: unknown
}

/** One of the known words or, as Versioning asks, any other. */
export type KnownOr<K extends string> = K | (string & Record<never, never>)

/**
 * A resource, as the service sends a shape of the core. Every field may be missing, and unknown ones pass.
 * `Known` has the fields of which the interface says more than their type.
 */
export type Resource<S extends Shape, Known = object> = OpenObject & {
  readonly [F in S['fields'][number] as F['key']]?: Maybe<
    F['key'] extends keyof Known ? Known[F['key']] : F['type'] extends 'money' ? number : string
  >
} & {
  readonly [K in keyof S['objects']]?: Maybe<Resource<S['objects'][K]['shape'], Known>>
} & {
  readonly [K in keyof S['lists']]?: Maybe<readonly Resource<S['lists'][K]['shape'], Known>[]>
} & {
  readonly [K in S extends { readonly passes: readonly string[] }
    ? S['passes'][number]
    : never]?: Maybe<OpenObject>
}

/** The schema of a field that may be missing or null. */
export const maybe = <T>(schema: z.ZodType<T>): z.ZodType<Maybe<T>> => schema.nullish()

/** The schema of an object with unknown fields only. */
export const openObjectSchema: z.ZodType<OpenObject> = z.looseObject({})

const fieldSchema = ({ type, textual }: Field): z.ZodType =>
  type === 'money' && !textual ? z.number() : z.string()

/** The schema of a resource, from its shape in the core; `required` has the fields that differ from the shape's. */
export function resourceSchema<T>(
  shape: Shape,
  required: Readonly<Record<string, z.ZodType>> = {},
): z.ZodType<T> {
  const { fields, objects, lists, passes = [] } = shape
  const optional: Record<string, z.ZodType> = {}
  for (const field of fields) optional[field.key] = fieldSchema(field)
  for (const [key, inner] of Object.entries(objects)) optional[key] = resourceSchema(inner.shape)
  for (const [key, item] of Object.entries(lists)) optional[key] = z.array(resourceSchema(item.shape))
  for (const key of passes) optional[key] = openObjectSchema
  const known = Object.entries(optional).map(([key, schema]) => [key, maybe(schema)])
  return z.looseObject({ ...Object.fromEntries(known), ...required }) as unknown as z.ZodType<T>
}

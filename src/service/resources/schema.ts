import * as z from 'zod'
import { describeShape } from '../../core/json-value.js'
import { extendPath, type JsonPath, printPath } from '../../core/path.js'
import type { Shape } from '../../model/record.js'

/** A field that an answer may omit or send as null. The interface does not guarantee any field. */
export type Maybe<T> = T | null | undefined

/** An object whose fields the interface shows only in part or not at all. Unknown fields are kept. */
export interface OpenObject {
  readonly [field: string]: unknown
}

/** One of the known values, or any other text, because the interface may add values. */
export type KnownOr<K extends string> = K | (string & Record<never, never>)

export const text = z.string()
export const identifier = text.min(1)
export const openObject: z.ZodType<OpenObject> = z.looseObject({})

type DeepReadonly<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T

/** The type that the schema of a request or an answer accepts. Answers may have unknown fields and null fields. */
export type ValueOf<S extends z.ZodType> = DeepReadonly<z.output<S>>

/**
 * A resource in the shape in which the service sends it. Every field may be missing, and unknown fields are allowed. `Known`
 * overrides the types of fields for which the interface documents more than the type.
 */
export type Resource<S extends Shape, KnownTypes = object> = OpenObject & {
  readonly [F in S['fields'][number] as F['key']]?: Maybe<
    F['key'] extends keyof KnownTypes ? KnownTypes[F['key']] : F['type'] extends 'money' ? number : string
  >
} & {
  readonly [K in keyof S['objects']]?: Maybe<Resource<S['objects'][K]['shape'], KnownTypes>>
} & {
  readonly [K in keyof S['lists']]?: Maybe<readonly Resource<S['lists'][K]['shape'], KnownTypes>[]>
} & {
  readonly [K in S extends { readonly passes: readonly string[] } ? S['passes'][number] : never]?: Maybe<OpenObject>
}

/** Makes the schema of a resource. `overrides` replaces fields of the shape. */
export const buildResourceSchema = <T>(shape: Shape, overrides: z.core.$ZodLooseShape = {}): z.ZodType<T> => {
  const { fields, objects, lists, passes = [] } = shape
  const optionalFields = Object.fromEntries<z.ZodType>(
    [
      ...fields.map(({ key, type, textual }) => [key, type === 'money' && !textual ? z.number() : text] as const),
      ...Object.entries(objects).map(([key, nested]) => [key, buildResourceSchema(nested.shape)] as const),
      ...Object.entries(lists).map(([key, nested]) => [key, z.array(buildResourceSchema(nested.shape))] as const),
      ...passes.map(key => [key, openObject] as const),
    ].map(([key, schema]) => [key, schema.nullish()]),
  )
  return z.looseObject({ ...optionalFields, ...overrides }) as z.ZodType as z.ZodType<T>
}

/** A path at which a value does not match a schema. `received` describes the type, never the value. */
export interface Misfit {
  readonly path: string
  readonly expected: string
  readonly received: string
}

/** The result of a check: the value, or the first path at which it does not match. */
export type CheckResult<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Misfit)

const toMisfit = (value: unknown, issue: z.core.$ZodIssue, parents: readonly PropertyKey[]): Misfit => {
  const jsonPath = [...parents, ...issue.path].reduce<JsonPath | null>(
    (parent, key) => extendPath(parent, typeof key === 'number' ? key : String(key)),
    null,
  )
  const misfitValue = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  )
  const expected = issue.code === 'invalid_type' ? issue.expected : 'another value'
  return { path: printPath(jsonPath), expected, received: describeShape(misfitValue) }
}

/** Lists every path at which a value does not match a schema. `parents` are the keys that lead to the value in the body. */
export const listMisfits = (
  schema: z.ZodType,
  value: unknown,
  parents: readonly PropertyKey[] = [],
): readonly Misfit[] => schema.safeParse(value).error?.issues.map(issue => toMisfit(value, issue, parents)) ?? []

/** Checks a value against a schema. The result has the original value, so unknown fields are kept. */
export function checkValue<T>(schema: z.ZodType<T>, value: unknown, parents?: readonly PropertyKey[]): CheckResult<T> {
  const [misfitValue] = listMisfits(schema, value, parents)
  return misfitValue === undefined ? { ok: true, value: value as T } : { ok: false, ...misfitValue }
}

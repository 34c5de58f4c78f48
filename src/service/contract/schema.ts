import * as z from 'zod'
import { describeShape, extendPath, type JsonPath, printPath } from '../../core/json-value.js'
import type { Shape } from '../../schema/record.js'

/** A field that a response may omit or send as null. The API document does not guarantee any field. */
export type Maybe<T> = T | null | undefined

/** An object that the API document describes only in part or not at all. Unknown fields are kept. */
export interface OpenObject {
  readonly [field: string]: unknown
}

/** One of the known values, or any other text, because the service may add values. Any text can be assigned to it. */
export type KnownOr<K extends string> = K | (string & Record<never, never>)

/**
 * Text that is not one of the known values, for unions that a comparison must narrow, which `KnownOr` does not allow. It
 * is a literal type, but the value itself may be any other text. Convert it with `String` to compare it.
 */
export type UnlistedText = 'any other text'

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

/** The type that a request or response schema accepts. Responses may have unknown fields and null fields. */
export type ValueOf<S extends z.ZodType> = DeepReadonly<z.output<S>>

/**
 * A resource in the shape that the service sends. Every field may be absent, and unknown fields are allowed. Amounts
 * are numbers, and other fields are text. `KnownTypes` overrides this if the API document gives a more precise type.
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
  readonly [K in S extends { readonly callerKeys: readonly string[] }
    ? S['callerKeys'][number]
    : never]?: Maybe<OpenObject>
}

/** Builds the schema of a resource. `overrides` replaces the schemas of individual fields. */
export const buildResourceSchema = <T>(shape: Shape, overrides: z.core.$ZodLooseShape = {}): z.ZodType<T> => {
  const { fields, objects, lists, callerKeys = [] } = shape
  const optionalFields = Object.fromEntries<z.ZodType>(
    [
      ...fields.map(
        ({ key, type, isSentAsText: textual }) => [key, type === 'money' && !textual ? z.number() : text] as const,
      ),
      ...Object.entries(objects).map(([key, nested]) => [key, buildResourceSchema(nested.shape)] as const),
      ...Object.entries(lists).map(([key, nested]) => [key, z.array(buildResourceSchema(nested.shape))] as const),
      ...callerKeys.map(key => [key, openObject] as const),
    ].map(([key, schema]) => [key, schema.nullish()]),
  )
  return z.looseObject({ ...optionalFields, ...overrides }) as z.ZodType as z.ZodType<T>
}

/** A path at which a value does not match a schema. `received` describes the value's type, never the value. */
export interface SchemaMismatch {
  readonly path: string
  readonly expected: string
  readonly received: string
}

/** The result of a check: the value, or the first path at which the value does not match the schema. */
export type CheckResult<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & SchemaMismatch)

const toMismatch = (value: unknown, issue: z.core.$ZodIssue, parents: readonly PropertyKey[]): SchemaMismatch => {
  const jsonPath = [...parents, ...issue.path].reduce<JsonPath | null>(
    (parent, key) => extendPath(parent, typeof key === 'number' ? key : String(key)),
    null,
  )
  const actual = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  )
  const expected = issue.code === 'invalid_type' ? issue.expected : 'another value'
  return { path: printPath(jsonPath), expected, received: describeShape(actual) }
}

/** Lists all paths at which a value does not match a schema. `parents` are the keys from the body to the value. */
export const listMismatches = (
  schema: z.ZodType,
  value: unknown,
  parents: readonly PropertyKey[] = [],
): readonly SchemaMismatch[] =>
  schema.safeParse(value).error?.issues.map(issue => toMismatch(value, issue, parents)) ?? []

/** Checks a value against a schema. The result contains the original value, including its unknown fields. */
export function checkValue<T>(schema: z.ZodType<T>, value: unknown, parents?: readonly PropertyKey[]): CheckResult<T> {
  const [firstMisfit] = listMismatches(schema, value, parents)
  return firstMisfit === undefined ? { ok: true, value: value as T } : { ok: false, ...firstMisfit }
}

import type * as z from 'zod'
import { printPath, type Site, step } from '../../core/path.js'
import { shapeOf } from '../../core/shape-of.js'

/** A place that does not fit a schema; `received` is a shape, never the value. */
export interface Misfit {
  readonly path: string
  readonly expected: string
  readonly received: string
}

/** A value that fits its schema, or where it first does not. */
export type CheckResult<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & Misfit)

const misfitAt = (value: unknown, issue: z.core.$ZodIssue, parents: readonly PropertyKey[]): Misfit => {
  const keys = issue.path
  const site = [...parents, ...keys].reduce<Site | null>(
    (parent, key) => step(parent, typeof key === 'number' ? key : String(key)),
    null,
  )
  const found = keys.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  )
  const expected = issue.code === 'invalid_type' ? issue.expected : 'another value'
  return { path: printPath(site), expected, received: shapeOf(found) }
}

/** Every place where a value does not fit a schema. */
export function misfitsOf(schema: z.ZodType, value: unknown): readonly Misfit[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : parsed.error.issues.map(issue => misfitAt(value, issue, []))
}

/**
 * Checks a value against a schema of this folder. The value itself is handed on, so unknown fields stay in it.
 * `parents` are the keys that lead to the value inside the body.
 */
export function checkValue<T>(
  schema: z.ZodType<T>,
  value: unknown,
  parents: readonly PropertyKey[] = [],
): CheckResult<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: value as T }
  const [issue] = parsed.error.issues as [z.core.$ZodIssue]
  return { ok: false, ...misfitAt(value, issue, parents) }
}

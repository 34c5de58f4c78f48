import type { z } from 'zod'
import { printPath, type Site, step } from '../../core/path.js'
import { shapeOf } from '../../core/shape-of.js'

/** A value that fits its schema, or where it first does not; `received` is a shape, never the value. */
export type CheckResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly path: string; readonly expected: string; readonly received: string }

/**
 * Checks a value against a schema of this folder. The value itself is handed on, so unknown fields stay in it.
 * `at` is the way to the value inside the body.
 */
export function checkValue<T>(
  schema: z.ZodType<T>,
  value: unknown,
  at: readonly PropertyKey[] = [],
): CheckResult<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, value: value as T }
  const [issue] = parsed.error.issues
  const way = issue?.path ?? []
  const site = [...at, ...way].reduce<Site | null>(
    (parent, key) => step(parent, typeof key === 'number' ? key : String(key)),
    null,
  )
  const found = way.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  )
  const expected = issue?.code === 'invalid_type' ? issue.expected : 'another value'
  return { ok: false, path: printPath(site), expected, received: shapeOf(found) }
}

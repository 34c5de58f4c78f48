import * as z from 'zod'
import type { Shape } from '../../model/shape.js'
import type { ProviderId } from './provider.js'
import type { OpenObject, TaxpayerStatus } from './resource.js'

/** What a field can hold, by the word of it. */
interface Words {
  readonly text: string
  /** Text that is not empty. */
  readonly id: string
  readonly number: number
  readonly flag: boolean
  readonly object: OpenObject
  readonly provider: ProviderId
  readonly status: TaxpayerStatus
  readonly anything: unknown
}

const text = z.string()
const WORDS: Readonly<Record<keyof Words, z.ZodType>> = {
  text,
  id: text.min(1),
  number: z.number(),
  flag: z.boolean(),
  object: z.looseObject({}),
  provider: text,
  status: text,
  anything: z.unknown(),
}

/** What stands at a place of a body: a word, an object, or a list of one of them. */
type Part = keyof Words | Layout | readonly [Part]

/** The fields of an object; a key with `?` behind it may be missing. */
interface Layout {
  readonly [key: string]: Part
}

type Value<P, None> = P extends keyof Words
  ? Words[P]
  : P extends readonly [infer Item]
    ? readonly Value<Item, None>[]
    : Fields<P, None>

/** Answers, whose fields may be null too, are open; a request has no field that the interface does not show. */
type Fields<L, None> = (null extends None ? OpenObject : unknown) & {
  readonly [K in keyof L as K extends `${string}?` ? never : K]: Value<L[K], None>
} & { readonly [K in keyof L as K extends `${infer Key}?` ? Key : never]?: Value<L[K], None> | None }

/** An object that the service sends. What may be missing may be null, and unknown fields pass. */
export type Answer<P> = Value<P, null | undefined>

/** An object that is sent to the service. */
export type RequestBody<P> = Value<P, undefined>

function layoutSchema(part: Part, orNone: (schema: z.ZodType) => z.ZodType): z.ZodType {
  if (typeof part === 'string') return WORDS[part]
  if (Array.isArray(part)) return z.array(layoutSchema(part[0] as Part, orNone))
  const fields = Object.entries(part as Layout).map(([key, inner]) => {
    const schema = layoutSchema(inner, orNone)
    return key.endsWith('?') ? [key.slice(0, -1), orNone(schema)] : [key, schema]
  })
  return z.looseObject(Object.fromEntries(fields) as Record<string, z.ZodType>)
}

const orNullish = (schema: z.ZodType): z.ZodType => schema.nullish()

/** Checks an answer. */
export const answerSchema = <const P extends Part>(part: P): z.ZodType<Answer<P>> =>
  layoutSchema(part, orNullish) as z.ZodType<Answer<P>>

/** The layout of a shape of the core as the service sends it: every field may be missing. */
export const toLayout = ({ fields, objects, lists, passes = [] }: Shape): Layout =>
  Object.fromEntries([
    ...fields.map(({ key, type, textual }) => [`${key}?`, type === 'money' && !textual ? 'number' : 'text']),
    ...Object.entries(objects).map(([key, { shape }]) => [`${key}?`, toLayout(shape)]),
    ...Object.entries(lists).map(([key, { shape }]) => [`${key}?`, [toLayout(shape)]]),
    ...passes.map(key => [`${key}?`, 'object']),
  ])

/**
 * Checks a resource: the fields of a core shape, all optional. `overrides` replaces fields; it comes last, so that `id`
 * replaces `id?`.
 */
export const resourceSchema = <T>(shape: Shape, overrides: Layout): z.ZodType<T> =>
  layoutSchema({ ...toLayout(shape), ...overrides }, orNullish) as z.ZodType<T>

/** Checks a request. */
export const requestSchema = <const P extends Part>(part: P): z.ZodType<RequestBody<P>> =>
  layoutSchema(part, schema => schema.optional()) as z.ZodType<RequestBody<P>>

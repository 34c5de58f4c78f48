import { z } from 'zod'

/** A field that a response may leave out or answer as null; the interface says of none that it is always there. */
export type Maybe<T> = T | null | undefined

/** An object whose fields the interface does not show, or shows only in part. Unknown fields pass through. */
export interface OpenObject {
  readonly [field: string]: unknown
}

/** One of the known words or, as Versioning asks, any other. */
export type KnownOr<K extends string> = K | (string & Record<never, never>)

/** The schema of a field that may be missing or null. */
export const maybe = <T>(schema: z.ZodType<T>): z.ZodType<Maybe<T>> => schema.nullish()

/** The schema of an object with unknown fields only. */
export const openObjectSchema: z.ZodType<OpenObject> = z.looseObject({})

/** The schema of a word from an open list: any text passes. */
export const wordSchema: z.ZodType<string> = z.string()

/** An error object as events and error bodies carry it. Gap: the list of codes is not given. */
export interface ServiceFault extends OpenObject {
  readonly code?: Maybe<string>
  readonly message?: Maybe<string>
}

/** Checks a service fault. */
export const serviceFaultSchema: z.ZodType<ServiceFault> = z.looseObject({
  code: maybe(z.string()),
  message: maybe(z.string()),
})

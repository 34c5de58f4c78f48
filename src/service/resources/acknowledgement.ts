import { z } from 'zod'
import { type KnownOr, type OpenObject, wordSchema } from './open.js'

/** The answer of disconnect and of clear-records. Source: interface, Endpoints; the value `success` is shown. */
export interface Acknowledgement extends OpenObject {
  readonly status: KnownOr<'success'>
}

/** Checks an acknowledgement. */
export const acknowledgementSchema: z.ZodType<Acknowledgement> = z.looseObject({ status: wordSchema })

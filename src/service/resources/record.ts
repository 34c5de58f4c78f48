import { z } from 'zod'
import type { FormKey } from '../../forms/index.js'
import { type Maybe, maybe, type OpenObject } from './open.js'
import { type ProviderId, providerIdSchema } from './provider.js'

/** The form arrays of a form object. Their entries are read by the core, box by box, which reports every flaw. */
export type FormArrays = { readonly [K in FormKey]?: unknown }

/** A form object of a record: its arrays of form entries, and what they have in common. */
export interface FormObject extends FormArrays, OpenObject {
  readonly type?: Maybe<string>
  readonly year?: Maybe<string>
  readonly ssn?: Maybe<string>
}

/** A record of GET /records. Source: interface, Record. */
export interface TaxRecord extends OpenObject {
  readonly id: string
  readonly name?: Maybe<string>
  readonly tax_year?: Maybe<string>
  readonly provider_id?: Maybe<ProviderId>
  readonly date?: Maybe<string>
  readonly raw_file?: Maybe<string>
  readonly forms?: Maybe<readonly FormObject[]>
}

/** The answer of GET /records/{id}. Gap: its shape is not shown, so any JSON value. */
export type RecordDetails = unknown

const formObjectSchema: z.ZodType<FormObject> = z.looseObject({
  type: maybe(z.string()),
  year: maybe(z.string()),
  ssn: maybe(z.string()),
})

/** Checks a record's own fields and those of its form objects; what stands in the form arrays is the core's to read. */
export const taxRecordSchema: z.ZodType<TaxRecord> = z.looseObject({
  id: z.string(),
  name: maybe(z.string()),
  tax_year: maybe(z.string()),
  provider_id: maybe(providerIdSchema),
  date: maybe(z.string()),
  raw_file: maybe(z.string()),
  forms: maybe(z.array(formObjectSchema)),
})

/** Checks the answer of GET /records. */
export const taxRecordsSchema: z.ZodType<readonly TaxRecord[]> = z.array(taxRecordSchema)

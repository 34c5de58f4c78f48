import * as z from 'zod'
import type { FormKey } from '../../forms/index.js'
import { FORM_OBJECT, RECORD } from '../../model/record.js'
import { resourceSchema, toLayout } from './layout.js'
import type { ProviderId } from './provider.js'
import type { Maybe, Resource } from './resource.js'

/** The form arrays of a form object. Their entries are read by the core, box by box, which reports every flaw. */
export type FormArrays = { readonly [K in FormKey]?: unknown }

/** A form object of a record: its arrays of form entries, and what they have in common. */
export interface FormObject extends FormArrays, Resource<typeof FORM_OBJECT> {}

/** A record of GET /records. Source: interface, Record; what its fields are stands in the core's shape. */
export interface TaxRecord extends Resource<typeof RECORD, { readonly provider_id: ProviderId }> {
  readonly id: string
  readonly forms?: Maybe<readonly FormObject[]>
}

/** The answer of GET /records/{id}. Gap: its shape is not shown, so any JSON value. */
export type RecordDetails = unknown

/** Checks a record's own fields and those of its form objects; what stands in the form arrays is the core's to read. */
export const taxRecordSchema: z.ZodType<TaxRecord> = resourceSchema(RECORD, {
  id: 'text',
  'forms?': [toLayout(FORM_OBJECT)],
})

/** Checks the answer of GET /records. */
export const taxRecordsSchema: z.ZodType<readonly TaxRecord[]> = z.array(taxRecordSchema)

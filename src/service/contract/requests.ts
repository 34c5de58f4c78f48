import * as z from 'zod'
import { openObject, text, type ValueOf } from './schema.js'

// The schemas of request bodies. Only the sandbox checks bodies with them. The client imports only their types.

const optionalText = text.optional()

/** Makes the fields of an object schema that have the same schema. */
const makeFields = <K extends string, S extends z.ZodType>(schema: S, ...keys: readonly K[]) =>
  Object.fromEntries(keys.map(key => [key, schema])) as Record<K, S>

export const tokenRequestSchema = z.object({
  client_id: text,
  client_secret: text,
  code: text,
  redirect_uri: optionalText,
})

/** The body of POST /auth/token. Only the redirect flow uses `redirect_uri`. Source: service API, Endpoints. */
export interface TokenRequest extends ValueOf<typeof tokenRequestSchema> {}

const transcriptsSchema = z.object(
  makeFields(z.array(text).optional(), 'ACTR', 'RECA', 'WAID', 'VENF', 'W2', '1095-A', 'NOTICE'),
)

export const linkRequestSchema = z.object({
  metadata: openObject.optional(),
  settings: z.object({ transcripts: transcriptsSchema.optional(), prefillData: openObject.optional() }).optional(),
})

/** The body of POST /client-links. The API document does not show which fields are required. */
export interface ClientLinkRequest extends ValueOf<typeof linkRequestSchema> {}

/** The settings of a client link. */
export type ClientLinkSettings = NonNullable<ClientLinkRequest['settings']>

/** The transcripts that a client link requests. Each value is a list of strings. */
export type TranscriptSettings = NonNullable<ClientLinkSettings['transcripts']>

/** The key of a transcript in a client link's settings. Source: service API, POST /client-links. */
export type TranscriptKey = keyof TranscriptSettings

const anyList = z.array(z.unknown()).optional()
const addressSchema = z.object(makeFields(optionalText, 'street', 'city', 'state', 'zip', 'other')).optional()
const form56Schema = z.object({
  authority: z.object(makeFields(optionalText, '1gDesc', '2a', '2b')).optional(),
  tax: z
    .object({ '5': optionalText, types: anyList, typeDesc: optionalText, forms: anyList, formDesc: optionalText })
    .optional(),
  proceedings: z
    .object({
      ...makeFields(optionalText, 'name', 'date', 'initiationDate', 'docketNumber', 'placeOfOtherProceedings'),
      address: addressSchema,
      time: z.object({ text: optionalText }).optional(),
    })
    .optional(),
  title: optionalText,
})
const designeeSchema = z.object({
  name: optionalText,
  address: addressSchema,
  cafNumber: optionalText,
  monitorIRSNotices: z.boolean().optional(),
})

export const form8821RequestSchema = z.object({
  personalInfo: z.object(makeFields(optionalText, 'firstName', 'lastName', 'ssn')).optional(),
  address: addressSchema,
  form56: form56Schema.optional(),
  extraDesignees: z.array(designeeSchema).optional(),
})

/**
 * The body of POST /providers/irs/f8821/unsigned. The API document does not show which fields are required, so all are
 * optional. Source: service API, Endpoints.
 */
export interface Form8821Request extends ValueOf<typeof form8821RequestSchema> {}

type RequiredPart<T, K extends keyof T> = NonNullable<T[K]>

/** The signer of a Form 8821. */
export type PersonalInfo = RequiredPart<Form8821Request, 'personalInfo'>

/** An address of a Form 8821 request. */
export type Form8821Address = RequiredPart<Form8821Request, 'address'>

/** The notice of a fiduciary relationship. Required only if a fiduciary signs the form instead of the taxpayer. */
export type Form56 = RequiredPart<Form8821Request, 'form56'>

/** The tax that a Form 56 concerns. The API document does not describe the items of `types` and `forms`. */
export type Form56Tax = RequiredPart<Form56, 'tax'>

/** The proceedings that a Form 56 concerns. */
export type Form56Proceedings = RequiredPart<Form56, 'proceedings'>

/** An additional designee of a Form 8821. */
export type ExtraDesignee = RequiredPart<Form8821Request, 'extraDesignees'>[number]

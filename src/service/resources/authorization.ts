import * as z from 'zod'
import { providerSchema, statusSchema } from './provider.js'
import { identifier, type KnownOr, type Maybe, openObject, text, type ValueOf } from './schema.js'

const optionalText = text.optional()

export const tokenRequestSchema = z.object({
  client_id: text,
  client_secret: text,
  code: text,
  redirect_uri: optionalText,
})

/** The body of POST /auth/token; `redirect_uri` only in the redirect flow. Source: interface, Endpoints. */
export interface TokenRequest extends ValueOf<typeof tokenRequestSchema> {}

export const tokenResponseSchema = z.looseObject({
  taxpayer_id: text,
  access_token: identifier,
  provider_id: providerSchema,
})

/** The answer of the token exchange, and of the upload of a signed form. Source: interface, Token response. */
export interface TokenResponse extends ValueOf<typeof tokenResponseSchema> {}

export const taxpayerTokenRecordSchema = z.looseObject({
  taxpayer_id: text,
  access_token: identifier,
  name: text.nullish(),
  metadata: openObject.nullish(),
  provider_id: providerSchema.nullish(),
  created_at: text.nullish(),
  status: statusSchema.nullish(),
})

/** The answer of the retrieve-token endpoint. Source: interface, Taxpayer token record. */
export interface TaxpayerTokenRecord extends ValueOf<typeof taxpayerTokenRecordSchema> {}

export const introspectionSchema = z.looseObject({
  taxpayer_id: text,
  client_id: text.nullish(),
  name: text.nullish(),
  provider_id: providerSchema.nullish(),
})

/** What a token is bound to. Source: interface, Introspection result. */
export interface Introspection extends ValueOf<typeof introspectionSchema> {}

export const acknowledgementSchema = z.looseObject({ status: text.nullish() })

/** The answer of disconnect and of clear-records. Source: interface, Endpoints; the value `success` is shown. */
export interface Acknowledgement extends ValueOf<typeof acknowledgementSchema> {
  /** Missing if the service leaves it out: its answer says that it was done. */
  readonly status?: Maybe<KnownOr<'success'>>
}

const transcript = z.array(text).optional()
const transcripts = z.object({
  ACTR: transcript,
  RECA: transcript,
  WAID: transcript,
  VENF: transcript,
  W2: transcript,
  '1095-A': transcript,
  NOTICE: transcript,
})

export const linkRequestSchema = z.object({
  metadata: openObject.optional(),
  settings: z
    .object({
      transcripts: transcripts.optional(),
      prefillData: openObject.optional(),
    })
    .optional(),
})

/** The body of POST /client-links. Gap: which fields are required is not shown. */
export interface ClientLinkRequest extends ValueOf<typeof linkRequestSchema> {}

/** The settings of a client link. */
export type ClientLinkSettings = NonNullable<ClientLinkRequest['settings']>

/** Which transcripts are asked for; each value is a list of texts. */
export type TranscriptSettings = NonNullable<ClientLinkSettings['transcripts']>

/** A transcript of a client link. Source: interface, POST /client-links. */
export type TranscriptKey = keyof TranscriptSettings

export const clientLinkSchema = z.looseObject({ url: text, id: text })

/** The answer of POST /client-links. Source: interface, Client link. */
export interface ClientLink extends ValueOf<typeof clientLinkSchema> {}

const anyList = z.array(z.unknown()).optional()
const address = z
  .object({
    street: optionalText,
    city: optionalText,
    state: optionalText,
    zip: optionalText,
    other: optionalText,
  })
  .optional()
const form56 = z.object({
  authority: z.object({ '1gDesc': optionalText, '2a': optionalText, '2b': optionalText }).optional(),
  tax: z
    .object({
      '5': optionalText,
      types: anyList,
      typeDesc: optionalText,
      forms: anyList,
      formDesc: optionalText,
    })
    .optional(),
  proceedings: z
    .object({
      name: optionalText,
      date: optionalText,
      initiationDate: optionalText,
      docketNumber: optionalText,
      placeOfOtherProceedings: optionalText,
      address,
      time: z.object({ text: optionalText }).optional(),
    })
    .optional(),
  title: optionalText,
})
const designee = z.object({
  name: optionalText,
  address,
  cafNumber: optionalText,
  monitorIRSNotices: z.boolean().optional(),
})

export const form8821RequestSchema = z.object({
  personalInfo: z.object({ firstName: optionalText, lastName: optionalText, ssn: optionalText }).optional(),
  address,
  form56: form56.optional(),
  extraDesignees: z.array(designee).optional(),
})

/**
 * The body of POST /providers/irs/f8821/unsigned. Source: interface, Endpoints.
 * Gap: which fields are required is not shown, so all are optional.
 */
export interface Form8821Request extends ValueOf<typeof form8821RequestSchema> {}

type Part<T, K extends keyof T> = NonNullable<T[K]>

/** The signer of a Form 8821. */
export type PersonalInfo = Part<Form8821Request, 'personalInfo'>

/** An address of a Form 8821 request. */
export type Form8821Address = Part<Form8821Request, 'address'>

/** The notice of a fiduciary relationship, only if the signer is the fiduciary and not the taxpayer. */
export type Form56 = Part<Form8821Request, 'form56'>

/** The tax that a Form 56 concerns. Gap: the items of `types` and `forms` are not shown. */
export type Form56Tax = Part<Form56, 'tax'>

/** The proceedings that a Form 56 concerns. */
export type Form56Proceedings = Part<Form56, 'proceedings'>

/** A further designee of a Form 8821. */
export type ExtraDesignee = Part<Form8821Request, 'extraDesignees'>[number]

import { z } from 'zod'
import { type OpenObject, openObjectSchema } from './resource.js'

/** The transcripts a client link may ask for. Source: interface, POST /client-links. */
export const TRANSCRIPT_KEYS = ['ACTR', 'RECA', 'WAID', 'VENF', 'W2', '1095-A', 'NOTICE'] as const

/** A transcript of a client link. */
export type TranscriptKey = (typeof TRANSCRIPT_KEYS)[number]

/** Which transcripts are asked for; each value is a list of texts. */
export type TranscriptSettings = { readonly [K in TranscriptKey]?: readonly string[] | undefined }

/** The settings of a client link. */
export interface ClientLinkSettings {
  readonly transcripts?: TranscriptSettings | undefined
  readonly prefillData?: OpenObject | undefined
}

/** The body of POST /client-links. Gap: which fields are required is not shown. */
export interface ClientLinkRequest {
  readonly metadata?: OpenObject | undefined
  readonly settings?: ClientLinkSettings | undefined
}

/** The answer of POST /client-links. Source: interface, Client link. */
export interface ClientLink extends OpenObject {
  readonly url: string
  readonly id: string
}

const texts = z.array(z.string()).optional()

const transcriptsSchema: z.ZodType<TranscriptSettings> = z.looseObject(
  Object.fromEntries(TRANSCRIPT_KEYS.map(key => [key, texts])),
)

/** Checks a client link request. */
export const clientLinkRequestSchema: z.ZodType<ClientLinkRequest> = z.looseObject({
  metadata: openObjectSchema.optional(),
  settings: z
    .looseObject({ transcripts: transcriptsSchema.optional(), prefillData: openObjectSchema.optional() })
    .optional(),
})

/** Checks a client link. */
export const clientLinkSchema: z.ZodType<ClientLink> = z.looseObject({ url: z.string(), id: z.string() })

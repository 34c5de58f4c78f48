import type * as z from 'zod'
import { type Answer, answerSchema, type RequestBody } from './layout.js'

/** The fields of a request for a client link. */
export const LINK_REQUEST = {
  'metadata?': 'object',
  'settings?': {
    'transcripts?': {
      'ACTR?': ['text'],
      'RECA?': ['text'],
      'WAID?': ['text'],
      'VENF?': ['text'],
      'W2?': ['text'],
      '1095-A?': ['text'],
      'NOTICE?': ['text'],
    },
    'prefillData?': 'object',
  },
} as const
const CLIENT_LINK = { url: 'text', id: 'text' } as const

/** The body of POST /client-links. Gap: which fields are required is not shown. */
export interface ClientLinkRequest extends RequestBody<typeof LINK_REQUEST> {}

/** The settings of a client link. */
export type ClientLinkSettings = NonNullable<ClientLinkRequest['settings']>

/** Which transcripts are asked for; each value is a list of texts. */
export type TranscriptSettings = NonNullable<ClientLinkSettings['transcripts']>

/** A transcript of a client link. Source: interface, POST /client-links. */
export type TranscriptKey = keyof TranscriptSettings

/** The answer of POST /client-links. Source: interface, Client link. */
export interface ClientLink extends Answer<typeof CLIENT_LINK> {}

/** Checks a client link. */
export const clientLinkSchema: z.ZodType<ClientLink> = answerSchema(CLIENT_LINK)

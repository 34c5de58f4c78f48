import type { RequestBody } from './layout.js'

const ADDRESS = {
  'street?': 'text',
  'city?': 'text',
  'state?': 'text',
  'zip?': 'text',
  'other?': 'text',
} as const

/** The fields of a request for a Form 8821. */
export const FORM_8821 = {
  'personalInfo?': { 'firstName?': 'text', 'lastName?': 'text', 'ssn?': 'text' },
  'address?': ADDRESS,
  'form56?': {
    'authority?': { '1gDesc?': 'text', '2a?': 'text', '2b?': 'text' },
    'tax?': {
      '5?': 'text',
      'types?': ['anything'],
      'typeDesc?': 'text',
      'forms?': ['anything'],
      'formDesc?': 'text',
    },
    'proceedings?': {
      'name?': 'text',
      'date?': 'text',
      'initiationDate?': 'text',
      'docketNumber?': 'text',
      'placeOfOtherProceedings?': 'text',
      'address?': ADDRESS,
      'time?': { 'text?': 'text' },
    },
    'title?': 'text',
  },
  'extraDesignees?': [
    { 'name?': 'text', 'address?': ADDRESS, 'cafNumber?': 'text', 'monitorIRSNotices?': 'flag' },
  ],
} as const

/**
 * The body of POST /providers/irs/f8821/unsigned. Source: interface, Endpoints.
 * Gap: which fields are required is not shown, so all are optional.
 */
export interface Form8821Request extends RequestBody<typeof FORM_8821> {}

type Part<T, K extends keyof T> = NonNullable<T[K]>

/** The signer of a Form 8821. */
export type PersonalInfo = Part<Form8821Request, 'personalInfo'>

/** An address of a Form 8821 request. */
export type Form8821Address = Part<Form8821Request, 'address'>

/** The notice of a fiduciary relationship, only where the signer is the fiduciary and not the taxpayer. */
export type Form56 = Part<Form8821Request, 'form56'>

/** The tax that a Form 56 concerns. Gap: the items of `types` and `forms` are not shown. */
export type Form56Tax = Part<Form56, 'tax'>

/** The proceedings that a Form 56 concerns. */
export type Form56Proceedings = Part<Form56, 'proceedings'>

/** A further designee of a Form 8821. */
export type ExtraDesignee = Part<Form8821Request, 'extraDesignees'>[number]

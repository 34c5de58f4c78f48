import { z } from 'zod'

/** A text that a request may leave out. */
type Text = string | undefined

/** The signer of a Form 8821. */
export interface PersonalInfo {
  readonly firstName?: Text
  readonly lastName?: Text
  readonly ssn?: Text
}

/** An address of a Form 8821 request. */
export interface Form8821Address {
  readonly street?: Text
  readonly city?: Text
  readonly state?: Text
  readonly zip?: Text
  readonly other?: Text
}

/** The notice of a fiduciary relationship, only where the signer is the fiduciary and not the taxpayer. */
export interface Form56 {
  readonly authority?: { readonly '1gDesc'?: Text; readonly '2a'?: Text; readonly '2b'?: Text } | undefined
  readonly tax?: Form56Tax | undefined
  readonly proceedings?: Form56Proceedings | undefined
  readonly title?: Text
}

/** The tax that a Form 56 concerns. Gap: the items of `types` and `forms` are not shown. */
export interface Form56Tax {
  readonly '5'?: Text
  readonly types?: readonly unknown[] | undefined
  readonly typeDesc?: Text
  readonly forms?: readonly unknown[] | undefined
  readonly formDesc?: Text
}

/** The proceedings that a Form 56 concerns. */
export interface Form56Proceedings {
  readonly name?: Text
  readonly date?: Text
  readonly initiationDate?: Text
  readonly docketNumber?: Text
  readonly placeOfOtherProceedings?: Text
  readonly address?: Form8821Address | undefined
  readonly time?: { readonly text?: Text } | undefined
}

/** A further designee of a Form 8821. */
export interface ExtraDesignee {
  readonly name?: Text
  readonly address?: Form8821Address | undefined
  readonly cafNumber?: Text
  readonly monitorIRSNotices?: boolean | undefined
}

/**
 * The body of POST /providers/irs/f8821/unsigned. Source: interface, Endpoints.
 * Gap: which fields are required is not shown, so all are optional.
 */
export interface Form8821Request {
  readonly personalInfo?: PersonalInfo | undefined
  readonly address?: Form8821Address | undefined
  readonly form56?: Form56 | undefined
  readonly extraDesignees?: readonly ExtraDesignee[] | undefined
}

const text = z.string().optional()
const list = z.array(z.unknown()).optional()

const addressSchema: z.ZodType<Form8821Address> = z.looseObject({
  street: text,
  city: text,
  state: text,
  zip: text,
  other: text,
})

const form56Schema: z.ZodType<Form56> = z.looseObject({
  authority: z.looseObject({ '1gDesc': text, '2a': text, '2b': text }).optional(),
  tax: z.looseObject({ '5': text, types: list, typeDesc: text, forms: list, formDesc: text }).optional(),
  proceedings: z
    .looseObject({
      name: text,
      date: text,
      initiationDate: text,
      docketNumber: text,
      placeOfOtherProceedings: text,
      address: addressSchema.optional(),
      time: z.looseObject({ text }).optional(),
    })
    .optional(),
  title: text,
})

const designeeSchema: z.ZodType<ExtraDesignee> = z.looseObject({
  name: text,
  address: addressSchema.optional(),
  cafNumber: text,
  monitorIRSNotices: z.boolean().optional(),
})

/** Checks a Form 8821 request. */
export const form8821RequestSchema: z.ZodType<Form8821Request> = z.looseObject({
  personalInfo: z.looseObject({ firstName: text, lastName: text, ssn: text }).optional(),
  address: addressSchema.optional(),
  form56: form56Schema.optional(),
  extraDesignees: z.array(designeeSchema).optional(),
})

// Rows that several forms share. Each function's parameters are the properties in which the forms differ.
import { checkbox, type FdxLocation } from '../fdx.js'
import { account, flag, money, text } from '../field.js'

/** Declares an account number. `ownerText` completes its description: `assigned by the lender`. */
export const accountNumber = (ownerText: string, fdx: FdxLocation = 'accountNumber') =>
  account('account_number', null, `Account number ${ownerText}. Only its last four characters are kept.`, { fdx })

/** The properties that most 1099 forms of a payer share. */
export const PAYER_FORM_PROPERTIES = {
  issuer: { key: 'payer', id: 'fin' },
  recipient: { key: 'recipient', id: 'id' },
  account: 'accountNumber',
  accountsDiffer: true,
} as const

/** Declares the account number that a payer assigned. */
export const payerAccount = (fdx?: FdxLocation) => accountNumber('with the payer, if the payer assigned one', fdx)

/** Declares federal income tax withheld. */
export const federalWithheld = <const K extends string>(
  key: K,
  box: string,
  doc = 'Federal income tax withheld.',
  fdx: FdxLocation = 'federalTaxWithheld',
) => money([key, 'federalIncomeTaxWithheld'], box, 'withheld.federal', doc, { fdx })

/** The description of a second TIN notice. */
export const SECOND_NOTICE =
  "Second TIN notice: the IRS told the payer twice within three years that the recipient's TIN was incorrect."

/** Declares the second TIN notice of a form for which the service's API sends it as text. */
export const secondNoticeText = () =>
  text('second_notice_indicator', null, SECOND_NOTICE, { fdx: checkbox('secondTinNotice') })

/** Declares the second TIN notice of a form for which the service's API sends it as a Boolean. */
export const secondNoticeFlag = () => flag('second_notice_indicator', null, SECOND_NOTICE, { fdx: 'secondTinNotice' })

/** Declares the FATCA filing requirement checkbox. */
export const fatca = (fdx: FdxLocation = 'foreignAccountTaxCompliance') =>
  flag(
    'fatca',
    null,
    'FATCA filing requirement: the payer uses this form to meet its chapter 4 account reporting requirement.',
    { fdx },
  )

/** Declares the direct sales checkbox. */
export const directSales = (box: string) =>
  flag(
    'direct_sales_indicator',
    box,
    'Whether the payer sold the recipient $5,000 or more of consumer products for resale (direct sales).',
    { fdx: 'payerDirectSales' },
  )

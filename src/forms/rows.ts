// Rows that several forms have, with what differs between them.
import { checkbox, type FdxMark } from '../model/fdx.js'
import { account, flag, money, text } from '../model/field.js'

/** The account number that a form carries; `which` says whose it is. */
export const accountNumber = (which: string, fdx: FdxMark = 'accountNumber') =>
  account('account_number', null, `Account number ${which}. Only its last four characters are kept.`, { fdx })

/** What the statements of a payer have in common. */
export const OF_PAYER = {
  issuer: { key: 'payer', id: 'fin' },
  recipient: { key: 'recipient', id: 'id' },
  account: 'accountNumber',
  accountsDiffer: true,
} as const

/** The account number of a payer. */
export const payerAccount = (fdx?: FdxMark) => accountNumber('with the payer, where it assigned one', fdx)

/** Federal income tax withheld. */
export const federalWithheld = <const K extends string>(
  key: K,
  box: string,
  doc = 'Federal income tax withheld.',
  fdx: FdxMark = 'federalTaxWithheld',
) => money([key, 'federalIncomeTaxWithheld'], box, 'withheld.federal', doc, { fdx })

/** What a second TIN notice is. */
export const SECOND_NOTICE =
  "Second TIN notice: the IRS told the payer twice within three years that the recipient's TIN is incorrect."

/** The box of a second TIN notice, where the interface sends it as text. */
export const secondNoticeText = () =>
  text('second_notice_indicator', null, SECOND_NOTICE, {
    fdx: checkbox('secondTinNotice'),
  })

/** The same where it is sent as a boolean. */
export const secondNoticeFlag = () =>
  flag('second_notice_indicator', null, SECOND_NOTICE, { fdx: 'secondTinNotice' })

/** The FATCA box. */
export const fatca = (fdx: FdxMark = 'foreignAccountTaxCompliance') =>
  flag(
    'fatca',
    null,
    'FATCA filing requirement: the payer reports on this form to meet its chapter 4 account reporting duty.',
    { fdx },
  )

/** The box of direct sales. */
export const directSales = (box: string) =>
  flag(
    'direct_sales_indicator',
    box,
    'Payer made direct sales of consumer products for resale totaling $5,000 or more to the recipient.',
    { fdx: 'payerDirectSales' },
  )

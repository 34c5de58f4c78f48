import { checkbox } from '../fdx.js'
import { date, declareMoney, memo, money, text } from '../field.js'
import { type FactsRuling, type FieldReader, form, submission } from '../form.js'
import { fatca, federalWithheld, PAYER_FORM_PROPERTIES, payerAccount, secondNoticeText } from './shared-rows.js'

/** Matches a text that means that box 7 is checked. */
const CHECKED_PATTERN = /^(?:x|y|yes|true|1)$|\bchecked\b|\bnot allowed\b/i

/** True if the broker must report the basis to the IRS, so that a basis of 0 is really 0. */
const isCovered = (indicator: string): boolean => indicator.toLowerCase().startsWith('covered')

/**
 * Computes the gain of a sale: proceeds less basis plus the disallowed wash-sale loss. The basis is known if it is not
 * 0, if the proceeds are negative, or if the security is marked as covered. If it is unknown, the proceeds are listed
 * but do not count, and the year's capital gains are incomplete. A loss that box 7 does not allow is listed but does not
 * count.
 */
function decideFacts(fields: FieldReader): FactsRuling {
  const proceeds = fields.cents('proceeds') ?? 0
  const grossProceeds = fields.cents('grossProceeds') ?? 0
  const saleProceeds = proceeds === 0 ? grossProceeds : proceeds
  const hasProceedsDisagreement = proceeds !== 0 && grossProceeds !== 0 && proceeds !== grossProceeds
  const areProceedsUnreadable =
    fields.isUnreadable('proceeds') || (proceeds === 0 && fields.isUnreadable('grossProceeds'))
  const basis = fields.cents('costBasis') ?? 0
  // If an option expired or a stock became worthless, its loss is the basis, so an unreadable basis matters too.
  if (saleProceeds === 0 && (basis === 0 || areProceedsUnreadable))
    return areProceedsUnreadable || fields.isUnreadable('costBasis')
      ? { incompleteRoles: ['income.capital_gains'] }
      : {}
  const isPartUnreadable =
    areProceedsUnreadable || fields.isUnreadable('costBasis') || fields.isUnreadable('washSaleLossDisallowed')
  const isBasisUnreadable = fields.isUnreadable('costBasis')
  const isBasisReported =
    !isBasisUnreadable && (basis !== 0 || isCovered(fields.text('noncoveredSecurityIndicator') ?? ''))
  // Negative proceeds are the cost of closing a written option, which has no basis.
  const isBasisKnown = isBasisReported || (saleProceeds < 0 && !isBasisUnreadable)
  const washSaleLoss = fields.cents('washSaleLossDisallowed') ?? 0
  // An option that is covered has a basis of 0, so its wash sale loss counts. An unreadable indicator leaves that open.
  const isWashSaleUnclear =
    basis === 0 && saleProceeds < 0 && washSaleLoss !== 0 && fields.isUnreadable('noncoveredSecurityIndicator')
  const cents = isBasisReported ? saleProceeds - basis + washSaleLoss : saleProceeds
  const isLossDisallowed =
    isBasisKnown && cents < 0 && CHECKED_PATTERN.test(fields.text('lossNotAllowedIndicator') ?? '')
  const reason = isBasisKnown ? (isLossDisallowed ? 'loss_not_allowed' : null) : 'basis_unknown'
  return {
    derived: [{ field: 'derivedGain', role: 'income.capital_gains', cents, reason }],
    ...(isPartUnreadable || isWashSaleUnclear || !isBasisKnown
      ? { incompleteRoles: ['income.capital_gains'], isNotOnDocument: !isPartUnreadable && !isWashSaleUnclear }
      : {}),
    ...(hasProceedsDisagreement ? { notes: ['proceeds_disagree'] } : {}),
  }
}

/** Declares an amount that is included in box 11, the profit or loss on section 1256 contracts. */
const declarePartOfBox11 = declareMoney('income.capital_gains', 'part')

/** Form 1099-B, Proceeds From Broker and Barter Exchange Transactions. */
export const f1099b = form({
  key: 'form_1099_b',
  number: '1099-B',
  title: 'Proceeds From Broker and Barter Exchange Transactions',
  source: 'Interface, Record, form_1099_b; Form 1099-B (2024)',
  fdx: { form: 'tax1099B', rows: 'securityDetails' },
  ...PAYER_FORM_PROPERTIES,
  uses: { sales: true },
  // Box 11 reports regulated futures contracts, which have no proceeds in box 1d.
  mainBox: { fields: ['proceeds', 'grossProceeds'], replacedBy: 'aggregateProfitLoss' },
  canRepeat: true,
  optionalBox: { field: 'costBasis', indicator: 'noncoveredSecurityIndicator', isReported: isCovered },
  fields: [
    submission(),
    payerAccount(),
    memo('gross_proceeds', '1d', 'Gross proceeds. Used only if the field proceeds is 0 or absent.', { fdx: null }),
    federalWithheld('federal_income_tax_withheld', '4', 'Federal income tax withheld (backup withholding).', [
      'securityDetails.federalTaxWithheld',
      'securityDetails.federalTaxWithheld',
      'federalTaxWithheld',
    ]),
    memo('proceeds', '1d', 'Proceeds. The gain is proceeds less cost basis plus wash sale loss disallowed.', {
      fdx: 'securityDetails.salesPrice',
    }),
    money(
      'aggregate_profit_loss',
      '11',
      'income.capital_gains',
      'Aggregate profit or (loss) on section 1256 contracts: box 8 less box 9 plus box 10. May be negative.',
      { fdx: 'aggregateProfitOnContracts' },
    ),
    declarePartOfBox11(
      'realized_profit_loss',
      '8',
      'Profit or (loss) realized in the year on closed contracts. Included in box 11.',
      { fdx: 'profitOnClosedContracts' },
    ),
    declarePartOfBox11(
      'unrealized_profit_loss_prior_year',
      '9',
      'Unrealized profit or (loss) on open contracts at the end of the prior year. Already subtracted in box 11.',
      { fdx: 'unrealizedProfitOpenContractsBegin' },
    ),
    declarePartOfBox11(
      'unrealized_profit_loss_current_year',
      '10',
      'Unrealized profit or (loss) on open contracts at the end of the year. Included in box 11.',
      { fdx: 'unrealizedProfitOpenContractsEnd' },
    ),
    memo(
      'cost_basis',
      '1e',
      'Cost or other basis. Unless the security is marked as covered, 0 means that the basis is not reported, so the gain is unknown.',
      { fdx: 'securityDetails.costBasis' },
    ),
    memo('wash_sale_loss_disallowed', '1g', 'Wash sale loss disallowed. Added back to the gain of the sale.', {
      fdx: 'securityDetails.washSaleLossDisallowed',
    }),
    memo(
      'accrued_market_discount',
      '1f',
      'Accrued market discount. This part of the gain is ordinary income. It is never added to the gain.',
      { fdx: 'securityDetails.accruedMarketDiscount' },
    ),
    date('date_sold_or_disposed', '1c', 'Date sold or disposed.', {
      fdx: 'securityDetails.dateOfSale',
      identifies: 'lot',
    }),
    text('cusip', null, 'CUSIP number of the security.', { fdx: 'securityDetails.cusip', identifies: 'lot' }),
    text('description', '1a', 'Description of property, such as the number of shares and the name of the stock.', {
      fdx: ['securityDetails.saleDescription', 'securityDetails.saleDescription', 'securityDetails.securityName'],
      identifies: 'detail',
    }),
    secondNoticeText(),
    date('date_acquired', '1b', 'Date acquired. Various and blank are valid, and become null without an issue.', {
      fdx: 'securityDetails.dateAcquired',
      identifies: 'lot',
    }),
    text(
      'noncovered_security_indicator',
      '5',
      'Whether the security is noncovered, so that the broker does not have to report its basis to the IRS.',
      {
        fdx: {
          property: 'securityDetails.noncoveredSecurity',
          spellings: { true: ['Noncovered', 'Non-covered'], false: ['Covered'] },
        },
        decides: true,
        toMeaning: indicator => (isCovered(String(indicator)) ? 'covered' : 'noncovered'),
      },
    ),
    text('type_gain_loss', '2', 'Type of gain or loss: short-term, long-term or ordinary.', {
      fdx: {
        property: 'securityDetails.longOrShort',
        spellings: { LONG: ['Long-term', 'Long'], SHORT: ['Short-term', 'Short'] },
      },
      decides: true,
    }),
    text('loss_not_allowed_indicator', '7', 'Whether a loss is not allowed, based on the amount in box 1d.', {
      fdx: checkbox('securityDetails.lossNotAllowed'),
    }),
    text('proceeds_from', '3', 'Whether the proceeds are from collectibles or a qualified opportunity fund (QOF).', {
      fdx: null,
      decides: true,
    }),
    fatca('securityDetails.foreignAccountTaxCompliance'),
  ],
  derives: ['income.capital_gains'],
  facts: decideFacts,
})

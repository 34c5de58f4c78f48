import { NO_ITEMS } from '../../core/lists.js'
import { checkbox } from '../fdx.js'
import { account, code, date, identifier, memo, money, part, rate, text } from '../field.js'
import { type FactsRuling, type FieldReader, form, submission } from '../form.js'
import type { IncomeCategory, Reason, Role } from '../role.js'

const CODES_BY_CATEGORY: readonly (readonly [category: IncomeCategory, codes: string])[] = [
  ['interest', '01 02 03 04 05 22 29 30 31 33 51 54'],
  ['dividends', '06 07 08 34 40 52 53 56'],
  ['capital_gains', '09 24 36'],
  ['royalties', '10 11 12 13'],
  ['rental', '14'],
  ['retirement', '15'],
  ['other', '16 32'],
  ['self_employment', '17 42 43'],
  ['wages', '18 19 20'],
  ['gambling', '28'],
]

const CATEGORY_BY_CODE = new Map(
  CODES_BY_CATEGORY.flatMap(([category, codes]) => codes.split(' ').map(code => [code, category])),
)

const REASON_BY_EXCLUDED_CODE: ReadonlyMap<string, Reason> = new Map([
  ['37', 'return_of_capital'],
  ['57', 'return_of_capital'],
  ['50', 'other_year'],
])

/** Returns the category of a box 1 income code (Form 1042-S instructions, Appendix A). */
const findIncomeCodeCategory = (code: string | null): IncomeCategory => CATEGORY_BY_CODE.get(code ?? '') ?? 'other'

const WITHHELD_FIELD = 'usFederalTaxWithheld'
const WITHHELD_BY_OTHERS_FIELD = 'withholdingByOtherAgents'
const REPAID_FIELD = 'overwithheldTaxRepaidToRecipient'

/** The roles that box 2 may have if the income code is unreadable. */
const ANY_CATEGORY: readonly Role[] = CODES_BY_CATEGORY.map(([category]) => `income.${category}` as const)

// One shared object instead of a new one per document, because there can be millions of documents.
const NO_REASONS = {}

/**
 * Decides the category of box 2 from the income code, and the withholding credit. The credit is box 10 or, if box 10 is
 * 0 or absent, the sum of boxes 7a and 8 less box 9.
 */
function decideFacts(fields: FieldReader): FactsRuling {
  const incomeCode = fields.text('incomeCode')
  const role = `income.${findIncomeCodeCategory(incomeCode)}` as const
  const reason = incomeCode === null ? undefined : REASON_BY_EXCLUDED_CODE.get(incomeCode)
  const roles = { grossIncome: role }
  const reasons = reason === undefined ? NO_REASONS : { grossIncome: reason }
  const unknown = fields.isUnreadable('incomeCode') ? ANY_CATEGORY : NO_ITEMS
  if ((fields.cents('totalWithholdingCredit') ?? 0) !== 0) return { roles, reasons, incompleteRoles: unknown }
  const readCentsOrZero = (name: string): number => fields.cents(name) ?? 0
  const cents =
    readCentsOrZero(WITHHELD_FIELD) + readCentsOrZero(WITHHELD_BY_OTHERS_FIELD) - readCentsOrZero(REPAID_FIELD)
  const isWithholdingUnreadable =
    fields.isUnreadable(WITHHELD_FIELD) ||
    fields.isUnreadable(WITHHELD_BY_OTHERS_FIELD) ||
    fields.isUnreadable(REPAID_FIELD)
  return {
    roles,
    reasons,
    derived: [{ field: 'derivedCredit', role: 'withheld.nonresident', cents, reason: null }],
    incompleteRoles: isWithholdingUnreadable ? [...unknown, 'withheld.nonresident'] : unknown,
  }
}

/** Form 1042-S, Foreign Person's U.S. Source Income Subject to Withholding. */
export const f1042s = form({
  key: 'form_1042_s',
  number: '1042-S',
  title: "Foreign Person's U.S. Source Income Subject to Withholding",
  source: 'Interface, Record, form_1042_s; Form 1042-S (2024)',
  fdx: 'tax1042S',
  issuer: { key: 'withholding_agent', id: 'ein', fdx: { prefix: 'withholdingAgent', style: 'object' } },
  recipient: { key: 'recipient', id: 'id', fdx: { prefix: ['recipient', 'form1042Recipient'], style: 'object' } },
  account: 'recipientAccountNumber',
  uniqueId: 'uniqueFormIdentifier',
  mainBox: { fields: ['grossIncome'] },
  canRepeat: true,
  fields: [
    submission(),
    money(
      'gross_income',
      '2',
      'income.by_income_code',
      'Gross income. The income code in box 1 decides its category. Not counted for codes 37, 50 and 57.',
    ),
    memo('withholding_allowance', '5', 'Withholding allowance. Used only with some income codes.'),
    memo('net_income', '6', 'Net income: box 2 less box 5. Never added.'),
    rate('tax_rate_chapter_3', '3b', 'Chapter 3 tax rate, a percentage. 30, 30.00, .30 and 3000 all mean 30%.', {
      fdx: 'ch3TaxRate',
      decides: true,
    }),
    code(
      'exemption_code_chapter_3',
      '3a',
      'Chapter 3 exemption code: two digits. A leading zero is restored if the code arrives as a number.',
      { fdx: 'ch3ExemptionCode', width: 2, decides: true },
    ),
    rate('tax_rate_chapter_4', '4b', 'Chapter 4 tax rate, a percentage. 30, 30.00, .30 and 3000 all mean 30%.', {
      fdx: 'ch4TaxRate',
      decides: true,
    }),
    part(
      'us_federal_tax_withheld',
      '7a',
      'withheld.nonresident',
      'Federal tax withheld. Included in box 10, so it is not added again.',
      { fdx: 'federalTaxWithheld' },
    ),
    part(
      'overwithheld_tax_repaid_to_recipient',
      '9',
      'withheld.nonresident',
      'Overwithheld tax repaid to the recipient under adjustment procedures. Already subtracted in box 10.',
      { fdx: 'recipientRepaidAmount' },
    ),
    money('state_income_tax_withheld', '17a', 'withheld.state', 'State income tax withheld.', {
      fdx: ['stateTaxWithholding.stateTaxWithheld', 'stateAndLocal.state.taxWithheld'],
    }),
    part(
      'withholding_by_other_agents',
      '8',
      'withheld.nonresident',
      'Tax withheld by other agents. Included in box 10, so it is not added again.',
      { fdx: 'otherAgentsTaxWithheld' },
    ),
    money(
      'total_withholding_credit',
      '10',
      'withheld.nonresident',
      'Total withholding credit. If it is 0 or absent, box 7a plus box 8 less box 9 counts instead.',
      { fdx: 'totalTaxWithholdingCredit' },
    ),
    memo(
      'tax_paid_by_withholding_agent',
      '11',
      'Tax paid by the withholding agent (amounts not withheld). Not counted as withholding.',
      { fdx: 'withholdingAgentTaxPaid' },
    ),
    code('withholding_agent_province_code', null, "Province code of the withholding agent's address.", { fdx: null }),
    code('withholding_agent_country_code', null, "Country code of the withholding agent's address.", {
      fdx: ['withholdingAgent.countryCode', 'withholdingAgent.address.country'],
    }),
    code('unique_form_identifier', null, 'Unique form identifier: ten digits. Amendments of a form keep it.', {
      fdx: 'formId',
    }),
    code('return_type', null, 'Return type, as on the transcript.', { fdx: null }),
    text('number_or_space', null, 'The transcript line "number or space". Its text is not interpreted.', { fdx: null }),
    code('recipient_country_code', null, "Recipient's country code.", {
      fdx: ['recipient.countryCode', 'form1042Recipient.address.country'],
    }),
    account('recipient_account_number', null, "Recipient's account number. Only its last four characters are kept.", {
      fdx: 'accountNumber',
    }),
    text(
      'withholding_occurred_in_subsequent_year',
      null,
      'Whether tax on a partnership interest was withheld in the subsequent year.',
      { fdx: checkbox('subsequentYear') },
    ),
    code(
      'withholding_agent_ein_type',
      null,
      "Type of the withholding agent's EIN, such as that of a qualified intermediary (QI-EIN).",
      { fdx: null },
    ),
    text('pro_rata_basis_reporting', null, 'Whether the form is filed on a pro-rata basis.', {
      fdx: checkbox('prorataBasisReporting'),
    }),
    code('income_code', '1', 'Income code: two digits. It decides the category of the gross income.', {
      fdx: 'incomeTypeCode',
      width: 2,
      decides: true,
    }),
    text('recipient_foreign_tax_identifying_number', null, "Recipient's foreign tax identification number.", {
      fdx: ['recipient.foreignTin', 'form1042Recipient.foreignTin'],
      personal: true,
    }),
    code('exemption_code_chapter_4', null, 'Chapter 4 exemption code.', { fdx: 'ch4ExemptionCode', decides: true }),
    identifier(
      'nqi_flow_through_entity_ein',
      null,
      'EIN of the nonqualified intermediary (NQI) or flow-through entity.',
      { fdx: ['intermediary.agentTin', 'intermediary.tin'] },
    ),
    code('nqi_flow_province_code', null, 'Province code of the address of the NQI or flow-through entity.', {
      fdx: ['intermediary.state', 'intermediary.address.region'],
    }),
    code('nqi_flow_country_code', null, 'Country code of the NQI or flow-through entity.', {
      fdx: ['intermediary.countryCode', 'intermediary.address.country'],
    }),
    code('nqi_flow_postal_code', null, 'Postal code of the address of the NQI or flow-through entity.', {
      fdx: ['intermediary.postalCode', 'intermediary.address.postalCode'],
    }),
    text('nqi_flow_through_name', null, 'Name of the NQI or flow-through entity.', {
      fdx: ['intermediary.name1', 'intermediary.businessName.name1'],
      identifierField: 'nqiFlowThroughEntityEin',
    }),
    identifier('payer_tin', null, "Payer's TIN, if the payer is not the withholding agent.", {
      fdx: ['payer.agentTin', 'payer.tin'],
    }),
    text('payer_name', null, "Payer's name, if the payer is not the withholding agent.", {
      fdx: ['payer.name1', 'payer.businessName.name1'],
      identifierField: 'payerTin',
    }),
    text('payer_state_tax_no', null, "Payer's state tax number.", {
      fdx: ['stateTaxWithholding.stateTaxId', 'stateAndLocal.state.taxId'],
    }),
    code('state_code', null, 'State whose income tax was withheld.', {
      fdx: ['stateTaxWithholding.state', 'stateAndLocal.stateCode'],
      identifies: 'detail',
    }),
    code(
      'chapter_3_or_chapter_4_indicator',
      null,
      'Chapter of the tax code (3 or 4) under which the payment is reported.',
      { fdx: 'chapterIndicator' },
    ),
    text(
      'tax_not_deposited_under_escrow_procedure_checkbox',
      null,
      'Whether the tax withheld was not deposited with the IRS because escrow procedures were applied.',
      { fdx: checkbox('escrowProceduresApplied') },
    ),
    code('recipient_chapter_3_status_code', null, "Recipient's chapter 3 status code.", {
      fdx: ['recipient.ch3StatusCode', 'form1042Recipient.ch3StatusCode'],
    }),
    code('recipient_chapter_4_status_code', null, "Recipient's chapter 4 status code.", {
      fdx: ['recipient.ch4StatusCode', 'form1042Recipient.ch4StatusCode'],
    }),
    text('recipient_giin', null, "Recipient's global intermediary identification number (GIIN).", {
      fdx: ['recipient.giin', 'form1042Recipient.giin'],
      personal: true,
    }),
    date('recipient_birthdate', null, "Recipient's date of birth.", {
      fdx: ['recipient.dateOfBirth', 'form1042Recipient.dateOfBirth'],
      personal: true,
    }),
    text('primary_withholding_agent_name', null, "Primary withholding agent's name, if applicable.", {
      fdx: ['primary.name1', 'primary.businessName.name1'],
      identifierField: 'primaryWithholdingAgentEin',
    }),
    identifier('primary_withholding_agent_ein', null, "Primary withholding agent's EIN.", {
      fdx: ['primary.agentTin', 'primary.tin'],
    }),
    code(
      'intermediary_or_flow_through_entity_chapter_3_status_code',
      null,
      'Chapter 3 status code of the intermediary or flow-through entity.',
      { fdx: 'intermediary.ch3StatusCode' },
    ),
    code(
      'intermediary_or_flow_through_entity_chapter_4_status_code',
      null,
      'Chapter 4 status code of the intermediary or flow-through entity.',
      { fdx: 'intermediary.ch4StatusCode' },
    ),
    text(
      'intermediary_or_flow_through_entity_foreign_tax_id_number',
      null,
      'Foreign tax identification number of the intermediary or flow-through entity.',
      { fdx: 'intermediary.foreignTin', personal: true },
    ),
    text('intermediary_or_flow_through_entity_giin', null, 'GIIN of the intermediary or flow-through entity.', {
      fdx: 'intermediary.giin',
    }),
    code('withholding_agent_chapter_3_status_code', null, "Withholding agent's chapter 3 status code.", {
      fdx: 'withholdingAgent.ch3StatusCode',
    }),
    code('withholding_agent_chapter_4_status_code', null, "Withholding agent's chapter 4 status code.", {
      fdx: 'withholdingAgent.ch4StatusCode',
    }),
    text(
      'withholding_agent_foreign_taxpayer_id_number',
      null,
      "Withholding agent's foreign taxpayer identification number.",
      { fdx: 'withholdingAgent.foreignTin', personal: true },
    ),
    text('withholding_agent_giin', null, "Withholding agent's GIIN.", { fdx: 'withholdingAgent.giin' }),
    text('payer_giin', null, "Payer's GIIN.", { fdx: 'payer.giin' }),
    code('lob_code', null, 'Limitation on benefits (LOB) code of the treaty claim.', {
      fdx: ['recipient.lobCode', 'form1042Recipient.lobCode'],
    }),
    code('payer_chapter_3_status_code', null, "Payer's chapter 3 status code.", { fdx: 'payer.ch3StatusCode' }),
    code('payer_chapter_4_status_code', null, "Payer's chapter 4 status code.", { fdx: 'payer.ch4StatusCode' }),
  ],
  derives: [
    ...CODES_BY_CATEGORY.map(([category]) => `income.${category}` as const),
    'income.other',
    'withheld.nonresident',
  ],
  facts: decideFacts,
})

/**
 * The form kinds, copied from the documentation of fields and parties. The copy is intentional: the judge must not
 * share code or data with the library.
 *
 * `# form issuer.id recipient.id` begins a form. `key | name | role sum` is a money box. `key : kind` is any other
 * field.
 */
const LISTING = `
# form_w2 employer.ein employee.ssn
submission_type : text
wages_tips_other_compensation | wages | income.wages add
federal_income_tax_withheld | federalIncomeTaxWithheld | withheld.federal add
social_security_wages | socialSecurityWages | memo none
social_security_tax_withheld | socialSecurityTaxWithheld | withheld.social_security add
medicare_wages_tips | medicareWagesTips | memo none
medicare_tax_withheld | medicareTaxWithheld | withheld.medicare add
social_security_tips | socialSecurityTips | income.wages part
allocated_tips | allocatedTips | income.allocated_tips add
dependent_care_benefits | dependentCareBenefits | memo none
deferred_compensation | deferredCompensation | memo none
nonqualified_plans | nonqualifiedPlans | income.wages part
code_q | nontaxableCombatPay | memo none
code_w | hsaContributions | memo none
code_y | section409aDeferrals | memo none
code_z | section409aIncome | income.wages part
code_r | archerMsaContributions | memo none
code_s | simpleDeferrals | memo none
code_t | adoptionBenefits | memo none
code_v | stockOptionIncome | income.wages part
code_aa | roth401kContributions | income.wages part
code_bb | roth403bContributions | income.wages part
code_dd | healthCoverageCost | memo none
code_ee | roth457bContributions | income.wages part
code_ff | qsehraBenefits | memo none
code_gg | section83iIncome | income.wages part
code_hh | section83iDeferrals | balance none
code_ta | trumpAccountContributions | memo none
code_tp | cashTips | memo none
code_tt | overtimePremium | memo none
code_ii | medicaidWaiverPayments | memo none
third_party_sick_pay_indicator : flag
retirement_plan_indicator : flag
statutory_employee : flag
w2_whc_ssn_validation_code : code
# form_w2g payer.fin winner.tin
submission_type : text
type_of_wager : text
gross_winnings | grossWinnings | income.gambling add
federal_income_tax_withheld | federalIncomeTaxWithheld | withheld.federal add
winnings_from_identical_wagers | winningsFromIdenticalWagers | income.gambling part
date_won : date
# schedule_k1_1065 partnership.ein partner.id
submission_type : text
partner_share_of_capital_beginning : ratio
partner_share_of_capital_end : ratio
dividends | ordinaryDividends | income.dividends add
interest | interest | income.interest add
royalties | royalties | income.royalties add
ordinary_income_k1 | ordinaryBusinessIncome | income.partnership add
real_estate | netRentalRealEstateIncome | income.partnership add
other_rental | otherNetRentalIncome | income.partnership add
total_guaranteed_payments | guaranteedPayments | income.partnership add
section_179_expenses | section179Deduction | deduction none
capital_gain_short | shortTermCapitalGain | income.capital_gains add
capital_gain_long | longTermCapitalGain | income.capital_gains add
part_iii_other_income_loss | otherIncomeLoss | income.other add
part_iii_other_deduction | otherDeductions | deduction none
nonrecourse_beginning | nonrecourseBeginning | balance none
nonrecourse_end | nonrecourseEnd | balance none
qualified_nonrecourse_beginning | qualifiedNonrecourseBeginning | balance none
qualified_nonrecourse_end | qualifiedNonrecourseEnd | balance none
recourse_beginning | recourseBeginning | balance none
recourse_end | recourseEnd | balance none
dividend_equivalents | dividendEquivalents | memo none
ira_sep_keogh_indicator : text
tax_period_beginning : period
tax_period_end : period
sch_k3 : text
# schedule_k1_1120s corporation.ein shareholder.id
submission_type : text
dividends | ordinaryDividends | income.dividends add
interest | interest | income.interest add
royalties | royalties | income.royalties add
ordinary_income_k1 | ordinaryBusinessIncome | income.s_corporation add
real_estate | netRentalRealEstateIncome | income.s_corporation add
other_rental | otherNetRentalIncome | income.s_corporation add
section_179_expenses | section179Deduction | deduction none
short_term_capital_gain | shortTermCapitalGain | income.capital_gains add
long_term_capital_gain | longTermCapitalGain | income.capital_gains add
credits | credits | memo none
part_iii_other_income_loss | otherIncomeLoss | income.other add
part_iii_other_deduction | otherDeductions | deduction none
credits_code_1 : code
credits_code_2 : code
shareholder_percentage_of_stock : percentage
beginning_tax_period : period
ending_tax_period : period
# schedule_k1_1041 fiduciary.ein beneficiary.id
submission_type : text
dividends | ordinaryDividends | income.dividends add
interest | interest | income.interest add
ordinary_business_income | ordinaryBusinessIncome | income.estate_trust add
short_term_capital_gain | shortTermCapitalGain | income.capital_gains add
long_term_capital_gain | longTermCapitalGain | income.capital_gains add
net_rental_real_estate_income | netRentalRealEstateIncome | income.estate_trust add
other_rental_income | otherNetRentalIncome | income.estate_trust add
other_information | otherInformation | memo none
other_portfolio_and_non_business_income | otherPortfolioAndNonBusinessIncome | income.estate_trust add
other_information_codes : list
beginning_tax_period : period
ending_tax_period : period
# form_5498 trustee.fin participant.id
submission_type : text
account_number : account
ira_contributions | iraContributions | memo none
rollover_contributions | rolloverContributions | memo none
roth_conversion_amount | rothConversionAmount | memo none
recharacterized_contributions | recharacterizedContributions | memo none
fair_market_value_of_account | fairMarketValueOfAccount | balance.retirement_account add
life_insurance_cost | lifeInsuranceCost | memo none
sep_contributions | sepContributions | memo none
simple_contributions | simpleContributions | memo none
roth_ira_contributions | rothIraContributions | memo none
required_minimum_distribution | requiredMinimumDistribution | memo none
postponed_contributions | postponedContributions | memo none
fair_market_value_specified_assets | fairMarketValueSpecifiedAssets | balance.retirement_account part
sep_code : flag
ira_code : flag
simple_code : flag
roth_ira_code : flag
rmd_subsequent_year : text
rmd_date : date
year : year
postponed_contribution_code : code
repayments_code : code
# form_1042_s withholding_agent.ein recipient.id
submission_type : text
gross_income | grossIncome | income.by_income_code add
withholding_allowance | withholdingAllowance | memo none
net_income | netIncome | memo none
tax_rate_chapter_3 : rate
exemption_code_chapter_3 : code
tax_rate_chapter_4 : rate
us_federal_tax_withheld | usFederalTaxWithheld | withheld.nonresident part
overwithheld_tax_repaid_to_recipient | overwithheldTaxRepaidToRecipient | withheld.nonresident part
state_income_tax_withheld | stateIncomeTaxWithheld | withheld.state add
withholding_by_other_agents | withholdingByOtherAgents | withheld.nonresident part
total_withholding_credit | totalWithholdingCredit | withheld.nonresident add
tax_paid_by_withholding_agent | taxPaidByWithholdingAgent | memo none
withholding_agent_province_code : code
withholding_agent_country_code : code
unique_form_identifier : code
return_type : code
number_or_space : text
recipient_country_code : code
recipient_account_number : account
withholding_occurred_in_subsequent_year : text
withholding_agent_ein_type : code
pro_rata_basis_reporting : text
income_code : code
recipient_foreign_tax_identifying_number : identifier
exemption_code_chapter_4 : code
nqi_flow_through_entity_ein : identifier
nqi_flow_province_code : code
nqi_flow_country_code : code
nqi_flow_postal_code : code
nqi_flow_through_name : text
payer_tin : identifier
payer_name : text
payer_state_tax_no : text
state_code : code
chapter_3_or_chapter_4_indicator : code
tax_not_deposited_under_escrow_procedure_checkbox : text
recipient_chapter_3_status_code : code
recipient_chapter_4_status_code : code
recipient_giin : text
recipient_birthdate : date
primary_withholding_agent_name : text
primary_withholding_agent_ein : identifier
intermediary_or_flow_through_entity_chapter_3_status_code : code
intermediary_or_flow_through_entity_chapter_4_status_code : code
intermediary_or_flow_through_entity_foreign_tax_id_number : identifier
intermediary_or_flow_through_entity_giin : text
withholding_agent_chapter_3_status_code : code
withholding_agent_chapter_4_status_code : code
withholding_agent_foreign_taxpayer_id_number : identifier
withholding_agent_giin : text
payer_giin : text
lob_code : code
payer_chapter_3_status_code : code
payer_chapter_4_status_code : code
# form_1099_misc payer.fin recipient.id
submission_type : text
account_number : account
tax_withheld | federalIncomeTaxWithheld | withheld.federal add
medical_payments | medicalPayments | income.self_employment add
fishing_income | fishingIncome | income.self_employment add
rents | rents | income.rental add
royalties | royalties | income.royalties add
other_income | otherIncome | income.other add
substitute_payments_for_dividends | substitutePaymentsForDividends | income.other add
excess_golden_parachute | excessGoldenParachute | income.other add
crop_insurance | cropInsurance | income.self_employment add
attorney_fees | attorneyFees | memo none
foreign_tax_paid | foreignTaxPaid | foreign_tax add
section_409a_deferrals | section409aDeferrals | memo none
nonqualified_deferred_compensation | nonqualifiedDeferredCompensation | income.other conditional
fish_purchased_for_resale | fishPurchasedForResale | income.self_employment add
direct_sales_indicator : flag
fatca : flag
second_notice_indicator : flag
# form_1099_int payer.fin recipient.id
submission_type : text
account_number : account
interest_income | interestIncome | income.interest add
tax_withheld | federalIncomeTaxWithheld | withheld.federal add
savings_bonds | savingsBondAndTreasuryInterest | income.interest add
investment_expense | investmentExpense | memo none
interest_forfeiture | earlyWithdrawalPenalty | deduction none
foreign_tax_paid | foreignTaxPaid | foreign_tax add
tax_exempt_interest | taxExemptInterest | income.tax_exempt_interest add
specified_private_activity_bond_interest | specifiedPrivateActivityBondInterest | income.tax_exempt_interest part
market_discount | marketDiscount | income.interest add
bond_premium | bondPremium | deduction none
bond_premium_on_tax_exempt_bond | bondPremiumOnTaxExemptBond | deduction none
bond_premium_on_treasury_obligation | bondPremiumOnTreasuryObligation | deduction none
second_notice_indicator : text
cusip : text
fatca : flag
# form_1099_g payer.fin recipient.id
submission_type : text
account_number : account
rtaa_payments | rtaaPayments | income.government_payments add
tax_withheld | federalIncomeTaxWithheld | withheld.federal add
taxable_grants | taxableGrants | income.government_payments add
unemployment_compensation | unemploymentCompensation | income.unemployment add
agricultural_subsidies | agriculturalSubsidies | income.government_payments add
prior_year_refund | priorYearRefund | memo none
market_gain_commodity_credit_corporation_loans | marketGainCommodityCreditCorporationLoans | income.government_payments add
year_of_refund : year
offset : text
second_tin_notice : flag
# form_1099_r payer.fin recipient.id
submission_type : text
account_number : account
Tax Withheld | federalIncomeTaxWithheld | withheld.federal add
total_employee_contributions | totalEmployeeContributions | memo none
unrealized_appreciation | unrealizedAppreciation | memo none
other_income | otherAmount | memo none
gross_distribution | grossDistribution | income.retirement add
taxable_amount | taxableAmount | taxable.retirement part
eligible_capital_gains | eligibleCapitalGains | income.retirement part
amount_to_irr | amountToIrr | memo none
distribution_codes : list
tax_amount_undetermined_code : flag
total_distribution_code : flag
fatca : flag
first_year_roth_contribution : year
sep_indicator : flag
date_of_payment_for_reportable_death_benefits : date
# form_1099_div payer.fin recipient.id
submission_type : text
account_number : account
tax_withheld | federalIncomeTaxWithheld | withheld.federal add
capital_gains | capitalGainDistributions | income.capital_gains add
non_dividend_distribution | nonDividendDistribution | memo none
cash_liquidation_distribution | cashLiquidationDistribution | memo none
non_cash_liquidation_distribution | nonCashLiquidationDistribution | memo none
investment_expense | investmentExpense | memo none
ordinary_dividend | ordinaryDividends | income.dividends add
collectibles_28_percent_gain | collectibles28PercentGain | income.capital_gains part
unrecaptured_section_1250_gain | unrecapturedSection1250Gain | income.capital_gains part
section_1202_gain | section1202Gain | income.capital_gains part
foreign_tax_paid | foreignTaxPaid | foreign_tax add
qualified_dividends | qualifiedDividends | income.dividends part
section_199a_reit_dividends | section199aReitDividends | income.dividends part
exempt_interest_dividends | exemptInterestDividends | income.tax_exempt_interest add
specified_private_activity_bond_interest_dividend | specifiedPrivateActivityBondInterestDividend | income.tax_exempt_interest part
section_897_ordinary_dividends | section897OrdinaryDividends | income.dividends part
section_897_capital_gain | section897CapitalGain | income.capital_gains part
second_notice_indicator : text
fatca : flag
# form_1099_b payer.fin recipient.id
submission_type : text
account_number : account
gross_proceeds | grossProceeds | memo none
federal_income_tax_withheld | federalIncomeTaxWithheld | withheld.federal add
proceeds | proceeds | memo none
aggregate_profit_loss | aggregateProfitLoss | income.capital_gains add
realized_profit_loss | realizedProfitLoss | income.capital_gains part
unrealized_profit_loss_prior_year | unrealizedProfitLossPriorYear | income.capital_gains part
unrealized_profit_loss_current_year | unrealizedProfitLossCurrentYear | income.capital_gains part
cost_basis | costBasis | memo none
wash_sale_loss_disallowed | washSaleLossDisallowed | memo none
accrued_market_discount | accruedMarketDiscount | memo none
date_sold_or_disposed : date
cusip : text
description : text
second_notice_indicator : text
date_acquired : date
noncovered_security_indicator : text
type_gain_loss : text
loss_not_allowed_indicator : text
proceeds_from : text
fatca : flag
# form_1099_nec issuer_provider.fin recipient.id
submission_type : text
second_notice_indicator : flag
direct_sales_indicator : flag
federal_income_tax_withheld | federalIncomeTaxWithheld | withheld.federal add
non_employee_compensation | nonemployeeCompensation | income.self_employment add
# form_ssa_1099 payer.fin payee.id
submission_type : text
account_number : account
pensions_and_annuities | benefitsPaid | income.social_security add
tax_withheld | federalIncomeTaxWithheld | withheld.federal add
repayments | benefitsRepaid | income.social_security subtract
workmans_compensation_offset | workersCompensationOffset | income.social_security part
payments : list
trust_fund_indicator : text
SSA/RRB Payments : text
# form_1098 recipient_lender.fin payer_borrower.ssn
submission_type : text
account_number : account
mortgage_interest_received | mortgageInterestPaid | expense.mortgage_interest add
points_paid_on_purchase | pointsPaidOnPurchase | expense.mortgage_points add
refund_of_overpaid_interest | refundOfOverpaidInterest | memo none
mortgage_insurance_premiums | mortgageInsurancePremiums | expense.mortgage_insurance add
outstanding_mortgage_principal | outstandingMortgagePrincipal | debt.mortgage_principal add
number_of_mortgaged_properties : count
mortgage_origination_date : date
address_of_property_securing_mortgage : text
other_information_from_recipient : text
mortgage_acquisition_date : date
# form_1098_t payer.fin recipient.id
submission_type : text
account_number : account
qualified_tuition_and_related_expenses | qualifiedTuitionAndRelatedExpenses | expense.tuition add
scholarships_grants | scholarshipsGrants | memo none
adjustments_made_for_prior_year | adjustmentsMadeForPriorYear | memo none
adjustments_to_scholarships_or_grants_for_a_prior_year | adjustmentsToScholarshipsOrGrantsForAPriorYear | memo none
reimbursements_refunds_from_an_insurance_contract | reimbursementsRefundsFromAnInsuranceContract | memo none
half_time_student_indicator : text
graduate_student_indicator : text
academic_period_code : text
tin_checkbox : flag
`

/** A money box: its raw key, its name in the output, its role, and whether it is added, subtracted or neither. */
export interface MoneyBox {
  readonly key: string
  readonly name: string
  readonly role: string
  readonly sum: string
}

/** A form kind with its keys. `issuer` and `recipient` are the keys of the parties in an entry. */
export interface FormShape {
  readonly key: string
  readonly issuer: string
  readonly issuerId: string
  readonly recipient: string
  readonly recipientId: string
  /** The money boxes by raw key. */
  readonly money: ReadonlyMap<string, MoneyBox>
  /** The kind of each other field (`flag`, `date`, `code`, ...) by raw key. */
  readonly otherKinds: ReadonlyMap<string, string>
  /** All keys of an entry, including those of the two parties. */
  readonly keys: readonly string[]
  readonly keySet: ReadonlySet<string>
}

const parseShape = (block: string): FormShape => {
  const [head = '', ...lines] = block.trim().split('\n')
  const [key = '', issuer = '', recipient = ''] = head.split(' ')
  const [issuerKey = '', issuerId = ''] = issuer.split('.')
  const [recipientKey = '', recipientId = ''] = recipient.split('.')
  const money = new Map<string, MoneyBox>()
  const otherKinds = new Map<string, string>()
  for (const line of lines) {
    const amount = line.split(' | ')
    if (amount.length === 3) {
      const [box = '', name = '', how = ''] = amount
      const [role = '', sum = ''] = how.split(' ')
      money.set(box, { key: box, name, role, sum })
    } else {
      const [box = '', kind = ''] = line.split(' : ')
      otherKinds.set(box, kind)
    }
  }
  const keys = [issuerKey, recipientKey, ...money.keys(), ...otherKinds.keys()]
  return {
    key,
    issuer: issuerKey,
    issuerId,
    recipient: recipientKey,
    recipientId,
    money,
    otherKinds,
    keys,
    keySet: new Set(keys),
  }
}

/** All form kinds in `LISTING`. */
export const SHAPES: readonly FormShape[] = LISTING.split('\n# ').slice(1).map(parseShape)

export const SHAPE_BY_KEY: ReadonlyMap<string, FormShape> = new Map(SHAPES.map(shape => [shape.key, shape]))

/** Forms that the library does not read. `income` is true if the form can report income. */
export const UNREAD_FORM_KEYS: readonly (readonly [key: string, income: boolean])[] = [
  ['form_1099_k', true],
  ['form_1099_oid', true],
  ['form_1099_q', true],
  ['form_1099_patr', true],
  ['form_3921', true],
  ['schedule_c', true],
  ['form_1095_a', false],
  ['form_1098_e', false],
  ['form_5498_sa', false],
]

/** The known keys outside entries. A printed path may contain them. */
export const FRAME_KEYS: readonly string[] = [
  'taxpayer',
  'records',
  'id',
  'name',
  'provider_id',
  'created_at',
  'status',
  'metadata',
  'analysis',
  'details',
  'form8821',
  'total_liabilities',
  'liabilities_with_lien_filed',
  'tin',
  'employment_history',
  'type',
  'year',
  'employer',
  'ein',
  'address',
  'street_address',
  'city',
  'state',
  'zip_code',
  'balance_summary',
  'balance_due',
  'tax_years',
  'amount',
  'tax_year',
  'date',
  'raw_file',
  'forms',
  'taxpayer_id',
  'ssn',
  'fin',
  'code',
  'value',
  'payment',
]

const SQUEEZED = new Map<string, string>()

/** Converts a key to lower case and removes its separators. */
export const squeeze = (key: string): string => {
  const cached = SQUEEZED.get(key)
  if (cached !== undefined) return cached
  const squeezed = key.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (SQUEEZED.size > 20_000) SQUEEZED.clear()
  SQUEEZED.set(key, squeezed)
  return squeezed
}

// The form kinds for the generator and the comparison programs. The facts are copied on purpose: these programs share
// no code with the library, so equal sums are evidence that both are correct.

// Each line is one field: key in the JSON | normalized name | type | box | role | how it enters a sum.
const tables = {
  form_w2: `
    submission_type | submissionType | text | | - | none
    wages_tips_other_compensation | wages | money | 1 | income.wages | add
    federal_income_tax_withheld | federalIncomeTaxWithheld | money | 2 | withheld.federal | add
    social_security_wages | socialSecurityWages | money | 3 | memo | none
    social_security_tax_withheld | socialSecurityTaxWithheld | money | 4 | withheld.social_security | add
    medicare_wages_tips | medicareWagesTips | money | 5 | memo | none
    medicare_tax_withheld | medicareTaxWithheld | money | 6 | withheld.medicare | add
    social_security_tips | socialSecurityTips | money | 7 | income.wages | part
    allocated_tips | allocatedTips | money | 8 | income.allocated_tips | add
    dependent_care_benefits | dependentCareBenefits | money | 10 | memo | none
    deferred_compensation | deferredCompensation | money | 12 D-H | memo | none
    nonqualified_plans | nonqualifiedPlans | money | 11 | income.wages | part
    code_q | nontaxableCombatPay | money | 12 Q | memo | none
    code_w | hsaContributions | money | 12 W | memo | none
    code_y | section409aDeferrals | money | 12 Y | memo | none
    code_z | section409aIncome | money | 12 Z | income.wages | part
    code_r | archerMsaContributions | money | 12 R | memo | none
    code_s | simpleDeferrals | money | 12 S | memo | none
    code_t | adoptionBenefits | money | 12 T | memo | none
    code_v | stockOptionIncome | money | 12 V | income.wages | part
    code_aa | roth401kContributions | money | 12 AA | income.wages | part
    code_bb | roth403bContributions | money | 12 BB | income.wages | part
    code_dd | healthCoverageCost | money | 12 DD | memo | none
    code_ee | roth457bContributions | money | 12 EE | income.wages | part
    code_ff | qsehraBenefits | money | 12 FF | memo | none
    code_gg | section83iIncome | money | 12 GG | income.wages | part
    code_hh | section83iDeferrals | money | 12 HH | balance | none
    third_party_sick_pay_indicator | thirdPartySickPayIndicator | flag | 13 | - | none
    retirement_plan_indicator | retirementPlanIndicator | flag | 13 | - | none
    statutory_employee | statutoryEmployee | flag | 13 | - | none
    w2_whc_ssn_validation_code | ssnValidationCode | code | | - | none
  `,
  form_w2g: `
    submission_type | submissionType | text | | - | none
    type_of_wager | typeOfWager | text | 3 | - | none
    gross_winnings | grossWinnings | money | 1 | income.gambling | add
    federal_income_tax_withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    winnings_from_identical_wagers | winningsFromIdenticalWagers | money | 7 | income.gambling | part
    date_won | dateWon | date | 2 | - | none
  `,
  schedule_k1_1065: `
    submission_type | submissionType | text | | - | none
    partner_share_of_capital_beginning | partnerShareOfCapitalBeginning | ratio | J | - | none
    partner_share_of_capital_end | partnerShareOfCapitalEnd | ratio | J | - | none
    dividends | ordinaryDividends | money | 6a | income.dividends | add
    interest | interest | money | 5 | income.interest | add
    royalties | royalties | money | 7 | income.royalties | add
    ordinary_income_k1 | ordinaryBusinessIncome | money | 1 | income.partnership | add
    real_estate | netRentalRealEstateIncome | money | 2 | income.partnership | add
    other_rental | otherNetRentalIncome | money | 3 | income.partnership | add
    total_guaranteed_payments | guaranteedPayments | money | 4c | income.partnership | add
    section_179_expenses | section179Deduction | money | 12 | deduction | none
    capital_gain_short | shortTermCapitalGain | money | 8 | income.capital_gains | add
    capital_gain_long | longTermCapitalGain | money | 9a | income.capital_gains | add
    part_iii_other_income_loss | otherIncomeLoss | money | 11 | income.other | add
    part_iii_other_deduction | otherDeductions | money | 13 | deduction | none
    nonrecourse_beginning | nonrecourseBeginning | money | K1 | balance | none
    nonrecourse_end | nonrecourseEnd | money | K1 | balance | none
    qualified_nonrecourse_beginning | qualifiedNonrecourseBeginning | money | K1 | balance | none
    qualified_nonrecourse_end | qualifiedNonrecourseEnd | money | K1 | balance | none
    recourse_beginning | recourseBeginning | money | K1 | balance | none
    recourse_end | recourseEnd | money | K1 | balance | none
    dividend_equivalents | dividendEquivalents | money | 6c | memo | none
    ira_sep_keogh_indicator | iraSepKeoghIndicator | text | | - | none
    tax_period_beginning | taxPeriodBeginning | period | | - | none
    tax_period_end | taxPeriodEnd | period | | - | none
    sch_k3 | scheduleK3 | text | | - | none
  `,
  schedule_k1_1120s: `
    submission_type | submissionType | text | | - | none
    dividends | ordinaryDividends | money | 5a | income.dividends | add
    interest | interest | money | 4 | income.interest | add
    royalties | royalties | money | 6 | income.royalties | add
    ordinary_income_k1 | ordinaryBusinessIncome | money | 1 | income.s_corporation | add
    real_estate | netRentalRealEstateIncome | money | 2 | income.s_corporation | add
    other_rental | otherNetRentalIncome | money | 3 | income.s_corporation | add
    section_179_expenses | section179Deduction | money | 11 | deduction | none
    short_term_capital_gain | shortTermCapitalGain | money | 7 | income.capital_gains | add
    long_term_capital_gain | longTermCapitalGain | money | 8a | income.capital_gains | add
    credits | credits | money | 13 | memo | none
    part_iii_other_income_loss | otherIncomeLoss | money | 10 | income.other | add
    part_iii_other_deduction | otherDeductions | money | 12 | deduction | none
    credits_code_1 | creditsCode1 | code | 13 | - | none
    credits_code_2 | creditsCode2 | code | 13 | - | none
    shareholder_percentage_of_stock | ownershipPercentage | percentage | G | - | none
    beginning_tax_period | taxPeriodBeginning | period | | - | none
    ending_tax_period | taxPeriodEnd | period | | - | none
  `,
  schedule_k1_1041: `
    submission_type | submissionType | text | | - | none
    dividends | ordinaryDividends | money | 2a | income.dividends | add
    interest | interest | money | 1 | income.interest | add
    ordinary_business_income | ordinaryBusinessIncome | money | 6 | income.estate_trust | add
    short_term_capital_gain | shortTermCapitalGain | money | 3 | income.capital_gains | add
    long_term_capital_gain | longTermCapitalGain | money | 4a | income.capital_gains | add
    net_rental_real_estate_income | netRentalRealEstateIncome | money | 7 | income.estate_trust | add
    other_rental_income | otherNetRentalIncome | money | 8 | income.estate_trust | add
    other_information | otherInformation | money | 14 | memo | none
    other_portfolio_and_non_business_income | otherPortfolioAndNonBusinessIncome | money | 5 | income.estate_trust | add
    other_information_codes | otherInformationCodes | list | 14 | - | none
    beginning_tax_period | taxPeriodBeginning | period | | - | none
    ending_tax_period | taxPeriodEnd | period | | - | none
  `,
  form_5498: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    ira_contributions | iraContributions | money | 1 | memo | none
    rollover_contributions | rolloverContributions | money | 2 | memo | none
    roth_conversion_amount | rothConversionAmount | money | 3 | memo | none
    recharacterized_contributions | recharacterizedContributions | money | 4 | memo | none
    fair_market_value_of_account | fairMarketValueOfAccount | money | 5 | balance.retirement_account | add
    life_insurance_cost | lifeInsuranceCost | money | 6 | memo | none
    sep_contributions | sepContributions | money | 8 | memo | none
    simple_contributions | simpleContributions | money | 9 | memo | none
    roth_ira_contributions | rothIraContributions | money | 10 | memo | none
    required_minimum_distribution | requiredMinimumDistribution | money | 12b | memo | none
    postponed_contributions | postponedContributions | money | 13a | memo | none
    fair_market_value_specified_assets | fairMarketValueSpecifiedAssets | money | 15a | balance.retirement_account | part
    sep_code | isSep | flag | 7 | - | none
    ira_code | isIra | flag | 7 | - | none
    simple_code | isSimple | flag | 7 | - | none
    roth_ira_code | isRothIra | flag | 7 | - | none
    rmd_subsequent_year | rmdSubsequentYear | text | 11 | - | none
    rmd_date | rmdDate | date | 12a | - | none
    year | postponedContributionYear | year | 13b | - | none
    postponed_contribution_code | postponedContributionCode | code | 13c | - | none
    repayments_code | repaymentsCode | code | 14b | - | none
  `,
  form_1042_s: `
    submission_type | submissionType | text | | - | none
    gross_income | grossIncome | money | 2 | income.by_income_code | add
    withholding_allowance | withholdingAllowance | money | 5 | memo | none
    net_income | netIncome | money | 6 | memo | none
    tax_rate_chapter_3 | taxRateChapter3 | rate | 3b | - | none
    exemption_code_chapter_3 | exemptionCodeChapter3 | code | 3a | - | none
    tax_rate_chapter_4 | taxRateChapter4 | rate | 4b | - | none
    us_federal_tax_withheld | usFederalTaxWithheld | money | 7a | withheld.nonresident | part
    overwithheld_tax_repaid_to_recipient | overwithheldTaxRepaidToRecipient | money | 9 | withheld.nonresident | part
    state_income_tax_withheld | stateIncomeTaxWithheld | money | 17a | withheld.state | add
    withholding_by_other_agents | withholdingByOtherAgents | money | 8 | withheld.nonresident | part
    total_withholding_credit | totalWithholdingCredit | money | 10 | withheld.nonresident | add
    tax_paid_by_withholding_agent | taxPaidByWithholdingAgent | money | 11 | memo | none
    withholding_agent_province_code | withholdingAgentProvinceCode | code | | - | none
    withholding_agent_country_code | withholdingAgentCountryCode | code | | - | none
    unique_form_identifier | uniqueFormIdentifier | code | | - | none
    return_type | returnType | code | | - | none
    number_or_space | numberOrSpace | text | | - | none
    recipient_country_code | recipientCountryCode | code | | - | none
    recipient_account_number | recipientAccountNumber | account | | - | none
    withholding_occurred_in_subsequent_year | withholdingOccurredInSubsequentYear | text | | - | none
    withholding_agent_ein_type | withholdingAgentEinType | code | | - | none
    pro_rata_basis_reporting | proRataBasisReporting | text | | - | none
    income_code | incomeCode | code | 1 | - | none
    recipient_foreign_tax_identifying_number | recipientForeignTaxIdentifyingNumber | identifier | | - | none
    exemption_code_chapter_4 | exemptionCodeChapter4 | code | | - | none
    nqi_flow_through_entity_ein | nqiFlowThroughEntityEin | identifier | | - | none
    nqi_flow_province_code | nqiFlowProvinceCode | code | | - | none
    nqi_flow_country_code | nqiFlowCountryCode | code | | - | none
    nqi_flow_postal_code | nqiFlowPostalCode | code | | - | none
    nqi_flow_through_name | nqiFlowThroughName | text | | - | none
    payer_tin | payerTin | identifier | | - | none
    payer_name | payerName | text | | - | none
    payer_state_tax_no | payerStateTaxNo | text | | - | none
    state_code | stateCode | code | | - | none
    chapter_3_or_chapter_4_indicator | chapter3OrChapter4Indicator | code | | - | none
    tax_not_deposited_under_escrow_procedure_checkbox | taxNotDepositedUnderEscrowProcedureCheckbox | text | | - | none
    recipient_chapter_3_status_code | recipientChapter3StatusCode | code | | - | none
    recipient_chapter_4_status_code | recipientChapter4StatusCode | code | | - | none
    recipient_giin | recipientGiin | text | | - | none
    recipient_birthdate | recipientBirthdate | date | | - | none
    primary_withholding_agent_name | primaryWithholdingAgentName | text | | - | none
    primary_withholding_agent_ein | primaryWithholdingAgentEin | identifier | | - | none
    intermediary_or_flow_through_entity_chapter_3_status_code | intermediaryOrFlowThroughEntityChapter3StatusCode | code | | - | none
    intermediary_or_flow_through_entity_chapter_4_status_code | intermediaryOrFlowThroughEntityChapter4StatusCode | code | | - | none
    intermediary_or_flow_through_entity_foreign_tax_id_number | intermediaryOrFlowThroughEntityForeignTaxIdNumber | identifier | | - | none
    intermediary_or_flow_through_entity_giin | intermediaryOrFlowThroughEntityGiin | text | | - | none
    withholding_agent_chapter_3_status_code | withholdingAgentChapter3StatusCode | code | | - | none
    withholding_agent_chapter_4_status_code | withholdingAgentChapter4StatusCode | code | | - | none
    withholding_agent_foreign_taxpayer_id_number | withholdingAgentForeignTaxpayerIdNumber | identifier | | - | none
    withholding_agent_giin | withholdingAgentGiin | text | | - | none
    payer_giin | payerGiin | text | | - | none
    lob_code | lobCode | code | | - | none
    payer_chapter_3_status_code | payerChapter3StatusCode | code | | - | none
    payer_chapter_4_status_code | payerChapter4StatusCode | code | | - | none
  `,
  form_1099_misc: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    tax_withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    medical_payments | medicalPayments | money | 6 | income.self_employment | add
    fishing_income | fishingIncome | money | 5 | income.self_employment | add
    rents | rents | money | 1 | income.rental | add
    royalties | royalties | money | 2 | income.royalties | add
    other_income | otherIncome | money | 3 | income.other | add
    substitute_payments_for_dividends | substitutePaymentsForDividends | money | 8 | income.other | add
    excess_golden_parachute | excessGoldenParachute | money | 14 | income.other | add
    crop_insurance | cropInsurance | money | 9 | income.self_employment | add
    attorney_fees | attorneyFees | money | 10 | memo | none
    foreign_tax_paid | foreignTaxPaid | money | | foreign_tax | add
    section_409a_deferrals | section409aDeferrals | money | 12 | memo | none
    nonqualified_deferred_compensation | nonqualifiedDeferredCompensation | money | 15 | income.other | conditional
    fish_purchased_for_resale | fishPurchasedForResale | money | 11 | income.self_employment | add
    direct_sales_indicator | directSalesIndicator | flag | 7 | - | none
    fatca | fatca | flag | | - | none
    second_notice_indicator | secondNoticeIndicator | flag | | - | none
  `,
  form_1099_int: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    interest_income | interestIncome | money | 1 | income.interest | add
    tax_withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    savings_bonds | savingsBondAndTreasuryInterest | money | 3 | income.interest | add
    investment_expense | investmentExpense | money | 5 | memo | none
    interest_forfeiture | earlyWithdrawalPenalty | money | 2 | deduction | none
    foreign_tax_paid | foreignTaxPaid | money | 6 | foreign_tax | add
    tax_exempt_interest | taxExemptInterest | money | 8 | income.tax_exempt_interest | add
    specified_private_activity_bond_interest | specifiedPrivateActivityBondInterest | money | 9 | income.tax_exempt_interest | part
    market_discount | marketDiscount | money | 10 | income.interest | add
    bond_premium | bondPremium | money | 11 | deduction | none
    bond_premium_on_tax_exempt_bond | bondPremiumOnTaxExemptBond | money | 13 | deduction | none
    bond_premium_on_treasury_obligation | bondPremiumOnTreasuryObligation | money | 12 | deduction | none
    second_notice_indicator | secondNoticeIndicator | text | | - | none
    cusip | cusip | text | 14 | - | none
    fatca | fatca | flag | | - | none
  `,
  form_1099_g: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    rtaa_payments | rtaaPayments | money | 5 | income.government_payments | add
    tax_withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    taxable_grants | taxableGrants | money | 6 | income.government_payments | add
    unemployment_compensation | unemploymentCompensation | money | 1 | income.unemployment | add
    agricultural_subsidies | agriculturalSubsidies | money | 7 | income.government_payments | add
    prior_year_refund | priorYearRefund | money | 2 | memo | none
    market_gain_commodity_credit_corporation_loans | marketGainCommodityCreditCorporationLoans | money | 9 | income.government_payments | add
    year_of_refund | yearOfRefund | year | 3 | - | none
    offset | offset | text | 8 | - | none
    second_tin_notice | secondTinNotice | flag | | - | none
  `,
  form_1099_r: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    Tax Withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    total_employee_contributions | totalEmployeeContributions | money | 5/9b | memo | none
    unrealized_appreciation | unrealizedAppreciation | money | 6 | memo | none
    other_income | otherAmount | money | 8 | memo | none
    gross_distribution | grossDistribution | money | 1 | income.retirement | add
    taxable_amount | taxableAmount | money | 2a | taxable.retirement | part
    eligible_capital_gains | eligibleCapitalGains | money | 3 | income.retirement | part
    amount_to_irr | amountToIrr | money | 10 | memo | none
    distribution_codes | distributionCodes | list | 7 | - | none
    tax_amount_undetermined_code | taxableAmountNotDetermined | flag | 2b | - | none
    total_distribution_code | isTotalDistribution | flag | 2b | - | none
    fatca | fatca | flag | | - | none
    first_year_roth_contribution | firstYearRothContribution | year | 11 | - | none
    sep_indicator | isIraSepSimple | flag | 7 | - | none
    date_of_payment_for_reportable_death_benefits | dateOfPaymentForReportableDeathBenefits | date | 13 | - | none
  `,
  form_1099_div: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    tax_withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    capital_gains | capitalGainDistributions | money | 2a | income.capital_gains | add
    non_dividend_distribution | nonDividendDistribution | money | 3 | memo | none
    cash_liquidation_distribution | cashLiquidationDistribution | money | 9 | memo | none
    non_cash_liquidation_distribution | nonCashLiquidationDistribution | money | 10 | memo | none
    investment_expense | investmentExpense | money | 6 | memo | none
    ordinary_dividend | ordinaryDividends | money | 1a | income.dividends | add
    collectibles_28_percent_gain | collectibles28PercentGain | money | 2d | income.capital_gains | part
    unrecaptured_section_1250_gain | unrecapturedSection1250Gain | money | 2b | income.capital_gains | part
    section_1202_gain | section1202Gain | money | 2c | income.capital_gains | part
    foreign_tax_paid | foreignTaxPaid | money | 7 | foreign_tax | add
    qualified_dividends | qualifiedDividends | money | 1b | income.dividends | part
    section_199a_reit_dividends | section199aReitDividends | money | 5 | income.dividends | part
    exempt_interest_dividends | exemptInterestDividends | money | 12 | income.tax_exempt_interest | add
    specified_private_activity_bond_interest_dividend | specifiedPrivateActivityBondInterestDividend | money | 13 | income.tax_exempt_interest | part
    section_897_ordinary_dividends | section897OrdinaryDividends | money | 2e | income.dividends | part
    section_897_capital_gain | section897CapitalGain | money | 2f | income.capital_gains | part
    second_notice_indicator | secondNoticeIndicator | text | | - | none
    fatca | fatca | flag | | - | none
  `,
  form_1099_b: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    gross_proceeds | grossProceeds | money | 1d | memo | none
    federal_income_tax_withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    proceeds | proceeds | money | 1d | memo | none
    aggregate_profit_loss | aggregateProfitLoss | money | 11 | income.capital_gains | add
    realized_profit_loss | realizedProfitLoss | money | 8 | income.capital_gains | part
    unrealized_profit_loss_prior_year | unrealizedProfitLossPriorYear | money | 9 | income.capital_gains | part
    unrealized_profit_loss_current_year | unrealizedProfitLossCurrentYear | money | 10 | income.capital_gains | part
    cost_basis | costBasis | money | 1e | memo | none
    wash_sale_loss_disallowed | washSaleLossDisallowed | money | 1g | memo | none
    accrued_market_discount | accruedMarketDiscount | money | 1f | memo | none
    date_sold_or_disposed | dateSoldOrDisposed | date | 1c | - | none
    cusip | cusip | text | | - | none
    description | description | text | 1a | - | none
    second_notice_indicator | secondNoticeIndicator | text | | - | none
    date_acquired | dateAcquired | date | 1b | - | none
    noncovered_security_indicator | noncoveredSecurityIndicator | text | 5 | - | none
    type_gain_loss | typeGainLoss | text | 2 | - | none
    loss_not_allowed_indicator | lossNotAllowedIndicator | text | 7 | - | none
    proceeds_from | proceedsFrom | text | 3 | - | none
    fatca | fatca | flag | | - | none
  `,
  form_1099_nec: `
    submission_type | submissionType | text | | - | none
    second_notice_indicator | secondNoticeIndicator | flag | | - | none
    direct_sales_indicator | directSalesIndicator | flag | 2 | - | none
    federal_income_tax_withheld | federalIncomeTaxWithheld | money | 4 | withheld.federal | add
    non_employee_compensation | nonemployeeCompensation | money | 1 | income.self_employment | add
  `,
  form_ssa_1099: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    pensions_and_annuities | benefitsPaid | money | 3 | income.social_security | add
    tax_withheld | federalIncomeTaxWithheld | money | 6 | withheld.federal | add
    repayments | benefitsRepaid | money | 4 | income.social_security | subtract
    workmans_compensation_offset | workersCompensationOffset | money | 3 | income.social_security | part
    payments | paymentsByYear | list | | - | none
    trust_fund_indicator | trustFundIndicator | text | | - | none
    SSA/RRB Payments | ssaRrbPayments | text | | - | none
  `,
  form_1098: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    mortgage_interest_received | mortgageInterestPaid | money | 1 | expense.mortgage_interest | add
    points_paid_on_purchase | pointsPaidOnPurchase | money | 6 | expense.mortgage_points | add
    refund_of_overpaid_interest | refundOfOverpaidInterest | money | 4 | memo | none
    mortgage_insurance_premiums | mortgageInsurancePremiums | money | 5 | expense.mortgage_insurance | add
    outstanding_mortgage_principal | outstandingMortgagePrincipal | money | 2 | debt.mortgage_principal | add
    number_of_mortgaged_properties | numberOfMortgagedProperties | count | 9 | - | none
    mortgage_origination_date | mortgageOriginationDate | date | 3 | - | none
    address_of_property_securing_mortgage | addressOfPropertySecuringMortgage | text | 8 | - | none
    other_information_from_recipient | otherInformationFromRecipient | text | 10 | - | none
    mortgage_acquisition_date | mortgageAcquisitionDate | date | 11 | - | none
  `,
  form_1098_t: `
    submission_type | submissionType | text | | - | none
    account_number | accountNumber | account | | - | none
    qualified_tuition_and_related_expenses | qualifiedTuitionAndRelatedExpenses | money | 1 | expense.tuition | add
    scholarships_grants | scholarshipsGrants | money | 5 | memo | none
    adjustments_made_for_prior_year | adjustmentsMadeForPriorYear | money | 4 | memo | none
    adjustments_to_scholarships_or_grants_for_a_prior_year | adjustmentsToScholarshipsOrGrantsForAPriorYear | money | 6 | memo | none
    reimbursements_refunds_from_an_insurance_contract | reimbursementsRefundsFromAnInsuranceContract | money | 10 | memo | none
    half_time_student_indicator | halfTimeStudentIndicator | text | 8 | - | none
    graduate_student_indicator | graduateStudentIndicator | text | 9 | - | none
    academic_period_code | academicPeriodCode | text | 7 | - | none
    tin_checkbox | tinCheckbox | flag | | - | none
  `,
}

// For each form: the keys of the issuer and of its identifier, then the keys of the recipient and of its identifier.
const parties = {
  form_w2: 'employer ein employee ssn',
  form_w2g: 'payer fin winner tin',
  schedule_k1_1065: 'partnership ein partner id',
  schedule_k1_1120s: 'corporation ein shareholder id',
  schedule_k1_1041: 'fiduciary ein beneficiary id',
  form_5498: 'trustee fin participant id',
  form_1042_s: 'withholding_agent ein recipient id',
  form_1099_misc: 'payer fin recipient id',
  form_1099_int: 'payer fin recipient id',
  form_1099_g: 'payer fin recipient id',
  form_1099_r: 'payer fin recipient id',
  form_1099_div: 'payer fin recipient id',
  form_1099_b: 'payer fin recipient id',
  form_1099_nec: 'issuer_provider fin recipient id',
  form_ssa_1099: 'payer fin payee id',
  form_1098: 'recipient_lender fin payer_borrower ssn',
  form_1098_t: 'payer fin recipient id',
}

const toField = line => {
  const [key, name, type, box, role, sum] = line.split('|').map(cell => cell.trim())
  return { key, name, type, box, role, sum }
}

const toForm = ([form, text]) => {
  const [issuer, issuerId, recipient, recipientId] = parties[form].split(' ')
  const fields = text.trim().split('\n').map(toField)
  const money = fields.filter(field => field.type === 'money')
  return { form, issuer, issuerId, recipient, recipientId, fields, money }
}

/** The forms by key, each with its two parties and with its fields in the order of the API document. */
export const forms = Object.fromEntries(Object.entries(tables).map(entry => [entry[0], toForm(entry)]))

/** Form 1042-S, box 1: the income codes of each category. The category of any other code is `other`. */
export const incomeCodes = {
  interest: '01 02 03 04 05 22 29 30 31 33 51 54',
  dividends: '06 07 08 34 40 52 53 56',
  capital_gains: '09 24 36',
  royalties: '10 11 12 13',
  rental: '14',
  retirement: '15',
  self_employment: '17 42 43',
  wages: '18 19 20',
  gambling: '28',
}

/** Form 1042-S, box 1: the income codes that never count, with the reason. */
export const notIncomeCodes = { 37: 'return_of_capital', 57: 'return_of_capital', 50: 'other_year' }

/** Form 1099-R, box 7: the distribution codes that exclude box 1 from income, by reason. */
export const excludedDistributions = {
  rollover_or_exchange: '6GHNRWY',
  other_year: 'P',
  not_cash: '59LM',
  corrective: '8E',
}

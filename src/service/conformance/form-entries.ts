import { type EntriesStep, parseFields } from './steps.js'

/** For each form: its parties with their identifiers, and its keys by their JSON type in the API document. */
const FORM_KEYS: Readonly<Record<string, readonly `${Exclude<keyof EntriesStep, 'entries'>}: ${string}`[]>> = {
  form_w2: [
    'parties: employer: ein, employee: ssn',
    'numbers: wages_tips_other_compensation, federal_income_tax_withheld, social_security_wages, social_security_tax_withheld, medicare_wages_tips, medicare_tax_withheld, social_security_tips, allocated_tips, dependent_care_benefits, deferred_compensation, nonqualified_plans, code_q, code_w, code_y, code_z, code_r, code_s, code_t, code_v, code_aa, code_bb, code_dd, code_ee, code_ff, code_gg, code_hh',
    'booleans: third_party_sick_pay_indicator, retirement_plan_indicator, statutory_employee',
    'texts: submission_type, w2_whc_ssn_validation_code',
  ],
  form_w2g: [
    'parties: payer: fin, winner: tin',
    'numbers: gross_winnings, federal_income_tax_withheld, winnings_from_identical_wagers',
    'texts: submission_type, type_of_wager, date_won',
  ],
  schedule_k1_1065: [
    'parties: partnership: ein, partner: id',
    'numbers: partner_share_of_capital_beginning, partner_share_of_capital_end, dividends, interest, royalties, ordinary_income_k1, real_estate, other_rental, total_guaranteed_payments, section_179_expenses, capital_gain_short, capital_gain_long, part_iii_other_income_loss, part_iii_other_deduction, nonrecourse_beginning, nonrecourse_end, qualified_nonrecourse_beginning, qualified_nonrecourse_end, recourse_beginning, recourse_end, dividend_equivalents',
    'texts: submission_type, ira_sep_keogh_indicator, tax_period_beginning, tax_period_end, sch_k3',
  ],
  schedule_k1_1120s: [
    'parties: corporation: ein, shareholder: id',
    'numbers: dividends, interest, royalties, ordinary_income_k1, real_estate, other_rental, section_179_expenses, short_term_capital_gain, long_term_capital_gain, credits, part_iii_other_income_loss, part_iii_other_deduction',
    'texts: submission_type, credits_code_1, credits_code_2, shareholder_percentage_of_stock, beginning_tax_period, ending_tax_period',
  ],
  schedule_k1_1041: [
    'parties: fiduciary: ein, beneficiary: id',
    'numbers: dividends, interest, ordinary_business_income, short_term_capital_gain, long_term_capital_gain, net_rental_real_estate_income, other_rental_income, other_information, other_portfolio_and_non_business_income',
    'texts: submission_type, beginning_tax_period, ending_tax_period',
    'lists: other_information_codes',
  ],
  form_5498: [
    'parties: trustee: fin, participant: id',
    'numbers: ira_contributions, rollover_contributions, roth_conversion_amount, recharacterized_contributions, fair_market_value_of_account, life_insurance_cost, sep_contributions, simple_contributions, roth_ira_contributions, required_minimum_distribution, postponed_contributions, fair_market_value_specified_assets',
    'booleans: sep_code, ira_code, simple_code, roth_ira_code',
    'texts: submission_type, account_number, rmd_subsequent_year, rmd_date, year, postponed_contribution_code, repayments_code',
  ],
  form_1042_s: [
    'parties: withholding_agent: ein, recipient: id',
    'numbers: gross_income, withholding_allowance, net_income, tax_rate_chapter_3, exemption_code_chapter_3, tax_rate_chapter_4, us_federal_tax_withheld, overwithheld_tax_repaid_to_recipient, state_income_tax_withheld, withholding_by_other_agents, total_withholding_credit, tax_paid_by_withholding_agent',
    'texts: submission_type, withholding_agent_province_code, withholding_agent_country_code, unique_form_identifier, return_type, number_or_space, recipient_country_code, recipient_account_number, withholding_occurred_in_subsequent_year, withholding_agent_ein_type, pro_rata_basis_reporting, income_code, recipient_foreign_tax_identifying_number, exemption_code_chapter_4, nqi_flow_through_entity_ein, nqi_flow_province_code, nqi_flow_country_code, nqi_flow_postal_code, nqi_flow_through_name, payer_tin, payer_name, payer_state_tax_no, state_code, chapter_3_or_chapter_4_indicator, tax_not_deposited_under_escrow_procedure_checkbox, recipient_chapter_3_status_code, recipient_chapter_4_status_code, recipient_giin, recipient_birthdate, primary_withholding_agent_name, primary_withholding_agent_ein, intermediary_or_flow_through_entity_chapter_3_status_code, intermediary_or_flow_through_entity_chapter_4_status_code, intermediary_or_flow_through_entity_foreign_tax_id_number, intermediary_or_flow_through_entity_giin, withholding_agent_chapter_3_status_code, withholding_agent_chapter_4_status_code, withholding_agent_foreign_taxpayer_id_number, withholding_agent_giin, payer_giin, lob_code, payer_chapter_3_status_code, payer_chapter_4_status_code',
  ],
  form_1099_misc: [
    'parties: payer: fin, recipient: id',
    'numbers: tax_withheld, medical_payments, fishing_income, rents, royalties, other_income, substitute_payments_for_dividends, excess_golden_parachute, crop_insurance, attorney_fees, foreign_tax_paid, section_409a_deferrals, nonqualified_deferred_compensation, fish_purchased_for_resale',
    'booleans: direct_sales_indicator, fatca, second_notice_indicator',
    'texts: submission_type, account_number',
  ],
  form_1099_int: [
    'parties: payer: fin, recipient: id',
    'numbers: interest_income, tax_withheld, savings_bonds, investment_expense, interest_forfeiture, foreign_tax_paid, tax_exempt_interest, specified_private_activity_bond_interest, market_discount, bond_premium, bond_premium_on_tax_exempt_bond, bond_premium_on_treasury_obligation',
    'booleans: fatca',
    'texts: submission_type, account_number, second_notice_indicator, cusip',
  ],
  form_1099_g: [
    'parties: payer: fin, recipient: id',
    'numbers: rtaa_payments, tax_withheld, taxable_grants, unemployment_compensation, agricultural_subsidies, prior_year_refund, market_gain_commodity_credit_corporation_loans, year_of_refund',
    'booleans: second_tin_notice',
    'texts: submission_type, account_number, offset',
  ],
  form_1099_r: [
    'parties: payer: fin, recipient: id',
    'numbers: Tax Withheld, total_employee_contributions, unrealized_appreciation, other_income, gross_distribution, taxable_amount, eligible_capital_gains, amount_to_irr',
    'booleans: tax_amount_undetermined_code, total_distribution_code, fatca',
    'texts: submission_type, account_number, first_year_roth_contribution, sep_indicator, date_of_payment_for_reportable_death_benefits',
    'lists: distribution_codes',
  ],
  form_1099_div: [
    'parties: payer: fin, recipient: id',
    'numbers: tax_withheld, capital_gains, non_dividend_distribution, cash_liquidation_distribution, non_cash_liquidation_distribution, investment_expense, ordinary_dividend, collectibles_28_percent_gain, unrecaptured_section_1250_gain, section_1202_gain, foreign_tax_paid, qualified_dividends, section_199a_reit_dividends, exempt_interest_dividends, specified_private_activity_bond_interest_dividend, section_897_ordinary_dividends, section_897_capital_gain',
    'booleans: fatca',
    'texts: submission_type, account_number, second_notice_indicator',
  ],
  form_1099_b: [
    'parties: payer: fin, recipient: id',
    'numbers: gross_proceeds, federal_income_tax_withheld, proceeds, aggregate_profit_loss, realized_profit_loss, unrealized_profit_loss_prior_year, unrealized_profit_loss_current_year, cost_basis, wash_sale_loss_disallowed, accrued_market_discount',
    'booleans: fatca',
    'texts: submission_type, account_number, date_sold_or_disposed, cusip, description, second_notice_indicator, date_acquired, noncovered_security_indicator, type_gain_loss, loss_not_allowed_indicator, proceeds_from',
  ],
  form_1099_nec: [
    'parties: issuer_provider: fin, recipient: id',
    'numbers: federal_income_tax_withheld, non_employee_compensation',
    'booleans: second_notice_indicator, direct_sales_indicator',
    'texts: submission_type',
  ],
  form_ssa_1099: [
    'parties: payer: fin, payee: id',
    'numbers: pensions_and_annuities, tax_withheld, repayments, workmans_compensation_offset',
    'texts: submission_type, account_number, trust_fund_indicator, SSA/RRB Payments',
    'lists: payments',
  ],
  form_1098: [
    'parties: recipient_lender: fin, payer_borrower: ssn',
    'numbers: mortgage_interest_received, points_paid_on_purchase, refund_of_overpaid_interest, mortgage_insurance_premiums, outstanding_mortgage_principal, number_of_mortgaged_properties',
    'texts: submission_type, account_number, mortgage_origination_date, address_of_property_securing_mortgage, other_information_from_recipient, mortgage_acquisition_date',
  ],
  form_1098_t: [
    'parties: payer: fin, recipient: id',
    'numbers: qualified_tuition_and_related_expenses, scholarships_grants, adjustments_made_for_prior_year, adjustments_to_scholarships_or_grants_for_a_prior_year, reimbursements_refunds_from_an_insurance_contract',
    'booleans: tin_checkbox',
    'texts: submission_type, account_number, half_time_student_indicator, graduate_student_indicator, academic_period_code',
  ],
}

/** The expected entries of every form in the API document. */
export const FORM_ENTRIES = Object.entries(FORM_KEYS).map(([entries, lines]): EntriesStep => {
  const { parties = '', ...kinds } = Object.fromEntries(lines.map(line => line.split(/: (.*)/s)))
  return { entries, parties: parseFields(parties), ...(kinds as Pick<EntriesStep, 'numbers' | 'texts'>) }
})

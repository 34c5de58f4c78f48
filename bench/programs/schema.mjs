// The zod schemas of `obvious.mjs`, one for each form, built from the form tables.
import * as z from 'zod'
import { forms } from './forms.mjs'

const text = z.string()
const number = z.number()
const either = z.union([z.string(), z.number()])
const party = z.object({ name: text.nullish(), address: text.nullish() })

const types = {
  money: number,
  rate: number,
  ratio: number,
  percentage: either,
  count: number,
  year: either,
  flag: z.union([z.boolean(), z.string()]),
  text,
  code: either,
  date: text,
  period: text,
  identifier: text,
  account: text,
}

const lists = {
  distribution_codes: z.array(z.object({ value: text.nullish(), code: text.nullish() })),
  payments: z.array(z.object({ year: text.nullish(), payment: number.nullish() })),
  other_information_codes: z.array(text),
}

const makeEntrySchema = form =>
  z.object({
    [form.issuer]: party.extend({ [form.issuerId]: text.nullish() }).nullish(),
    [form.recipient]: party.extend({ [form.recipientId]: text.nullish() }).nullish(),
    ...Object.fromEntries(form.fields.map(({ key, type }) => [key, (lists[key] ?? types[type]).nullish()])),
  })

const formObject = z.object({
  type: text.nullish(),
  year: text.nullish(),
  ssn: text.nullish(),
  ...Object.fromEntries(Object.values(forms).map(form => [form.form, z.array(makeEntrySchema(form)).nullish()])),
})

const record = z.object({
  id: text,
  name: text.nullish(),
  tax_year: text.nullish(),
  provider_id: text.nullish(),
  date: text.nullish(),
  raw_file: text.nullish(),
  forms: z.array(formObject),
})

const employer = z.object({ name: text.nullish(), address: text.nullish(), ein: text.nullish() })

const taxpayer = z.object({
  id: text,
  name: text.nullish(),
  provider_id: text.nullish(),
  created_at: text.nullish(),
  status: text.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  analysis: z
    .object({
      total_liabilities: text.nullish(),
      liabilities_with_lien_filed: text.nullish(),
      tin: text.nullish(),
      employment_history: z.array(
        z.object({ type: text.nullish(), year: text.nullish(), employer: employer.nullish() }),
      ),
    })
    .nullish(),
  details: z
    .object({
      address: z.record(z.string(), text).nullish(),
      balance_summary: z.object({
        balance_due: number.nullish(),
        tax_years: z.array(z.object({ amount: number, year: text })),
      }),
    })
    .nullish(),
  form8821: text.nullish(),
})

/** The schema of one input line: a taxpayer and its records. */
export const dossierSchema = z.object({ taxpayer, records: z.array(record) })

// Computes facts and income from NDJSON with SQL, in DuckDB on one thread. It validates only column types, does not
// resolve documents, and writes rows in no particular order.
//   node bench/programs/duckdb.mjs FILE --out DIR
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { excludedDistributions, forms, incomeCodes, notIncomeCodes } from './forms.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } })

const name = text => `"${text}"`
const literal = text => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`)

// The columns that facts and income need in addition to the money fields. Other columns are not read.
const otherColumns = {
  form_w2: { statutory_employee: 'BOOLEAN' },
  form_1099_r: {
    distribution_codes: 'STRUCT(value VARCHAR, code VARCHAR)[]',
    tax_amount_undetermined_code: 'BOOLEAN',
    sep_indicator: 'VARCHAR',
  },
  form_1099_b: { noncovered_security_indicator: 'VARCHAR' },
  form_1042_s: { income_code: 'VARCHAR' },
  schedule_k1_1065: { tax_period_end: 'VARCHAR' },
  schedule_k1_1120s: { ending_tax_period: 'VARCHAR' },
  schedule_k1_1041: { ending_tax_period: 'VARCHAR' },
}

const struct = fields => `STRUCT(${Object.entries(fields).map(([key, type]) => `${name(key)} ${type}`)})`

const entryType = ({ form, issuer, issuerId, recipient, recipientId, money }) =>
  struct({
    [issuer]: struct({ [issuerId]: 'VARCHAR', name: 'VARCHAR' }),
    [recipient]: struct({ [recipientId]: 'VARCHAR' }),
    ...Object.fromEntries(money.map(({ key }) => [key, 'DECIMAL(18, 2)'])),
    ...otherColumns[form],
  })

const formType = struct({
  year: 'VARCHAR',
  ssn: 'VARCHAR',
  ...Object.fromEntries(Object.values(forms).map(form => [form.form, `${entryType(form)}[]`])),
})

const columns = {
  taxpayer: 'STRUCT(id VARCHAR)',
  records: `${struct({ id: 'VARCHAR', tax_year: 'VARCHAR', forms: `${formType}[]` })}[]`,
}

const readObjects = `
  CREATE TEMP TABLE objects AS
  SELECT
    taxpayer_id,
    record.id AS record_id,
    record.tax_year,
    generate_subscripts(record.forms, 1) - 1 AS form_index,
    unnest(record.forms) AS object
  FROM (
    SELECT taxpayer.id AS taxpayer_id, unnest(records) AS record
    FROM read_json(
      ${literal(positionals[0])},
      format = 'newline_delimited',
      columns = {${Object.entries(columns).map(([key, type]) => `${key}: ${literal(type)}`)}}
    )
  )`

const cases = (choices, otherwise) =>
  `CASE ${choices.map(([when, then]) => `WHEN ${when} THEN ${then}`).join(' ')} ELSE ${otherwise} END`

const listLiterals = texts => texts.map(literal).join(', ')
const codeText = "array_to_string(list_transform(entry.distribution_codes, pair -> upper(pair.code)), '')"
const proceeds = 'coalesce(nullif(entry.proceeds, 0), entry.gross_proceeds, 0)'
const isBasisKnown = "(entry.cost_basis <> 0 OR lower(entry.noncovered_security_indicator) LIKE 'covered%')"

const roleOverrides = {
  'form_w2 wages': { role: cases([['entry.statutory_employee', "'income.self_employment'"]], "'income.wages'") },
  'form_1099_r grossDistribution': {
    reason: cases(
      Object.entries(excludedDistributions).map(([reason, codes]) => [
        `regexp_matches(${codeText}, '[${codes}]')`,
        literal(reason),
      ]),
      'NULL',
    ),
    taxable: cases(
      [
        ['NOT coalesce(entry.tax_amount_undetermined_code, false)', 'entry.taxable_amount'],
        ["entry.sep_indicator ILIKE 'IRA%checked' AND entry.taxable_amount > 0", 'entry.taxable_amount'],
      ],
      'NULL',
    ),
  },
  'form_1042_s grossIncome': {
    role: cases(
      Object.entries(incomeCodes).map(([category, codes]) => [
        `entry.income_code IN (${listLiterals(codes.split(' '))})`,
        literal(`income.${category}`),
      ]),
      "'income.other'",
    ),
    reason: cases(
      Object.entries(notIncomeCodes).map(([code, why]) => [`entry.income_code = ${literal(code)}`, literal(why)]),
      'NULL',
    ),
  },
}

const derived = {
  form_1099_b: {
    name: 'derivedGain',
    role: "'income.capital_gains'",
    amount: `CASE WHEN ${proceeds} = 0 THEN 0 WHEN ${isBasisKnown}
      THEN ${proceeds} - entry.cost_basis + entry.wash_sale_loss_disallowed ELSE ${proceeds} END`,
    reason: `CASE WHEN ${isBasisKnown} THEN NULL ELSE 'basis_unknown' END`,
  },
  form_1042_s: {
    name: 'derivedCredit',
    role: "'withheld.nonresident'",
    amount: `CASE WHEN entry.total_withholding_credit <> 0 THEN 0 ELSE entry.us_federal_tax_withheld
      + entry.withholding_by_other_agents - entry.overwithheld_tax_repaid_to_recipient END`,
    reason: 'NULL',
  },
}

const writeReason = ({ role, sum }) => {
  if (sum === 'part') return literal('part_of')
  return sum === 'none' ? literal(role) : 'NULL'
}

const writeFact = (form, field) => {
  const overrides = roleOverrides[`${form} ${field.name}`] ?? {}
  const amount = field.amount ?? `${field.sum === 'subtract' ? '-' : ''}entry.${name(field.key)}`
  return `{
    'field': ${literal(field.name)}, 'box': ${literal(field.box ?? null)}, 'role': ${overrides.role ?? literal(field.role)},
    'amount': CAST(${amount} AS DECIMAL(18, 2)), 'reason': CAST(${overrides.reason ?? writeReason(field)} AS VARCHAR),
    'taxable': CAST(${overrides.taxable ?? amount} AS DECIMAL(18, 2))
  }`
}

const writeDerivedFact = fact => `{
    'field': ${literal(fact.name)}, 'box': NULL, 'role': ${fact.role}, 'amount': CAST(${fact.amount} AS DECIMAL(18, 2)),
    'reason': CAST(${fact.reason} AS VARCHAR), 'taxable': CAST(${fact.amount} AS DECIMAL(18, 2))
  }`

const writeFactsOfForm = ({ form, issuer, issuerId, recipient, recipientId, fields, money }) => {
  const end = fields.find(field => field.name === 'taxPeriodEnd')
  const year = end ? `coalesce(nullif(left(entry.${name(end.key)}, 4), ''), year)` : 'year'
  const facts = money.map(field => writeFact(form, field))
  if (derived[form]) facts.push(writeDerivedFact(derived[form]))
  return `
  SELECT
    taxpayer_id, record_id, ${literal(form)} AS form, form_index, entry_index, CAST(${year} AS INTEGER) AS tax_year,
    right(entry.${name(recipient)}.${name(recipientId)}, 4) <> right(ssn, 4) AS other_recipient,
    entry.${name(issuer)}.${name(issuerId)} AS issuer_id, entry.${name(issuer)}.name AS issuer_name,
    unnest(list_filter([${facts.join(',\n    ')}], fact -> fact.amount <> 0)) AS fact
  FROM (
    SELECT
      taxpayer_id, record_id, form_index, coalesce(object.year, tax_year) AS year, object.ssn AS ssn,
      generate_subscripts(object.${name(form)}, 1) - 1 AS entry_index, unnest(object.${name(form)}) AS entry
    FROM objects
  )`
}

const makeFacts = `
  CREATE TEMP TABLE facts AS
  SELECT
    taxpayer_id, record_id, form, form_index, entry_index, tax_year, fact.field AS field, fact.box AS box,
    fact.role AS role, fact.amount AS amount, fact.reason IS NULL AS counted, fact.reason AS reason,
    CASE
      WHEN form LIKE 'schedule_k1%' THEN 'allocated'
      WHEN fact.role IN ('income.self_employment', 'income.rental', 'income.royalties') THEN 'gross'
    END AS basis,
    other_recipient, issuer_id, issuer_name, fact.taxable AS taxable
  FROM (${Object.values(forms).map(writeFactsOfForm).join('\n  UNION ALL')})`

const document = '(record_id, form, form_index, entry_index)'

const income = `
  SELECT
    taxpayer_id, tax_year, substr(role, 8) AS category, coalesce(sum(amount) FILTER (counted), 0) AS amount,
    CASE
      WHEN role = 'income.social_security' THEN NULL
      WHEN role = 'income.tax_exempt_interest' THEN 0
      WHEN count(*) FILTER (counted) > count(taxable) FILTER (counted) THEN NULL
      ELSE coalesce(sum(taxable) FILTER (counted), 0)
    END AS taxable_amount,
    count(DISTINCT ${document}) FILTER (counted) AS documents,
    count(*) FILTER (reason = 'basis_unknown') = 0 AS complete
  FROM facts
  WHERE role LIKE 'income.%'
  GROUP BY taxpayer_id, tax_year, role
  HAVING count(*) FILTER (counted OR reason = 'basis_unknown') > 0`

const target = table => literal(join(values.out, `${table}.csv`))

mkdirSync(values.out, { recursive: true })
const instance = await DuckDBInstance.create(':memory:', { threads: '1', preserve_insertion_order: 'false' })
const connection = await instance.connect()
await connection.run(readObjects)
await connection.run(makeFacts)
await connection.run(`COPY (SELECT * EXCLUDE taxable FROM facts) TO ${target('facts')} (HEADER)`)
await connection.run(`COPY (${income}) TO ${target('income')} (HEADER)`)
connection.closeSync()
instance.closeSync()

import { readFileSync } from 'node:fs'
import { analyze } from 'taxtally'

const file = 'fixtures/borrower.ndjson'
const text = readFileSync(file, 'utf8')
const dossier = JSON.parse(text)
export const { value, issues } = analyze(dossier)

value.income
value.underwriting.qualifyingIncome

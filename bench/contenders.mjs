// The programs that the benchmark compares. Each gets an input file and an output folder.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = file => fileURLToPath(new URL(file, import.meta.url))
const command = path('../dist/cli/main.js')
const program = (name, input, out) => [path(`programs/${name}.mjs`), input, '--out', out]

/** Returns the command-line arguments for Node to run one conversion. */
export const convert = (input, out, ...options) => [command, 'convert', input, '--out', out, '--quiet', ...options]

/** Returns true if the command has been built. */
export const isBuilt = () => existsSync(command)

/** The default tables except those of underwriting and checks. */
const BEFORE_UNDERWRITING =
  'taxpayers,records,documents,facts,income,withholding,years,employment,liabilities,liability_years,return_lines,issues'

/** The default tables when the speed target was set. The tables mortgages, needs and tie_out were added later. */
const BEFORE_LATER_TABLES = `${BEFORE_UNDERWRITING},qualifying_income,indicators,checks`

/**
 * The programs in the order of the results table. The option --only selects programs by `name`. `checked` lists the
 * tables that must equal those of the program with `reference`. Programs with `fed` also run on data like real feeds.
 */
export const contenders = [
  {
    name: 'json-parse',
    title: 'JSON.parse of each line, nothing else',
    args: input => [path('programs/json-parse.mjs'), input],
  },
  {
    name: 'taxtally',
    title: 'taxtally convert, CSV, default tables',
    args: (input, out) => convert(input, out, '--format', 'csv'),
    checked: ['income', 'withholding', 'facts'],
    needsBuild: true,
    fed: true,
  },
  {
    name: 'taxtally-first',
    title: 'taxtally convert, CSV, default tables but mortgages, needs, tie_out',
    args: (input, out) => convert(input, out, '--format', 'csv', '--tables', BEFORE_LATER_TABLES),
    checked: ['income', 'withholding', 'facts'],
    needsBuild: true,
  },
  {
    name: 'taxtally-before',
    title: 'taxtally convert, CSV, before underwriting and checks',
    args: (input, out) => convert(input, out, '--format', 'csv', '--tables', BEFORE_UNDERWRITING),
    checked: ['income', 'withholding', 'facts'],
    needsBuild: true,
    fed: true,
  },
  {
    name: 'taxtally-three',
    title: 'taxtally convert, CSV, facts, income, withholding',
    args: (input, out) => convert(input, out, '--format', 'csv', '--tables', 'facts,income,withholding'),
    checked: ['income', 'withholding', 'facts'],
    needsBuild: true,
    fed: true,
  },
  {
    name: 'taxtally-arrow',
    title: 'taxtally convert, Arrow, default tables',
    args: (input, out) => convert(input, out, '--format', 'arrow'),
    needsBuild: true,
  },
  {
    name: 'taxtally-arrow-before',
    title: 'taxtally convert, Arrow, before underwriting and checks',
    args: (input, out) => convert(input, out, '--format', 'arrow', '--tables', BEFORE_UNDERWRITING),
    needsBuild: true,
  },
  {
    name: 'obvious',
    title: 'zod + decimal.js + fast-csv: facts, income, withholding',
    args: (input, out) => program('obvious', input, out),
    reference: true,
  },
  {
    name: 'duckdb',
    title: 'DuckDB, 1 thread: facts, income (types only)',
    args: (input, out) => program('duckdb', input, out),
    checked: ['income', 'facts'],
  },
]

/** Returns the total size of the files in an output folder, in bytes. */
export const measureFolder = dir => readdirSync(dir).reduce((total, file) => total + statSync(join(dir, file)).size, 0)

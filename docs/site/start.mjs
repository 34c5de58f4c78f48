// Renders the start page: one record, the call, and the figures that it returned when the site was built.
import { readFileSync } from 'node:fs'
import { escapeText } from './escape-text.mjs'
import { issues, value } from './start-example.mjs'

const FIXTURE = 'fixtures/borrower.ndjson'
/** The record to show, and the box that is highlighted there and in the figures. */
const RECORD = 'quenby-software-2024'
const BOX = 'wages_tips_other_compensation'
const SHOWN_KEYS = [BOX, 'federal_income_tax_withheld', 'social_security_wages', 'deferred_compensation']

const marked = text => `<mark>${text}</mark>`
const money = amount => amount.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')

/** Renders a record with one of its forms, as the service sends it. Dots replace the parts that are left out. */
function recordOf(record) {
  const [
    {
      form_w2: [entry],
      ...form
    },
  ] = record.forms
  const line = (depth, text) => `${'  '.repeat(depth)}${text}`
  const pair = (key, held) => `${JSON.stringify(key)}: ${JSON.stringify(held)}`
  return [
    '{',
    ...['id', 'provider_id', 'tax_year'].map(key => line(1, `${escapeText(pair(key, record[key]))},`)),
    line(1, '"forms": [{'),
    line(2, `${escapeText(pair('year', form.year))},`),
    line(2, '"form_w2": [{'),
    line(3, '"employer": {'),
    line(4, `${escapeText(pair('name', entry.employer.name))}, …`),
    line(3, '},'),
    ...SHOWN_KEYS.map(key =>
      line(3, key === BOX ? marked(`${escapeText(pair(key, entry[key]))},`) : `${escapeText(pair(key, entry[key]))},`),
    ),
    line(3, '…'),
    line(2, '}], …'),
    line(1, '}]'),
    '}',
  ].join('\n')
}

/** Renders income with a row per category and a column per year, latest first. An asterisk marks incomplete amounts. */
function incomeTable(box) {
  const years = [...new Set(value.income.map(({ taxYear }) => taxYear))].sort().reverse()
  const categories = [...new Set(value.income.map(({ category }) => category))].sort()
  const cell = (category, year) => {
    const row = value.income.find(each => each.category === category && each.taxYear === year)
    if (row === undefined) return '<td></td>'
    const text = `${money(row.amount)}${row.complete ? '' : '<span class="footnote">*</span>'}`
    return `<td>${row.amount.toFixed(2) === box && category === 'wages' ? marked(text) : text}</td>`
  }
  const rows = categories.map(
    category =>
      `<tr><th scope="row"><code>${category}</code></th>${years.map(year => cell(category, year)).join('')}</tr>`,
  )
  return `<div class="table" tabindex="0" role="group" aria-label="Income of each year"><table class="figures"><caption><code>value.income</code></caption><thead><tr><td></td>${years.map(year => `<th scope="col">${year}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function monthlyTable() {
  const { qualifyingIncome, total } = value.underwriting
  const row = (name, amount, attributes = '') =>
    `<tr${attributes}><th scope="row"><code>${name}</code></th><td>${money(amount)}</td></tr>`
  const rows = qualifyingIncome.map(({ category, qualifyingMonthly }) => row(category, qualifyingMonthly))
  rows.push(row('total', total.qualifyingMonthly, ' class="total"'))
  return `<div class="table" tabindex="0" role="group" aria-label="Qualifying income of a month"><table class="figures"><caption><code>qualifyingIncome</code>, a month</caption><tbody>${rows.join('')}</tbody></table></div>`
}

/** Returns the HTML of the start page. Throws if no figure shows the highlighted box. */
export function startPage() {
  const { records } = JSON.parse(readFileSync(FIXTURE, 'utf8'))
  const record = records.find(({ id }) => id === RECORD)
  const box = record.forms[0].form_w2[0][BOX].toFixed(2)
  const income = incomeTable(box)
  if (!income.includes('<mark>'))
    throw new Error(`The start page follows ${BOX} of ${RECORD}, which is no figure of its own.`)
  const call = readFileSync(new URL('start-example.mjs', import.meta.url), 'utf8')
    .replaceAll('export ', '')
    .trim()
  const { policy, asOfYear } = value.underwriting
  const panel = (id, title, content) =>
    `<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${content}</section>\n`
  const code = (label, text) => `<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`
  return `<h1>Parsed tax records in, underwriting figures out</h1>
<p class="lead">Validated, normalized, de-duplicated, exact to the cent, and each figure traceable to its box.</p>
<div class="panels">
${panel('record', `One record of ${records.length}`, code('The record', recordOf(record)))}${panel(
  'call',
  'The call',
  `${code('The call', escapeText(call))}
<p class="note">It found ${value.documents.length} documents, ${value.documents.filter(({ status }) => status === 'counted').length} of which count, and ${issues.length} issues. What the same employer reported twice, to the software and to the IRS, counts once.</p>`,
)}${panel(
  'figures',
  'The figures',
  `${income}
${monthlyTable()}
<p class="note">Policy <code>${policy.name}</code>, as of ${asOfYear}. <b>*</b> is not whole: the basis of a sale is unknown.</p>`,
)}<ul class="entries">
<li><a href="playground/index.html" target="_self">Playground</a> your file becomes a report, in your browser alone</li>
<li><a href="report.html" target="_self">Report</a> the page of this borrower, under two policies</li>
<li><a href="docs/">Guide</a> the library, the command, recipes</li>
<li><a href="docs/tables.html">Tables</a> every table and column</li>
</ul>
</div>
`
}

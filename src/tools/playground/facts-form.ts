// The form of known facts about the chosen borrower, as HTML.
import { type Html, html } from '../../report/html.js'
import { toWords, upperFirst } from '../../report/labels.js'
import { HOUSEHOLD_REGIONS, PAY_PERIODS } from '../../underwriting/facts/known-facts.js'

/** Dates, numbers in dollars, hours or people, and lists of options. */
type FieldKind = 'date' | keyof typeof NUMBER_LIMITS | readonly string[]

const NUMBER_LIMITS = {
  dollars: html` min="0" max="1000000000" step="0.01"`,
  hours: html` min="0" max="168" step="any"`,
  people: html` min="1" max="100"`,
}

type FieldTable = Readonly<Record<string, readonly [label: string, kind: FieldKind]>>

const LOAN_FIELDS = {
  applicationDate: ['Date of the loan application', 'date'],
  obligations: ['Debt payments per month', 'dollars'],
  people: ['People in the household', 'people'],
  region: ['Region of the household', HOUSEHOLD_REGIONS],
} as const satisfies FieldTable

/** The options of the employer are those of the chosen borrower. */
const JOB_FIELDS = {
  employer: ['Employer', []],
  pay: ['Pay', 'dollars'],
  payPeriod: ['Paid per', PAY_PERIODS],
  hoursPerWeek: ['Hours per week, if paid by the hour', 'hours'],
  yearToDate: ['Base pay since January 1', 'dollars'],
  paidThrough: ['Paid through', 'date'],
  endDate: ['Last day, if the job is over', 'date'],
} as const satisfies FieldTable

/** The names of the fields. */
export type FactsFieldName = keyof typeof LOAN_FIELDS | keyof typeof JOB_FIELDS

const renderOption = (name: string): Html => html`<option value="${name}">${upperFirst(toWords(name))}</option>`

function renderControl(name: string, kind: FieldKind): Html {
  if (kind === 'date') return html`<input id="${name}" name="${name}" type="date" min="1900-01-01" max="2100-12-31">`
  if (typeof kind === 'string') return html`<input id="${name}" name="${name}" type="number"${NUMBER_LIMITS[kind]}>`
  return html`<select id="${name}" name="${name}"><option value=""></option>${kind.map(renderOption)}</select>`
}

const renderFields = (fields: FieldTable): Html =>
  html`<div class="fields">${Object.entries(fields).map(([name, [label, kind]]) => html`<p><label for="${name}">${label}</label>${renderControl(name, kind)}</p>`)}</div>`

/** The form before a borrower is chosen. Browsers do not save the entries of a form without autocomplete. */
export const FACTS_FORM: Html = html`<details id="known"><summary>What you know about this borrower</summary>
<form id="facts" autocomplete="off" aria-describedby="facts-note">
<p class="note">Every field is optional. The figures change while you type. The page forgets the facts when you choose another file.</p>
<fieldset><legend>Loan and household</legend>${renderFields(LOAN_FIELDS)}</fieldset>
<fieldset id="job"><legend>A job</legend>${renderFields(JOB_FIELDS)}</fieldset>
<fieldset id="closing"><legend>Conditions that you close</legend><p><label for="by">Closed by</label><input id="by" name="by" required maxlength="100" value="Underwriter"></p><ul id="closable" data-result></ul></fieldset>
<p><button type="reset">Clear</button></p>
<p id="facts-note" role="status" data-result></p></form></details>`

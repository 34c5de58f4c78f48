// The folder `tools/playground` is the page on which a visitor tries the library in the browser. This file has the
// page's HTML before the user chooses a file. It is generated when the site is built.

import { type Html, html } from '../../report/html.js'
import { labelOfPolicy } from '../../report/labels.js'
import { SCRIPT_HASH, STYLE_HASH, writeDocument } from '../../report/page.js'
import type { TableSpec } from '../../tables/table.js'
import { selectTables } from '../../tables/tables.js'
import { DEFAULT_PRESET, PRESET_IDS, PRESETS } from '../../underwriting/policies/presets.js'
import { DOWNLOADS } from './downloads.js'
import { FACTS_FORM } from './facts-form.js'

export { STYLE } from '../../report/page.js'

/** The examples on the page, as paths in `fixtures` with titles. The bundle contains the files. */
export const EXAMPLES: readonly (readonly [file: string, title: string])[] = [
  ['borrower.ndjson', 'A borrower with three years'],
  ['dossiers.ndjson', 'Eight borrowers'],
  ['liabilities-dossier.json', 'Debts, liens and a mortgage'],
  ['loan-files/dossier.json', 'With a loan application'],
  ['quirks/broken-box.json', 'An amount that cannot be read'],
  ['quirks/ndjson-truncated-line.ndjson', 'A line that is cut off'],
  ['quirks/json-malformed.json', 'A file that is not JSON'],
]

const options = PRESET_IDS.map(
  name =>
    html`<option value="${name}"${name === DEFAULT_PRESET && html` selected`}>${labelOfPolicy(name)} (${PRESETS[name].ruleVersion})</option>`,
)
const comparisonOptions = PRESET_IDS.map(name => html`<option value="${name}">${labelOfPolicy(name)}</option>`)

const tableItem = ({ name, doc }: TableSpec): Html =>
  html`<li><code>${name}</code><span>${doc}</span><span class="formats">${Object.entries(DOWNLOADS).map(
    ([format, { family: title }]) =>
      html`<button type="button" data-table="${name}" data-format="${format}" aria-label="${title}, ${name}">${title}</button>`,
  )}</span></li>
`

const tableList = (tables: readonly TableSpec[]): Html => html`<ul class="tables">${tables.map(tableItem)}</ul>`

const mainTables = selectTables(null).tables
const formTables = selectTables(['all']).tables.filter(({ name }) => !mainTables.some(table => table.name === name))

/** The content of the page's HTML file. */
export const SHELL = writeDocument({
  // The report's frame and the worker inherit this policy from the page, so it also allows what they need.
  sources: [
    `script-src 'self' ${SCRIPT_HASH}`,
    `style-src 'self' ${STYLE_HASH}`,
    'worker-src blob:',
    'frame-src blob:',
    "connect-src 'none'",
  ],
  head: html`<meta name="description" content="A file of parsed tax records becomes an income report, in the browser: nothing is sent anywhere.">
<title>Playground, taxtally</title>
<link rel="stylesheet" href="playground.css">
<script src="playground.js" defer></script>`,
  main: html`<header>
<p class="kind"><a href="../index.html">taxtally</a></p>
<h1>Playground</h1>
<p>A file of parsed tax records becomes an income report, in this page. <strong>Nothing leaves your machine</strong>: the page’s own security policy blocks every server, and it keeps nothing when you close it.</p>
</header>
<noscript><p>This page needs JavaScript, which your browser does not run.</p></noscript>
<section aria-labelledby="choose">
<h2 id="choose">A file</h2>
<div class="drop" id="drop"><label for="files">Choose files, or drop them here</label><input id="files" type="file" multiple aria-describedby="files-note">
<p class="note" id="files-note">Records, taxpayers or dossiers: lines of NDJSON, a JSON array or concatenated JSON values, in UTF-8 or UTF-16, gzip or plain; 256 MB at most. Several files count as one input.</p></div>
<div id="work" hidden><label for="share" id="doing">Reading</label><progress id="share" max="1" value="0"></progress><button type="button" id="cancel">Cancel</button></div>
<p id="told" role="status" tabindex="-1"></p>
<div id="figures" role="group" aria-labelledby="figures-name" hidden><p id="figures-name" data-result></p><div class="cards" id="cards" data-result></div>
${FACTS_FORM}</div>
<div class="two choose">
<fieldset><legend>Or an example with invented people</legend><ul class="examples">${EXAMPLES.map(([file, title]) => html`<li><button type="button" data-example="${file}">${title}</button></li>`)}</ul></fieldset>
<fieldset><legend>Guideline</legend>
<p><label for="policy">Guideline</label><select id="policy">${options}</select></p>
<p><label for="beside">Compare with</label><select id="beside"><option value="">none</option>${comparisonOptions}</select></p></fieldset>
</div>
</section>
<div id="found" hidden>
<nav aria-label="Parts"><ul><li id="to-issues"><a href="#issues">Issues</a></li><li id="to-borrowers"><a href="#borrowers">Borrowers</a></li><li><a href="#tables">Tables</a></li><li><a href="#report">Report</a></li></ul></nav>
<section id="issues" aria-labelledby="issues-title"><h2 id="issues-title">Issues</h2><div id="issue-list" data-result></div></section>
<section id="borrowers" aria-labelledby="borrowers-title"><h2 id="borrowers-title">Borrowers</h2>
<p class="find" id="find"><label for="search">Find by identifier</label><input id="search" type="search" autocomplete="off" spellcheck="false"></p>
<div class="wide" tabindex="0" role="group" aria-labelledby="borrowers-title"><table><thead><tr id="borrower-head"></tr></thead><tbody id="borrower-rows" data-result></tbody></table></div>
<p class="pager" id="pager"><button type="button" id="earlier">Earlier</button><span id="range"></span><button type="button" id="later">Later</button></p></section>
<section id="tables" aria-labelledby="tables-title"><h2 id="tables-title">Tables</h2>
<p class="find"><label for="shown-table">Table</label><select id="shown-table"><option value="">Choose a table</option>${[...mainTables, ...formTables].map(({ name }) => html`<option>${name}</option>`)}</select><label for="filter">Rows that contain</label><input id="filter" type="search" autocomplete="off" spellcheck="false"></p>
<div class="wide rows" id="row-box" tabindex="0" role="group" aria-labelledby="tables-title"><table><thead><tr id="row-head"></tr></thead><tbody id="rows" data-result></tbody></table></div>
<p class="note" id="row-note" role="status"></p>
<p class="pager"><button type="button" id="zip">Download everything as one ZIP file</button></p>
<details><summary>Download them as CSV or Parquet</summary>
<p class="note">All borrowers in the files, with the figures of the chosen guidelines, as <code>taxtally convert</code> writes them.</p>
${tableList(mainTables)}
<h3>One table per form, with one column per box</h3>
${tableList(formTables)}</details></section>
<section id="report" aria-labelledby="report-title"><h2 id="report-title" tabindex="-1">Report</h2>
<p class="pager"><a id="open" target="_blank" rel="noopener">Open in a new tab</a><a id="save">Save as a file</a></p>
<p id="long" hidden>The report is too long to show here.</p>
<iframe id="frame" title="Report" sandbox="allow-same-origin" referrerpolicy="no-referrer"></iframe></section>
</div>`,
})

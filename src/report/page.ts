import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { VERSION } from '../version.js'
import { Html, type HtmlPart, html } from './html.js'

/**
 * The style sheet of every page: one type scale, one accent color, light and dark mode, screen and print. It is the same
 * for every borrower, so that a content security policy can allow it by its hash. The title at the top of a printed page
 * comes from an attribute of the root element. Chromium prints it from version 133 on.
 */
export const STYLE = `:root{--title:attr(data-title);color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d5d9de;--paper:#fff;--wash:#f5f6f8;--accent:#0b57a4;--c0:#2f6db3;--c1:#b5651d;--c2:#3c8a5a;--c3:#8a5bb0;--c4:#a84a5c;--c5:#747b84}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#a2abb5;--line:#3a4149;--paper:#14171a;--wash:#1d2226;--accent:#83b8f2;--c0:#6aa3e0;--c1:#d9924f;--c2:#62b483;--c3:#b48fd6;--c4:#d67d8d;--c5:#98a1ab}}
*{box-sizing:border-box}
html{font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--paper);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
body{margin:0 auto;max-width:72rem;padding:1.5rem 1rem 4rem}
h1,h2,h3,p,ul,dl,dd,figure,table{margin:0;padding:0}
h1{font-size:1.75rem;line-height:1.2}
h2{font-size:1.25rem;line-height:1.3}
h3,caption,figcaption{font-size:1rem;font-weight:600;text-align:left}
main>section{margin-top:2.5rem}
main>section>h2{border-bottom:1px solid var(--line);padding-bottom:.25rem;margin-bottom:1rem}
.kind,.note,i,figcaption,nav{color:var(--soft);font-size:.875rem;font-style:normal}
a{color:inherit;text-decoration:underline dotted var(--soft) 1px;text-underline-offset:.2em}
a:hover{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
:target{background:var(--wash);outline:2px solid var(--accent)}
ul{padding-left:1.25rem}
li{margin:.15rem 0}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:1rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:1rem;margin-top:1rem}
.card{border:1px solid var(--line);border-radius:.5rem;padding:1rem;background:var(--wash);max-width:36rem}
.card dl{margin-top:.75rem}
.card dl div{display:flex;justify-content:space-between;gap:1rem}
.card dt{color:var(--soft)}
.card dd{text-align:right;white-space:nowrap}
.card .big{flex-wrap:wrap;align-items:baseline;gap:0 1rem}
.card .big dt{color:var(--ink);font-weight:600}
.card .big dd{font-size:1.75rem;font-weight:600;line-height:1.2;margin-left:auto}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:1.5rem 2rem;margin-top:1.5rem}
.wide{overflow-x:auto;margin-bottom:.5rem;padding-right:.75rem}
.wide+.wide,.note+.wide,.how+.wide{margin-top:1.5rem}
.m{display:inline-block;width:0}
table{overflow-wrap:break-word;border-collapse:collapse;min-width:100%;font-size:.875rem;line-height:1.35}
caption{padding-bottom:.25rem;caption-side:top}
caption>span{display:inline-block;position:sticky;left:0;max-width:calc(100vw - 2rem)}
th,td{padding:.3rem .6rem;text-align:right;vertical-align:top;border-bottom:1px solid var(--line);white-space:nowrap}
th{font-weight:400}
thead th{color:var(--soft);vertical-align:bottom;border-bottom-color:var(--soft)}
tr>:first-child{text-align:left;padding-left:0;position:sticky;left:0;background:var(--paper)}
:target>*,:target>:first-child{background:var(--wash)}
tr>:last-child{padding-right:0}
tbody th{white-space:normal;min-width:7rem}
th:has(>.w),td:has(>.w),td.w{text-align:left}
td .w,td.w{white-space:normal}
td .w{display:inline-block;min-width:6.5rem}
td.w{min-width:5.5rem;max-width:18rem;overflow-wrap:anywhere}
td.s{min-width:0;white-space:nowrap}
.total>*{font-weight:600;border-bottom-color:var(--soft)}
.part>:first-child{padding-left:1rem}
.how{margin:.75rem 0 1.5rem}
details{border-bottom:1px solid var(--line)}
main>.section{margin-top:1rem}
.section>summary>h2{display:inline}
.sign{display:none}
summary{cursor:pointer;padding:.35rem 0;font-size:.875rem}
.line{display:inline-flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;width:calc(100% - 1.75rem);vertical-align:top}
.line>:first-child{flex:1 1 9rem}
.v{white-space:nowrap;margin-left:auto}
.tree,.tree ul{list-style:none;padding-left:.75rem;font-size:.875rem}
.tree ul{border-left:1px solid var(--line)}
.tree{padding-bottom:.75rem}
.tree .line{width:100%}
.out{color:var(--soft)}
.s-counted{font-weight:600}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:1.5rem;margin-bottom:1.5rem}
figure{max-width:32rem}
figure>svg{display:block;width:100%;height:auto;margin:.5rem 0}
svg text{font-size:10px;fill:var(--ink)}
.mid{text-anchor:middle}.end{text-anchor:end}
.grid{stroke:var(--line)}.zero{stroke:var(--soft)}
.c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}
.legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.875rem}
.swatch{width:.7em;height:.7em}
button{font:inherit;font-size:.875rem;color:inherit;background:var(--wash);border:1px solid var(--soft);border-radius:.25rem;padding:.25rem .75rem;margin-top:1rem;cursor:pointer}
@media screen and (max-width:40rem){.scripted .wide{overflow:visible;padding:0}
.scripted :is(table,caption,tbody,tr,tbody th,td){display:block}
.scripted thead{display:none}
.scripted .m{width:auto}
.scripted tbody tr{padding:.4rem 0;border-bottom:1px solid var(--line)}
.scripted tbody tr>*{border:0;padding:.1rem 0;position:static}
.scripted tbody th{font-weight:600}
.scripted tbody td{display:flex;justify-content:space-between;gap:1rem;max-width:none;white-space:normal;text-align:right}
.scripted td::before{content:attr(data-label);color:var(--soft);text-align:left;flex:none;max-width:45%}
.scripted tbody td:is(:empty,:has(>.w:empty)){display:none}}
footer{margin-top:3rem;color:var(--soft);font-size:.875rem}
@page{size:auto;margin:14mm 12mm 16mm;@top-left{content:var(--title);font:8pt sans-serif;color:#444}@bottom-left{content:"Arithmetic on documents, not lending or legal advice";font:8pt sans-serif;color:#444}@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt sans-serif;color:#444}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--wash:#fff}
html{font-size:9.5pt;line-height:1.35}
body{max-width:none;padding:0}
table,.tree,summary,.legend,.note{font-size:8pt;line-height:1.25}
th,td{padding:.08rem .25rem}
.wide{overflow:visible;padding-right:.6rem}
tr>:first-child,caption>span{position:static}
td .w,td.w,td.s{min-width:0}
tbody th{min-width:5rem}
.wide+.wide,.note+.wide{margin-top:.6rem}
nav,button,footer,.screen{display:none}
.how:not(:has(details[open])),.how details:not([open]){display:none}
.section::details-content{display:block;content-visibility:visible;height:auto}
.section>summary{list-style:none;padding:0}
.sign{display:grid;grid-template-columns:2fr 1fr;gap:1rem;margin:1rem .6rem 0 0;break-inside:avoid}
.sign p{border:1px solid var(--line);padding:.25rem .5rem;height:3.5rem}
#sources ul,#look ul{columns:2;column-gap:2rem;font-size:8pt;line-height:1.25}
.pictures{gap:.5rem;margin-bottom:.5rem}
.requests main>:not(header,#conditions,.sign){display:none}
main>section,main>.section{margin-top:1rem;border:0}
main>section>h2{margin-bottom:.4rem}
h2,h3,caption,thead,.section>summary{break-after:avoid}
tbody tr:first-child{break-before:avoid}
tr,li,figure,.card,summary{break-inside:avoid}
thead{display:table-header-group}
a{text-decoration:none}
figure{max-width:7cm}}
`

/**
 * Opens or closes everything, prints the list of conditions alone, and opens the sections for a print. A link also opens
 * its target. The cells of a card have the headings of their columns as labels. Without the script, the page is still
 * readable.
 */
const SCRIPT = `const all=[...document.querySelectorAll('details')],sections=all.filter(each=>each.className),body=document.body
const [button,requests]=document.querySelectorAll('button')
button.hidden=requests.hidden=false
body.classList.add('scripted')
for(const {tHead,tBodies:[{rows}]} of document.querySelectorAll('table'))for(const row of rows)
[...row.cells].forEach((cell,i)=>{cell.dataset.label=tHead.rows[0].cells[i].textContent})
button.addEventListener('click',()=>{const open=all.some(each=>!each.open)
for(const each of all)each.open=open
button.textContent=open?'Close everything':'Open everything'})
requests.addEventListener('click',()=>{body.classList.add('requests');print();body.classList.remove('requests')})
let closed=[]
addEventListener('beforeprint',()=>{closed=sections.filter(each=>!each.open);for(const each of closed)each.open=true})
addEventListener('afterprint',()=>{for(const each of closed)each.open=false})
const show=()=>{const at=document.getElementById(decodeURIComponent(location.hash.slice(1)))
for(let each=at;each;each=each.parentElement)if(each.tagName==='DETAILS')each.open=true
if(at)at.scrollIntoView()}
addEventListener('hashchange',show)
show()
`

const hashForPolicy = (text: string): string => `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))}'`

/** The hashes with which the content security policy allows the page's only style sheet and only script. */
export const STYLE_HASH = hashForPolicy(STYLE)
export const SCRIPT_HASH = hashForPolicy(SCRIPT)

export const FOOTER = `Made by taxtally ${VERSION}. Arithmetic on documents, not lending or legal advice.`

interface PageParts {
  /** The sources that the content security policy allows in addition to its fixed rules. */
  readonly sources: readonly string[]
  readonly head: Html
  /** The title at the top of every printed page. */
  readonly printedTitle?: string
  readonly main: HtmlPart
  readonly end?: Html
}

/** Renders a complete HTML document. Its content security policy blocks everything except the given sources. */
export function writeDocument({ sources, head, printedTitle, main, end }: PageParts): string {
  const policy = ["default-src 'none'", ...sources, "base-uri 'none'", "form-action 'none'"].join('; ')
  return html`<!doctype html>
<html lang="en"${printedTitle !== undefined && html` data-title="${printedTitle}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${head}
</head>
<body>
<main>
${main}
</main>
<footer>${FOOTER}</footer>
${end}</body>
</html>
`.text
}

/**
 * Renders a page with its style sheet. Adds the script if the page has collapsible figures (`isCollapsible`). The title is
 * also at the top of every printed page.
 */
export function page(title: string, content: HtmlPart, isCollapsible = true): string {
  return writeDocument({
    sources: [`style-src ${STYLE_HASH}`, `script-src ${SCRIPT_HASH}`],
    head: html`<title>${title}</title>
${new Html(`<style>${STYLE}</style>`)}`,
    printedTitle: title,
    main: content,
    end: html`${isCollapsible && new Html(`<script>${SCRIPT}</script>`)}
`,
  })
}

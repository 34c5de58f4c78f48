import { randomBytes } from 'node:crypto'
import { type Html, html } from '../../report/html.js'
import { KNOWN_PROVIDERS, providerName } from '../resources/provider.js'
import { nameOf } from './connections.js'
import type { SandboxDossier, Visit } from './state.js'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem;color:#1b2530}
h1{font-size:1.4rem}label{display:block;margin:1rem 0 .25rem}select,button{font:inherit;padding:.5rem .75rem}
select{width:100%;max-width:100%}h2{font-size:1.1rem}li{margin:.75rem 0}a{color:#0b57a4}
pre{white-space:pre-wrap}pre,code{overflow-wrap:anywhere}button{margin:1.5rem .5rem 0 0}.note{color:#596674;font-size:.875rem}`

/** How many people the page lists. */
const LISTED = 200

/** Answers with a hosted page. Scripts, styles and framing are allowed to what the page itself needs. */
export function renderPage(
  title: string,
  body: Html,
  visit: Visit | null,
  script = '',
  status = 200,
): Response {
  const nonce = randomBytes(16).toString('base64')
  const redirect = visit?.flow === 'redirect' ? ` ${new URL(visit.target).origin}` : ''
  const frame = visit?.flow === 'embedded' ? visit.target : "'none'"
  // The script is made by the sandbox alone, of values written by `scriptValue`.
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${body.text}<p class="note">A sandbox. Nothing leaves this machine but what it is told to send.</p></main>
${script === '' ? '' : `<script nonce="${nonce}">${script}</script>`}</body></html>`
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'${redirect}; frame-ancestors ${frame}`,
    },
  })
}

/** A value as a script can hold it: no text can end the script element. */
export const scriptValue = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** A page that says that a visit cannot begin, or is over. */
export const renderNotice = (title: string, text: string, status: number): Response =>
  renderPage(title, html`<h1>${title}</h1><p>${text}</p>`, null, '', status)

/** The page of a visit at its stage: choose a provider, consent, connect. */
export function renderVisit(visit: Visit, people: readonly SandboxDossier[]): Response {
  if (visit.stage === 'opened') return renderPage('Choose your provider', chooseProvider(people), visit)
  if (visit.stage === 'selected') return renderPage('Your consent', askConsent(visit), visit)
  return renderPage('Connect', askConnect(visit), visit)
}

const close = html`<form method="post"><button name="action" value="close" id="close">Close</button></form>`

const providersOf = (person: SandboxDossier): string =>
  [...new Set(person.records.map(record => String(record['provider_id'])))].join(', ')

const chooseProvider = (people: readonly SandboxDossier[]): Html => html`<h1>Choose your provider</h1>
<form method="post">
<label for="provider">Tax record provider</label>
<select id="provider" name="provider_id">${KNOWN_PROVIDERS.map(id => html`<option value="${id}">${providerName(id)}</option>`)}</select>
<label for="person">Person (sandbox)</label>
<select id="person" name="person">${people
  .slice(0, LISTED)
  .map(
    (person, index) =>
      html`<option value="${index}">${nameOf(person)} (records: ${providersOf(person)})</option>`,
  )}</select>
<button name="action" value="select" id="continue">Continue</button></form>${close}`

const askConsent = (visit: Visit): Html => html`<h1>Your consent</h1>
<p>${visit.connection?.taxpayer.name ?? ''}, may the application ${visit.client.id} read your tax records
of ${visit.connection?.providerId ?? ''}?</p>
<form method="post"><button name="action" value="consent" id="consent">I consent</button></form>${close}`

const askConnect = (visit: Visit): Html => html`<h1>Connect</h1>
<form method="post">
<p>Connect to ${visit.connection?.providerId ?? ''}.</p>
<label for="outcome">Outcome (sandbox)</label>
<select id="outcome" name="outcome"><option value="connected">The provider connects</option>
<option value="provider_timeout">The provider does not answer</option>
<option value="authorization_rejected">The authorization is rejected</option></select>
<button name="action" value="connect" id="connect">Connect</button></form>${close}`

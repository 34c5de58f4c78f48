import { randomBytes } from 'node:crypto'
import { type Html, html } from '../../report/html.js'
import { formatProviderName, KNOWN_PROVIDERS } from '../contract/provider.js'
import { getPersonName, listProviders, type SandboxDossier } from './generate.js'
import type { Sandbox } from './sandbox.js'
import type { ConnectVisit } from './state.js'

const PAGE_STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem;color:#1b2530}
h1{font-size:1.4rem}label{display:block;margin:1rem 0 .25rem}select,button{font:inherit;padding:.5rem .75rem}
select{width:100%;max-width:100%}h2{font-size:1.1rem}li{margin:.75rem 0}a{color:#0b57a4}
pre{white-space:pre-wrap}pre,code{overflow-wrap:anywhere}button{margin:1.5rem .5rem 0 0}.note{color:#596674;font-size:.875rem}`

/** The maximum number of people that the page lists. */
const MAX_LISTED_PEOPLE = 200

/** Returns a hosted page as a response. Its security policy allows only the scripts, styles and frames in use. */
export function renderPage(title: string, body: Html, visit: ConnectVisit | null, script = '', status = 200): Response {
  const nonce = randomBytes(16).toString('base64')
  const redirect = visit?.flow === 'redirect' ? ` ${new URL(visit.target).origin}` : ''
  const frame = visit?.flow === 'embedded' ? visit.target : "'none'"
  // The script is the sandbox's own code, and `toScriptValue` escapes the values in it.
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${PAGE_STYLE}</style></head>
<body><main>${body.text}<p class="note">This is a sandbox. It sends nothing to other machines except the webhooks that you register. The service has a different page, which its API document does not show.</p></main>
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

/** Writes a value as JSON for a script. Escapes `<`, so that no text in the value can end the script element. */
export const toScriptValue = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Returns a page with a title and a message, for a visit that is over or cannot begin. */
export const renderNotice = (title: string, text: string, status: number): Response =>
  renderPage(title, html`<h1>${title}</h1><p>${text}</p>`, null, '', status)

/** Returns the page of a visit's stage: choose a provider, consent, or connect. */
export function renderVisit(visit: ConnectVisit, people: readonly SandboxDossier[]): Response {
  if (visit.stage === 'opened') return renderPage('Choose your provider', renderProviderChoice(people), visit)
  if (visit.stage === 'selected') return renderPage('Your consent', renderConsent(visit), visit)
  return renderPage('Connect', renderConnect(visit), visit)
}

const closeForm = html`<form method="post"><button name="action" value="close" id="close">Close</button></form>`

const renderProviderChoice = (people: readonly SandboxDossier[]): Html => html`<h1>Choose your provider</h1>
<form method="post">
<label for="provider">Tax record provider</label>
<select id="provider" name="provider_id">${KNOWN_PROVIDERS.map(id => html`<option value="${id}">${formatProviderName(id)}</option>`)}</select>
<label for="person">Person (sandbox)</label>
<select id="person" name="person">${people
  .slice(0, MAX_LISTED_PEOPLE)
  .map(
    (person, index) =>
      html`<option value="${index}">${getPersonName(person)} (records: ${listProviders(person).join(', ')})</option>`,
  )}</select>
<button name="action" value="select" id="continue">Continue</button></form>${closeForm}`

const renderConsent = (visit: ConnectVisit): Html => html`<h1>Your consent</h1>
<p>${visit.connection?.taxpayer.name ?? ''}, may the application ${visit.client.id} read your tax records
of ${visit.connection?.providerId ?? ''}?</p>
<form method="post"><button name="action" value="consent" id="consent">I consent</button></form>${closeForm}`

const renderConnect = (visit: ConnectVisit): Html => html`<h1>Connect</h1>
<form method="post">
<p>Connect to ${visit.connection?.providerId ?? ''}.</p>
<label for="outcome">Outcome (sandbox)</label>
<select id="outcome" name="outcome"><option value="connected">The provider connects</option>
<option value="provider_timeout">The provider does not answer</option>
<option value="authorization_rejected">The authorization is rejected</option></select>
<button name="action" value="connect" id="connect">Connect</button></form>${closeForm}`

/** Returns the page at the base URL, which explains the sandbox and the next steps. It shows no secret. */
export function renderLanding(sandbox: Sandbox, origin: string): Response {
  const { id, redirectUris } = sandbox.client
  const json = `-H 'content-type: application/json'`
  const links = redirectUris.map(
    address =>
      html`<li><a href="/connect?client_id=${encodeURIComponent(id)}&redirect_uri=${encodeURIComponent(address)}">Open the connect page</a>, which ends at <code>${address}</code>.</li>`,
  )
  const body = html`<h1>The collection service, on this machine</h1>
<p>Base URL <code>${origin}</code>, client id <code>${id}</code>, people: ${sandbox.people.length}. The command that started
it printed the client secret and the webhook secret.</p>
<h2>What to do next</h2>
<ol>${links}
<li>Or authorize without a browser:<pre>curl -X POST ${origin}/_sandbox/authorize ${json} -d '{"person": 0}'</pre></li>
<li>Exchange the code for an access token:<pre>curl -X POST ${origin}/auth/token ${json} \\
  -H 'Service-API-Version: 2024-01-01' \\
  -d '{"client_id": "${id}", "client_secret": "…", "code": "…"}'</pre></li>
<li>Read the records with it:<pre>curl ${origin}/records -H 'Service-API-Version: 2024-01-01' \\
  -H 'Authorization: Bearer …'</pre></li>
<li>Have events delivered: <code>taxtally listen --forward-to http://localhost:3000/webhooks</code>, and in another
terminal <code>taxtally trigger taxpayer.status_changed</code>.</li></ol>
<p>All controls for tests: <a href="/_sandbox">/_sandbox</a>. The people: <a href="/_sandbox/people">/_sandbox/people</a>.</p>`
  return renderPage('The collection service, on this machine', body, null)
}

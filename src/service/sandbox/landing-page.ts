import type { Hono } from 'hono'
import { html } from '../../report/html.js'
import { renderPage } from './hosted-page.js'
import type { Sandbox } from './sandbox.js'

/** The page at the base URL: what this is, and what to do next. It shows no secret. */
export function landingRoutes(routes: Hono, sandbox: Sandbox): void {
  routes.get('/', context => {
    const { origin } = new URL(context.req.url)
    const { id, redirectUris } = sandbox.client
    const json = `-H 'content-type: application/json'`
    const links = redirectUris.map(
      address =>
        html`<li><a href="/connect?client_id=${encodeURIComponent(id)}&redirect_uri=${encodeURIComponent(address)}">Open the connect page</a>, which ends at <code>${address}</code>.</li>`,
    )
    const body = html`<h1>The collection service, on this machine</h1>
<p>Base URL <code>${origin}</code>, client id <code>${id}</code>, ${sandbox.people.length} people. The command that started
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
  })
}

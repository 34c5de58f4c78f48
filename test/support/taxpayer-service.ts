import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveForTest } from './serve.js'

/** The credentials for the fake service, which accepts any. */
export const SERVICE_ENV = { TAXTALLY_CLIENT_ID: 'app', TAXTALLY_CLIENT_SECRET: 'cs_CANARY' }

/** Ends a response itself if it returns true. */
type Answer = (request: IncomingMessage, response: ServerResponse, id: string) => boolean | undefined

/**
 * Serves taxpayers whose token is `at_` and the id, and records each request without its headers. `answer` may end a
 * response itself; then it returns true.
 */
export async function serveTaxpayers(answer: Answer = () => false) {
  const calls: string[] = []
  const statuses = new Map<string, string>()
  const { url } = await serveForTest((request, response) => {
    const path = request.url ?? ''
    const bearer = /^Bearer at_(.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const id = bearer ?? path.split('/')[3] ?? ''
    calls.push(`${request.method} ${path}`)
    if (answer(request, response, id) === true) return
    const status = statuses.get(id) ?? 'COMPLETED'
    if (path.startsWith('/auth/')) response.end(JSON.stringify({ access_token: `at_${id}`, taxpayer_id: id }))
    else if (path === '/tax-payer') response.end(JSON.stringify({ id, status }))
    else response.end(path === '/records' ? '[]' : '{"status":"success"}')
  })
  return { url, calls, statuses }
}

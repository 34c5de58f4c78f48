// A service that was written from the API document alone. It shares no code with the library and its sandbox, and has no
// controls. Where the document leaves something open, it chooses otherwise than the sandbox: ids of records and jobs have
// reserved characters, errors have other statuses and bodies, /providers is an object, a document id is not a UUID, and
// fields that are not guaranteed are absent.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const VERSION = '2024-01-01'

/** Returns the tax records of a taxpayer of this service. */
const makeRecords = number => [
  {
    id: `rec/${number}?1`,
    name: 'Wage and Income',
    tax_year: '2023',
    provider_id: 'irs-tax-pro',
    date: '2024-02-03T04:05:06Z',
    forms: [
      {
        type: 'WAID',
        year: '2023',
        ssn: 'XXX-XX-1234',
        form_w2: [
          {
            employer: { ein: '00-1234567', name: 'ORCHARD', address: '1 A ST' },
            employee: { ssn: 'XXX-XX-1234', name: 'ALEX', address: '2 B ST' },
            submission_type: 'Original document',
            wages_tips_other_compensation: 41_000 + number,
            federal_income_tax_withheld: 4_100,
            retirement_plan_indicator: false,
          },
        ],
      },
    ],
  },
]

const readBody = async request => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Starts the service for one application. `webhook` is the address and the secret of its endpoint. */
export async function startIndependentService({ clientId, clientSecret, webhook }) {
  const codes = new Map()
  const tokens = new Map()
  const taxpayers = new Map()
  const jobs = new Map()
  let count = 0
  let eventCount = 0
  const clientBearer = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')

  async function send(event, data) {
    if (webhook === undefined) return
    const issued = Date.now()
    const body = JSON.stringify({ event, id: `ev_${++eventCount}`, data, created_at: new Date(issued).toISOString() })
    const hash = createHmac('sha256', webhook.secret).update(`${issued}.${body}`).digest('hex')
    await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Service-Signature': `t=${issued},v1=${hash}` },
      body,
    })
  }

  const makeToken = (taxpayer, providerId) => {
    const token = randomBytes(12).toString('hex')
    tokens.set(token, { taxpayer, providerId })
    return token
  }
  const answerToken = (taxpayer, providerId) => ({
    taxpayer_id: taxpayer.id,
    provider_id: providerId,
    access_token: makeToken(taxpayer, providerId),
  })
  const createTaxpayer = () => {
    const taxpayer = { id: randomUUID(), number: ++count, name: 'Alex Doe', status: 'CREATED', isCleared: false }
    taxpayers.set(taxpayer.id, taxpayer)
    return taxpayer
  }
  const complete = async taxpayer => {
    taxpayer.status = 'COMPLETED'
    const taxpayerFields = { taxpayer_id: taxpayer.id, provider_id: 'irs_tax_pro' }
    await send('taxpayer.status_changed', { ...taxpayerFields, status: 'COMPLETED', status_description: 'Done' })
  }

  /** Returns the status and the body of an answer. A text is sent as text, bytes as a file. */
  async function answer(request, path, body) {
    const route = `${request.method} ${path}`
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if ((request.headers['service-api-version'] ?? VERSION) !== VERSION) return [406, { problem: 'version' }]
    const json = () => {
      try {
        return JSON.parse(body.toString())
      } catch {
        return null
      }
    }

    if (route === 'POST /auth/token') {
      const fields = json()
      const isAsync = request.headers['x-service-async']
      if (isAsync !== undefined && isAsync !== 'true') return [400, 'Invalid Request']
      if (fields?.client_id !== clientId || fields.client_secret !== clientSecret) return [401, 'Unauthorized']
      const taxpayer = codes.get(fields.code)
      if (taxpayer === undefined || fields.redirect_uri !== undefined) return [400, 'Invalid Request']
      codes.delete(fields.code)
      if (isAsync === undefined) await complete(taxpayer)
      else setTimeout(() => complete(taxpayer), 50)
      return [200, answerToken(taxpayer, 'irs_tax_pro')]
    }

    const isClient = bearer === clientBearer
    const tokenPath = /^GET \/auth\/tax-payer\/([^/]+)\/token$/.exec(route)
    if (tokenPath !== null) {
      if (!isClient) return [401, {}]
      const taxpayer = taxpayers.get(decodeURIComponent(tokenPath[1]))
      const latest = [...tokens].findLast(([, grant]) => grant.taxpayer === taxpayer)
      if (latest === undefined) return [410, {}]
      return [200, { access_token: latest[0], taxpayer_id: taxpayer.id, status: taxpayer.status }]
    }
    if (route === 'POST /client-links')
      return isClient ? [200, { url: 'https://connect.example.invalid/l/1', id: 'link_1' }] : [401, {}]
    if (route === 'POST /providers/irs/f8821/unsigned') {
      if (!isClient) return [401, { message: 'No.' }]
      const fields = json()
      if (typeof fields?.personalInfo !== 'object') return [422, { message: 'personalInfo is missing.' }]
      return [200, Buffer.from('%PDF-1.4\n%%EOF\n'), { 'x-document-id': 'doc_77' }]
    }
    const upload = /^POST \/providers\/irs\/f8821\/upload\/([^/]+)$/.exec(route)
    if (upload !== null) {
      if (!isClient) return [401, { message: 'No.' }]
      if (upload[1] !== 'doc_77') return [404, { message: 'There is no such document.' }]
      if (!body.includes('name="file"') || !body.includes('%PDF-')) return [400, { message: 'There is no file.' }]
      return [200, answerToken(createTaxpayer(), 'irs')]
    }

    const grant = tokens.get(bearer)
    if (grant === undefined) return [401, {}]
    const { taxpayer, providerId } = grant
    const refresh = /^(POST|GET) \/tax-payer\/([^/]+)\/refresh(?:\/([^/]+))?$/.exec(route)
    if (refresh !== null) {
      if (decodeURIComponent(refresh[2]) !== taxpayer.id) return [403, {}]
      const job = { jobId: refresh[3] === undefined ? `job/${++count}?` : decodeURIComponent(refresh[3]) }
      if (refresh[1] === 'GET')
        return jobs.has(job.jobId) ? [200, { status: nextStatus(job.jobId), ...job }] : [404, {}]
      jobs.set(job.jobId, 0)
      taxpayer.isCleared = false
      return [200, job]
    }
    const records = taxpayer.isCleared || taxpayer.status !== 'COMPLETED' ? [] : makeRecords(taxpayer.number)
    switch (route) {
      case 'GET /introspect':
        return [200, { taxpayer_id: taxpayer.id, client_id: clientId, provider_id: providerId, added_later: {} }]
      case 'GET /tax-payer':
        return [200, { id: taxpayer.id, name: taxpayer.name, status: taxpayer.status, details: null }]
      case 'GET /records':
        return [200, records]
      case 'GET /providers':
        return [200, { items: { irs: { title: 'IRS' } } }]
      case 'POST /tax-payer/clear-records':
        taxpayer.isCleared = true
        return [200, { status: 'success' }]
      case 'POST /disconnect':
        for (const [token, otherGrant] of tokens)
          if (otherGrant.taxpayer === taxpayer && otherGrant.providerId === providerId) tokens.delete(token)
        await send('taxpayer.disconnected', { taxpayer_id: taxpayer.id, name: taxpayer.name, provider_id: providerId })
        return [200, { status: 'success' }]
      default: {
        const id = /^GET \/records\/([^/]+)$/.exec(route)?.[1]
        const record = records.find(({ id: recordId }) => recordId === decodeURIComponent(id ?? ''))
        return record === undefined ? [404, {}] : [200, { record }]
      }
    }
  }

  /** A job is processing when it is first read, and has ended after that. */
  function nextStatus(jobId) {
    const reads = jobs.get(jobId)
    jobs.set(jobId, reads + 1)
    return reads === 0 ? 'processing' : 'completed'
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const path = (request.url ?? '').replace(/\?.*/, '')
    /** @type {any} */
    const [status, content, headers = {}] = await answer(request, path, body)
    const isJson = typeof content === 'object' && !Buffer.isBuffer(content)
    response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'application/octet-stream', ...headers })
    response.end(isJson ? JSON.stringify(content) : content)
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  return {
    url: `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
    /** Authorizes as a taxpayer on the hosted page would. Returns an authorization code and the taxpayer's id. */
    authorize() {
      const taxpayer = createTaxpayer()
      const code = `c-${taxpayer.number}`
      codes.set(code, taxpayer)
      return { code, taxpayerId: taxpayer.id }
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

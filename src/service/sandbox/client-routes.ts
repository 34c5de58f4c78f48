import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { clientLinkRequestSchema } from '../resources/client-link.js'
import { requireClient } from './authenticate.js'
import { authorize, openConnection, receiveConsent, setStatus } from './connections.js'
import { makeForm8821 } from './form-8821.js'
import { generateDossier } from './generate.js'
import { issueToken } from './issue.js'
import { newId } from './new-id.js'
import { parseLater, pullRecords } from './parsing.js'
import { jsonLimit, readBody, readForm8821Request, type WholeForm8821Request } from './read-body.js'
import { Refusal } from './refusal.js'
import type { Connection, Form8821, Link, SandboxDossier, State } from './state.js'

/** The operations with client credentials: client links and Form 8821. */
export function clientRoutes(state: State): Hono {
  const routes = new Hono()

  routes.post('/client-links', jsonLimit, async context => {
    const client = requireClient(state, context.req.raw.headers)
    const { metadata = {}, settings = {} } = await readBody(context.req.raw, clientLinkRequestSchema)
    const link: Link = { id: newId(), client, metadata, settings, done: false }
    state.links.set(link.id, link)
    return context.json({ url: `${new URL(context.req.url).origin}/link/${link.id}`, id: link.id })
  })

  routes.post('/providers/irs/f8821/unsigned', jsonLimit, async context => {
    const client = requireClient(state, context.req.raw.headers)
    const request = await readForm8821Request(context.req.raw)
    const id = newId()
    const unsigned = await makeForm8821(request, id, new Date(state.clock.now()))
    state.forms8821.set(id, { id, client, request, unsigned, signed: null, token: null })
    return context.body(unsigned as Uint8Array<ArrayBuffer>, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="form-8821-${id}.pdf"`,
      'x-document-id': id,
    })
  })

  const tooLarge = () => {
    throw new Refusal(413, 'file_too_large', `The file may have ${state.maxUploadBytes} bytes at most.`)
  }
  // Around the file, the parts of the form take a little room.
  const limit = bodyLimit({ maxSize: state.maxUploadBytes + 16_384, onError: tooLarge })

  routes.post('/providers/irs/f8821/upload/:documentId', async context => {
    const client = requireClient(state, context.req.raw.headers)
    const form = state.forms8821.get(context.req.param('documentId'))
    if (form?.client !== client) throw new Refusal(404, 'not_found', 'There is no unsigned form of this id.')
    await limit(context, async () => {})
    const parts = await context.req.formData().catch(cause => {
      if (cause instanceof Refusal) throw cause
      return null
    })
    const file = parts?.get('file')
    if (!(file instanceof File))
      throw new Refusal(
        400,
        'invalid_request',
        'The body must be multipart/form-data with a part named file.',
      )
    if (file.size > state.maxUploadBytes) tooLarge()
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!isPdf(bytes)) throw new Refusal(415, 'not_a_pdf', 'The file is no PDF.')
    form.signed = bytes
    const { taxpayer, providerId } = state.tokens.get(form.token ?? '') ?? submitForm(state, form)
    return context.json({ access_token: form.token, taxpayer_id: taxpayer.id, provider_id: providerId })
  })

  return routes
}

/** A PDF says so near its start, and its end near its end. */
function isPdf(bytes: Uint8Array): boolean {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1')
  return text(bytes.subarray(0, 1024)).includes('%PDF-') && text(bytes.subarray(-1024)).includes('%%EOF')
}

/** Files a signed form; the authority answers later: it rejects a taxpayer whose last name is `Rejected`. */
function submitForm(state: State, form: Form8821): Connection {
  const { personalInfo } = form.request
  const connection = openConnection(state, form.client, personOf(state, personalInfo), 'irs')
  connection.form8821 = form
  form.token = issueToken(state, connection)
  receiveConsent(state, connection)
  setStatus(state, connection, 'TAX_AUTHORIZATION_SUBMITTED')
  connection.cancelParsing = state.clock.after(state.delays.authorization, () => {
    if (personalInfo.lastName.toLowerCase() === 'rejected') return setStatus(state, connection, 'REJECTED')
    authorize(state, connection)
    pullRecords(connection)
    parseLater(state, connection)
  })
  return connection
}

/** The person of that name in the sandbox's data; one that is made up where there is none. */
function personOf(state: State, info: WholeForm8821Request['personalInfo']): SandboxDossier {
  const name = `${info.firstName} ${info.lastName}`
  const last4 = info.ssn.slice(-4)
  const known = state.people.find(
    person => String(person.taxpayer['name']).toLowerCase() === name.toLowerCase(),
  )
  if (known !== undefined) return known
  const made = generateDossier(Number(last4), { name, last4 })
  state.people.push(made)
  return made
}

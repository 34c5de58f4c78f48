import type { Hono } from 'hono'
import type { TokenResponse } from '../resources/token.js'
import { newId } from './clients.js'
import { authorize, consent, enroll, openConnection, setStatus } from './connections.js'
import { requireClient } from './credentials.js'
import { makeForm8821 } from './form-8821.js'
import { readForm8821Request, type WholeForm8821Request } from './form-8821-request.js'
import { generateDossier } from './generate.js'
import type { HonoLibrary } from './load-libraries.js'
import { parseLater, pullRecords } from './parsing.js'
import { createJsonLimit, HttpError, notFound, refuse } from './requests.js'
import type { Connection, Form8821, SandboxDossier, State } from './state.js'
import { issueToken } from './tokens.js'

/** The operations of Form 8821, with client credentials: making it, and uploading it signed. */
export function form8821Routes(library: HonoLibrary, routes: Hono, state: State): void {
  routes.post('/providers/irs/f8821/unsigned', createJsonLimit(library), async context => {
    const client = requireClient(state, context)
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
    throw new HttpError(413, 'file_too_large', `The file may have ${state.maxUploadBytes} bytes at most.`)
  }
  // Around the file, the parts of the form take a little room.
  const limit = library.bodyLimit({ maxSize: state.maxUploadBytes + 16_384, onError: tooLarge })

  routes.post('/providers/irs/f8821/upload/:documentId', async context => {
    const client = requireClient(state, context)
    const form = state.forms8821.get(context.req.param('documentId'))
    if (form?.client !== client) throw notFound('There is no unsigned form of this id.')
    await limit(context, async () => {})
    const parts = await context.req.formData().catch(cause => {
      if (cause instanceof HttpError) throw cause
      return null
    })
    const file = parts?.get('file')
    if (!(file instanceof File)) throw refuse('The body must be multipart/form-data with a part named file.')
    if (file.size > state.maxUploadBytes) tooLarge()
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!isPdf(bytes)) throw new HttpError(415, 'not_a_pdf', 'The file is no PDF.')
    form.signed = bytes
    const { taxpayer, providerId } = state.tokens.get(form.token ?? '') ?? submitForm(state, form)
    return context.json({
      access_token: form.token as string,
      taxpayer_id: taxpayer.id,
      provider_id: providerId,
    } satisfies TokenResponse)
  })
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
  enroll(state, connection)
  consent(state, connection)
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

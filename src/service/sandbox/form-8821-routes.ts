import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { TokenResponse } from '../contract/authorization.js'
import { form8821RequestSchema } from '../contract/requests.js'
import { listMismatches } from '../contract/schema.js'
import {
  addForm8821,
  type CompleteForm8821Request,
  makeForm8821,
  requiredPartsSchema,
  type StoredForm8821,
} from './form-8821.js'
import { generateDossier, type SandboxDossier } from './generate.js'
import {
  createInvalidRequest,
  createJsonLimit,
  createNotFound,
  type HonoLibrary,
  HttpError,
  readJsonBody,
  requireClient,
} from './requests.js'
import { type Connection, type SandboxState, SandboxTaxpayer } from './state.js'

/** Adds the operations that create an unsigned Form 8821 and upload the signed one. They require client credentials. */
export function addForm8821Routes(library: HonoLibrary, routes: Hono, state: SandboxState): void {
  routes.post('/providers/irs/f8821/unsigned', createJsonLimit(library), async context => {
    const client = requireClient(state, context)
    const form = addForm8821(state.forms8821, client, await readForm8821Request(context.req.raw))
    return context.body(await getUnsignedPdf(state, form), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="form-8821-${form.id}.pdf"`,
      'x-document-id': form.id,
    })
  })

  const throwTooLarge = () => {
    throw new HttpError(413, 'file_too_large', `The file may have ${state.maxUploadBytes} bytes at most.`)
  }
  // The multipart headers around the file also need some bytes.
  const limitBody = library.bodyLimit({ maxSize: state.maxUploadBytes + 16_384, onError: throwTooLarge })

  routes.post('/providers/irs/f8821/upload/:documentId', async context => {
    const client = requireClient(state, context)
    const form = state.forms8821.get(context.req.param('documentId'))
    if (form?.client !== client) throw createNotFound('There is no unsigned form with this id.')
    await limitBody(context, async () => {})
    const parts = await context.req.formData().catch(cause => {
      if (cause instanceof HttpError) throw cause
      return null
    })
    const file = parts?.get('file')
    if (!(file instanceof File))
      throw createInvalidRequest('The body must be multipart/form-data with a part named file.')
    if (file.size > state.maxUploadBytes) throwTooLarge()
    const bytes = Buffer.from(await file.arrayBuffer())
    const isPdf = bytes.subarray(0, 1024).includes('%PDF-') && bytes.subarray(-1024).includes('%%EOF')
    if (!isPdf) throw new HttpError(415, 'not_a_pdf', 'The file is not a PDF.')
    form.signed = bytes
    const { taxpayer, providerId } = state.tokens.get(form.token ?? '') ?? submitForm(state, form)
    return context.json({
      access_token: form.token as string,
      taxpayer_id: taxpayer.id,
      provider_id: providerId,
    } satisfies TokenResponse)
  })
}

async function readForm8821Request(request: Request): Promise<CompleteForm8821Request> {
  const body = await readJsonBody(request, form8821RequestSchema)
  const missing = listMismatches(requiredPartsSchema, { personalInfo: {}, address: {}, ...body })
  if (missing.length > 0) throw createInvalidRequest(`Missing: ${missing.map(({ path }) => path).join(', ')}.`)
  if (!/^\d{3}-?\d{2}-?\d{4}$/.test(body.personalInfo?.ssn ?? ''))
    throw createInvalidRequest("$['personalInfo']['ssn'] must be nine digits.")
  return body as CompleteForm8821Request
}

/** Returns the PDF of an unsigned form. Creates it on the first request. */
async function getUnsignedPdf(state: SandboxState, form: StoredForm8821): Promise<Uint8Array<ArrayBuffer>> {
  form.unsigned ??= await makeForm8821(form.request, form.id, new Date(state.clock.now()))
  return form.unsigned as Uint8Array<ArrayBuffer>
}

/** Files a signed form with a simulated IRS, which responds after a delay and rejects the last name `Rejected`. */
function submitForm(state: SandboxState, form: StoredForm8821): Connection {
  const connection = new SandboxTaxpayer(state, form.client, findPerson(state, form.request)).connect('irs')
  connection.form8821 = form
  form.token = connection.issueToken()
  connection.enroll()
  connection.consent()
  connection.setStatus('TAX_AUTHORIZATION_SUBMITTED')
  authorizeLater(connection)
  return connection
}

/** Decides about a signed form after the sandbox's delay. */
export function authorizeLater(connection: Connection): void {
  const { runLater, delays } = connection.taxpayer.state
  connection.cancelParsing = runLater(delays.authorization, () => {
    connection.stopParsing()
    if (connection.form8821?.request.personalInfo.lastName.toLowerCase() === 'rejected')
      return connection.setStatus('REJECTED')
    connection.authorize()
    connection.pullRecords()
    connection.parseLater()
  })
}

/** Finds a person by name in the sandbox's data, or generates one. */
function findPerson({ people }: SandboxState, { personalInfo }: CompleteForm8821Request): SandboxDossier {
  const { firstName, lastName, ssn } = personalInfo
  const name = `${firstName} ${lastName}`
  const last4 = ssn.slice(-4)
  const isNamed = ({ taxpayer }: SandboxDossier) => String(taxpayer['name']).toLowerCase() === name.toLowerCase()
  const person = people.find(isNamed) ?? generateDossier(Number(last4), { name, last4 })
  if (!people.includes(person)) people.push(person)
  return person
}

/** The lifetime of a pre-signed file URL. Source: service API, Limits. */
const FILE_LIFETIME_MS = 12 * 60 * 60 * 1000

const signFile = (state: SandboxState, id: string, expires: string): Buffer =>
  createHmac('sha256', state.fileKey).update(`${id}.${expires}`).digest()

/** Makes the pre-signed URL of a Form 8821 file. It works for twelve hours without credentials. */
export function signFileAddress(state: SandboxState, origin: string, id: string): string {
  const expires = String(state.clock.now() + FILE_LIFETIME_MS)
  const signature = signFile(state, id, expires).toString('hex')
  return `${origin}/files/f8821/${id}.pdf?expires=${expires}&signature=${signature}`
}

/** Adds the route of pre-signed file URLs. It requires the URL's signature instead of credentials. */
export function addFileRoutes(routes: Hono, state: SandboxState): void {
  routes.get('/files/f8821/:file', async context => {
    const id = context.req.param('file').replace(/\.pdf$/, '')
    const { expires = '', signature = '' } = context.req.query()
    const actual = Buffer.from(signature, 'hex')
    const expected = signFile(state, id, expires)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
      throw new HttpError(403, 'signature_wrong', 'The signature of the address is wrong.')
    if (state.clock.now() >= Number(expires)) throw new HttpError(403, 'address_expired', 'The address has expired.')
    const form = state.forms8821.get(id)
    if (form === undefined) throw createNotFound('There is no such form.')
    const unsigned = await getUnsignedPdf(state, form)
    return context.body((form.signed as Uint8Array<ArrayBuffer> | null) ?? unsigned, 200, {
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
    })
  })
}

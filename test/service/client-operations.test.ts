import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AccessToken, OPERATIONS } from '../../src/service/client/index.js'
import { newFolder } from '../cli/command.js'
import {
  CALLS,
  CLIENT_ID,
  CLIENT_SECRET,
  catchError,
  GRANT,
  makeFakeService,
  TOKEN,
  toJsonResponse,
} from './client-fake.js'

const BEARER = { none: null, token: `Bearer ${TOKEN}`, client: `Bearer ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` }

describe('every operation', () => {
  it('is called in these tests', () => {
    expect(CALLS.map(call => call.name).sort()).toEqual(Object.keys(OPERATIONS).sort())
  })

  for (const call of CALLS) {
    it(`${call.name} sends the request that the service's API defines`, async () => {
      const service = makeFakeService([toJsonResponse(call.answer)])
      const result = await call.run(service)
      expect(service.seen).toHaveLength(1)
      const [{ method, path, headers, init }] = service.seen as [(typeof service.seen)[number]]
      expect([method, path]).toEqual([call.method, call.path])
      expect(headers.get('service-api-version')).toBe('2024-01-01')
      expect(headers.get('authorization')).toBe(BEARER[call.auth])
      expect(headers.get('x-service-async')).toBeNull()
      expect(init.redirect).toBe('manual')
      if (call.sent !== undefined) {
        expect(headers.get('content-type')).toBe('application/json')
        expect(JSON.parse(String(init.body))).toEqual(call.sent)
      } else if (call.name !== 'uploadSignedForm') expect(init.body).toBeUndefined()
      const { access_token, ...rest } = result as Record<string, unknown>
      if (access_token === undefined) {
        if (call.name !== 'createUnsignedForm') expect(result).toEqual(call.answer)
      } else {
        const { access_token: value, ...others } = call.answer as Record<string, unknown>
        expect(access_token).toBeInstanceOf(AccessToken)
        expect((access_token as AccessToken).reveal()).toBe(value)
        expect(rest).toEqual(others)
      }
      expect(service.clock.pending).toBe(0)
    })
  }

  it('allows a list of providers without a token', async () => {
    const { client, seen } = makeFakeService([toJsonResponse([])])
    await client.listProviders()
    expect(seen[0]?.headers.get('authorization')).toBeNull()
  })
})

describe('exchangeCode', () => {
  it('sends the async header and the redirect address only if requested', async () => {
    const { client, seen } = makeFakeService([toJsonResponse(GRANT)])
    await client.exchangeCode({ code: 'c', redirectUri: 'https://app.test/back' }, { async: true })
    expect(seen[0]?.headers.get('x-service-async')).toBe('true')
    expect(JSON.parse(String(seen[0]?.init.body))).toMatchObject({ redirect_uri: 'https://app.test/back' })
  })
})

describe('uploadSignedForm', () => {
  it('sends one part named file, with its own content type or as a PDF, in a body that a server can read', async () => {
    const path = join(newFolder(), 'signed')
    writeFileSync(path, '%PDF')
    const bytes = new TextEncoder().encode('%PDF')
    const files = [bytes, bytes.buffer, new Blob(['%PDF']), await openAsBlob(path)]
    for (const file of [...files, new Blob(['%PDF'], { type: 'image/png' })]) {
      const { client, seen } = makeFakeService([toJsonResponse(GRANT)])
      await client.uploadSignedForm('d-1', file)
      // `fetch` sets the content type itself, because it contains the boundary of the body.
      expect(seen[0]?.headers.get('content-type')).toBeNull()
      const request = new Request('https://x.test', { method: 'POST', body: seen[0]?.init.body as FormData })
      expect(request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
      const form = await request.formData()
      const part = form.get('file') as File
      expect([[...form.keys()], await part.text()]).toEqual([['file'], '%PDF'])
      expect(part.name).toMatch(/\.pdf$/)
      expect(part.type).toBe(files.includes(file) ? 'application/pdf' : 'image/png')
    }
  })

  it('rejects an empty file', async () => {
    const { client, seen } = makeFakeService([toJsonResponse(GRANT)])
    await expect(client.uploadSignedForm('d-1', new Uint8Array())).rejects.toThrow(TypeError)
    expect(seen).toEqual([])
  })
})

describe('createUnsignedForm', () => {
  const makePdfResponse = (headers: Record<string, string> = {}) =>
    new Response('%PDF-1.7 form', { headers: { 'content-type': 'application/pdf', ...headers } })
  const createFormFrom = async (response: Response) => {
    const { client } = makeFakeService([response])
    return client.createUnsignedForm({})
  }
  const decodeText = (file: Uint8Array<ArrayBuffer> | null) => new TextDecoder().decode(file ?? undefined)
  const uuid = '1b4e28ba-2fa1-11d2-883f-0016d3cca427'

  it.each([
    [{ 'x-document-id': 'd-1' }, 'd-1'],
    [{ 'document-id': 'd-1' }, 'd-1'],
    [{ 'x-service-document-id': 'd-1' }, 'd-1'],
    [{ 'x-documentid': 'd-1' }, 'd-1'],
    [{ 'x-doc-id': 'd-1' }, 'd-1'],
    [{ 'doc-id': 'd-1' }, 'd-1'],
    [{ location: `/providers/irs/f8821/upload/${uuid}?x=1` }, uuid],
    [{ location: 'https://service.test/documents/doc_77/' }, 'doc_77'],
    [{ 'content-disposition': `attachment; filename="f8821-${uuid}.pdf"` }, uuid],
    [{ 'content-disposition': `attachment; filename*=UTF-8''f8821%2D${uuid}.pdf` }, uuid],
    [{ 'content-disposition': 'attachment; filename=form-8821-doc_123456.pdf' }, 'doc_123456'],
    [{ 'content-disposition': 'attachment; filename="f8821-7f3a9c21b4.pdf"' }, '7f3a9c21b4'],
    [
      { 'content-disposition': 'attachment; filename="8821_01HXYZ3K9QWERTY0MNBVCXZASD.pdf"' },
      '01HXYZ3K9QWERTY0MNBVCXZASD',
    ],
    [{ 'content-disposition': 'attachment; filename="1048576.pdf"' }, '1048576'],
    [{ 'content-disposition': 'attachment; filename="form 8821 2024 1048576.pdf"' }, '1048576'],
    [{ 'content-disposition': 'attachment; filename="f8821-1048576-7f3a9c21b4.pdf"' }, null],
    [{ 'content-disposition': 'attachment; filename="f8821-07042024-christopher.pdf"' }, null],
    [{ 'content-disposition': 'attachment; filename="f8821_20240115.pdf"' }, null],
    [{ 'content-disposition': 'attachment; filename="form8821-rev-01-2021.pdf"' }, null],
    [{ 'content-disposition': 'attachment; filename="8821-smith-2024.pdf"' }, null],
    [{ location: '/providers/irs/f8821' }, null],
    [{ location: '/files/20240115.pdf' }, null],
    [{ location: 'upload/d-1' }, 'd-1'],
    [{ location: 'https://service.test/document/d-1.pdf#page' }, 'd-1'],
    [{ 'content-disposition': 'attachment; filename="unsigned-f8821.pdf"' }, null],
    [{ 'content-disposition': 'attachment; filename="form8821.pdf"' }, null],
    [{ location: '/providers/irs/f8821/unsigned' }, null],
    [{}, null],
  ])('finds the document identifier in %j', async (headers, id) => {
    const { documentId, file, contentType } = await createFormFrom(makePdfResponse(headers as Record<string, string>))
    expect(documentId).toBe(id)
    expect(decodeText(file)).toBe('%PDF-1.7 form')
    expect(contentType).toBe('application/pdf')
  })

  it.each([
    { documentId: 'd-1', file: btoa('%PDF') },
    { document_id: 'd-1', content: `data:application/pdf;base64,${btoa('%PDF')}` },
    { data: { id: 'd-1', pdf: btoa('%PDF') } },
    { document: { id: 'd-1', content: btoa('%PDF') } },
  ])('reads JSON that contains a file: %#', async body => {
    const { documentId, file } = await createFormFrom(toJsonResponse(body))
    expect([documentId, decodeText(file)]).toEqual(['d-1', '%PDF'])
  })

  it('returns the headers of the response', async () => {
    const { headers, url } = await createFormFrom(makePdfResponse({ 'x-new-header': 'v' }))
    expect([headers.get('x-new-header'), url]).toEqual(['v', null])
  })

  it.each([
    [{ url: 'https://files.test/f8821?signature=s' }, null],
    [{ data: { downloadUrl: 'https://files.test/documents/d-1?signature=s' } }, 'd-1'],
    [{ document: 'https://files.test/d.pdf', id: 'd-2' }, 'd-2'],
  ])('accepts JSON that contains only the address of the file: %j', async (body, id) => {
    const form = await createFormFrom(toJsonResponse(body))
    expect(form).toMatchObject({ file: null, documentId: id, url: expect.stringMatching(/^https:\/\/files\.test\//) })
  })

  it.each([
    ['attachment; filename="form 8821.pdf"', 'form 8821.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="/etc/cron.d/job"', 'job'],
    ['attachment; filename="C:\\\\Windows\\\\run.pdf"', 'run.pdf'],
    ['attachment; filename=" .hidden "', '.hidden'],
    ['attachment; filename="a/.."', null],
    ['attachment; filename="..."', null],
    ['attachment; filename="folder/"', null],
    ['attachment; filename=" "', null],
    ['attachment; filename="form\u009b31m.pdf"', null],
    ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
    ["attachment; filename*=UTF-8''C%3A%5CWindows%5Crun.pdf", 'run.pdf'],
    ['attachment; filename="C:run.pdf"', 'run.pdf'],
    ['attachment; filename="folder/ C:run.pdf"', 'run.pdf'],
    ["attachment; filename*=UTF-8''%2E%2E", null],
    ["attachment; filename*=UTF-8''form%0A8821.pdf", null],
    [`attachment; filename="${'a'.repeat(256)}"`, null],
    ['attachment', null],
    // Examples from RFC 6266 and RFC 8187, and headers that real servers send.
    ["attachment; filename*=UTF-8''Ren%C3%A9e%20Example.pdf", 'Renée Example.pdf'],
    ["attachment; filename*=utf-8'en'%E2%82%AC%20rates.pdf", '€ rates.pdf'],
    ["attachment; filename*=ISO-8859-1''Ren%E9e.pdf", 'Renée.pdf'],
    ["attachment; filename*=iso-8859-1'en'%A3%20rates.pdf", '£ rates.pdf'],
    [`attachment; filename="Ren_e.pdf"; filename*=UTF-8''Ren%C3%A9e.pdf`, 'Renée.pdf'],
    [`attachment; filename*=UTF-8''Ren%C3%A9e.pdf; filename="Ren_e.pdf"`, 'Renée.pdf'],
    ['attachment; filename="the \\"final\\" form.pdf"', 'the "final" form.pdf'],
    ['attachment; filename="a;b.pdf"', 'a;b.pdf'],
    ["attachment; filename=it's.pdf", "it's.pdf"],
    ['ATTACHMENT; FILENAME = "form.pdf"', 'form.pdf'],
    ['inline;filename=form.pdf;size=10', 'form.pdf'],
    ['attachment; name="filename=wrong.pdf"; filename="right.pdf"', 'right.pdf'],
    ['attachment; xfilename="wrong.pdf"', null],
    // If the encoded name cannot be decoded, the plain name is used.
    [`attachment; filename="plain.pdf"; filename*=UTF-8''%FF%FE.pdf`, 'plain.pdf'],
    ["attachment; filename*=UTF-8''%FF%FE.pdf", null],
    ["attachment; filename*=EBCDIC''form.pdf", null],
    ['attachment; filename*=form.pdf', null],
    ['attachment; filename="form.pdf', null],
    ['attachment; filename=', null],
    ['attachment; filename=""', null],
    [';;;===""', null],
    ['filename=form.pdf', null],
    ['', null],
  ])('reads the file name of a content-disposition, without folders: %j', async (disposition, name) => {
    const { fileName, file } = await createFormFrom(makePdfResponse({ 'content-disposition': disposition }))
    expect(fileName).toBe(name)
    expect(decodeText(file)).toBe('%PDF-1.7 form')
  })

  it.each([
    ['text/json', true],
    ['application/problem+json; charset=utf-8', true],
    ['application/json;charset=utf-8', true],
    // This type begins like a JSON type but is not JSON, so the body is the file.
    ['application/json-seq', false],
  ])('decides whether %s is JSON: %s', async (contentType, isJson) => {
    const text = JSON.stringify({ documentId: 'd-1', file: btoa('%PDF') })
    const { documentId, file } = await createFormFrom(new Response(text, { headers: { 'content-type': contentType } }))
    expect([documentId, decodeText(file)]).toEqual(isJson ? ['d-1', '%PDF'] : [null, text])
  })

  it('ignores a document identifier that a URL path cannot contain', async () => {
    const readId = async (body: object) =>
      (await createFormFrom(toJsonResponse({ ...body, file: btoa('%PDF') }))).documentId
    for (const id of ['', '.', '..', '\ud800']) expect(await readId({ id, data: { id: 'd-1' } })).toBe('d-1')
    expect(await readId({ id: '..' })).toBeNull()
  })

  it('throws if there is no file', async () => {
    for (const response of [
      toJsonResponse({ id: 'd-1' }),
      toJsonResponse({ url: '/relative' }),
      toJsonResponse({ url: 7 }),
      toJsonResponse(null),
      new Response(null),
      new Response('<html>'),
    ])
      await expect(createFormFrom(response)).rejects.toMatchObject({ kind: 'body', operation: 'createUnsignedForm' })
  })
})

describe('arguments', () => {
  it('cannot change the path of a request', async () => {
    const { client, token, seen } = makeFakeService([toJsonResponse({})])
    for (const part of ['', '.', '..']) {
      await expect(client.getRecord(token, part)).rejects.toThrow(TypeError)
      await expect(client.startRefresh(token, part)).rejects.toThrow(TypeError)
      await expect(client.retrieveToken(part)).rejects.toThrow(TypeError)
    }
    await client.getRecord(token, '../a?b#c d')
    expect(seen.map(request => request.path)).toEqual(['/records/..%2Fa%3Fb%23c%20d'])
  })

  it('that cannot be sent cause a TypeError that does not contain their values', async () => {
    const { client, token, seen } = makeFakeService([toJsonResponse({})])
    const cyclic: Record<string, unknown> = {}
    cyclic['CANARY key'] = { cyclic }
    let deep: unknown = 'CANARY'
    for (let i = 0; i < 100_000; i++) deep = { deep }
    const throwing = {
      toJSON() {
        throw new Error('CANARY')
      },
    }
    for (const value of [cyclic, deep, throwing, 1n]) {
      const refused = await catchError(client.createClientLink({ metadata: { value } }))
      expect(refused).toEqual(new TypeError('createClientLink: the body cannot be written as JSON'))
    }
    for (const id of ['\ud800', '..'])
      expect(String(await catchError(client.getRecord(token, id)))).toBe(
        'TypeError: getRecord: {id} is text that can be part of a URL, not empty, "." or ".."',
      )
    expect(seen).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { FORMS } from '../../src/schema/forms/index.js'
import { ENDPOINT_STATEMENTS } from '../../src/service/conformance/endpoint-statements.js'
import { EVENT_TYPES, makeSamplePayload } from '../../src/service/contract/event.js'
import { KNOWN_PROVIDERS, KNOWN_STATUSES } from '../../src/service/contract/index.js'
import { buildOpenApi } from '../../src/tools/generate/open-api.js'
import { makeWorld, PEOPLE } from '../service/sandbox-world.js'
import { compile, listErrors } from './schemas.js'

// biome-ignore lint/suspicious/noExplicitAny: the tests read many parts of the description
const description = JSON.parse(JSON.stringify(buildOpenApi(FORMS))) as any

/** The forms of the service's API, transcribed by hand, with the type of each key. */
const INTERFACE = JSON.parse(
  readFileSync(new URL('../../fixtures/interface-keys.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { parties: Record<string, string[]>; keys: Record<string, string> }>>

/** Compiles a schema that may refer to the components of the description. */
const compileSchema = (schema: object) => compile({ ...schema, components: description.components })
const compileComponent = (name: string) => compileSchema({ $ref: `#/components/schemas/${name}` })

/** Lists the operations as `METHOD /path`, with the operation. */
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  // biome-ignore lint/suspicious/noExplicitAny: the tests read many parts of an operation
  Object.entries(methods as Record<string, any>).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)

/** Lists the statements about an endpoint that are copied from the API document, without the names of their checks. */
const listStatements = (name: string): string =>
  (ENDPOINT_STATEMENTS as Readonly<Record<string, readonly string[]>>)[`Endpoints: ${name}`]?.join('\n') ?? ''

describe('the OpenAPI description', () => {
  test('is valid OpenAPI 3.1 for a validator, which refuses broken descriptions', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(description))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    for (const breakIt of [
      (broken: typeof description) => delete broken.info,
      (broken: typeof description) => delete broken.paths['/introspect'].get.responses['200'].description,
      (broken: typeof description) => broken.paths['/introspect'].get.parameters.push({ name: 'x' }),
    ]) {
      const broken = structuredClone(description)
      breakIt(broken)
      expect((await new Validator().validate(broken)).valid).toBe(false)
    }
  })

  test('has the endpoints of the API document and no others', () => {
    const endpoints = Object.keys(ENDPOINT_STATEMENTS).filter(name => name.startsWith('Endpoints: '))
    expect(operations.map(({ name }) => `Endpoints: ${name}`).toSorted()).toEqual(endpoints.toSorted())
    expect(operations).toHaveLength(14)
  })

  test.each(operations)('states the credentials, the version header and the body of $name', ({ name, operation }) => {
    const statements = listStatements(name)
    const schemes = (operation.security as object[]).flatMap(requirement => Object.keys(requirement))
    if (statements.includes('Credentials: none.')) expect(schemes).toEqual([])
    else if (statements.includes('Credentials: client credentials.')) expect(schemes).toEqual(['clientCredentials'])
    // The table of credentials says that all other operations take an access token.
    else expect(schemes).toEqual(['accessToken'])
    const isOptional = statements.includes('Optional header `Service-API-Version`.')
    const version = `#/components/parameters/${isOptional ? 'OptionalVersion' : 'Version'}`
    expect(operation.parameters).toContainEqual({ $ref: version })
    const names = [...name.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
    const inPath = (operation.parameters as { in?: string; name?: string; description?: string }[]).filter(
      parameter => parameter.in === 'path',
    )
    expect(inPath.map(parameter => parameter.name)).toEqual(names)
    for (const parameter of inPath) expect(parameter.description).not.toBe('')
    if (statements.includes('No body.')) expect(operation.requestBody).toBeUndefined()
  })

  test('lists the header of asynchronous parsing, and the signature of webhooks', () => {
    const { parameters, securitySchemes } = description.components
    expect(parameters.Async).toMatchObject({ name: 'x-service-async', in: 'header', schema: { const: 'true' } })
    expect(parameters.Version).toMatchObject({ required: true, schema: { const: '2024-01-01' } })
    expect(parameters.OptionalVersion).toMatchObject({ required: false })
    expect(parameters.Signature).toMatchObject({ name: 'Service-Signature', required: true })
    expect(Object.keys(securitySchemes)).toEqual(['clientCredentials', 'accessToken'])
    const upload = description.paths['/providers/irs/f8821/upload/{documentId}'].post.requestBody.content
    expect(upload['multipart/form-data'].schema.required).toEqual(['file'])
  })

  test.each(FORMS.map(({ key }) => key))('has the keys of %s in the types of the API document', key => {
    const { parties, keys } = INTERFACE[key] as (typeof INTERFACE)[string]
    const { properties } = description.components.schemas[key]
    expect(Object.keys(properties).toSorted()).toEqual([...Object.keys(parties), ...Object.keys(keys)].toSorted())
    for (const [name, type] of Object.entries(keys)) expect(properties[name].type, name).toEqual([type, 'null'])
    for (const [party, names] of Object.entries(parties))
      expect(Object.keys(properties[party].properties).toSorted()).toEqual(names.toSorted())
    for (const property of Object.values(properties)) expect(property).toHaveProperty('description')
    expect(description.components.schemas.FormObject.properties[key].items).toEqual({
      $ref: `#/components/schemas/${key}`,
    })
  })

  test('gives the items of lists the types of the API document', () => {
    const { form_1099_r, form_ssa_1099, schedule_k1_1041 } = description.components.schemas
    const types = (list: { items: { properties: Record<string, { type: string[] }> } }) =>
      Object.fromEntries(Object.entries(list.items.properties).map(([key, { type }]) => [key, type[0]]))
    expect(types(form_1099_r.properties.distribution_codes)).toEqual({ value: 'string', code: 'string' })
    expect(types(form_ssa_1099.properties.payments)).toEqual({ year: 'string', payment: 'number' })
    expect(schedule_k1_1041.properties.other_information_codes.items).toEqual({ type: 'string' })
  })

  test('leaves open what the API document leaves open', () => {
    const { schemas } = description.components
    expect(schemas.ProviderId).toMatchObject({ type: 'string', examples: [...KNOWN_PROVIDERS, 'irs-tax-pro'] })
    expect(schemas.TaxpayerStatus).toMatchObject({ type: 'string', examples: [...KNOWN_STATUSES] })
    const text = JSON.stringify(description)
    expect(text).not.toContain('"additionalProperties":false')
    expect(text).not.toContain('"enum"')
    const [person] = PEOPLE
    const taxpayer = { ...person?.taxpayer, status: 'NEW', provider_id: 'new', unknown: [1], name: null }
    expect(listErrors(compileComponent('Taxpayer'), taxpayer)).toEqual([])
    expect(listErrors(compileComponent('Taxpayer'), { ...taxpayer, name: 7 })).not.toEqual([])
    for (const path of ['/providers', '/records/{id}'])
      expect(description.paths[path].get.responses['200'].content['application/json'].schema).toEqual({})
  })

  test('accepts the records of the fixtures, and refuses an amount that is text', () => {
    const validate = compileComponent('Record')
    for (const record of PEOPLE.flatMap(({ records }) => records)) expect(listErrors(validate, record)).toEqual([])
    const w2 = { wages_tips_other_compensation: '52,000.50' }
    expect(listErrors(validate, { id: 'r', forms: [{ form_w2: [w2] }] })).not.toEqual([])
  })

  test.each(EVENT_TYPES)('describes the webhook %s', type => {
    const { post } = description.webhooks[type]
    const validate = compileSchema(post.requestBody.content['application/json'].schema)
    const event = { event: type, id: 'ev_1', created_at: '2024-01-01T00:00:00.000Z', data: makeSamplePayload(type) }
    expect(listErrors(validate, event)).toEqual([])
    expect(listErrors(validate, { ...event, event: 'another' })).not.toEqual([])
    expect(listErrors(validate, { ...event, id: undefined })).not.toEqual([])
    expect(post.parameters).toEqual([{ $ref: '#/components/parameters/Signature' }])
  })

  test('describes the events that the sandbox sends', async () => {
    const world = makeWorld()
    const { token } = await world.connect('irs')
    await world.call('POST', '/disconnect', { token })
    await world.walk((await world.link()).url, 'provider_timeout')
    await world.walk(world.embeddedPath)
    expect(new Set(world.sandbox.events.map(({ event }) => event)).size).toBeGreaterThan(8)
    for (const event of world.sandbox.events) {
      const schema = description.webhooks[event.event].post.requestBody.content['application/json'].schema
      expect(listErrors(compileSchema(schema), event)).toEqual([])
    }
  })
})

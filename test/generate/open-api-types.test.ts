import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import generateTypes, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { newFolder, ROOT } from '../cli/command.js'
import { compile } from '../docs/types.js'

const IMPORTS = `
import type { components, operations, paths, webhooks } from './service.js'
import type * as ours from '${join(ROOT, 'dist/service/client/index.js')}'
import type { FormKey } from '${join(ROOT, 'dist/index.js')}'
type Schemas = components['schemas']
`

/** A program that uses the generated types. The lines marked \`@ts-expect-error\` must not compile. */
const PROGRAM = `${IMPORTS}
/** Fails to compile unless a value of the generated type is a value of the library's type. */
const check = <Ours, _Generated extends Ours>() => {}
check<ours.TokenResponse, Schemas['TokenResponse']>()
check<ours.Introspection, Schemas['Introspection']>()
check<ours.Acknowledgement, Schemas['Acknowledgement']>()
check<ours.ClientLink, Schemas['ClientLink']>()
check<ours.RefreshJob, Schemas['RefreshJob']>()
check<ours.RefreshStatus, Schemas['RefreshStatus']>()
// The type of a status in the library is narrower: comparing it with a known status narrows an event.
check<ours.Taxpayer['analysis'], Schemas['Taxpayer']['analysis']>()
check<ours.Taxpayer['details'], Schemas['Taxpayer']['details']>()
check<ours.TaxRecord, Schemas['Record']>()
check<ours.RecordsSynced, Schemas['RecordsSynced']>()
check<ours.Disconnected, Schemas['Disconnected']>()
check<ours.Failed, Schemas['Failed']>()
check<ours.LinkVisited, Schemas['LinkVisited']>()
check<ours.LinkSucceeded, Schemas['LinkSucceeded']>()
check<ours.TokenRequest, Schemas['TokenRequest']>()
check<ours.ClientLinkRequest, Schemas['ClientLinkRequest']>()
check<ours.Form8821Request, Schemas['Form8821Request']>()
check<keyof operations, ours.OperationName>()
check<ours.OperationName, Exclude<keyof operations, \`on_\${string}\`>>()
check<keyof webhooks, ours.EventType>()
check<keyof Schemas, FormKey>()
// @ts-expect-error a link is not a token
check<ours.TokenResponse, Schemas['ClientLink']>()

/** A client of which only the types come from the description. */
declare function call<P extends keyof paths, M extends keyof paths[P]>(
  method: M,
  path: P,
  request: paths[P][M] extends { requestBody: { content: { 'application/json': infer B } } } ? { body: B } : object,
): paths[P][M] extends { responses: { 200: { content: { 'application/json': infer R } } } } ? Promise<R> : never

export async function readWages(code: string) {
  const { access_token } = await call('post', '/auth/token', { body: { client_id: 'a', client_secret: 'b', code } })
  const records = await call('get', '/records', {})
  const amounts = records.flatMap(({ forms }) => forms ?? []).flatMap(({ form_w2 }) => form_w2 ?? [])
  const wages: (number | null | undefined)[] = amounts.map(entry => entry.wages_tips_other_compensation)
  // @ts-expect-error an amount is not text
  const texts: string[] = amounts.map(entry => entry.wages_tips_other_compensation)
  // @ts-expect-error the body has no secret
  await call('post', '/auth/token', { body: { client_id: 'a', code } })
  // @ts-expect-error there is no such endpoint
  await call('get', '/taxpayer', {})
  return { access_token, wages, texts }
}
`

test('types that openapi-typescript generates fit the types of the library', async () => {
  const folder = newFolder()
  const types = await generateTypes(pathToFileURL(join(ROOT, 'schemas/openapi.json')))
  writeFileSync(join(folder, 'service.ts'), astToString(types))
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  expect(compile(folder, ['program.ts'])).toBe('')
})

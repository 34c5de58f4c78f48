import * as z from 'zod'
import { clientLinkSchema, introspectionSchema } from '../contract/authorization.js'
import { openObject, text } from '../contract/schema.js'
import { refreshJobSchema, refreshStatusSchema, taxpayerSchema, taxRecordSchema } from '../contract/taxpayer.js'
import { callOperation, resolveLimits } from './call-operation.js'
import { createCompositeCalls } from './composite-calls.js'
import { type AccessToken, type ClientCredentials, isCredential } from './credentials.js'
import { makeRawRequest, makeRequest, type OperationContent, type ServiceRequest } from './make-request.js'
import { OPERATIONS, type OperationName } from './operations.js'
import { type ClientOptions, resolveClientOptions } from './options.js'
import {
  type ResponseReader,
  readAcknowledgement,
  readChecked,
  readJson,
  readRaw,
  readRetrievedToken,
  readTokenGrant,
  readWithId,
} from './read-response.js'
import type { OperationOptions, ServiceClient } from './service-client.js'
import { readUnsignedForm } from './unsigned-form.js'

const anyList = z.array(z.unknown())
const objectWithId = z.looseObject({ id: text })

/**
 * Creates a client of the service. The client keeps its credentials private and has no other state.
 *
 * @example
 * ```ts
 * import { ClientCredentials, createClient } from 'taxtally/client'
 * import { createSandbox } from 'taxtally/sandbox'
 *
 * const sandbox = createSandbox()
 * const service = await sandbox.listen()
 * const { id, secret } = sandbox.client
 * const client = createClient({ baseUrl: service.url, credentials: new ClientCredentials(id, secret) })
 * const { code } = sandbox.authorize()
 * const { access_token } = await client.exchangeCode({ code })
 * const { records } = await client.collect(access_token)
 * console.log(records.length > 0) //=> true
 * await service.close()
 * ```
 */
export function createClient(options: ClientOptions): ServiceClient {
  const settings = resolveClientOptions(options)

  const requireCredentials = (operation: OperationName | 'request'): ClientCredentials => {
    if (settings.credentials === undefined) throw new TypeError(`${operation} needs a client with credentials`)
    return settings.credentials
  }

  const send = <T>(request: ServiceRequest, options: OperationOptions, read: ResponseReader<T>): Promise<T> => {
    const { operation, credential } = request
    if (credential !== undefined && !isCredential(credential))
      throw new TypeError(`${operation} needs an access token: new AccessToken(text)`)
    const { attemptMs } = options
    if (attemptMs !== undefined && !(attemptMs > 0))
      throw new TypeError('An attempt takes a number of milliseconds above 0')
    const limits = resolveLimits(options, settings.deadlineMs, settings.timing)
    return callOperation(settings, request, limits, attemptMs, read)
  }

  const call = async <T>(
    operation: OperationName,
    content: Omit<OperationContent, 'operation'>,
    options: OperationOptions = {},
    read: ResponseReader<T>,
  ): Promise<T> => {
    const usesClientCredentials = OPERATIONS[operation].credential === 'client'
    const credential = usesClientCredentials ? requireCredentials(operation) : content.credential
    return send(makeRequest({ ...content, operation, credential }, options), options, read)
  }

  /** Creates the method of an operation whose only argument is a token. */
  const makeTokenOperation =
    <T>(operation: OperationName, read: ResponseReader<T>) =>
    (credential?: AccessToken, options?: OperationOptions): Promise<T> =>
      call(operation, { credential }, options, read)

  // The second argument of `readChecked` describes the fields that the call needs. All other fields may have changed.
  const operations: Pick<ServiceClient, OperationName> = {
    async exchangeCode({ code, redirectUri }, options) {
      const { clientId, clientSecret } = requireCredentials('exchangeCode').reveal()
      const redirect = redirectUri === undefined ? {} : { redirect_uri: redirectUri }
      const json = { client_id: clientId, client_secret: clientSecret, code, ...redirect }
      const headers = options?.async === true ? { 'x-service-async': 'true' } : {}
      return call('exchangeCode', { json, headers }, options, readTokenGrant)
    },
    retrieveToken: (id, options) => call('retrieveToken', { parts: [id] }, options, readRetrievedToken),
    introspect: makeTokenOperation('introspect', readWithId(introspectionSchema, 'taxpayer_id')),
    disconnect: makeTokenOperation('disconnect', readAcknowledgement),
    listProviders: makeTokenOperation('listProviders', readJson),
    getTaxpayer: makeTokenOperation('getTaxpayer', readChecked(taxpayerSchema, objectWithId)),
    startRefresh: (credential, id, options) =>
      call('startRefresh', { parts: [id], credential }, options, readWithId(refreshJobSchema, 'jobId')),
    getRefresh: (credential, { taxpayerId, jobId }, options) => {
      const read = readChecked(refreshStatusSchema, z.looseObject({ status: text }))
      return call('getRefresh', { parts: [taxpayerId, jobId], credential }, options, read)
    },
    clearRecords: makeTokenOperation('clearRecords', readAcknowledgement),
    listRecords: makeTokenOperation('listRecords', readChecked(z.array(taxRecordSchema), z.array(objectWithId))),
    getRecord: (credential, id, options) => call('getRecord', { parts: [id], credential }, options, readJson),
    createClientLink: (json = {}, options) =>
      call('createClientLink', { json }, options, readChecked(clientLinkSchema, z.looseObject({ url: text }))),
    createUnsignedForm: (json, options) => call('createUnsignedForm', { json }, options, readUnsignedForm),
    async uploadSignedForm(id, file, options) {
      const form = new FormData()
      const blob = file instanceof Blob ? file : new Blob([new Uint8Array(file)])
      if (blob.size === 0) throw new TypeError('uploadSignedForm: the file is empty')
      const typedBlob = blob.type === '' ? blob.slice(0, blob.size, 'application/pdf') : blob
      form.append('file', typedBlob, 'form-8821.pdf')
      return call('uploadSignedForm', { parts: [id], form }, options, readTokenGrant)
    },
  }

  // A dossier is returned unchanged. The core reports every problem inside it.
  const unchecked = {
    readStatus: makeTokenOperation(
      'getTaxpayer',
      readChecked(taxpayerSchema, z.looseObject({ status: text.nullish() })),
    ),
    readTaxpayer: makeTokenOperation('getTaxpayer', readChecked(openObject)),
    readRecords: makeTokenOperation('listRecords', readChecked(anyList, anyList)),
  }

  return {
    ...operations,
    ...createCompositeCalls(operations, unchecked, settings),
    async request(method, path, options = {}) {
      const credential = options.credential === 'client' ? requireCredentials('request') : options.credential
      return send(makeRawRequest(method, path, options, credential), options, readRaw(options.expectJson))
    },
  }
}

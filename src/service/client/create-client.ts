import * as z from 'zod'
import {
  acknowledgementSchema,
  clientLinkSchema,
  introspectionSchema,
  refreshJobSchema,
  refreshStatusSchema,
  taxpayerSchema,
  taxRecordsSchema,
} from '../resources/index.js'
import { answerSchema } from '../resources/layout.js'
import { callOperation } from './call-operation.js'
import { compositeCalls } from './composite-calls.js'
import { type AccessToken, type ClientCredentials, isCredential } from './credentials.js'
import { limitsOf } from './limits.js'
import { makeRawRequest, makeRequest, type Sending, type ServiceRequest } from './make-request.js'
import { OPERATIONS, type OperationName } from './operations.js'
import { type ClientOptions, resolveOptions } from './options.js'
import {
  type AnswerReader,
  readAs,
  readGrant,
  readJson,
  readRaw,
  readRetrieved,
  readWithId,
} from './read-answer.js'
import type { OperationOptions } from './request-options.js'
import type { OperationCalls, ServiceClient, UploadFile } from './service-client.js'
import { readUnsignedForm } from './unsigned-form.js'

const LIST = z.array(z.unknown())

/** What is needed of an answer for the call to make sense; the rest may have changed. */
const NEEDED = {
  taxpayer: answerSchema({ id: 'text' }),
  status: answerSchema({ 'status?': 'text' }),
  refreshStatus: answerSchema({ status: 'text' }),
  records: answerSchema([{ id: 'text' }]),
  link: answerSchema({ url: 'text' }),
} as const

/**
 * A client of the service. It keeps its credentials to itself and holds no other state.
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
  const settings = resolveOptions(options)

  const ownCredentials = (operation: OperationName | 'request'): ClientCredentials => {
    if (settings.credentials === undefined)
      throw new TypeError(`${operation} needs a client with credentials`)
    return settings.credentials
  }

  const send = <T>(request: ServiceRequest, options: OperationOptions, read: AnswerReader<T>): Promise<T> => {
    const { operation, credential } = request
    if (credential !== undefined && !isCredential(credential))
      throw new TypeError(`${operation} needs an access token: new AccessToken(text)`)
    const { attemptMs } = options
    if (attemptMs !== undefined && !(attemptMs > 0))
      throw new TypeError('An attempt takes a number of milliseconds above 0')
    const limits = limitsOf(options, settings.deadlineMs, settings.timing)
    return callOperation(settings, request, limits, attemptMs, read)
  }

  const call = async <T>(
    sending: Sending,
    options: OperationOptions = {},
    read: AnswerReader<T>,
  ): Promise<T> => {
    const { operation } = sending
    const credential =
      OPERATIONS[operation].credential === 'client' ? ownCredentials(operation) : sending.credential
    return send(makeRequest({ ...sending, credential }, options), options, read)
  }

  /** An operation that takes a token and no more. */
  const ofToken =
    <T>(operation: OperationName, read: AnswerReader<T>) =>
    (credential?: AccessToken, options?: OperationOptions): Promise<T> =>
      call({ operation, credential }, options, read)

  // The compiler asks here for every row of the table.
  const operations: OperationCalls & Record<OperationName, unknown> = {
    async exchangeCode({ code, redirectUri }, options) {
      const { clientId: client_id, clientSecret: client_secret } = ownCredentials('exchangeCode').reveal()
      const redirect = redirectUri === undefined ? {} : { redirect_uri: redirectUri }
      const json = { client_id, client_secret, code, ...redirect }
      const headers = options?.async === true ? { 'x-service-async': 'true' } : {}
      return call({ operation: 'exchangeCode', json, headers }, options, readGrant)
    },
    retrieveToken: (id, options) => call({ operation: 'retrieveToken', parts: [id] }, options, readRetrieved),
    introspect: ofToken('introspect', readWithId(introspectionSchema, 'taxpayer_id')),
    disconnect: ofToken('disconnect', readAs(acknowledgementSchema)),
    listProviders: ofToken('listProviders', readJson),
    getTaxpayer: ofToken('getTaxpayer', readAs(taxpayerSchema, NEEDED.taxpayer)),
    startRefresh: (credential, id, options) => {
      const request: Sending = { operation: 'startRefresh', parts: [id], credential }
      return call(request, options, readWithId(refreshJobSchema, 'jobId'))
    },
    getRefresh: (credential, { taxpayerId, jobId }, options) => {
      const request: Sending = { operation: 'getRefresh', parts: [taxpayerId, jobId], credential }
      return call(request, options, readAs(refreshStatusSchema, NEEDED.refreshStatus))
    },
    clearRecords: ofToken('clearRecords', readAs(acknowledgementSchema)),
    listRecords: ofToken('listRecords', readAs(taxRecordsSchema, NEEDED.records)),
    getRecord: (credential, id, options) =>
      call({ operation: 'getRecord', parts: [id], credential }, options, readJson),
    createClientLink: (link = {}, options) =>
      call({ operation: 'createClientLink', json: link }, options, readAs(clientLinkSchema, NEEDED.link)),
    createUnsignedForm: (form, options) =>
      call({ operation: 'createUnsignedForm', json: form }, options, readUnsignedForm),
    async uploadSignedForm(id, file, options) {
      const form = new FormData()
      form.append('file', blobOf(file), 'form-8821.pdf')
      return call({ operation: 'uploadSignedForm', parts: [id], form }, options, readGrant)
    },
  }

  // A dossier is read as it came: what is wrong inside it is the core's to report.
  const unchecked = {
    readStatus: ofToken('getTaxpayer', readAs(taxpayerSchema, NEEDED.status)),
    readTaxpayer: ofToken('getTaxpayer', readAs(answerSchema('object'))),
    readRecords: ofToken('listRecords', readAs(LIST, LIST)),
  }

  return {
    ...operations,
    ...compositeCalls(operations, unchecked, settings),
    async request(method, path, options = {}) {
      const credential = options.credential === 'client' ? ownCredentials('request') : options.credential
      return send(makeRawRequest(method, path, options, credential), options, readRaw(options.expectJson))
    },
  }
}

function blobOf(file: UploadFile): Blob {
  const blob = file instanceof Blob ? file : new Blob([new Uint8Array(file)])
  if (blob.size === 0) throw new TypeError('uploadSignedForm: the file is empty')
  return blob.type === '' ? blob.slice(0, blob.size, 'application/pdf') : blob
}

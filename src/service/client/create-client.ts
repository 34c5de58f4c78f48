import { z } from 'zod'
import {
  acknowledgementSchema,
  clientLinkSchema,
  introspectionSchema,
  openObjectSchema,
  refreshJobSchema,
  refreshStatusSchema,
  taxpayerSchema,
  taxRecordsSchema,
} from '../resources/index.js'
import { callOperation, checkId, readChecked, readJson } from './call-operation.js'
import { collectDossier, waitForCompletion } from './collect-dossier.js'
import { type ClientOptions, connect } from './connection.js'
import { type AccessToken, type ClientCredentials, isCredential } from './credentials.js'
import { readGrant, readRetrieved } from './grant.js'
import { type CallOptions, limitsOf } from './limits.js'
import type { OperationName } from './operation.js'
import { readUnsignedForm } from './read-unsigned-form.js'
import { refreshRecords } from './refresh-records.js'
import type { ServiceAnswer, ServiceRequest } from './send-request.js'
import type { ServiceClient, UploadFile } from './service-client.js'

const anyList: z.ZodType<readonly unknown[]> = z.array(z.unknown())

/** A client of the service. It keeps its credentials to itself and holds no other state. */
export function createClient(options: ClientOptions): ServiceClient {
  const connection = connect(options)

  const call = <T>(
    request: ServiceRequest,
    callOptions: CallOptions | undefined,
    read: (request: ServiceRequest, answer: ServiceAnswer) => T,
  ): Promise<T> => {
    if (request.credential !== undefined && !isCredential(request.credential))
      throw new TypeError(`${request.operation} needs an access token: new AccessToken(text)`)
    const limits = limitsOf(callOptions ?? {}, connection.deadlineMs, connection.timing)
    return callOperation(connection, request, limits, answer => read(request, answer))
  }

  const callChecked = <T>(
    request: ServiceRequest,
    callOptions: CallOptions | undefined,
    schema: z.ZodType<T>,
  ): Promise<T> => call(request, callOptions, (sent, answer) => readChecked(sent, answer, schema))

  const own = (operation: OperationName): ClientCredentials => {
    if (connection.credentials === undefined)
      throw new TypeError(`${operation} needs a client with credentials`)
    return connection.credentials
  }

  const client: ServiceClient = {
    async exchangeCode({ code, redirectUri }, how) {
      const { clientId, clientSecret } = own('exchangeCode').reveal()
      const request: ServiceRequest = {
        operation: 'exchangeCode',
        json: {
          client_id: clientId,
          client_secret: clientSecret,
          code,
          ...(redirectUri === undefined ? {} : { redirect_uri: redirectUri }),
        },
        headers: how?.async === true ? { 'x-service-async': 'true' } : {},
      }
      return call(request, how, readGrant)
    },

    async retrieveToken(taxpayerId, how) {
      const credential = own('retrieveToken')
      const request = { operation: 'retrieveToken', parts: [taxpayerId], credential } as const
      return call(request, how, readRetrieved)
    },

    introspect: async (credential, how) =>
      call({ operation: 'introspect', credential }, how, (sent, answer) => {
        const introspection = readChecked(sent, answer, introspectionSchema)
        checkId(sent, answer, introspection.taxpayer_id, "$['taxpayer_id']")
        return introspection
      }),

    disconnect: async (credential, how) =>
      callChecked({ operation: 'disconnect', credential }, how, acknowledgementSchema),

    listProviders: async (credential, how) => call({ operation: 'listProviders', credential }, how, readJson),

    getTaxpayer: async (credential, how) =>
      callChecked({ operation: 'getTaxpayer', credential }, how, taxpayerSchema),

    startRefresh: async (credential, taxpayerId, how) =>
      call({ operation: 'startRefresh', parts: [taxpayerId], credential }, how, (sent, answer) => {
        const job = readChecked(sent, answer, refreshJobSchema)
        checkId(sent, answer, job.jobId, "$['jobId']", job.jobId)
        return job
      }),

    getRefresh: async (credential, { taxpayerId, jobId }, how) =>
      callChecked(
        { operation: 'getRefresh', parts: [taxpayerId, jobId], credential },
        how,
        refreshStatusSchema,
      ),

    clearRecords: async (credential, how) =>
      callChecked({ operation: 'clearRecords', credential }, how, acknowledgementSchema),

    listRecords: async (credential, how) =>
      callChecked({ operation: 'listRecords', credential }, how, taxRecordsSchema),

    getRecord: async (credential, id, how) =>
      call({ operation: 'getRecord', parts: [id], credential }, how, readJson),

    async createClientLink(link = {}, how) {
      const credential = own('createClientLink')
      const request = { operation: 'createClientLink', credential, json: link } as const
      return callChecked(request, how, clientLinkSchema)
    },

    async createUnsignedForm(form, how) {
      const credential = own('createUnsignedForm')
      const request = { operation: 'createUnsignedForm', credential, json: form } as const
      return call(request, how, readUnsignedForm)
    },

    async uploadSignedForm(documentId, file, how) {
      const credential = own('uploadSignedForm')
      const form = new FormData()
      form.append('file', blobOf(file), 'form-8821.pdf')
      const request = { operation: 'uploadSignedForm', parts: [documentId], credential, form } as const
      return call(request, how, readGrant)
    },

    waitForCompletion: async (token, how = {}) => waitForCompletion(client, connection, token, how),

    refresh: async (token, how = {}) => refreshRecords(client, connection, token, how),

    collect: async (token, how = {}) => collectDossier(client, connection, token, how, source),
  }

  // A dossier is read as it came: what is wrong inside it is the core's to report.
  const source = {
    readTaxpayer: (credential: AccessToken, how: CallOptions) =>
      callChecked({ operation: 'getTaxpayer', credential }, how, openObjectSchema),
    readRecords: (credential: AccessToken, how: CallOptions) =>
      callChecked({ operation: 'listRecords', credential }, how, anyList),
  }

  return client
}

function blobOf(file: UploadFile): Blob {
  const blob = file instanceof Blob ? file : new Blob([new Uint8Array(file)])
  if (blob.size === 0) throw new TypeError('uploadSignedForm: the file is empty')
  return blob.type === '' ? blob.slice(0, blob.size, 'application/pdf') : blob
}

import type { Said } from './said.js'

/** Sentences of the interface, each with the check that shows it, or with why none can. */
export const ENDPOINTS: Said = {
  Endpoints: {
    'Paths are relative to {base_url}.': 'introspection',
    "'Client credentials' and 'access token' are the two credential kinds described under Authentication.":
      'tokenCredentials',
    '`Service-API-Version` is the version header described under Versioning.': 'version',
  },
  'Endpoints: POST /auth/token': {
    'Credentials: none.': 'exchanges',
    'Optional header `x-service-async`.': 'exchangesAsync',
    'Only allowed value: `true`.': 'asyncOnlyTrue',
    'When set, the call returns right after documents are pulled from the provider, without waiting for parsing.':
      'exchangesAsync',
    'The caller must then wait for the taxpayer status to become `COMPLETED` (delivered by webhook) before reading parsed data.':
      'application',
    'This is recommended to avoid network time-outs when parsing is slow.': 'application',
    'client_id | string | yes': 'exchangeFails',
    'client_secret | string | yes': 'exchangeFails',
    'code | string | yes': 'exchangeFails',
    'redirect_uri | string | no. Supply it only when the redirect flow was used, and it must be the same redirect address used in that flow. Omit it in the embedded flow.':
      'redirectFlow',
    '200: token response (`taxpayer_id`, `provider_id`, `access_token`).': 'exchanges',
    '400: Invalid Request. 401: Unauthorized.': 'exchangeOfNobody',
  },
  'Endpoints: GET /auth/tax-payer/{id}/token': {
    'Credentials: client credentials.': 'clientCredentials',
    'Optional header `Service-API-Version`.': 'optionalVersion',
    'Path `id`: the service UUID of the taxpayer.': 'retrieves',
    "Purpose: obtain the `access_token` when it was created out of the application's sight, for example through client links.":
      'retrievesOfLink',
    'Use sparingly and only when necessary.': 'application',
    '200: taxpayer token record.': 'retrieves',
  },
  'Endpoints: GET /introspect': {
    'Credentials: access token.': 'tokenCredentials',
    'Optional header `Service-API-Version`.': 'optionalVersion',
    'No body.': 'introspection',
    '200: introspection result.': 'introspection',
  },
  'Endpoints: POST /disconnect': {
    'Credentials: access token.': 'tokenCredentials',
    'Optional header `Service-API-Version`.': 'optionalVersion',
    'No body.': 'disconnect',
    '200: object with `status` (string; value `success`).': 'disconnect',
    'Effect: deletes the token used for the call and all tokens with the same taxpayer and provider pair.':
      'disconnects',
    'Tokens of the same taxpayer for a different provider are unaffected and need a separate call.':
      'disconnects',
  },
  'Endpoints: GET /providers': {
    'Returns details on all available tax record providers.': 'providers',
    'Response shape: not shown.': 'open',
  },
  'Endpoints: GET /tax-payer': {
    'Credentials: access token.': 'tokenCredentials',
    'No body.': 'taxpayer',
    '200: taxpayer object.': 'taxpayer',
  },
  'Endpoints: POST /tax-payer/{id}/refresh': {
    'Credentials: access token.': 'tokenCredentials',
    'Optional header `Service-API-Version`.': 'optionalVersion',
    'No body.': 'refreshes',
    'Path `id`: taxpayer identifier.': 'refreshes',
    '200: refresh job (`jobId`, `taxpayerId`, `name`).': 'refreshes',
  },
  'Endpoints: GET /tax-payer/{taxpayerId}/refresh/{jobId}': {
    'Credentials: access token.': 'tokenCredentials',
    'Optional header `Service-API-Version`.': 'optionalVersion',
    '200: `status`, `jobId`, `taxpayerId`, `name`.': 'refreshes',
  },
  'Endpoints: POST /tax-payer/clear-records': {
    'Credentials: access token.': 'tokenCredentials',
    'No body.': 'clears',
    'Effect: removes all tax records of the associated taxpayer.': 'clears',
    'The taxpayer account is not deleted.': 'clears',
    '200: object with `status` (string; value `success`).': 'clears',
  },
  'Endpoints: GET /records': {
    'Credentials: access token.': 'tokenCredentials',
    'No body.': 'records',
    'Returns an array of record objects for the token.': 'records',
    'Query parameters: not shown.': 'open',
  },
  'Endpoints: GET /records/{id}': {
    'Lists details about a given tax record.': 'record',
    'Response shape: not shown.': 'open',
  },
  'Endpoints: POST /client-links': {
    'Credentials: client credentials.': 'clientCredentials',
    'metadata | object': 'linkSettings',
    'settings | object': 'linkSettings',
    'settings.transcripts | object with optional keys `ACTR`, `RECA`, `WAID`, `VENF`, `W2`, `1095-A`, `NOTICE`; each value is an array of strings':
      'linkSettings',
    'settings.prefillData | object': 'linkSettings',
    'Which fields are required: not shown.': 'open',
    '200: `url` (string) and `id` (string).': 'createsLink',
    'Events about the link: `client_link.opened`, `client_link.closed`, `client_link.failed`, `client_link.succeeded`.':
      'linkEvents',
  },
  'Endpoints: POST /providers/irs/f8821/unsigned': {
    'Credentials: client credentials.': 'clientCredentials',
    'personalInfo | object: firstName, lastName, ssn (strings)': 'form8821',
    'address | object: street, city, state, zip, other (strings)': 'form8821',
    'form56 | object, only required when the signer of the form is the fiduciary and not the taxpayer':
      'form8821',
    'form56.authority | object: 1gDesc, 2a, 2b (strings)': 'form8821Whole',
    'form56.tax | object: `5` (string), types (array), typeDesc (string), forms (array), formDesc (string)':
      'form8821Whole',
    'form56.proceedings | object: name, date, initiationDate, docketNumber, placeOfOtherProceedings (strings); address (object: street, other, city, state, zip); time (object with text, a string)':
      'form8821Whole',
    'form56.title | string': 'form8821Whole',
    'extraDesignees | array of objects: name (string), address (same shape as address above), cafNumber (string), monitorIRSNotices (boolean)':
      'form8821Whole',
    'Required top-level fields apart from the form56 condition: not shown.': 'open',
    '200: the unsigned form as a file.': 'form8821',
    'An error body has `message` (string).': 'form8821Wrong',
    'The response refers to a document identifier that is used as `{documentId}` in the upload operation.':
      'uploads',
    'Where that identifier is returned (body or header): not shown.': 'open',
  },
  'Endpoints: POST /providers/irs/f8821/upload/{documentId}': {
    'Credentials: client credentials.': 'clientCredentials',
    'Path `documentId`: the document identifier returned by the unsigned form operation.': 'uploadOfNone',
    'Body: multipart/form-data with one part, `file`, the wet-signed PDF.': 'uploads',
    '200: `access_token`, `taxpayer_id`, `provider_id` (strings).': 'uploads',
    'Error bodies have `message` (string).': 'uploadOfNone',
  },
  Authentication: {
    "Client credentials | base64 of `<client_id>:<client_secret>` (the application's credentials from the developer dashboard) | client link creation, both Form 8821 operations, retrieve taxpayer token":
      'clientCredentials',
    'Access token | `<ACCESS_TOKEN>` returned by token exchange or by retrieve-token | all data and management operations other than those above':
      'tokenCredentials',
    'Token exchange (POST /auth/token) needs no Authorization header.': 'exchanges',
    'Applications obtain `<CLIENT_ID>` and `<CLIENT_SECRET>` by registering a developer account.':
      'dashboard',
    'Flow: the end user authorizes through the connect widget (embedded or redirect).': 'redirectFlow',
    'The application receives an authorization code.': 'redirectFlow',
    'For the redirect flow the code is a `code` query parameter on the registered redirect address.':
      'redirectFlow',
    'The backend exchanges it server-side for an access token.': 'redirectFlow',
    'Redirect addresses must be registered.': 'onlyRegistered',
    'Allowed forms: an `http://` localhost address, or an `https://` address.': 'dashboard',
    'The embedded frontend flow needs no registration, because a default redirect address is applied.':
      'embeddedFlow',
    'Access tokens must be stored securely, like passwords.': 'application',
    'They must not be logged or sent to the frontend.': 'application',
    'Disconnect invalidates tokens as described under Endpoints.': 'disconnect',
    'Token lifetime and expiry: not shown.': 'open',
  },
}

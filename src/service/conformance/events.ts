import type { Said } from './said.js'

/** Sentences of the interface, each with the check that shows it, or with why none can. */
export const EVENTS: Said = {
  Events: {
    "Events are delivered to the application's registered webhook address.": 'delivered',
    'An events API also exists (the application can sync via events API or webhooks).': 'open',
    'Events API request and response shape: not shown.': 'open',
  },
  'Events: Event object': {
    'event | string | Event type': 'delivered',
    'id | string | Unique event id, with prefix `ev_`': 'delivered',
    'data | object | Event payload': 'delivered',
    'created_at | string | ISO 8601 timestamp of when the event occurred': 'delivered',
  },
  'Events: Event types and payloads': {
    'taxpayer.status_changed | taxpayer_id, status (taxpayer status), status_description (string), provider_id':
      'statusEvents',
    'taxpayer.records_synced | taxpayer_id, provider_id, records: array of {record_id (string), tax_year (number)}':
      'synced',
    'taxpayer.disconnected | taxpayer_id, name, provider_id': 'disconnected',
    'widget.opened | empty object': 'widgetEvents',
    'widget.closed | empty object': 'widgetEvents',
    'widget.failed | error: {code (string), message (string)}': 'widgetFails',
    'client_link.opened | url (string)': 'linkEvents',
    'client_link.closed | url (string)': 'linkEvents',
    'client_link.failed | error: {code, message}': 'linkEvents',
    'client_link.succeeded | provider_id': 'linkEvents',
    'Other event names mentioned for the connect flow: `taxpayer.consent_accepted`, `taxpayer.provider_selected`, `taxpayer.provider_connected`.':
      'widgetEvents',
    'Their payloads: not shown.': 'open',
    'Status changes caused by the authorization flow emit `taxpayer.status_changed`.': 'statusEvents',
    'Disconnect relates to `taxpayer.disconnected`.': 'disconnected',
    'After token exchange with the async header, the taxpayer status change to `COMPLETED` is delivered as an event.':
      'exchangesAsync',
  },
  'Events: Delivery rules': {
    'The receiving endpoint must use HTTPS and accept POST with the header `Service-Signature`.': 'httpsOnly',
    'Servers may lowercase the header name.': 'application',
    'The endpoint answers with HTTP 200 (any 2xx counts as delivered) to acknowledge.': 'anySuccess',
    'Processing success need not be signalled.': 'application',
    'A non-2xx answer is a failure.': 'triesAgain',
    'The service retries up to 12 times with exponential back-off over 3 days (in production environments).':
      'givesUp',
    'After that the event is failed and no longer retried.': 'givesUp',
    'Order of delivery is not guaranteed.': 'application',
    'The same event may be delivered more than once, so handling should be idempotent by event `id`.':
      'moreThanOnce',
    'Payload objects carry `created_at` and `updated_at`, which can be compared to reject stale data.':
      'synced',
    'An endpoint can be configured to receive only selected event types.': 'selectedTypes',
    'The dashboard can send test events of the configured types.': 'delivered',
  },
  'Events: Signature verification': {
    '`t=<issued_timestamp>`: milliseconds since the epoch at which the event was issued.': 'delivered',
    '`v1=<signature_hash>`: HMAC SHA256 signature.': 'delivered',
    'Expected signature: the hex digest of HMAC SHA256, keyed with the webhook secret generated when the endpoint is registered.':
      'delivered',
    'The message is `<issued_timestamp>` + `.` + the request body as a UTF-8 string.': 'delivered',
    'The receiver compares this with `signature_hash`.': 'application',
    'It should also reject timestamps that differ too much from the current time, to prevent replay.':
      'application',
    'The tolerance value is not specified.': 'open',
  },
  Errors: {
    'POST /auth/token | 400 | Invalid Request': 'exchangeOfNobody',
    'POST /auth/token | 401 | Unauthorized': 'exchangeWithWrongSecret',
    'Form 8821 operations | (status codes: see below) | Body is an object with `message` (string)':
      'form8821Wrong',
    'Common causes of a token exchange failure: an invalid or expired authorization code, a wrong client id or secret, a redirect address that does not match.':
      'exchangeFails',
    'Error response body of POST /auth/token: not shown.': 'open',
    'Status codes of errors for all other endpoints: not shown.': 'open',
    'Event-level error objects carry `code` and `message` (for example the code `provider_timeout`).':
      'widgetFails',
    'The full list of codes is not given.': 'open',
  },
  Limits: {
    'Lifetime of the pre-signed Form 8821 file URL | 12 hours | `form8821` field of taxpayer': 'form8821File',
    'Webhook delivery retries | 12 attempts, exponential back-off over 3 days | event delivery': 'givesUp',
    'Redirect address formats | `http://` localhost or `https://` only | redirect registration': 'dashboard',
    'The retrieve-token operation should be used sparingly.': 'application',
    'Rate limits: not shown.': 'open',
    'Maximum upload file size for the signed form: not shown.': 'open',
  },
  Versioning: {
    'The API has dated versions.': 'versions',
    'The current version is `2024-01-01`.': 'version',
    'The header `Service-API-Version` must be set on every request.': 'version',
    'Its value is the version date.': 'version',
    'A new dated version is released when a breaking change is made.': 'versions',
    'adding new endpoints;': 'versions',
    'adding new optional parameters to existing endpoints;': 'versions',
    'adding new data elements to existing responses;': 'versions',
    'adding new errors.': 'versions',
    'Clients should therefore ignore unknown response fields.': 'versions',
  },
}

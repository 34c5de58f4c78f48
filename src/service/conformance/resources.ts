import type { Said } from './said.js'

/** Sentences of the interface, each with the check that shows it, or with why none can. */
export const RESOURCES: Said = {
  Beginning: {
    'This document covers all nine parts of the service interface: purpose, resources, states, endpoints, authentication, events, errors, limits and versioning.':
      'about',
    'Every base address is written {base_url}.': 'about',
    'Bodies are JSON unless an endpoint says otherwise.': 'about',
  },
  'What the service does': {
    'The service collects verified federal and state tax records of individual and business taxpayers from tax record providers.':
      'about',
    'Providers include tax preparation software, a federal tax authority online account and its transcript system, and professional preparer software.':
      'about',
    'An end user (the taxpayer) authorizes access through a hosted connect widget or through a client link created by API.':
      'about',
    'The widget is either embedded in the application frontend or reached by redirect.': 'redirectFlow',
    'Authorization yields an authorization code.': 'redirectFlow',
    "The application's backend exchanges the code for an `access_token`.": 'exchanges',
    'Each token is bound to one taxpayer and one provider.': 'disconnects',
    'read taxpayer information;': 'taxpayer',
    'read parsed tax records;': 'records',
    'introspect the token;': 'introspection',
    'start and poll a refresh job;': 'refresh',
    "clear the taxpayer's records;": 'clears',
    'disconnect the token.': 'disconnect',
    'An unsigned Form 8821 (tax information authorization) can be generated as a file.': 'form8821',
    'A wet-signed PDF of that form can be uploaded.': 'uploads',
    'Activity is reported to the application as events, delivered by webhook.': 'delivered',
    'Applications are required to implement the disconnect operation, for billing and security purposes.':
      'about',
    'Long-running parsing can be made asynchronous with a request header on token exchange (see the token exchange endpoint).':
      'exchangesAsync',
  },
  'Resources: Provider identifier': {
    'Allowed values: `turbotax`, `hr`, `taxact`, `tax_slayer`, `jackson`, `free_tax_usa`, `irs`, `irs_tax_pro`, `pilot`, `cch_axcess`, `drake`, `proconnect`, `service-sandbox`.':
      'providers',
    'Sample responses show the spelling `irs-tax-pro` (hyphens) for one provider, while the allowed-value list gives `irs_tax_pro`.':
      'spellings',
    'A client should tolerate both spellings.': 'spellings',
  },
  'Resources: Taxpayer status': {
    '`CREATED`, `CONSENT_RECEIVED`, `TAX_AUTHORIZATION_SUBMITTED`, `AUTHORIZED`, `REJECTED`, `COMPLETED`.':
      'statusEvents',
  },
  'Resources: Token response': {
    'taxpayer_id | string | Service identifier of the taxpayer': 'exchanges',
    'provider_id | string | One of the provider identifiers': 'exchanges',
    'access_token | string | Bearer credential for data endpoints': 'exchanges',
  },
  'Resources: Taxpayer token record': {
    'access_token | string': 'retrieves',
    'taxpayer_id | string': 'retrieves',
    'name | string': 'retrieves',
    'metadata | object': 'retrieves',
    'provider_id | enum provider identifier': 'retrieves',
    'created_at | string, ISO 8601 timestamp': 'retrieves',
    'status | enum taxpayer status': 'retrieves',
  },
  'Resources: Introspection result': {
    'taxpayer_id | string | Identifies the taxpayer for one submission': 'introspection',
    'client_id | string | Client id of the application associated with the token': 'introspection',
    'name | string | Account name retrieved from the tax record provider': 'introspection',
    'provider_id | enum provider identifier | Provider associated with the token': 'introspection',
  },
  'Resources: Taxpayer': {
    'id | string | Service UUID of the taxpayer': 'uuid',
    'name | string': 'taxpayer',
    'provider_id | enum provider identifier': 'taxpayer',
    'created_at | string, ISO 8601 timestamp': 'taxpayer',
    'status | enum taxpayer status': 'taxpayer',
    'metadata | object | Custom fields identifying the taxpayer externally. Contents: not shown beyond being an object.':
      'open',
    'analysis | object | Aggregated analysis across all tax records': 'analysis',
    'analysis.total_liabilities | string': 'analysis',
    'analysis.liabilities_with_lien_filed | string': 'analysis',
    'analysis.tin | string': 'analysis',
    'analysis.employment_history | array of objects | Each has `type` (string), `year` (string) and `employer` (`ein`, `name`, `address`, all strings)':
      'analysis',
    'details | object | Account details, depending on provider': 'details',
    'details.address | object | `street_address`, `city`, `state`, `zip_code` (strings)': 'details',
    'details.balance_summary | object | `balance_due` (number) and `tax_years`, an array of `{amount: number, year: string}`':
      'details',
    'form8821 | string | Pre-signed URL to the raw Form 8821 file as a PDF. The URL expires after 12 hours.':
      'form8821File',
  },
  'Resources: Refresh job': {
    'Created by the refresh operation: `jobId`, `taxpayerId`, `name` (all strings).': 'refreshes',
    'Status read: `status` (string; the value `processing` is shown), `jobId`, `taxpayerId`, `name`.':
      'refreshes',
  },
  'Resources: Client link': {
    'Response fields: `url` (string, address of the hosted link page) and `id` (string).': 'createsLink',
  },
  'Resources: Record': {
    'id | string': 'records',
    'name | string': 'records',
    'tax_year | string': 'records',
    'provider_id | enum provider identifier': 'records',
    'date | string, ISO 8601 timestamp': 'records',
    'raw_file | string': 'records',
    'forms | array of form objects': 'records',
    'A form object has `type` (string, for example the kind code of a wage-and-income transcript), `year` (string) and `ssn` (string, masked).':
      'records',
    'It also has zero or more of the arrays below.': 'FORMS',
    'Each array holds entries of the form kind named by the array.': 'FORMS',
    'Money amounts are numbers.': 'FORMS',
    'Party objects are named per form.': 'FORMS',
    'Each has `name` and `address` (strings) and one identifier field: `ein`, `fin`, `tin`, `id` or `ssn`, as listed per form.':
      'FORMS',
    'Every entry has `submission_type` (string).': 'FORMS',
    'Masked values appear as strings with leading X characters.': 'records',
    'Dates appear as strings.': 'FORMS',
    'Some are ISO dates (`date_won`), some are MM-DD-YYYY, and tax periods are YYYYMM.': 'FORMS',
    'Any further form kinds beyond those listed: not shown.': 'open',
  },
  'Resources: Form 8821 request object': {
    'The request object is described under its endpoint.': 'form8821Whole',
  },
  'States and transitions: Taxpayer status': {
    'States: `CREATED`, `CONSENT_RECEIVED`, `TAX_AUTHORIZATION_SUBMITTED`, `AUTHORIZED`, `REJECTED`, `COMPLETED`.':
      'statusEvents',
    'Transitions: not shown.': 'open',
    'The current status is returned in the taxpayer record and in the taxpayer token record.': 'retrieves',
    'A change of status is announced by the event `taxpayer.status_changed`.': 'statusEvents',
    '`COMPLETED` is the state that signals parsing has finished.': 'exchangesAsync',
    'When token exchange was made asynchronous, parsed data is reliable only after the status is `COMPLETED`.':
      'exchangesAsync',
  },
  'States and transitions: Refresh job': {
    'A job is created by the refresh operation and read by the refresh-status operation.': 'refreshes',
    'The status value `processing` is shown.': 'refreshes',
    'Other job status values and transitions: not shown.': 'open',
  },
}

import type { Raw } from './state.js'
import { DESCRIPTIONS } from './status.js'

const id = '00000000-0000-4000-8000-000000000000'
const taxpayer = { taxpayer_id: id, provider_id: 'service-sandbox' }
const failed = { error: { code: 'provider_timeout', message: 'The provider did not answer in time.' } }
const url = 'https://links.example.invalid/link'

/** What a test event of each type carries. Source: interface, Event types and payloads. */
export const SAMPLES: Readonly<Record<string, Raw>> = {
  'taxpayer.status_changed': { ...taxpayer, status: 'COMPLETED', status_description: DESCRIPTIONS.COMPLETED },
  'taxpayer.records_synced': { ...taxpayer, records: [{ record_id: 'record-1', tax_year: 2024 }] },
  'taxpayer.disconnected': { ...taxpayer, name: 'Test Taxpayer' },
  'taxpayer.consent_accepted': taxpayer,
  'taxpayer.provider_selected': taxpayer,
  'taxpayer.provider_connected': taxpayer,
  'widget.opened': {},
  'widget.closed': {},
  'widget.failed': failed,
  'client_link.opened': { url },
  'client_link.closed': { url },
  'client_link.failed': failed,
  'client_link.succeeded': { provider_id: 'service-sandbox' },
}

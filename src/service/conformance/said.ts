import { DATA_CHECKS } from './data-checks.js'
import { EVENT_CHECKS } from './event-checks.js'
import { FLOW_CHECKS } from './flow-checks.js'
import { FORMS } from './forms.js'
import { reading } from './steps.js'

/** What shows a sentence, by name: a check, which several may share, or why no request of an application can. */
export const SHOWN = {
  ...DATA_CHECKS,
  ...FLOW_CHECKS,
  ...EVENT_CHECKS,
  FORMS: reading('token', FORMS.slice(0, 1)),
  open: 'The interface leaves it open.',
  about: 'Says what the service is for.',
  application: 'For the application to do.',
  dashboard: 'Happens in the dashboard.',
  versions: 'About versions to come.',
}

/** The sentences of the parts of the interface. */
export type Said = Readonly<Record<string, Readonly<Record<string, keyof typeof SHOWN>>>>

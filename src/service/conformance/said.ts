import { DATA_CHECKS } from './data-checks.js'
import { EVENT_CHECKS } from './event-checks.js'
import { FLOW_CHECKS } from './flow-checks.js'

/** Every check, by name; several sentences may share one. */
export const CHECKS = { ...DATA_CHECKS, ...FLOW_CHECKS, ...EVENT_CHECKS }

/** Why no request of an application can show a sentence. */
export const WHYS = {
  open: 'The interface leaves it open.',
  about: 'Says what the service is for.',
  application: 'For the application to do.',
  dashboard: 'Happens in the dashboard.',
  versions: 'About versions to come.',
}

/** What shows a sentence: a check, or why there is none; `FORMS` where those of the table of forms show it. */
export type Shown = keyof typeof CHECKS | keyof typeof WHYS | 'FORMS'

/** The sentences of the parts of the interface. */
export type Said = Readonly<Record<string, Readonly<Record<string, Shown>>>>

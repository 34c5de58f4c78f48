import { DATA_CHECKS } from './data-checks.js'
import { EVENT_CHECKS } from './event-checks.js'
import { FLOW_CHECKS } from './flow-checks.js'

/** Every check, by name; several sentences may share one. */
export const CHECKS = { ...DATA_CHECKS, ...FLOW_CHECKS, ...EVENT_CHECKS }

/** The name of a check. */
export type CheckName = keyof typeof CHECKS

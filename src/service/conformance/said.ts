import type { CheckName } from './checks.js'

/** Why no request of an application can show a sentence. */
export const WHYS = {
  open: 'The interface leaves it open.',
  about: 'Says what the service is for.',
  application: 'For the application to do.',
  dashboard: 'Happens in the dashboard.',
  versions: 'About versions to come.',
}

/** A sentence with the name of its check, or of why there is none; `FORMS` where the forms below show it. */
export type Said = readonly [
  part: string,
  sentences: readonly (readonly [string, CheckName | keyof typeof WHYS | 'FORMS'])[],
]

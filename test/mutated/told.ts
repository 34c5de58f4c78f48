import { OWN_WORDS } from './keys.js'
import { SHAPE_OF, squeeze } from './vocabulary.js'

type Step = string | number
/** A place. */
export type Path = readonly Step[]

/** The steps of a printed path; null where it is none. */
export const stepsOf = (path: string): Step[] | null => {
  if (!path.startsWith('$')) return null
  const steps: Step[] = []
  let at = 1
  while (at < path.length) {
    if (path[at] !== '[') return null
    if (path[at + 1] === '*' && path[at + 2] === ']') {
      steps.push('*')
      at += 3
    } else if (path[at + 1] === "'") {
      const end = path.indexOf("']", at + 2)
      if (end < 0) return null
      steps.push(path.slice(at + 2, end))
      at = end + 2
    } else {
      const end = path.indexOf(']', at + 1)
      const digits = path.slice(at + 1, end)
      if (end < 0 || !/^\d+$/.test(digits)) return null
      steps.push(Number(digits))
      at = end + 1
    }
  }
  return steps
}

/** A step without case and separators. */
export const markOf = (step: Step): string =>
  typeof step === 'number' ? String(step) : step === '*' ? '*' : `.${squeeze(step)}`
const looseMarkOf = (step: Step): string => (typeof step === 'number' ? '#' : markOf(step))

/** Codes that speak of something else at a place, so they say nothing of what stands inside it. */
const BESIDE = new Set([
  'year_disagrees',
  'year_unknown',
  'enum_unknown',
  'possible_duplicate',
  'probable_duplicate',
  'duplicate_without_original',
  'amended_without_original',
  'amended_target_doubtful',
  'source_conflict',
  'submission_unknown',
  'proceeds_disagree',
  'taxable_upper_bound',
  'text_control',
  'record_not_parsed',
  'money_coerced',
  'money_rounded',
  'taxpayer_tin_differs',
  'lien_exceeds_total',
  'timestamp_without_offset',
  'out_of_range',
])

/** Codes that are given once for a key and a form, wherever it stands. */
const ONCE = new Set([
  'field_unknown',
  'form_unknown',
  'amount_unread',
  'field_misspelled',
  'field_respelled',
  'form_respelled',
])

/** Issues by place; a known key is looked up as itself, any other as itself or as `[*]`. */
export class Told {
  private readonly exact = new Map<string, string[]>()
  private readonly once = new Map<string, string[]>()
  limit = false

  add(code: string, steps: readonly Step[]): void {
    if (code === 'limit_reached') this.limit = true
    const key = steps.map(markOf).join('')
    const list = this.exact.get(key)
    if (list === undefined) this.exact.set(key, [code])
    else list.push(code)
    if (!ONCE.has(code)) return
    const loose = steps.map(looseMarkOf).join('')
    const spread = this.once.get(loose)
    if (spread === undefined) this.once.set(loose, [code])
    else spread.push(code)
  }

  private static spellings(path: Path, mark: (step: Step) => string): string[] {
    let found = ['']
    path.forEach((step, at) => {
      const own = mark(step)
      // A key of another form is as strange as any, and so is a form's outside a form object.
      const hidden =
        typeof step === 'string' &&
        (!OWN_WORDS.has(step) || (/\d{4}/.test(step) && !(SHAPE_OF.has(step) && path[at - 2] === 'forms')))
      found = hidden ? found.flatMap(head => [head + own, `${head}*`]) : found.map(head => head + own)
      if (found.length > 64) found = found.slice(0, 64)
    })
    return found
  }

  /** Codes told at exactly this place, or once for its key. */
  at(path: Path): Set<string> {
    const codes = new Set<string>()
    for (const key of Told.spellings(path, markOf))
      for (const code of this.exact.get(key) ?? []) codes.add(code)
    for (const key of Told.spellings(path, looseMarkOf))
      for (const code of this.once.get(key) ?? []) codes.add(code)
    return codes
  }

  /** Whether an issue names this place, or one around it that could not be read. */
  covers(path: Path): boolean {
    if (this.limit) return true
    for (let length = path.length; length >= 0; length--) {
      const part = path.slice(0, Math.min(length, 40))
      for (const code of this.at(part)) if (!BESIDE.has(code)) return true
    }
    return false
  }
}

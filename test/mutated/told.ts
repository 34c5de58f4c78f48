import { OWN_WORDS } from './keys.js'
import { SHAPE_BY_KEY, squeeze } from './vocabulary.js'

type Step = string | number
/** A place. */
export type Path = readonly Step[]

/** The steps of a printed path; null where it is none. */
export const parsePath = (path: string): Step[] | null => {
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
export const normalizeStep = (step: Step): string =>
  typeof step === 'number' ? String(step) : step === '*' ? '*' : `.${squeeze(step)}`
const normalizeStepLoosely = (step: Step): string => (typeof step === 'number' ? '#' : normalizeStep(step))

/** Codes that speak of something else at a place, so they say nothing of what stands inside it. */
const CODES_ABOUT_SOMETHING_ELSE = new Set([
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
const CODES_GIVEN_ONCE = new Set([
  'field_unknown',
  'form_unknown',
  'amount_unread',
  'field_misspelled',
  'field_respelled',
  'form_respelled',
])

/** Issues by place; a known key is looked up as itself, any other as itself or as `[*]`. */
export class IssueIndex {
  private readonly exact = new Map<string, string[]>()
  private readonly once = new Map<string, string[]>()
  limit = false

  add(code: string, steps: readonly Step[]): void {
    if (code === 'limit_reached') this.limit = true
    const key = steps.map(normalizeStep).join('')
    const list = this.exact.get(key)
    if (list === undefined) this.exact.set(key, [code])
    else list.push(code)
    if (!CODES_GIVEN_ONCE.has(code)) return
    const loose = steps.map(normalizeStepLoosely).join('')
    const spread = this.once.get(loose)
    if (spread === undefined) this.once.set(loose, [code])
    else spread.push(code)
  }

  private static listKeys(path: Path, normalize: (step: Step) => string): string[] {
    let prefixes = ['']
    path.forEach((step, at) => {
      const normalized = normalize(step)
      // A key of another form is as strange as any, and so is a form's outside a form object.
      const isHidden =
        typeof step === 'string' &&
        (!OWN_WORDS.has(step) ||
          (/\d{4}/.test(step) && !(SHAPE_BY_KEY.has(step) && path[at - 2] === 'forms')))
      prefixes = isHidden
        ? prefixes.flatMap(head => [head + normalized, `${head}*`])
        : prefixes.map(head => head + normalized)
      if (prefixes.length > 64) prefixes = prefixes.slice(0, 64)
    })
    return prefixes
  }

  /** Codes told at exactly this place, or once for its key. */
  findCodes(path: Path): Set<string> {
    const codes = new Set<string>()
    for (const key of IssueIndex.listKeys(path, normalizeStep))
      for (const code of this.exact.get(key) ?? []) codes.add(code)
    for (const key of IssueIndex.listKeys(path, normalizeStepLoosely))
      for (const code of this.once.get(key) ?? []) codes.add(code)
    return codes
  }

  /** Whether an issue names this place, or one around it that could not be read. */
  covers(path: Path): boolean {
    if (this.limit) return true
    for (let length = path.length; length >= 0; length--) {
      const part = path.slice(0, Math.min(length, 40))
      for (const code of this.findCodes(part)) if (!CODES_ABOUT_SOMETHING_ELSE.has(code)) return true
    }
    return false
  }
}

import { API_KEYS } from './keys.js'
import { SHAPE_BY_KEY, squeeze } from './vocabulary.js'

type Step = string | number
/** The keys and indexes that lead to a value. */
export type Path = readonly Step[]

/** Parses a printed path. Returns null if the text is not a path. */
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

/** Adds a value to the list of a key. */
export const addToList = <T>(lists: Map<string, T[]>, key: string, value: T): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Converts a step to text. Variants of a key in case or separators have the same text. */
export const normalizeStep = (step: Step): string =>
  typeof step === 'number' ? String(step) : step === '*' ? '*' : `.${squeeze(step)}`
const normalizeStepLoosely = (step: Step): string => (typeof step === 'number' ? '#' : normalizeStep(step))

/** Codes of issues about values that were read. They do not explain why an amount inside such a value was not read. */
const CODES_ABOUT_SOMETHING_ELSE = new Set([
  ...['year_disagrees', 'year_unknown', 'enum_unknown', 'possible_duplicate', 'probable_duplicate'],
  ...['duplicate_without_original', 'amended_without_original', 'amended_target_doubtful', 'source_conflict'],
  ...['submission_unknown', 'proceeds_disagree', 'taxable_upper_bound', 'text_control', 'record_not_parsed'],
  ...['money_coerced', 'money_rounded', 'taxpayer_tin_differs', 'lien_exceeds_total', 'timestamp_without_offset'],
  ...['out_of_range'],
])

/** Codes that the library reports only once per form and key, with the first path. */
const CODES_GIVEN_ONCE = new Set([
  ...['field_unknown', 'form_unknown', 'amount_unread'],
  ...['field_misspelled', 'field_respelled', 'form_respelled'],
])

/** The issue codes by path. A path may print an unknown key as `[*]`, so unknown keys are searched in both forms. */
export class IssueIndex {
  private readonly exact = new Map<string, string[]>()
  private readonly codesReportedOnce = new Map<string, string[]>()
  isLimitReached = false

  add(code: string, steps: readonly Step[]): void {
    if (code === 'limit_reached') this.isLimitReached = true
    addToList(this.exact, steps.map(normalizeStep).join(''), code)
    if (CODES_GIVEN_ONCE.has(code)) addToList(this.codesReportedOnce, steps.map(normalizeStepLoosely).join(''), code)
  }

  private static listKeys(path: Path, normalize: (step: Step) => string): string[] {
    let prefixes = ['']
    path.forEach((step, index) => {
      const normalized = normalize(step)
      // Paths print a form key that is not in a form object as if it were an unknown key.
      const isHidden =
        typeof step === 'string' &&
        (!API_KEYS.has(step) || (/\d{4}/.test(step) && !(SHAPE_BY_KEY.has(step) && path[index - 2] === 'forms')))
      prefixes = isHidden
        ? prefixes.flatMap(head => [head + normalized, `${head}*`])
        : prefixes.map(head => head + normalized)
      if (prefixes.length > 64) prefixes = prefixes.slice(0, 64)
    })
    return prefixes
  }

  /** Finds the codes that are reported at this path, or at the same path with other indexes if reported only once. */
  findCodes(path: Path): Set<string> {
    const codes = new Set<string>()
    for (const key of IssueIndex.listKeys(path, normalizeStep))
      for (const code of this.exact.get(key) ?? []) codes.add(code)
    for (const key of IssueIndex.listKeys(path, normalizeStepLoosely))
      for (const code of this.codesReportedOnce.get(key) ?? []) codes.add(code)
    return codes
  }

  /** Returns true if an issue names this path, or a value that contains it and could not be read. */
  covers(path: Path): boolean {
    if (this.isLimitReached) return true
    for (let length = path.length; length >= 0; length--) {
      const part = path.slice(0, Math.min(length, 40))
      for (const code of this.findCodes(part)) if (!CODES_ABOUT_SOMETHING_ELSE.has(code)) return true
    }
    return false
  }
}

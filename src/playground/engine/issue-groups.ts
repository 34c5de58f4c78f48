import { ISSUES, type IssueCode, type Severity } from '../../core/issue-table.js'
import { compareText } from '../../core/text.js'
import { ISSUE_COLUMNS } from '../../export/issues-table.js'
import type { CellValue } from '../../export/table.js'
import type { IssueGroup, IssuePlace } from '../protocol.js'

/** So many places of a code are shown; the table of issues has them all. */
const SHOWN = 20

const WORST: readonly Severity[] = ['error', 'warning', 'info']

type IssueCells = Readonly<Record<string, CellValue>>

const placeOf = (cell: IssueCells, sentence: string): IssuePlace => ({
  source: String(cell['source'] ?? ''),
  line: cell['line'] as number | null,
  taxpayerId: cell['taxpayer_id'] as string | null,
  path: String(cell['path'] ?? ''),
  more: String(cell['message'] ?? '')
    .replace(sentence, '')
    .trim(),
})

/** Gathers rows of the table of issues by their codes. */
export class IssueGroups {
  readonly #groups = new Map<string, IssueGroup & { count: number; places: IssuePlace[] }>()

  add(cells: readonly CellValue[]): void {
    const cell: IssueCells = Object.fromEntries(ISSUE_COLUMNS.map(({ name }, i) => [name, cells[i] ?? null]))
    const [code, severity] = [cell['code'] as IssueCode, cell['severity'] as Severity]
    const [, sentence, advice] = ISSUES[code]
    const key = `${severity} ${code}`
    const group = this.#groups.get(key) ?? { code, severity, count: 0, sentence, advice, places: [] }
    group.count++
    if (group.places.length < SHOWN) group.places.push(placeOf(cell, sentence))
    this.#groups.set(key, group)
  }

  /** The worst first. */
  all(): readonly IssueGroup[] {
    return [...this.#groups.values()].toSorted(
      (a, b) => WORST.indexOf(a.severity) - WORST.indexOf(b.severity) || compareText(a.code, b.code),
    )
  }
}

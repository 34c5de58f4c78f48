import { ISSUES, type IssueCode, type Severity } from '../../../core/issues/issue-table.js'
import { getOrCreate } from '../../../core/lists.js'
import { compareIssues } from '../../../report/remarks.js'
import { ISSUE_COLUMNS } from '../../../tables/definitions/issues-table.js'
import type { CellValue } from '../../../tables/table.js'
import type { IssueGroup, IssuePlace } from '../protocol.js'

/** The maximum number of locations shown per issue code. The issues table lists all of them. */
const MAX_PLACES = 20

type IssueCells = Readonly<Record<string, CellValue>>

const toIssuePlace = (cell: IssueCells, sentence: string): IssuePlace => ({
  source: String(cell['source'] ?? ''),
  line: cell['line'] as number | null,
  taxpayerId: cell['taxpayer_id'] as string | null,
  path: String(cell['path'] ?? ''),
  detail: String(cell['message'] ?? '')
    .replace(sentence, '')
    .trim(),
})

/** Groups rows of the table of issues by code. */
export class IssueGroups {
  readonly #groups = new Map<string, IssueGroup & { count: number; places: IssuePlace[] }>()

  add(cells: readonly CellValue[]): void {
    const cell: IssueCells = Object.fromEntries(ISSUE_COLUMNS.map(({ name }, i) => [name, cells[i] ?? null]))
    const [code, severity] = [cell['code'] as IssueCode, cell['severity'] as Severity]
    const [, sentence, advice] = ISSUES[code]
    const empty = { code, severity, count: 0, sentence, advice, places: [] }
    const group = getOrCreate(this.#groups, `${severity} ${code}`, () => empty)
    group.count++
    if (group.places.length < MAX_PLACES) group.places.push(toIssuePlace(cell, sentence))
  }

  /** Lists the groups, the most severe first. */
  list(): IssueGroup[] {
    return [...this.#groups.values()].sort(compareIssues)
  }
}

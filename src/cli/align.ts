import type { TextRow } from '../report/text-row.js'

const widthOf = (text: string): number => [...text].length

const most = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((largest, item) => Math.max(largest, measure(item)), 0)

/** Aligns rows: labels to the left, cells to the right. A cell's last character may be a mark or a space for it. */
export function alignRows(rows: readonly TextRow[]): string[] {
  const labels = most(rows, ({ label, cells }) => (cells.length > 0 ? widthOf(label) : 0))
  const widths = Array.from({ length: most(rows, ({ cells }) => cells.length) }, (_, i) =>
    most(rows, ({ cells }) => widthOf(cells[i] ?? '')),
  )
  return rows.map(({ label, cells, remark = '' }) => {
    const padded = cells.map((cell, i) => ' '.repeat((widths[i] ?? 0) - widthOf(cell) + 2) + cell)
    const gap = cells.length > 0 ? ' '.repeat(labels - widthOf(label)) : ''
    return `${label}${gap}${padded.join('')}${remark === '' ? '' : `  ${remark}`}`.trimEnd()
  })
}

/** A table of text, all columns to the left. */
export function alignText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => most(rows, row => row[i]?.length ?? 0))
  return rows
    .map(
      row =>
        `${row
          .map((cell, i) => cell.padEnd((widths[i] ?? 0) + 2))
          .join('')
          .trimEnd()}\n`,
    )
    .join('')
}

import type { SourceFile } from 'typescript'

/** A comment on one line, its location, and the markers that it contains. */
interface MarkedComment {
  readonly location: string
  readonly text: string
  readonly markers: readonly string[]
}

export function countMarkers(sources: readonly SourceFile[]): {
  readonly total: number
  readonly marked: readonly MarkedComment[]
}

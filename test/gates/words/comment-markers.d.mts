/** A comment in one line, where it is, and its markers. */
interface MarkedComment {
  readonly location: string
  readonly text: string
  readonly markers: readonly string[]
}

export function countMarkers(
  folders: readonly string[],
  texts?: readonly string[],
): { readonly total: number; readonly marked: readonly MarkedComment[] }

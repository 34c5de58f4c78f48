/** Wraps a line at a width, between words; the lines behind the first are set in by so many spaces more than it. */
export function wrapLine(line: string, width: number, further = 2): string[] {
  const start = line.length - line.trimStart().length
  const lines: string[] = []
  let rest = line
  while ([...rest].length > width) {
    const room = [...rest].slice(0, width + 1).join('')
    const indent = rest.length - rest.trimStart().length
    const at = room.lastIndexOf(' ')
    // A word longer than the line stands whole.
    const cut = at > indent ? at : rest.indexOf(' ', indent)
    if (cut === -1) break
    lines.push(rest.slice(0, cut).trimEnd())
    rest = ' '.repeat(Math.min(start + further, width >> 1)) + rest.slice(cut).trimStart()
  }
  return [...lines, rest]
}

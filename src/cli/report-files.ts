import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The list of the pages of a run. */
export const INDEX = 'index.html'

/** The file of a taxpayer: by a number, for a name may be a person's. */
export const fileOf = (number: number): string => `borrower-${String(number).padStart(4, '0')}.html`

/** Tells of pages of an earlier run of more taxpayers, which stand there yet: they hold what is in no index. */
export function tellOlder(out: string, last: number): void {
  let count = 0
  while (existsSync(join(out, fileOf(last + count + 1)))) count++
  if (count > 0)
    process.stderr.write(
      `taxtally: ${INDEX} does not list ${count} pages of an earlier run, from ${fileOf(last + 1)} on\n`,
    )
}

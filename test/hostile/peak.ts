import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import { MAIN } from '../cli/command.js'

/** What a run of the command did, and the most memory that it had. Units: `peak` in megabytes. */
export interface Peak {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly peak: number
}

const MARK = 'peak memory in kilobytes: '
const REPORT = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from 'node:fs'
  process.on('exit', () => writeSync(2, '${MARK}' + process.resourceUsage().maxRSS))`,
)}`

/** Runs the built command on a stream that is made as it is read, so that no input is ever whole anywhere. */
export async function peakOf(
  words: readonly string[],
  input: Iterable<Buffer>,
  zipped = false,
): Promise<Peak> {
  const child = spawn(process.execPath, ['--import', REPORT, MAIN, ...words])
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', chunk => {
    stdout += String(chunk)
  })
  child.stderr.on('data', chunk => {
    stderr += String(chunk)
  })
  const closed = once(child, 'close')
  child.stdin.on('error', () => {})
  const sink = zipped ? createGzip({ level: 1 }) : child.stdin
  if (sink !== child.stdin) sink.pipe(child.stdin)
  for (const chunk of input) if (!sink.write(chunk)) await Promise.race([once(sink, 'drain'), closed])
  sink.end()
  const [code] = (await closed) as [number | null]
  const [said = '', peak = ''] = stderr.split(MARK)
  return { code, stdout, stderr: said, peak: Number(peak) / 1024 }
}

const MEGABYTE = 1 << 20

/** A head, so many megabytes of one text over and over, and a tail. */
export function* megabytes(head: string, unit: string, count: number, tail: string): Generator<Buffer> {
  yield Buffer.from(head)
  const chunk = Buffer.from(unit.repeat(MEGABYTE / unit.length))
  for (let i = 0; i < count; i++) yield chunk
  yield Buffer.from(tail)
}

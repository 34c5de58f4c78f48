import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createGzip } from 'node:zlib'
import { MAIN, ROOT } from '../cli/command.js'

/** The output and the exit code of a run, and its peak memory in MB. */
export interface Peak {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly peak: number
}

const PEAK_LABEL = 'peak memory in kilobytes: '
const REPORT = `data:text/javascript,${encodeURIComponent(
  `import { existsSync, readFileSync, writeSync } from 'node:fs'
  // maxRSS of Node includes the memory of the parent process, so prefer VmHWM.
  const status = '/proc/self/status'
  const peak = () =>
    existsSync(status) ? /VmHWM:\\s*(\\d+)/.exec(readFileSync(status, 'utf8'))[1] : process.resourceUsage().maxRSS
  process.on('exit', () => writeSync(2, '${PEAK_LABEL}' + peak()))`,
)}`

/** Runs the built command and measures its peak memory. Writes the chunks of `input` to its standard input. */
export const measurePeak = (args: readonly string[], input: Iterable<Buffer>, zipped = false): Promise<Peak> =>
  measurePeakOfNode([MAIN, ...args], input, zipped)

/** Runs a script that can call `analyze` of the built library, and measures its peak memory. */
export const peakOfScript = (script: string): Promise<Peak> =>
  measurePeakOfNode(
    ['--input-type=module', '-e', `import { analyze } from ${JSON.stringify(LIBRARY)}\n${script}`],
    [],
    false,
  )

const LIBRARY = pathToFileURL(join(ROOT, 'dist/index.js')).href

async function measurePeakOfNode(args: readonly string[], input: Iterable<Buffer>, zipped: boolean): Promise<Peak> {
  const child = spawn(process.execPath, ['--import', REPORT, ...args])
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
  const [messages = '', peak = ''] = stderr.split(PEAK_LABEL)
  return { code, stdout, stderr: messages, peak: Number(peak) / 1024 }
}

const MEGABYTE = 1 << 20

/** Yields `head`, `count` megabytes of the repeated text `unit`, and `tail`. */
export function* generateMegabytes(head: string, unit: string, count: number, tail: string): Generator<Buffer> {
  yield Buffer.from(head)
  const chunk = Buffer.from(unit.repeat(MEGABYTE / unit.length))
  for (let i = 0; i < count; i++) yield chunk
  yield Buffer.from(tail)
}

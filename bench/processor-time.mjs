// Measures the processor time (user and system) of whole processes in milliseconds, as bash reports it. Unlike
// `measure.mjs`, it loads nothing into the measured process, so it can measure how a process starts.
import { spawnSync } from 'node:child_process'
import { computeMedian } from './report.mjs'

/** Returns the processor time of `node ...args` in milliseconds. Throws if the program fails. */
export function measureProcessorTime(args) {
  const script = '"$@" >/dev/null || exit; times'
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    cwd: new URL('..', import.meta.url),
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${stderr.slice(0, 2000)}`)
  // The second line is about child processes: `0m0.041s 0m0.010s`.
  const times = [
    ...stdout
      .trim()
      .split('\n')[1]
      .matchAll(/(\d+)m([\d.]+)s/g),
  ]
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0)
}

/** Measures programs in turns. Returns the median processor time of each, by its name. */
export function measureInTurns(programs, rounds) {
  const times = programs.map(() => [])
  for (let round = 0; round < rounds; round++)
    // Each round starts with another program.
    for (let i = 0; i < programs.length; i++) {
      const index = (i + round) % programs.length
      const { args, prepare } = programs[index]
      prepare?.()
      times[index].push(measureProcessorTime(args))
    }
  return Object.fromEntries(programs.map(({ name }, i) => [name, computeMedian(times[i])]))
}

// Runs a Node program in a separate process and measures its cost.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const preload = new URL('report-usage.mjs', import.meta.url).href

const readUsages = dir => readdirSync(dir).map(file => JSON.parse(readFileSync(join(dir, file), 'utf8')))
const sum = numbers => numbers.reduce((total, number) => total + number, 0)

/**
 * Runs `node ...args` and returns its output, its times in seconds and its peak memory in bytes. If it starts other
 * Node processes, their processor times and peaks are added. Throws if the program fails.
 */
export const measure = async args => {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const started = process.hrtime.bigint()
    const child = spawn(process.execPath, ['--import', preload, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BENCH_USAGE_DIR: dir },
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (errors += chunk))
    const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
    const wall = Number(process.hrtime.bigint() - started) / 1e9
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}\n${errors.slice(0, 2000)}`)
    const usages = readUsages(dir)
    return { wall, user: sum(usages.map(({ user }) => user)), rss: sum(usages.map(({ rss }) => rss)), output }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

// This module is preloaded into a measured process. On exit, it writes the resources that the process used to a file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const usage = { rss: maxRSS * 1024, user: userCPUTime / 1e6, system: systemCPUTime / 1e6 }
    writeFileSync(join(process.env.BENCH_USAGE_DIR, String(process.pid)), JSON.stringify(usage))
  })
}

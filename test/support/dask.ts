import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findRequirement } from './requirements.mjs'

/** A Dask scheduler and its workers. Each runs in a separate process and listens only on this machine. */
export interface Cluster {
  readonly address: string
  readonly workers: readonly ChildProcess[]
  stop(): Promise<void>
}

/** Starts a cluster that keeps its files in the given folder. Throws if it does not start. */
export async function startCluster(folder: string, workers: number): Promise<Cluster> {
  const file = join(folder, 'scheduler.json')
  const started: ChildProcess[] = []
  const startProcess = (program: string, ...args: string[]): ChildProcess => {
    const all = ['-m', `distributed.cli.dask_${program}`, '--no-dashboard', '--scheduler-file', file, ...args]
    const child = spawn(String(findRequirement('dask')), all, { cwd: folder, stdio: 'ignore' })
    started.push(child)
    return child
  }
  const stop = async () => {
    for (const child of started.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  const scheduler = startProcess('scheduler', '--host', '127.0.0.1', '--port', '0')
  for (let tries = 0; !existsSync(file); tries++) {
    if (tries === 600 || scheduler.exitCode !== null) {
      await stop()
      throw new Error('the scheduler of Dask does not come up')
    }
    await setTimeout(100)
  }
  const workerProcesses = Array.from({ length: workers }, () =>
    // Start workers without a nanny process, because a nanny would restart a worker that the test kills.
    startProcess('worker', '--host', '127.0.0.1', '--no-nanny', '--nthreads', '1', '--local-directory', folder),
  )
  const waitScript = `import sys; from distributed import Client
with Client(scheduler_file=sys.argv[1], timeout=60) as client:
    client.wait_for_workers(${workers}, timeout=60)
    print(client.scheduler.address, end='')`
  try {
    const address = execFileSync(String(findRequirement('dask')), ['-c', waitScript, file], { encoding: 'utf8' })
    return { address, workers: workerProcesses, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

// Runs the built command many times in one thread, which loads its modules only once. `command.ts` starts the thread.
import { Readable, Writable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'

const { run } = await import(workerData.run)

/** A stream that collects the text written to it. It replaces a standard stream of the process. */
class TextSink extends Writable {
  #chunks = []

  _write(chunk, _, done) {
    this.#chunks.push(chunk)
    done()
  }

  toText() {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}

const replaceStream = (name, stream) => Object.defineProperty(process, name, { value: stream, configurable: true })

/** Gives the command exactly these environment variables. */
function setEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

parentPort.on('message', async ({ args, input, env, port, signal }) => {
  const stdout = new TextSink({ highWaterMark: 1 << 28 })
  const stderr = new TextSink({ highWaterMark: 1 << 28 })
  replaceStream('stdin', Readable.from(input.length === 0 ? [] : [Buffer.from(input)]))
  replaceStream('stdout', stdout)
  replaceStream('stderr', stderr)
  setEnvironment(env)
  let message
  try {
    const code = await run(args)
    message = { code, stdout: stdout.toText(), stderr: stderr.toText() }
  } catch (error) {
    message = { error: error instanceof Error ? error.stack : String(error) }
  }
  // Remove the listeners of this run, because the thread does not end and the next run adds its own.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
  port.postMessage(message)
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})

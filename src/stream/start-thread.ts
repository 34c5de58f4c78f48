import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts the thread whose file is next to a module, whose `import.meta.url` is given.
 *
 * Bundlers follow `new Worker(new URL('./thread.js', import.meta.url))`: webpack copies the file without the files that it
 * imports, and Turbopack bundles all of the command with it. They do not follow names that are arguments.
 *
 * @throws TypeError with the code `ERR_INVALID_URL` in a CommonJS bundle, where `import.meta.url` is undefined.
 */
export const startThread = (file: string, moduleUrl: string, options: WorkerOptions): Worker =>
  new Worker(new URL(file, moduleUrl), options)

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { ROOT } from '../cli/command.js'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
}

/** Builds the playground in a folder. */
export function buildPlayground(folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, ['src/tools/playground/build.mjs', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** Serves a folder as a simple static host does. */
export async function serve(folder: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(({ url = '/' }, response) => {
    const path = url.endsWith('/') ? `${url}index.html` : url
    try {
      const bytes = readFileSync(join(folder, path))
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
      response.end(bytes)
    } catch {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`, server }
}

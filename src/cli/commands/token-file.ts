import { appendFile, open } from 'node:fs/promises'
import { isObject, parseJson } from '../../core/json-value.js'
import { OutputError } from '../../files/errors.js'
import { AccessToken } from '../../service/client/index.js'
import { UsageError } from '../options/parse-arguments.js'

/**
 * The file of `--tokens`: one line per access token, `{"taxpayer_id": "...", "access_token": "..."}`, as in the response
 * of the token exchange. The last line about a taxpayer counts. The token null means that it was disconnected.
 */
export class TokenFile {
  private constructor(
    private readonly path: string,
    private readonly tokens: Map<string, AccessToken | null>,
  ) {}

  /** Opens or creates the file. Throws UsageError if others can read it, or if a line is not a token. */
  static async open(path: string): Promise<TokenFile> {
    const tokens = new Map<string, AccessToken | null>()
    try {
      const handle = await open(path, 'a+', 0o600)
      try {
        // On Windows, the mode does not show who can read a file.
        if (process.platform !== 'win32' && ((await handle.stat()).mode & 0o077) !== 0)
          throw new UsageError('Others can read the file of --tokens. Change its mode to 600.')
        const lines = (await handle.readFile('utf8')).split('\n')
        for (const [index, line] of lines.entries()) if (line.trim() !== '') readToken(tokens, line, index + 1)
        if (lines.at(-1) !== '') await handle.appendFile('\n')
      } finally {
        await handle.close()
      }
    } catch (cause) {
      if (cause instanceof UsageError) throw cause
      throw new UsageError(
        `The file of --tokens cannot be used (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`,
      )
    }
    return new TokenFile(path, tokens)
  }

  /** Returns the token of a taxpayer. Null if it was disconnected, undefined if the file has none. */
  get(taxpayerId: string): AccessToken | null | undefined {
    return this.tokens.get(taxpayerId)
  }

  /** Records the token of a taxpayer, or null after it was disconnected. Throws OutputError. */
  async set(taxpayerId: string, token: AccessToken | null): Promise<void> {
    this.tokens.set(taxpayerId, token)
    const line = JSON.stringify({ taxpayer_id: taxpayerId, access_token: token?.reveal() ?? null })
    await appendFile(this.path, `${line}\n`).catch((cause: NodeJS.ErrnoException) => {
      throw new OutputError(`The file of --tokens cannot be written (${cause.code ?? 'unknown'}).`)
    })
  }
}

function readToken(tokens: Map<string, AccessToken | null>, line: string, lineNumber: number): void {
  const value = parseJson(line)
  const { taxpayer_id: id, access_token: token } = isObject(value) ? value : {}
  try {
    if (typeof id === 'string' && token === null) tokens.set(id, null)
    else if (typeof id === 'string' && typeof token === 'string') tokens.set(id, new AccessToken(token))
    else throw new TypeError('The line has no id or no token.')
  } catch {
    throw new UsageError(`Line ${lineNumber} of the file of --tokens is not a taxpayer_id with its access_token.`)
  }
}

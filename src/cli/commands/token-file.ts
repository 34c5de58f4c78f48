import { isObject, parseJson } from '../../core/json-value.js'
import { AccessToken } from '../../service/client/index.js'
import { UsageError } from '../options/parse-arguments.js'
import { PrivateFile } from './private-file.js'

const NEWLINE = 0x0a
/** The beginning of every line that `TokenFile` writes. It identifies a line that was cut off. */
const LINE_START = '{"taxpayer_id":'

/**
 * The file of `--tokens`: one line per access token, `{"taxpayer_id": "...", "access_token": "..."}`, as in the response
 * of the token exchange. The last line about a taxpayer counts. The token null means that it was disconnected.
 */
export class TokenFile {
  private readonly tokens = new Map<string, AccessToken | null>()

  private constructor(private readonly file: PrivateFile) {}

  /**
   * Locks the file, opens or creates it, and removes a cut-off last line. Throws OutputError, or UsageError if others can
   * read it or if a line is not a token.
   */
  static async open(path: string): Promise<TokenFile> {
    const file = await PrivateFile.open(path, '--tokens')
    try {
      const tokenFile = new TokenFile(file)
      await file.change(() => tokenFile.read())
      return tokenFile
    } catch (cause) {
      await file.close()
      throw cause
    }
  }

  /** Returns the token of a taxpayer. Null if it was disconnected, undefined if the file has none. */
  get(taxpayerId: string): AccessToken | null | undefined {
    return this.tokens.get(taxpayerId)
  }

  /** Records the token of a taxpayer, or null after it was disconnected. Throws OutputError. */
  set(taxpayerId: string, token: AccessToken | null): Promise<void> {
    this.tokens.set(taxpayerId, token)
    const line = JSON.stringify({ taxpayer_id: taxpayerId, access_token: token?.reveal() ?? null })
    return this.file.change(() => this.file.handle.appendFile(`${line}\n`))
  }

  /** Closes and unlocks the file. Throws OutputError. */
  close(): Promise<void> {
    return this.file.close()
  }

  private async read(): Promise<void> {
    const { handle } = this.file
    const bytes = await handle.readFile()
    const lastStart = bytes.lastIndexOf(NEWLINE) + 1
    const lastLine = bytes.toString('utf8', lastStart)
    const isCutOff = lastLine !== '' && isStartOfLine(lastLine) && parseJson(lastLine) === undefined
    const lines = bytes.toString('utf8', 0, isCutOff ? lastStart : bytes.length).split('\n')
    for (const [index, line] of lines.entries()) if (line.trim() !== '') readToken(this.tokens, line, index + 1)
    if (isCutOff) await handle.truncate(lastStart)
    else if (lastLine !== '') await handle.appendFile('\n')
  }
}

const isStartOfLine = (text: string): boolean => text.startsWith(LINE_START) || LINE_START.startsWith(text)

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

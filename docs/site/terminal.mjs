// Renders the output of the command as a terminal shows it, with its styles.
import { spawnSync } from 'node:child_process'
import { escapeText } from './escape-text.mjs'

/** A module that makes the command detect a terminal, so that it prints styles. Node preloads it. */
const TERMINAL =
  'data:text/javascript,Object.assign(process.stdout,{isTTY:true,columns:124,hasColors:()=>true,getColorDepth:()=>8})'

/** Returns what the built command prints on a terminal. Throws if the command fails. */
function runInTerminal(args) {
  const { NO_COLOR: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--import', TERMINAL, 'dist/cli/main.js', ...args], {
    encoding: 'utf8',
    env: { ...env, TERM: 'xterm-256color' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (status !== 0) throw new Error(`taxtally ${args[0]} ended with ${status}`)
  return stdout
}

const ESCAPE = String.fromCharCode(27)

/** Converts the only style that the command prints, bold, to HTML. */
const styled = text => escapeText(text).replaceAll(`${ESCAPE}[1m`, '<b>').replaceAll(`${ESCAPE}[22m`, '</b>')

const STYLE = `body{margin:0;background:#14171a}
figure{margin:0;display:inline-block;padding:20px 26px 24px;font:15px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;color:#e6e8eb;white-space:pre-wrap;width:1180px;box-sizing:border-box}
figcaption{color:#a2abb5}
figcaption b{color:#83b8f2;font-weight:400}`

/** Returns a page that shows a command and its output. */
export const terminalPage = args =>
  `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><figure><figcaption><b>$</b> npx taxtally ${escapeText(args.join(' '))}</figcaption>${styled(runInTerminal(args)).trimEnd()}</figure>`

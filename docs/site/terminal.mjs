// What the command prints, as a terminal shows it: its text and its styles.
import { spawnSync } from 'node:child_process'
import { escapeText } from './markdown.mjs'

/** Makes the command believe that a terminal reads it, so that it prints the styles that a person sees. */
const TERMINAL =
  'data:text/javascript,Object.assign(process.stdout,{isTTY:true,columns:124,hasColors:()=>true,getColorDepth:()=>8})'

/** The output of a command of the built project on a terminal. Throws where it fails. */
function printed(args) {
  const { NO_COLOR: _, ...env } = process.env
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', TERMINAL, 'dist/cli/main.js', ...args],
    {
      encoding: 'utf8',
      env: { ...env, TERM: 'xterm-256color' },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  if (status !== 0) throw new Error(`taxtally ${args[0]} ended with ${status}`)
  return stdout
}

/** The styles of a terminal by their numbers: what begins each, and what ends. */
const BEGINS = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline' }
const ENDS = { 22: ['bold', 'dim'], 23: ['italic'], 24: ['underline'] }

const ESCAPE = String.fromCharCode(27)
const CODES = new RegExp(`${ESCAPE}\\[([\\d;]*)m`)

/** Text with the styles of a terminal as HTML: spans with the classes `bold`, `dim`, `c31` and the like. */
function styled(text) {
  let on = new Set()
  const colour = () => [...on].filter(name => name.startsWith('c'))
  return text
    .split(CODES)
    .map((part, i) => {
      // Between texts stand codes.
      if (i % 2 === 0)
        return on.size === 0
          ? escapeText(part)
          : `<span class="${[...on].join(' ')}">${escapeText(part)}</span>`
      for (const code of part === '' ? [0] : part.split(';').map(Number)) {
        if (code === 0) on = new Set()
        else if (BEGINS[code] !== undefined) on.add(BEGINS[code])
        else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))
          on = new Set([...on].filter(name => !name.startsWith('c')).concat(`c${code}`))
        else for (const name of ENDS[code] ?? (code === 39 ? colour() : [])) on.delete(name)
      }
      return ''
    })
    .join('')
}

const STYLE = `body{margin:0;background:#14171a}
figure{margin:0;display:inline-block;padding:20px 26px 24px;font:15px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;color:#e6e8eb;white-space:pre-wrap;width:1180px;box-sizing:border-box}
figcaption{color:#a2abb5}
figcaption b{color:#83b8f2;font-weight:400}
.bold{font-weight:700}.dim{color:#98a1ab}.italic{font-style:italic}.underline{text-decoration:underline}
.c30,.c90{color:#98a1ab}.c31,.c91{color:#e58a9a}.c32,.c92{color:#7fcf9f}.c33,.c93{color:#e3bd6b}.c34,.c94{color:#83b8f2}.c35,.c95{color:#c9a6ea}.c36,.c96{color:#79cfd6}.c37,.c97{color:#fff}`

/** A page that shows a command and what it prints. */
export const terminalPage = args =>
  `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><figure><figcaption><b>$</b> npx taxtally ${escapeText(args.join(' '))}</figcaption>${styled(printed(args)).trimEnd()}</figure>`

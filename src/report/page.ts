import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { VERSION } from '../version.js'
import { Html, html, type Part } from './html.js'
import { SCRIPT, STYLE } from './style.js'

/** How a policy names a text that stands in the page itself. */
const printOf = (text: string): string =>
  `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))}'`

/** How a policy names the style and the script of a page, the only ones in it. */
export const STYLE_PRINT = printOf(STYLE)
export const SCRIPT_PRINT = printOf(SCRIPT)

const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_PRINT}`,
  `script-src ${SCRIPT_PRINT}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const styled = new Html(`<style>${STYLE}</style>`)
const scripted = new Html(`<script>${SCRIPT}</script>`)

/** A whole document, which asks nothing of anyone: what it needs stands in it. `opens` is of one with figures that open. */
export const page = (title: string, content: Part, opens = true): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${styled}
</head>
<body>
<main>
${content}
</main>
<footer>Made by taxtally ${VERSION}. Arithmetic on documents, not lending or legal advice.</footer>
${opens && scripted}
</body>
</html>
`.text

// `node build.mjs FILE [TARGET]`: the library as one script for engines without Node's modules, which sets `taxtally`.
// Needs the packages taxtally and esbuild. TARGET is the JavaScript of the engine, es2022 where none is given.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const [file = 'taxtally-udf.js', target = 'es2022'] = process.argv.slice(2)

// A tenth of the file would be functions of numbers of which money needs none, and their thousand digits of pi.
const UNUSED =
  'a?(?:sin|cos|tan)h?|atan2|exp|ln|log|log2|log10|pow|sqrt|cbrt|hypot|random|clamp|mod|divToInt|' +
  'toFraction|toBinary|toHex|toOctal|toNearest|toExponential|toPrecision|toSD'
// The library calls these as methods of a number only.
const STATIC = 'abs|add|ceil|div|floor|max|min|mul|round|sign|sub|sum|trunc'
const decimals = {
  name: 'decimals',
  setup: ({ onLoad }) =>
    onLoad({ filter: /decimal\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(new RegExp(`^P\\.(?:\\w+ = P\\.)?(?:${UNUSED}) = function [^]*?^};$`, 'gm'), '')
        .replace(new RegExp(`^  Decimal\\.(?:${UNUSED}|${STATIC}) = .*$`, 'gm'), '')
        // No amount is a text of hexadecimal, binary or octal digits.
        .replace(/^ {2}if \(isHex\.test\(str\)\)[^]*?^}$/m, '  throw Error(invalidArgument + str)\n}')
        .replace(/^(?:LN10|PI) = new Decimal\(\w+\);$/gm, '')
        .replace(/^ {2}(LN10|PI) = '[\d.]+',$/gm, "  $1 = '',"),
    })),
}

const beside = name => fileURLToPath(new URL(name, import.meta.url))
// Before everything else, which may use what they put in.
const shims = await transform(await readFile(beside('shims.js'), 'utf8'), { minify: true, format: 'iife', target })

const { outputFiles } = await build({
  entryPoints: [beside('entry.js')],
  write: false,
  nodePaths: ['node_modules'],
  banner: { js: shims.code },
  plugins: [decimals],
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'neutral',
  // The files for Node lack texts that only the pages of the documentation show.
  conditions: ['node'],
  mainFields: ['module', 'main'],
  charset: 'utf8',
  legalComments: 'none',
  target,
})

// Snowflake ends a function at two dollar signs: in the one place that has them, a template, the first is escaped.
await writeFile(file, outputFiles[0].text.replaceAll('`$${', '`\\x24${'))

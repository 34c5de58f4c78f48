// `node run-programs.mjs PROGRAM...` runs programs, which are given as paths, and prints the name and the result of each.
import { readFileSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runPrograms } from './lists/run.mjs'

const programs = []
for (const path of process.argv.slice(2)) {
  const module = await import(pathToFileURL(resolve(path)).href)
  // In a CommonJS bundle, the default export is one level deeper.
  programs.push([parse(path).name, module.default.default ?? module.default])
}
console.log((await runPrograms(programs, JSON.parse(readFileSync('input.json', 'utf8')))).join('\n'))

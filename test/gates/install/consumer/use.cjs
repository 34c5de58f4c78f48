// Loads the given entry points with `require` and expects the same names and objects as with `import`.
const assert = require('node:assert')

async function main(names) {
  for (const name of names) {
    const required = require(name)
    const imported = await import(name)
    assert.deepStrictEqual(Object.keys(required), Object.keys(imported))
    for (const key of Object.keys(required)) assert.strictEqual(required[key], imported[key])
    console.log(name, Object.keys(required).join())
  }
}

main(process.argv.slice(2))

// Checks the types of the installed package with an application's compiler settings, from TypeScript 5.7 on.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mapParallel } from './processes.mjs'

const VERSIONS = ['5.7', '5.8', '5.9', '6.0', '7.0']
export const COMPILERS = VERSIONS.map(version => `typescript-${version}@npm:typescript@${version}`)

const STRICT = { strict: true, exactOptionalPropertyTypes: true, target: 'es2022', noEmit: true }
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] }
const PROJECTS = {
  nodenext: {
    options: { module: 'nodenext', lib: ['es2023'], types: ['node'] },
    files: ['all.mts', 'dynamic.cts', 'common.cts', 'service.mts', 'web.mts'],
  },
  bundler: { options: { ...BUNDLER, types: ['node'] }, files: ['all.mts', 'service.mts', 'web.mts'] },
  'a browser': { options: { ...BUNDLER, types: [] }, files: ['web.mts'] },
}

/** Compiles the project's programs with the settings of several kinds of applications, and reports each. */
export async function checkTypes(project, { run, report }) {
  const checks = VERSIONS.flatMap(version =>
    Object.entries(PROJECTS).map(([name, settings]) => ({ version, name, settings })),
  )
  await mapParallel(checks, async ({ version, name, settings: { options, files } }) => {
    // Checking the declarations of all dependencies takes most of the time, so only the fastest compiler does it in every
    // project. The oldest one does it once, because declarations may contain syntax that is too new for it.
    const skipLibCheck = version !== VERSIONS.at(-1) && (version !== VERSIONS[0] || name !== 'nodenext')
    const config = `tsconfig-${version}-${name.replaceAll(' ', '-')}.json`
    // From 5.8 on, TypeScript accepts `require` for an ES module.
    const accepted = files.filter(file => version !== '5.7' || file !== 'common.cts')
    const settings = { compilerOptions: { ...STRICT, ...options, skipLibCheck }, files: accepted }
    writeFileSync(join(project, config), JSON.stringify(settings))
    const text = await run(project, [process.execPath, `node_modules/typescript-${version}/bin/tsc`, '-p', config])
    report(text !== null, `types, TypeScript ${version}, ${name}`, accepted.join(' '))
  })
}

// `node bundle.mjs BUILD` bundles programs with everything that they import. BUILD is JSON with the bundler, the
// platform (`node` or `browser`), the format (`mjs` or `cjs`), the conditions of the resolver, a banner, the programs and
// the output folder. Warnings go to standard error.
import { resolve } from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import nodeResolve from '@rollup/plugin-node-resolve'
import { build as buildWithEsbuild } from 'esbuild'
import { rollup } from 'rollup'
import { build as buildWithVite, createLogger } from 'vite'
import webpack from 'webpack'

const { bundler, platform, format, conditions, banner, programs, folder } = JSON.parse(process.argv[2])
const isBrowser = platform === 'browser'
const input = Object.fromEntries(programs.map(path => [path.replace(/^\.\/|\.mjs$/g, ''), resolve(path)]))
const output = { format: 'esm', entryFileNames: `[name].${format}`, chunkFileNames: `[name]-[hash].${format}` }

/** Codes of harmless warnings: apache-arrow has circular imports, and zod has comments in unusual positions. */
const HARMLESS_WARNINGS = ['CIRCULAR_DEPENDENCY', 'INVALID_ANNOTATION']
/** Returns true for the warning that sax needs Node streams. In a browser, sax works without them. */
const isAboutSax = message => isBrowser && /[\\/]sax[\\/]lib\b/.test(message)

const logger = createLogger('warn')
const viteLogger = { ...logger, warn: (message, options) => isAboutSax(message) || logger.warn(message, options) }

const BUNDLERS = {
  esbuild: () =>
    buildWithEsbuild({
      entryPoints: programs,
      bundle: true,
      platform,
      format: format === 'cjs' ? 'cjs' : 'esm',
      outdir: folder,
      outbase: '.',
      outExtension: { '.js': `.${format}` },
      ...(conditions === undefined ? {} : { conditions }),
      banner: { js: banner ?? '' },
      logLevel: 'warning',
      // CommonJS does not have `import.meta`, and the library does not need it.
      logOverride: { 'empty-import-meta': 'silent' },
    }),
  async webpack() {
    const compiler = webpack({
      mode: 'production',
      target: isBrowser ? 'web' : 'node20',
      entry: input,
      experiments: { outputModule: true },
      output: { path: resolve(folder), filename: output.entryFileNames, library: { type: 'module' } },
      // Vite and Next test minified bundles, and minifying these would take most of the time.
      optimization: { splitChunks: { chunks: 'all' }, minimize: false },
      performance: false,
    })
    const stats = await new Promise((done, fail) =>
      compiler.run((error, result) => (error ? fail(error) : done(result))),
    )
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true })
    for (const { message } of [...errors, ...warnings.filter(({ message }) => !isAboutSax(message))])
      console.error(message)
  },
  async rollup() {
    const bundle = await rollup({
      input,
      plugins: [nodeResolve({ browser: isBrowser, preferBuiltins: !isBrowser }), commonjs()],
      onwarn: ({ code, message }) => HARMLESS_WARNINGS.includes(code) || console.error(message),
    })
    await bundle.write({ dir: folder, ...output })
  },
  vite: () =>
    buildWithVite({
      configFile: false,
      customLogger: viteLogger,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: !isBrowser,
        outDir: folder,
        modulePreload: false,
        chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
        rollupOptions: { input, preserveEntrySignatures: 'strict', output },
      },
    }),
}

await BUNDLERS[bundler]()

/** The error that is thrown if a feature needs an optional package that is not installed. */
export class PeerMissing extends Error {
  override readonly name = 'PeerMissing'
}

/** The optional packages of each feature. They are not installed with taxtally. */
export const PEERS = {
  Parquet: ['hyparquet-writer'],
  'A workbook': ['hucre'],
  'The sandbox': ['hono', '@hono/node-server', '@cantoo/pdf-lib'],
} as const

function describeMissing(feature: keyof typeof PEERS): string {
  const names: readonly string[] = PEERS[feature]
  const install = `npm install ${names.join(' ')}`
  if (names.length === 1) return `${feature} needs the package ${names[0]}. Install it: ${install}`
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `${feature} needs the packages ${list}. Install them: ${install}`
}

/**
 * Loads a module of an optional package when a feature needs it.
 *
 * A bundler fails if it cannot find a package that is imported by name. Here the name is a variable, and the comments
 * tell webpack, Turbopack and Vite to leave the import alone. A bundled program therefore loads the package from
 * `node_modules` at run time.
 *
 * @throws PeerMissing if the package is not installed.
 */
export async function loadPeer<Module>(feature: keyof typeof PEERS, specifier: string): Promise<Module> {
  try {
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ specifier)
  } catch (cause) {
    // Jest and similar tools turn `import()` into `require`, whose error code has no `ERR_` prefix.
    if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((cause as { readonly code?: unknown }).code))) throw cause
    throw new PeerMissing(describeMissing(feature), { cause })
  }
}

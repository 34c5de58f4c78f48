import type { BuildOptions } from 'esbuild'

/** The playground's worker as one script, and the modules that have code in it, as paths in the repository. */
export interface EngineBundle {
  readonly code: string
  readonly modules: readonly string[]
}

/** The options of every bundle of the playground. */
export const BUNDLE_OPTIONS: BuildOptions

/** Bundles the worker with the examples, which are given as paths in `fixtures`. */
export function bundleEngine(examples: readonly string[]): Promise<EngineBundle>

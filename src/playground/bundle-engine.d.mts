/** The playground's worker as one script, and the modules that have code in it, as paths in the repository. */
export interface EngineBundle {
  readonly code: string
  readonly modules: readonly string[]
}

/** Bundles the worker with the examples, which are given as paths in `fixtures`. */
export function bundleEngine(examples: readonly string[]): Promise<EngineBundle>

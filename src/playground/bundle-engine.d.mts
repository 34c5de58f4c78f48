/** The worker of the playground as one script, and the modules that have code in it, relative to the repository. */
export interface EngineBundle {
  readonly code: string
  readonly modules: readonly string[]
}

/** Bundles the worker with the examples, which are named as paths in `fixtures`. */
export function bundleEngine(examples: readonly string[]): Promise<EngineBundle>

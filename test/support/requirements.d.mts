/** Something that some tests need in addition to Node and the npm packages. */
export type Requirement =
  | 'chromium'
  | 'postgresql'
  | 'python'
  | 'openpyxl'
  | 'pandas'
  | 'dask'
  | 'jsonschema'
  | 'openssl'
  | 'git'
  | 'curl'
  | 'bash'
  | 'zsh'
  | 'fish'
  | 'tmux'
  | 'mkfifo'
  | 'mount'
  | 'fullDevice'
  | 'proc'
  | 'nodeVersions'

/** True in continuous integration, where a missing requirement is an error. */
export const IS_CI: boolean
/** Finds a requirement. Returns the path of a program or a folder, or a command. */
export function findRequirement(name: Requirement): string | undefined
/** Returns the reason why a requirement is missing, or null if it is available. */
export function missingReason(name: Requirement): string | null
/** Reports tests that cannot run here. Throws in continuous integration. */
export function reportSkipped(tests: string, reason: string): void
/** Reports tests that cannot run here and that nobody can enable by installing something. */
export function reportUnavailable(tests: string, reason: string): void
/** Finds a requirement. If it is missing, reports the tests as skipped or, in continuous integration, throws. */
export function requireFor(tests: string, name: Requirement): string | undefined
/** Finds a file in `../shared`, which is not published. If it is missing, reports the tests as unavailable. */
export function findShared(tests: string, name: string): string | undefined

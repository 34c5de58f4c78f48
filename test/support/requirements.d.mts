/** A requirement of some tests beyond Node and the packages that npm installs. */
export type Requirement =
  | 'chromium'
  | 'postgresql'
  | 'python'
  | 'pandas'
  | 'dask'
  | 'openssl'
  | 'git'
  | 'curl'
  | 'bash'
  | 'mkfifo'
  | 'mount'
  | 'fullDevice'
  | 'proc'
  | 'nodeVersions'

/** True in continuous integration, where a missing requirement is an error. */
export const IS_CI: boolean
/** Finds a requirement: the path of a program or a folder, or a command. */
export function findRequirement(name: Requirement): string | undefined
/** Says why a requirement is missing; null if it is there. */
export function missingReason(name: Requirement): string | null
/** Reports tests that cannot run here. Throws in continuous integration. */
export function reportSkipped(tests: string, reason: string): void
/** Reports tests that cannot run here and that nobody can enable by installing something. */
export function reportUnavailable(tests: string, reason: string): void
/** Finds what tests need, and reports them as skipped if it is missing. Throws in continuous integration if it is. */
export function requireFor(tests: string, name: Requirement): string | undefined
/** Finds a file of `../shared`, which is not published; tests of it are skipped without it. */
export function findShared(tests: string, name: string): string | undefined

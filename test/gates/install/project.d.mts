/** Types of the functions of project.mjs. */
export function hasRegistry(): boolean
export function pack(folder: string): { tarball: string; files: string[]; size: number; unpackedSize: number }
export function install(folder: string, packages: readonly string[]): void

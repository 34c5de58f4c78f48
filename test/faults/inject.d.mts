/** Calls `act` before each file change in a folder, with a count from 1. Returns a function that stops the calls. */
export function watchChanges(folder: string, act: (count: number, name: string, path: string) => void): () => void

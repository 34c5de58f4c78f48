/** Calls `act` before each change of a file under a folder, counted from 1; gives back what takes it away again. */
export function watchChanges(folder: string, act: (count: number, name: string, path: string) => void): () => void

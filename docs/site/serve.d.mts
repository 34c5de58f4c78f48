/** Serves a folder on a free port of this machine. */
export function serveFolder(root: string): Promise<{ readonly url: string; close(): Promise<void> }>

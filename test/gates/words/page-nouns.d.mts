export function findMissingNouns(page: string): ReadonlyMap<string, number>

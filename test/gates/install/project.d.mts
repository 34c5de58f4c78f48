/** What the tests use of the programs that make an empty project. */
export function hasRegistry(): boolean

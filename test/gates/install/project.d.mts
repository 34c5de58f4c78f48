/** The functions of the programs that make an empty project, as the tests use them. */
export function hasRegistry(): boolean

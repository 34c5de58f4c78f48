/** Types of the functions of project.mjs that tests use. */
export function hasRegistry(): boolean

export function findFault(subject: string): string | null

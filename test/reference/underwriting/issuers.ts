import type { Entry } from '../documents.js'
import { scoreAddress, scoreIdentifier, scoreName } from '../resolve.js'
import { isFull } from '../values.js'

type Party = Entry['issuer']

/** Returns true if full identifiers are equal, or identifier, name and address score at least 4 without REJECT. */
export function isOneIssuer(a: Party, b: Party): boolean {
  if (a.id !== null && a.id === b.id && isFull(a.id)) return true
  const lines = [scoreIdentifier(a.id, b.id), scoreName(a.name, b.name), scoreAddress(a.address, b.address)]
  let sum = 0
  for (const points of lines) {
    if (points === 'REJECT') return false
    sum += points
  }
  return sum >= 4
}

/** Groups items by issuer. Each item joins the first group that matches. */
export function byIssuer<T>(things: readonly T[], issuerOf: (thing: T) => Party): T[][] {
  const groups: T[][] = []
  for (const thing of things) {
    const group = groups.find(candidate => candidate.some(member => isOneIssuer(issuerOf(member), issuerOf(thing))))
    if (group === undefined) groups.push([thing])
    else group.push(thing)
  }
  return groups
}

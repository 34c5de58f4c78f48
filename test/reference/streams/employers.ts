// Joins the documents of all years by employer, business or payer.
import type { Entry } from '../documents.js'
import { isNonzero } from '../facts.js'
import { areEmployerNamesEqual } from '../names.js'
import { compareDocuments } from '../resolve.js'
import { isOneIssuer } from '../underwriting/issuers.js'
import { isFull, lastFour, readIdentifier, readMoney } from '../values.js'
import type { Input, Item } from './input.js'
import type { NamedParty } from './known-facts.js'
import { payOf } from './pay.js'

/** The documents of one issuer. */
export interface Group extends NamedParty {
  readonly items: readonly Item[]
  /** The position of its first document. */
  readonly position: number
  readonly name: string
  readonly isJoinedByName: boolean
}

/** Returns the longest name of a group, because masked transcripts cut names. */
function nameOf(items: readonly Item[]): string {
  const names = items.map(({ entry }) => entry.issuerName).filter(name => name !== null)
  const [longest] = names.toSorted((a, b) => b.length - a.length)
  const id = items.map(({ entry }) => entry.issuerId).find(text => text !== null)
  return longest ?? id ?? 'unnamed'
}

/** Describes the documents of one issuer. */
export function makeGroup(items: readonly Item[], isJoinedByName = false): Group {
  const ordered = items.toSorted((a, b) => a.position - b.position)
  return {
    items: ordered,
    position: ordered[0]!.position,
    name: nameOf(ordered),
    isJoinedByName,
    ids: ordered.map(({ entry }) => entry.issuer.id).filter(id => id !== null),
    names: ordered.map(({ entry }) => entry.issuer.name).filter(name => name !== null),
  }
}

/** Groups documents by the identity of their issuers. Complete identifiers come first. */
export function groupByIssuer(items: readonly Item[]): Item[][] {
  const withoutYear = ({ entry }: Item): Entry => ({ ...entry, raw: entry.raw, year: null })
  const ordered = items.toSorted((a, b) => compareDocuments(withoutYear(a), withoutYear(b)))
  const groups: Item[][] = []
  for (const [i, item] of ordered.entries()) {
    const match = ordered.slice(0, i).find(({ entry }) => isOneIssuer(entry.issuer, item.entry.issuer))
    const group = match && groups.find(members => members.includes(match))
    if (group === undefined) groups.push([item])
    else group.push(item)
  }
  return groups.sort((a, b) => firstPosition(a) - firstPosition(b))
}

const firstPosition = (items: readonly Item[]): number => Math.min(...items.map(({ position }) => position))

const isSameId = (a: string, b: string): boolean => (isFull(a) && isFull(b) ? a === b : lastFour(a) === lastFour(b))

interface Joined {
  items: Item[]
  isByName: boolean
}

function join(groups: readonly Joined[], isSame: (a: Joined, b: Joined) => boolean, isByName: boolean): Joined[] {
  const joined: Joined[] = []
  for (const group of groups) {
    const earlier = joined.find(candidate => isSame(candidate, group))
    if (earlier === undefined) joined.push({ ...group })
    else {
      earlier.items = [...earlier.items, ...group.items]
      earlier.isByName ||= isByName || group.isByName
    }
  }
  return joined
}

const isUnnamed = ({ entry: { issuer } }: Item): boolean => issuer.id === null && issuer.name === null

/** Lists the employers of all of the taxpayer's W-2s, and of wages on Forms 1042-S. */
export function listEmployers({ items, lender }: Input): Group[] {
  const w2s = items.filter(({ entry }) => entry.form === 'form_w2')
  const others = items.filter(item => item.entry.form === 'form_1042_s' && payOf(item) !== null)
  const areStated = (a: Joined, b: Joined): boolean =>
    lender.sameEmployer.some(list => {
      const ids = list.map(readIdentifier).filter(id => id !== null)
      const isListed = ({ items: documents }: Joined): boolean =>
        documents.some(({ entry }) => entry.issuer.id !== null && ids.some(id => isSameId(id, entry.issuer.id!)))
      return isListed(a) && isListed(b)
    })
  // Reading: wages are box 1 here, as in the employment history, also those of a statutory employee.
  const yearsOf = ({ items: documents }: Joined): Set<number> =>
    new Set(
      documents
        .filter(({ entry: { raw } }) => isNonzero(readMoney(raw['wages_tips_other_compensation'])))
        .map(({ year }) => year),
    )
  const isSuccessor = (a: Joined, b: Joined): boolean => {
    const years = yearsOf(b)
    return (
      [...yearsOf(a)].filter(year => years.has(year)).length <= 1 &&
      a.items.some(x => b.items.some(y => areEmployerNamesEqual(x.entry.issuer.name, y.entry.issuer.name)))
    )
  }
  // W-2s without any name whose pay is unreadable are one employer per year.
  const isUnnamedAndUnread = ({ items: [first] }: Joined): boolean =>
    first !== undefined && isUnnamed(first) && payOf(first)?.isUnreadable === true
  const areUnnamed = (a: Joined, b: Joined): boolean =>
    isUnnamedAndUnread(a) && isUnnamedAndUnread(b) && a.items[0]!.year === b.items[0]!.year
  const groups = groupByIssuer(w2s).map((members): Joined => ({ items: members, isByName: false }))
  const joined = join(join(join(groups, areStated, false), isSuccessor, true), areUnnamed, false)
  for (const item of others) {
    const employer = joined.find(({ items: members }) =>
      members.some(({ entry }) => isOneIssuer(entry.issuer, item.entry.issuer)),
    )
    if (employer === undefined) joined.push({ items: [item], isByName: false })
    else employer.items.push(item)
  }
  return joined
    .map(({ items: members, isByName }) => makeGroup(members, isByName))
    .sort((a, b) => a.position - b.position)
}

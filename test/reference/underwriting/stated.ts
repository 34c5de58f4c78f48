import type { DocumentWithFacts, UnderwritingInput } from './papers.js'
import type { Stated } from './tie-out.js'

const CATEGORIES = [
  ...['interest', 'dividends', 'retirement', 'social_security', 'rental', 'capital_gains', 'royalties', 'other'],
  ...['wages', 'self_employment', 'partnership', 's_corporation'],
]

/** Creates a random loan application that names some of the documents' issuers, in various spellings, and others. */
export function randomStated(input: UnderwritingInput, random: () => number): Stated {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const chance = (part: number): boolean => random() < part
  const dollars = (): number => pick([0, 500, 1250.5, 4000, Math.round(random() * 900_000) / 100])
  const partiesOf = (form: RegExp, last4: string) =>
    input.documents
      .filter((document: DocumentWithFacts) => form.test(document.entry.form) && document.recipient === last4)
      .map(({ entry }) => entry.issuer)
      .filter((party, i, all) => all.findIndex(({ id }) => id?.slice(-4) === party.id?.slice(-4)) === i)
  const nameOf = (name: string): string =>
    pick([name, name.toLowerCase(), `The ${name} Holdings, Inc.`, name.split(' ').reverse().join(' '), 'Nobody Knows'])
  const employer = ({ id, name }: DocumentWithFacts['entry']['issuer']) => ({
    name: nameOf(name ?? 'None'),
    ...(chance(0.3) && id !== null ? { ein: chance(0.7) ? `XX-XXX${id.slice(-4)}` : '98-7650001' } : {}),
    monthly: chance(0.08) ? null : dollars(),
    ...(chance(0.12) ? { end: `${2020 + Math.floor(random() * 5)}-${pick(['06-30', '12-31'])}` } : {}),
    ...(chance(0.15) ? { self_employed: true } : {}),
    ...(chance(0.15) ? { ownership: pick([0.1, 0.25, 1]) } : {}),
  })
  return {
    taxpayer_id: input.taxpayerId,
    borrowers: ['1111', ...(chance(0.6) ? ['2222'] : [])].map(last4 => ({
      last4,
      employers: partiesOf(/w2|nec|1065/, last4)
        .filter(() => chance(0.6))
        .map(employer),
      income: CATEGORIES.filter(() => chance(0.25)).map(category => ({ category, monthly: dollars() })),
    })),
    mortgages: partiesOf(/1098$/, '1111')
      .filter(() => chance(0.7))
      .map(({ name }) => ({
        lender: nameOf(name ?? 'None'),
        ...(chance(0.7) ? { monthly: dollars() } : {}),
        ...(chance(0.5) ? { balance: 1000 * Math.floor(100 + random() * 400) } : {}),
      })),
  }
}

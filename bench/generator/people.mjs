// Issuers and people. None of their identifiers was ever assigned: EINs begin with 00, and SSNs have group number 00.

const firstNames = 'MARIA JAMES LINDA ROBERT AISHA DAVID WEI SUSAN CARLOS EMILY OMAR GRACE PETER NINA'.split(' ')
const lastNames = 'GARCIA SMITH JOHNSON NGUYEN PATEL BROWN MILLER COHEN KIM LOPEZ WRIGHT HALL ADAMS REED'.split(' ')
const accentedNames = ['JOSÉ MUÑOZ', 'ZOË BRÖNTE', 'SØREN ÅBERG', 'ÁNGEL NÚÑEZ', '李 明', 'ŁUKASZ ŻAK']
const companyWords = 'NORTH SUMMIT PACIFIC UNITED HARBOR CEDAR PIONEER LIBERTY GRANITE VALLEY STERLING DELTA'.split(' ')
const streets = 'MAIN ST,OAK AVE,HACKER WAY,LAKE SHORE DR,COUNTY ROAD 12,SECOND ST,PARK BLVD'.split(',')
const towns = 'MENLO PARK CA 94025,AUSTIN TX 78701,COLUMBUS OH 43004,DENVER CO 80014,TAMPA FL 33602'.split(',')

const endings = {
  employer: ['LOGISTICS INC', 'HEALTH SYSTEMS', 'FOODS LLC', 'SCHOOL DISTRICT', 'SOFTWARE INC', 'STORES LP'],
  client: ['MEDIA LLC', 'DESIGN STUDIO', 'DELIVERY INC', 'CONSULTING GROUP'],
  broker: ['BANK NA', 'BROKERAGE SERVICES LLC', 'CREDIT UNION', 'FUNDS TRUST', 'SECURITIES INC'],
  payer: ['PROPERTIES LLC', 'MUSIC PUBLISHING', 'INSURANCE CO', 'FARMS COOPERATIVE'],
  agency: ['DEPARTMENT OF LABOR', 'DEPARTMENT OF REVENUE', 'EMPLOYMENT COMMISSION'],
  lender: ['MORTGAGE LLC', 'HOME LOANS INC', 'SAVINGS BANK'],
  college: ['STATE UNIVERSITY', 'COMMUNITY COLLEGE'],
  entity: ['PARTNERS LP', 'HOLDINGS LLC', 'FAMILY TRUST', 'VENTURES INC'],
  benefits: [''],
}

/** The names of the issuer groups, one for each kind of payer. */
export const groups = Object.keys(endings)

/** The number of issuers in each group. */
export const groupSize = 200

const address = random => `${random.int(1, 9999)} ${random.pick(streets)} ${random.pick(towns)}`

/**
 * Makes all issuers, by group. No two issuers have the same last four digits, so they remain distinct after masking.
 */
export const issuerPool = random => {
  let count = 0
  const issuer = group => {
    const lastFour = String((++count * 7 + 13) % 10000).padStart(4, '0')
    const name = `${random.pick(companyWords)} ${random.pick(companyWords)} ${random.pick(endings[group])}`
    const named = random.chance(0.01) ? `CAFÉ ${name}` : name
    const issuerName = group === 'benefits' ? 'SOCIAL SECURITY ADMINISTRATION' : named
    return { id: `00-${random.digits(3)}${lastFour}`, lastFour, name: issuerName, address: address(random) }
  }
  return Object.fromEntries(groups.map(group => [group, Array.from({ length: groupSize }, () => issuer(group))]))
}

/** Makes a person. About one in a hundred has a name with non-ASCII characters. */
export const makePerson = random => {
  const name = random.chance(0.01) ? random.pick(accentedNames) : `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const lastFour = random.digits(4)
  return { id: `9${random.digits(2)}-00-${lastFour}`, lastFour, name, address: address(random) }
}

const cut = (text, length) => text.slice(0, length).trimEnd()

/** Formats a party as one source prints it. The IRS masks and truncates it, and software prints it in full. */
export const printParty = (party, idKey, masked, mask) =>
  masked
    ? { name: cut(party.name, 4), address: cut(party.address, 6), [idKey]: `${mask}${party.lastFour}` }
    : { name: party.name, address: party.address, [idKey]: party.id }

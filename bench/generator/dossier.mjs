// Generates dossiers as the service sends them: one taxpayer with several records from the IRS and from tax software.
import { forms } from '../programs/forms.mjs'
import { blankEntries, kinds, pickKind } from './documents.mjs'
import { groupSize, makePerson, printParty } from './people.mjs'
import { weighted } from './random.mjs'

const software = ['turbotax', 'hr', 'taxact', 'tax_slayer', 'free_tax_usa', 'drake']
const lastYear = 2024
const recordCount = weighted([
  [2, 30],
  [3, 25],
  [4, 20],
  [5, 15],
  [6, 10],
])

const COPY_RATES = { corrected: 0.022, copied: 0.07, pulledAgain: 0.05 }

// Makes documents with exact amounts and complete parties, before a source truncates or masks them.
const newDocuments = (world, slot, year) => {
  const { random, pool, people, base } = world
  const form = pickKind(random)
  const { group, fill, maxCount = 1 } = kinds[form]
  const issuer = pool[group][(base + slot * 20 + random.int(0, 4)) % groupSize]
  const recipient = random.chance(0.9) ? people[0] : people[people.length - 1]
  const account = random.digits(8)
  const count = random.int(1, maxCount)
  return Array.from({ length: count }, () => ({ form, issuer, recipient, account, boxes: fill(random, year) }))
}

// Copies a document and increases its first filled amount, as a correction does.
const makeCorrection = document => {
  const field = forms[document.form].money.find(({ key }) => document.boxes[key] > 0)
  if (field === undefined) return undefined
  const boxes = { ...document.boxes, [field.key]: Math.round(document.boxes[field.key] * 100 + 10000) / 100 }
  return { ...document, boxes, corrected: true }
}

const makeEntry = (document, authority) => {
  const form = forms[document.form]
  const entry = {
    [form.issuer]: printParty(document.issuer, form.issuerId, authority, 'XX-XXX'),
    [form.recipient]: printParty(document.recipient, form.recipientId, authority, 'XXX-XX-'),
    ...blankEntries[document.form],
    ...document.boxes,
  }
  entry.submission_type = document.corrected ? 'Corrected' : authority ? 'Original document' : 'Original'
  if ('account_number' in entry) entry.account_number = authority ? document.account.slice(-4) : document.account
  // IRS transcripts truncate amounts to whole dollars.
  if (authority) for (const { key } of form.money) entry[key] = Math.trunc(entry[key])
  return entry
}

const formObject = (documents, provider, year, taxpayer) => {
  const authority = provider === 'irs'
  const object = { type: authority ? 'WAID' : '1040', year: String(year), ssn: `XXX-XX-${taxpayer.lastFour}` }
  for (const document of documents) {
    object[document.form] ??= []
    object[document.form].push(makeEntry(document, authority))
  }
  return object
}

const newRecord = (world, provider, year, documents) => {
  const id = world.random.id()
  return {
    id,
    name: world.people[0].name,
    tax_year: String(year),
    provider_id: provider,
    date: `${world.random.day(year + 1)}T08:30:00.000Z`,
    raw_file: `https://files.example.com/raw/${id}.pdf?expires=43200`,
    forms: [formObject(documents, provider, year, world.people[0])],
  }
}

const makeTaxpayer = (world, records) => {
  const { random, people } = world
  const owes = random.chance(0.15)
  const total = owes ? random.money(200, 30000) : 0
  const jobs = records.flatMap(({ tax_year: year, forms: [form] }) =>
    (form.form_w2 ?? []).map(({ employer }) => ({ type: 'W2', year, employer })),
  )
  return {
    id: random.id(),
    name: people[0].name,
    provider_id: records[0].provider_id,
    created_at: '2025-03-04T10:11:12.000Z',
    status: 'COMPLETED',
    metadata: { loan: random.digits(8) },
    analysis: {
      total_liabilities: total.toFixed(2),
      liabilities_with_lien_filed: owes && random.chance(0.2) ? (total / 2).toFixed(2) : '0.00',
      tin: `XXX-XX-${people[0].lastFour}`,
      employment_history: jobs.slice(0, 6),
    },
    details: {
      address: { street_address: '12 MAIN ST', city: 'AUSTIN', state: 'TX', zip_code: '78701' },
      balance_summary: { balance_due: total, tax_years: owes ? [{ amount: total, year: String(lastYear - 1) }] : [] },
    },
    form8821: `https://files.example.com/8821/${random.id()}.pdf?expires=43200`,
  }
}

// Picks the provider and year of each record: the IRS first, and each provider's years in descending order.
const pickSources = random => {
  const program = random.pick(software)
  const nextYears = { irs: lastYear, [program]: lastYear }
  return Array.from({ length: recordCount(random) }, (_, index) => {
    const provider = index === 0 || random.chance(0.55) ? 'irs' : program
    return { provider, slot: provider === 'irs' ? 0 : 1, year: nextYears[provider]-- }
  })
}

const newPeople = random => (random.chance(0.15) ? [makePerson(random), makePerson(random)] : [makePerson(random)])

const makeDocuments = (world, { slot, year }, earlier, copies) => {
  const { random } = world
  const documents = []
  for (let remaining = random.int(4, 7); remaining > 0; remaining--) {
    for (const document of newDocuments(world, slot, year)) {
      documents.push(document)
      const correction = copies && random.chance(COPY_RATES.corrected) ? makeCorrection(document) : undefined
      if (correction) documents.push(correction)
    }
  }
  // Adds copies of documents that another source reports for the same year.
  const sameYearSources = copies ? earlier.filter(copied => copied.year === year) : []
  for (const original of sameYearSources) {
    documents.push(...original.documents.filter(document => !document.corrected && random.chance(COPY_RATES.copied)))
  }
  return documents
}

/**
 * Makes one dossier. With copies, about one document in twenty is corrected, is also reported by a second source, or
 * appears again in a second pull. Without copies, every document counts.
 */
export const newDossier = (random, pool, { copies = true } = {}) => {
  const world = { random, pool, people: newPeople(random), base: random.int(0, groupSize - 1) }
  const earlier = []
  const records = []
  for (const source of pickSources(random)) {
    const documents = makeDocuments(world, source, earlier, copies)
    earlier.push({ year: source.year, documents })
    records.push(newRecord(world, source.provider, source.year, documents))
  }
  if (copies && random.chance(COPY_RATES.pulledAgain)) {
    const [first] = records
    records.push({ ...first, id: random.id(), date: `${Number(first.tax_year) + 2}-01-15T08:30:00.000Z` })
  }
  return { taxpayer: makeTaxpayer(world, records), records }
}

/**
 * Makes one taxpayer with the given number of documents. All except one in fifty are sales reported by one broker. With
 * two sources, half as many documents are made, and the IRS and the software each list them.
 */
export const oneTaxpayer = (random, pool, count, sources = 2) => {
  const world = { random, pool, people: [makePerson(random)], base: 0 }
  const [broker] = pool.broker
  const account = random.digits(8)
  const lot = () => {
    const boxes = kinds.form_1099_b.fill(random, lastYear)
    return { form: 'form_1099_b', issuer: broker, recipient: world.people[0], account, boxes }
  }
  const document = () => (random.chance(0.02) ? newDocuments(world, 0, lastYear)[0] : lot())
  const documents = Array.from({ length: Math.ceil(count / sources) }, document)
  const records = [newRecord(world, 'irs', lastYear, documents)]
  if (sources > 1) records.push(newRecord(world, 'turbotax', lastYear, documents.slice(0, count - documents.length)))
  return { taxpayer: makeTaxpayer(world, records), records }
}

// The laws of underwriting, for random dossiers of a taxpayer and a spouse under every preset.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, sumCents } from '../../src/core/money.js'
import type { KnownFacts } from '../../src/underwriting/facts/known-facts.js'
import type { PolicyOption } from '../../src/underwriting/facts/options.js'
import type { IncomeStream } from '../../src/underwriting/income-stream.js'
import type { ConditionCode, UnderwritingPolicy } from '../../src/underwriting/policies/policy.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import type { PolicyResult } from '../../src/underwriting/underwrite.js'
import { makeRandomUnderwritingCase } from '../reference/streams/generator.js'
import { isObject } from '../reference/values.js'
import {
  type ApplicantSpec,
  applicantSpecs,
  buildApplicant,
  irsApplicantSpecs,
  knownFactSpecs,
} from '../support/random-applicants.js'
import type { Raw } from '../support/run.js'
import { makeDocument, makeDossier, makeRecords, makeW2, SOFTWARE, type TestDocument } from './dossiers.js'
import { underwriteRaw } from './streams.js'

/** The number of dossiers of each law. Set `LAW_RUNS` for a longer run. */
const RUNS = Number(process.env['LAW_RUNS'] ?? 250)

const POLICIES: readonly UnderwritingPolicy[] = Object.values(PRESETS)
const policies = fc.constantFrom(...POLICIES)
const optionalFacts = fc.option(knownFactSpecs, { nil: undefined })

const run = (raw: Raw, policy: PolicyOption, knownFacts: KnownFacts | undefined, asOfYear?: number): PolicyResult =>
  underwriteRaw(raw, { policy, knownFacts, asOfYear })[0]!

/** Checks a law for random dossiers. The counterexample is a dossier, its policy and its known facts. */
const checkLaw = (
  check: (raw: Raw, policy: UnderwritingPolicy, knownFacts: KnownFacts | undefined, spec: ApplicantSpec) => void,
  specs = applicantSpecs,
  numRuns = RUNS,
): void =>
  fc.assert(
    fc.property(specs, policies, optionalFacts, (spec, policy, facts) =>
      check(buildApplicant(spec), policy, facts, spec),
    ),
    { numRuns },
  )

/** The conditions of single documents. They decide which documents count today. */
const DOCUMENT_CODES: ReadonlySet<ConditionCode> = new Set<ConditionCode>([
  'not_on_transcript',
  'possible_duplicate',
  'copies_disagree',
  'source_conflict',
  'amended_target_doubtful',
  'recipient_uncertain',
  'basis_from_software',
])

const getQualifying = ({ totals }: PolicyResult): Cents => totals.at(-1)!.qualifyingMonthly

/** Prints what tables show of a result, without the order of conditions. */
const printResult = ({ asOf, streams, listConditions, totals, indicators }: PolicyResult): unknown => ({
  asOf,
  streams: streams.map(({ items, conditions: applied, questionedDocuments, ...row }) => ({
    ...row,
    conditions: applied.map(({ raised, severity, isMet }) => `${raised.code} ${severity} ${isMet}`).sort(),
  })),
  conditions: listConditions()
    .map(({ borrower, stream, condition, severity, isMet, about, taxYear, amount, citation }) =>
      [borrower, stream, condition, severity, isMet, about, taxYear, amount, citation].join(' '),
    )
    .sort(),
  totals,
  indicators,
})

/** Prints the amounts of streams without names and order. */
const printAmounts = ({ streams, totals }: PolicyResult): unknown => ({
  totals,
  streams: streams
    .map(({ borrower, category, trend, flags, conditions, ...row }) =>
      [
        ...[borrower, category, trend, row.latestAmount, row.priorAmount, row.computedMonthly, row.qualifyingMonthly],
        ...[row.supportableMonthly, row.verifiedMonthly, row.historyYears, row.method, ...flags],
        ...conditions.map(({ raised, severity }) => `${raised.code} ${severity}`).sort(),
      ].join(' '),
    )
    .sort(),
})

/** Makes documents of two issuers in the as-of year. */
const makeAccounts = (boxes: Raw, form = 'form_1099_int'): TestDocument[] =>
  ['A', 'B'].map(issuer => makeDocument(2024, form, issuer, boxes))

/** A sale with a gain. */
const sale = makeDocument(2024, 'form_1099_b', 'C', {
  ...{ proceeds: 9000, cost_basis: 5000, noncovered_security_indicator: 'Covered' },
})

const wages = (amount: unknown): Raw => ({ wages_tips_other_compensation: amount, medicare_wages_tips: amount })

const label = ({ stream, borrower }: IncomeStream): string => `${borrower} ${stream}`

describe('amounts of streams', () => {
  it('verified income is at most qualifying income, and qualifying income at most supportable income', () => {
    checkLaw((raw, policy, facts) => {
      for (const stream of run(raw, policy, facts).streams) {
        const { qualifyingMonthly, supportableMonthly, verifiedMonthly } = stream
        expect([label(stream), verifiedMonthly <= qualifyingMonthly]).toEqual([label(stream), true])
        // A loss that a policy computes counts even if the rest cannot be computed.
        expect([label(stream), qualifyingMonthly <= (supportableMonthly ?? 0)]).toEqual([label(stream), true])
      }
    })
  })

  it('every stream without qualifying income has a condition or a flag that explains why', () => {
    checkLaw((raw, policy, facts) => {
      for (const stream of run(raw, policy, facts).streams) {
        const { qualifyingMonthly, supportableMonthly, flags, conditions } = stream
        const isOpen = conditions.some(({ isMet }) => !isMet)
        const isComputed = supportableMonthly !== null && conditions.length > 0
        const isExplained = qualifyingMonthly !== 0 || flags.length > 0 || isOpen || isComputed
        expect([label(stream), isExplained]).toEqual([label(stream), true])
      }
    })
  })

  it('the streams of a borrower add up to the totals, and no borrower has two streams with one key', () => {
    checkLaw((raw, policy, facts) => {
      const { streams, totals, listConditions } = run(raw, policy, facts)
      for (const total of totals) {
        const rows = streams.filter(({ borrower }) => total.borrower === 'all' || borrower === total.borrower)
        expect(total.qualifyingMonthly).toBe(sumCents(rows.map(row => row.qualifyingMonthly)))
        expect(total.supportableMonthly).toBe(sumCents(rows.map(row => row.supportableMonthly ?? 0)))
        expect(total.verifiedMonthly).toBe(sumCents(rows.map(row => row.verifiedMonthly)))
        const open = listConditions().filter(
          row => !row.isMet && row.severity === 'blocking' && ['all', row.borrower].includes(total.borrower),
        )
        expect(total.openBlocking).toBe(open.length)
      }
      expect(new Set(streams.map(label)).size).toBe(streams.length)
    })
  })
})

describe('order and names', () => {
  const reverseKeys = (value: Raw): Raw => Object.fromEntries(Object.entries(value).toReversed())

  /** Reverses records, form objects and keys, and changes the entries of each form array. */
  const reverse = (raw: Raw, changeEntries: (entries: readonly unknown[]) => readonly unknown[]): Raw => {
    const reverseForm = (form: Raw): Raw =>
      reverseKeys(
        Object.fromEntries(
          Object.entries(form).map(([key, value]) => [key, Array.isArray(value) ? changeEntries(value) : value]),
        ),
      )
    const reverseForms = (forms: unknown): unknown =>
      Array.isArray(forms) ? forms.toReversed().map(form => (isObject(form) ? reverseForm(form) : form)) : forms
    const records = raw['records'] as Raw[]
    return {
      ...raw,
      records: records.toReversed().map(record => ({ ...record, forms: reverseForms(record['forms']) })),
    }
  }

  it('the order of records, form objects and keys changes nothing', () => {
    checkLaw((raw, policy, facts) => {
      const reversed = reverse(raw, entries => entries.map(entry => reverseKeys(entry as Raw)))
      expect(printResult(run(reversed, policy, facts))).toEqual(printResult(run(raw, policy, facts)))
    })
  })

  it('the order of entries changes no amount', () => {
    // Of two jobs with the same figure, the order of documents decides which one is the main job. So conditions may differ.
    const printRows = ({ streams, totals }: PolicyResult): unknown => [
      totals.map(({ openBlocking, openReview, ...total }) => total),
      streams
        .map(row =>
          [
            ...[row.borrower, row.category, row.trend, row.latestAmount, row.priorAmount, row.computedMonthly],
            ...[row.qualifyingMonthly, row.supportableMonthly, row.verifiedMonthly, row.historyYears, row.method],
          ].join(' '),
        )
        .sort(),
    ]
    checkLaw((raw, policy, facts) => {
      const reversed = reverse(raw, entries => entries.toReversed())
      expect(printRows(run(reversed, policy, facts))).toEqual(printRows(run(raw, policy, facts)))
    })
  })

  const printConditions = (result: PolicyResult): string[] =>
    result
      .listConditions()
      .map(({ borrower, stream, condition, severity, isMet, about, taxYear, amount }) =>
        [borrower, stream, condition, severity, isMet, about, taxYear, amount].join(' '),
      )
      .sort()

  const reverseEntries = (raw: Raw): Raw => reverse(raw, entries => entries.toReversed())

  it('the order of records and entries changes no condition, except between jobs with the same monthly amount', () => {
    const check = (raw: Raw, policy: UnderwritingPolicy, facts: KnownFacts | undefined): void => {
      const [result, reversed] = [raw, reverseEntries(raw)].map(dossier => run(dossier, policy, facts))
      const figures = result!.streams.flatMap(({ category, computedMonthly }) =>
        category === 'wages' ? [computedMonthly] : [],
      )
      if (new Set(figures).size < figures.length) return
      expect(printConditions(reversed!)).toEqual(printConditions(result!))
    }
    checkLaw(check)
    // These borrowers have more documents of one kind.
    for (let seed = 1; seed <= RUNS; seed++) {
      const { raw, knownFacts } = makeRandomUnderwritingCase(seed)
      check(raw, POLICIES[seed % POLICIES.length]!, (knownFacts ?? undefined) as KnownFacts | undefined)
    }
  })

  it.each<[string, Raw]>([
    ['the transcript lacks', makeDossier([], makeRecords(makeAccounts({ interest_income: 500 }), SOFTWARE))],
    ['cannot be read', makeDossier(makeAccounts({ interest_income: 'unclear' }))],
    ['are sales without a basis', makeDossier([...makeAccounts({ proceeds: 900 }, 'form_1099_b'), sale])],
    ['pay sick pay', makeDossier(makeAccounts({ ...wages(900), third_party_sick_pay_indicator: true }, 'form_w2'))],
    ['have unreadable equity pay', makeDossier(makeAccounts({ ...wages(90_000), code_v: 'unclear' }, 'form_w2'))],
  ])('the order of entries does not decide which of two documents that %s a condition names', (_, raw) => {
    const conditions = printConditions(run(raw, 'conservative', undefined, 2024))
    expect(conditions.join('\n')).toMatch(/[AB] COMPANY/)
    expect(printConditions(run(reverseEntries(raw), 'conservative', undefined, 2024))).toEqual(conditions)
  })

  // If no document of wages counts today, all jobs have the figure 0. They are compared on all documents then.
  it('the order of entries does not decide which of two jobs is the main one, if no wages count today', () => {
    const raw: Raw = {
      taxpayer: { id: 'tp' },
      records: [
        ...makeRecords([makeW2(2022, 'A', 5000), makeW2(2022, 'B', 5000)]),
        ...makeRecords([makeDocument(2024, 'form_1099_int', 'C', { interest_income: 100 })]),
        ...makeRecords([makeW2(2024, 'A', 10_000), makeW2(2024, 'B', 20_000)], SOFTWARE, 's'),
      ],
    }
    const [first, second] = [raw, reverse(raw, entries => entries.toReversed())].map(dossier =>
      run(dossier, 'fannie', undefined),
    )
    expect(printAmounts(first!)).toEqual(printAmounts(second!))
  })

  it('the order of borrowers and jobs in known facts changes nothing', () => {
    checkLaw((raw, policy, facts) => {
      if (facts === undefined) return
      const borrowers = (facts.borrowers ?? []).toReversed()
      const reversed = { ...facts, borrowers } as KnownFacts
      expect(printResult(run(raw, policy, reversed))).toEqual(printResult(run(raw, policy, facts)))
    })
  })

  it('the names of employers change nothing', () => {
    checkLaw((raw, policy, _, spec) => {
      const renamed = buildApplicant(spec, 'ZEBRA CARS,YARROW INNS,XENON LAMPS,WILLOW YARN')
      expect(printAmounts(run(renamed, policy, undefined))).toEqual(printAmounts(run(raw, policy, undefined)))
    })
  })
})

describe('conditions', () => {
  /** Known facts that also close conditions. */
  const close = (facts: KnownFacts | undefined, conditionsMet: readonly Raw[]): KnownFacts =>
    ({
      taxpayerId: 'tp',
      ...facts,
      conditionsMet: conditionsMet.map(condition => ({ by: 'J. Doe', on: '2025-10-01', ...condition })),
    }) as unknown as KnownFacts

  it('meeting a condition of a stream never lowers qualifying income', () => {
    let raised = 0
    checkLaw((raw, policy, facts) => {
      const before = run(raw, policy, facts)
      for (const { borrower, stream, condition, severity, isMet } of before.listConditions()) {
        if (stream === null || isMet || severity !== 'blocking' || DOCUMENT_CODES.has(condition)) continue
        const after = run(raw, policy, close(facts, [{ borrower, stream, condition }]))
        const change = Number(getQualifying(after)) - Number(getQualifying(before))
        expect([condition, stream, change >= 0]).toEqual([condition, stream, true])
        if (change > 0) raised++
      }
    })
    expect(raised).toBeGreaterThan(50)
  })

  it('meeting all conditions of documents never lowers a stream, except wages, whose main job may change', () => {
    checkLaw((raw, policy, facts) => {
      const before = run(raw, policy, facts)
      const borrowers = [...new Set(before.streams.map(({ borrower }) => borrower))]
      const conditionsMet = borrowers.flatMap(borrower =>
        [...DOCUMENT_CODES].map(condition => ({ borrower, condition })),
      )
      const after = run(raw, policy, close(facts, conditionsMet))
      for (const stream of before.streams) {
        if (stream.category === 'wages' || stream.flags.includes('loss_not_considered')) continue
        const match = after.streams.find(row => label(row) === label(stream))
        const isLoss = stream.qualifyingMonthly < 0
        const isLower = match === undefined || match.qualifyingMonthly < stream.qualifyingMonthly
        expect([label(stream), isLower && !isLoss]).toEqual([label(stream), false])
      }
    })
  })

  it('a policy in which one more condition is blocking never raises qualifying income', () => {
    let lowered = 0
    const codes = POLICIES[0]!.conditions
    checkLaw((raw, policy, facts) => {
      const asOfYear = 2024
      const before = run(raw, policy, facts, asOfYear)
      const used = new Set(before.listConditions().map(({ condition }) => condition))
      for (const code of Object.keys(codes) as ConditionCode[]) {
        if (!used.has(code) || DOCUMENT_CODES.has(code)) continue
        const conditions = { ...policy.conditions, [code]: 'blocking' as const }
        const after = run(raw, { ...policy, name: 'stricter', conditions }, facts, asOfYear)
        const change = Number(getQualifying(after)) - Number(getQualifying(before))
        expect([code, change <= 0]).toEqual([code, true])
        if (change < 0) lowered++
      }
    })
    expect(lowered).toBeGreaterThan(50)
  })

  it('leaving out a document that does not count today never lowers a stream other than wages', () => {
    checkLaw((raw, policy, facts) => {
      const before = run(raw, policy, facts, 2024)
      const blocked = before
        .listConditions()
        .find(row => row.severity === 'blocking' && !row.isMet && row.condition === 'not_on_transcript')
        ?.raised.document
      if (blocked === undefined || blocked === null || blocked.document.compiledForm.uses.employment !== null) return
      const { record, form, entryIndex } = {
        record: blocked.document.record.id,
        form: blocked.document.compiledForm.form.key,
        entryIndex: blocked.document.entryIndex as number,
      }
      const records = (raw['records'] as Raw[]).map(candidate =>
        candidate['id'] === record
          ? {
              ...candidate,
              forms: (candidate['forms'] as Raw[]).map(object => ({
                ...object,
                [form]: (object[form] as Raw[]).filter((_, i) => i !== entryIndex),
              })),
            }
          : candidate,
      )
      const after = run({ ...raw, records }, policy, facts, 2024)
      // Without a Schedule K-1, a Form W-2 of its business is wages, and another job may be the main one.
      for (const stream of after.streams.filter(({ category }) => category !== 'wages')) {
        const earlier = before.streams.find(row => label(row) === label(stream))
        const isLower = earlier !== undefined && stream.qualifyingMonthly < earlier.qualifyingMonthly
        expect([label(stream), isLower]).toEqual([label(stream), false])
      }
    })
  })
})

describe('documents that do not count', () => {
  it('a void document changes nothing', () => {
    checkLaw((raw, policy, facts) => {
      const records = (raw['records'] as Raw[]).map(record => ({
        ...record,
        forms: (record['forms'] as Raw[]).map(form => {
          const voidEntry = { submission_type: 'Void', employer: { ein: '00-9999999', name: 'NOBODY' } }
          const entries = [...((form['form_w2'] as Raw[] | undefined) ?? [])]
          return { ...form, form_w2: [...entries, { ...voidEntry, wages_tips_other_compensation: 7_654_321 }] }
        }),
      }))
      expect(printResult(run({ ...raw, records }, policy, facts))).toEqual(printResult(run(raw, policy, facts)))
    })
  })
})

describe('a software copy of documents that the IRS holds', () => {
  const MARKS: Raw = {
    statutory_employee: true,
    third_party_sick_pay_indicator: true,
    sep_indicator: true,
    total_distribution_code: true,
    tax_amount_undetermined_code: true,
    date_of_payment_for_reportable_death_benefits: '2024-03-01',
  }
  /** Changes what a copy says. */
  const CHANGES: Readonly<Record<string, (form: string, entry: Raw) => Raw>> = {
    'says the same': (_, entry) => entry,
    'has other codes': (form, entry) =>
      form === 'form_1099_r' ? { ...entry, distribution_codes: [{ code: '1' }] } : entry,
    'has code G': (form, entry) => (form === 'form_1099_r' ? { ...entry, distribution_codes: [{ code: 'G' }] } : entry),
    'has other checked boxes': (_, entry) => ({ ...entry, ...MARKS }),
    'has other withholding': (_, entry) => ({ ...entry, federal_income_tax_withheld: 777, tax_withheld: 777 }),
    'has another share': (form, entry) =>
      form === 'schedule_k1_1065' ? { ...entry, partner_share_of_capital_end: 0.2 } : entry,
  }

  const copyRecord = (record: Raw, change: (form: string, entry: Raw) => Raw): Raw => ({
    ...record,
    id: `copy of ${record['id']}`,
    provider_id: 'turbotax',
    date: `${Number(record['tax_year']) + 1}-04-01T00:00:00Z`,
    forms: (record['forms'] as Raw[]).map(form =>
      Object.fromEntries(
        Object.entries(form).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.map(entry => change(key, entry as Raw)) : value,
        ]),
      ),
    ),
  })

  /** Adds a cent to each amount, so that the copy counts. One amount is left out, and two are added. */
  const changeBoxes = (_: string, entry: Raw): Raw => {
    const amounts = Object.entries(entry).filter(([, value]) => typeof value === 'number' && value > 1)
    const withCents = Object.fromEntries(amounts.map(([key, value]) => [key, Number(value) + 0.01]))
    const added = { tax_exempt_interest: 60_000.25, medicare_wages_tips: 900_000.25 }
    const omitted = amounts.length > 2 ? { [amounts.at(-1)![0]]: undefined } : {}
    return { ...added, ...entry, ...withCents, ...omitted }
  }

  it('changes qualifying income by less than a dollar if it has cents, and other boxes', () => {
    checkLaw(
      (raw, policy, facts) => {
        const records = raw['records'] as Raw[]
        const copies = records.map(record => copyRecord(record, changeBoxes))
        const [before, after] = [raw, { ...raw, records: [...records, ...copies] }].map(dossier =>
          getQualifying(run(dossier, policy, facts)),
        ) as [Cents, Cents]
        expect(Math.abs(Number(after) - Number(before))).toBeLessThan(100)
      },
      irsApplicantSpecs,
      Math.ceil(RUNS / 2),
    )
  })

  it.each(Object.keys(CHANGES))('does not change qualifying income if it %s', name => {
    checkLaw(
      (raw, policy, facts) => {
        const records = raw['records'] as Raw[]
        const copies = records.map(record => copyRecord(record, CHANGES[name]!))
        const [before, after] = [
          run(raw, policy, facts),
          run({ ...raw, records: [...records, ...copies] }, policy, facts),
        ]
        expect([after.asOf.year, getQualifying(after)]).toEqual([before.asOf.year, getQualifying(before)])
      },
      irsApplicantSpecs,
      Math.ceil(RUNS / 2),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { KNOWN_FACTS_SCHEMA, readKnownFacts } from '../../src/underwriting/policies/read-settings.js'
import { knownOf, termsOf, underwriteUnder } from '../../src/underwriting/policies/terms.js'
import { underwrite } from '../../src/underwriting/underwrite.js'
import { resultOfDossier } from '../support/run.js'
import { policyNamed, readExample } from './example.js'

const read = (...lines: unknown[]) =>
  readKnownFacts(
    lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))),
    'known.ndjson',
  )

describe('known facts', () => {
  it('are read one taxpayer per line, and blank lines are skipped', () => {
    const allFacts = {
      taxpayer_id: 'a',
      monthly_obligations: '1,250.50',
      recipients: ['1234'],
      continuance: { retirement: 36, officer_compensation: 12 },
      plan: { state: 'approved_current', monthly_payment: 100 },
      nontaxable_share: { social_security: 0.5 },
    }
    const { facts, issues } = read(allFacts, '', { taxpayer_id: 'b' })
    expect(issues).toEqual([])
    expect([...facts.keys()]).toEqual(['a', 'b'])
    expect(facts.get('a')).toEqual({
      taxpayerId: 'a',
      monthlyObligations: '1,250.50',
      recipients: ['1234'],
      continuance: { retirement: 36, officer_compensation: 12 },
      plan: { state: 'approved_current', monthlyPayment: 100 },
      nontaxableShare: { social_security: 0.5 },
    })
  })

  it('report each error with its line and path but without the value', () => {
    const secret = '987654321'
    const wrong: [unknown, string][] = [
      [`{"taxpayer_id": "${secret}`, 'json_malformed $'],
      [[secret], 'object_unreadable $'],
      [{ monthly_obligations: 5 }, "text_unreadable $['taxpayer_id']"],
      [{ taxpayer_id: 'a', monthly_obligations: `-${secret}` }, "money_unreadable $['monthly_obligations']"],
      [{ taxpayer_id: 'a', monthly_obligations: true }, "money_unreadable $['monthly_obligations']"],
      [{ taxpayer_id: 'a', recipients: [secret] }, "identifier_unreadable $['recipients'][0]"],
      [{ taxpayer_id: 'a', recipients: secret }, "list_unreadable $['recipients']"],
      [{ taxpayer_id: 'a', continuance: { pay: 12 } }, "field_unknown $['continuance']['pay']"],
      [{ taxpayer_id: 'a', continuance: { wages: 1.5 } }, "count_unreadable $['continuance']['wages']"],
      [{ taxpayer_id: 'a', plan: { state: secret } }, "enum_unreadable $['plan']['state']"],
      [
        { taxpayer_id: 'a', nontaxable_share: { retirement: 40 } },
        "ratio_unreadable $['nontaxable_share']['retirement']",
      ],
      [{ taxpayer_id: 'a', [`k${secret}`]: 1 }, 'field_unknown $[*]'],
      [{ taxpayerId: 'a', monthlyObligations: true }, "money_unreadable $['monthlyObligations']"],
      [{ taxpayer_id: 'a', taxpayerId: secret }, "field_unknown $['taxpayerId']"],
    ]
    for (const [line, expected] of wrong) {
      const { facts, issues } = read('', line)
      expect(facts.size).toBe(0)
      expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([expected])
      expect(issues[0]?.origin).toEqual({ source: 'known.ndjson', line: 2 })
      expect(issues[0]?.severity).toBe('error')
      expect(JSON.stringify(issues)).not.toContain(secret)
    }
  })

  it('use the later of two lines about one taxpayer, and report it', () => {
    const { facts, issues } = read(
      { taxpayer_id: '__proto__', monthly_obligations: 1 },
      { taxpayer_id: '__proto__', monthly_obligations: 2 },
    )
    expect(facts.get('__proto__')?.monthlyObligations).toBe(2)
    expect(issues.map(({ origin }) => origin?.line)).toEqual([2])
  })

  it('have no defaults: absent facts stay absent', () => {
    expect(KNOWN_FACTS_SCHEMA.parse({ taxpayer_id: 'a' })).toEqual({ taxpayerId: 'a' })
  })
})

describe('the as-of year of the known facts', () => {
  const { raw } = readExample(`
    2021 form_w2 {"wages_tips_other_compensation": 24000}
    2022 form_w2 {"wages_tips_other_compensation": 36000}
    2023 form_w2 {"wages_tips_other_compensation": 48000}
  `)
  const result = resultOfDossier(raw)
  const knownFacts = KNOWN_FACTS_SCHEMA.parse({ taxpayerId: 't', asOfYear: 2022 })

  it('is used if the call names no year', () => {
    const underwriting = underwrite(result, policyNamed('fannie-2026-03'), knownFacts)
    // (36,000 + 24,000) / 24 months.
    const wages = underwriting.qualifyingIncome.find(row => row.category === 'wages')
    expect([underwriting.asOfYear, wages?.monthlyAmount]).toEqual([2022, 250000])
  })
  it('is overridden by the year of the call', () => {
    const terms = termsOf({ known: knownFacts, asOfYear: 2023 })
    expect(underwriteUnder(result, 't', terms, []).map(({ asOfYear }) => asOfYear)).toEqual([2023])
    // The year of the call applies to every taxpayer. Known facts apply to one taxpayer.
    expect(knownOf(terms, 'other')).toEqual({ taxpayerId: 'other', asOfYear: 2023 })
    expect(knownOf(termsOf({ known: knownFacts }), 'other')).toBeUndefined()
  })
  it('must be a year', () => {
    expect(KNOWN_FACTS_SCHEMA.safeParse({ taxpayerId: 't', asOfYear: 22 }).success).toBe(false)
    const { issues } = readKnownFacts(['{"taxpayer_id":"t","as_of_year":22}'])
    expect(issues).toMatchObject([{ code: 'year_unreadable', expected: 'a year from 1900 to 2100' }])
  })
})

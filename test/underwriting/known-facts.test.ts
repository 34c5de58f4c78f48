import { describe, expect, it } from 'vitest'
import { KNOWN_FACTS_SCHEMA, readKnownFacts } from '../../src/underwriting/policies/read-settings.js'

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

import { describe, expect, it, test } from 'vitest'
import { parsePolicy } from '../../src/underwriting/policies/parse-policy.js'
import {
  CONDITION_CODES,
  formatCitation,
  type SeveritySetting,
  STREAM_CATEGORIES,
} from '../../src/underwriting/policies/policy.js'
import { CITATION_SUBJECTS, POLICY_TABLE, SETTING_NAMES } from '../../src/underwriting/policies/policy-table.js'
import {
  DEFAULT_PRESET,
  findPreset,
  isPresetName,
  PRESET_IDS,
  PRESETS,
} from '../../src/underwriting/policies/presets.js'
import { toFileSetting } from '../../src/underwriting/policies/setting.js'
import { listProblems } from '../../src/underwriting/policies/setting-problems.js'
import { POLICY_SCHEMA, readPolicy } from '../../src/underwriting/policies/setting-schema.js'

const IDS = [
  'fannie-2026-08',
  'freddie-2026-06',
  'fha-4000.1',
  'va',
  'usda',
  'conservative',
  'latest-year',
  'nonqm-1099',
]

/** Section 10 of the specification: one value per preset. */
const SETTINGS_TABLE: Readonly<Record<string, readonly unknown[]>> = {
  averaging: ['average', 'average', 'lesser', 'average', 'average', 'lesser', 'latest', 'average'],
  'stableBand.down': [0.05, 0, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05],
  'stableBand.up': [0.05, 0.1, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05],
  decliningBlocksAbove: ['band', 0.1, null, null, null, 0.2, null, null],
  secondJobYears: [2, 2, 2, 2, 1, 2, 0, 1],
  'historyYears.partnership': [2, 2, 2, 2, 2, 2, 1, 1],
  'historyYears.s_corporation': [2, 2, 2, 2, 2, 2, 1, 1],
  'historyYears.estate_trust': [2, 2, 2, 2, 2, 2, 1, 1],
  'historyYears.interest': [2, 2, 2, 1, 2, 2, 1, 1],
  'historyYears.dividends': [2, 2, 2, 1, 2, 2, 1, 1],
  'historyYears.tax_exempt_interest': [2, 2, 2, 1, 2, 2, 1, 1],
  'historyYears.capital_gains': [2, 2, 3, 2, 2, 2, 1, 1],
  'historyYears.wages': [1, 1, 1, 1, 1, 2, 1, 1],
  capitalLosses: ['leave_out', 'count', 'three_years', 'count', 'count', 'count', 'count', 'count'],
  businessLosses: ['leave_out_secondary', 'leave_out_secondary', 'count', 'count', 'count', 'count', 'count', 'count'],
  selfEmployedExpenses: [null, null, null, null, null, null, null, 0.1],
  grossUp: [0.25, 0.25, 0.15, 0.25, 0.25, 0, 0, 0.25],
  grossUpUse: ['income', 'income', 'income', 'ratio_only', 'income', 'income', 'income', 'income'],
  socialSecurityNontaxable: [0.15, 0.15, 0.15, 0.15, 0.15, 0, 0, 0.15],
  continuanceMonths: [36, 36, 36, 36, 36, 36, 36, 36],
  selfEmployedOwnership: [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25],
  materialDecline: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
  currentPay: ['fannie', 'freddie', 'fha', 'general', 'general', null, null, null],
  changedIra: ['latest', 'latest', 'lesser', 'latest', 'latest', 'lesser', 'latest', 'latest'],
  decliningUnemployment: ['latest', 'latest', 'average', 'latest', 'latest', 'latest', 'latest', 'latest'],
}

/**
 * Section 10: the severities of the agencies, conservative, nonqm-1099 and latest-year. `by`: the rule decides. `R/B`: the
 * first if an IRS source holds the document, the second if only software does.
 */
const CONDITIONS_TABLE = `
  schedule_c schedule_e schedule_f | B B B B
  declining | by by by by
  history second_job_history | B B B R
  employment_verification | by by by R
  start_date | R R R R
  return_to_work combat_pay pay_does_not_fit | R B R R
  equity_vesting deferred_pay_term not_recurring tip_reporting | B B B B
  distributions_or_liquidity business_returns | B B B R
  trust_agreement asset_ownership current_pay latest_year_documents | S S S -
  royalty_contract seasonal_employment continuance receipt_history | B B B R
  award_letter account_statement | by by by R
  rollover_uncertain | B B B R
  cost_basis | B B B B
  raise_documented | by - - -
  not_on_transcript possible_duplicate | B B B R
  copies_disagree source_conflict amended_target_doubtful recipient_uncertain basis_from_software | R R/B R/B R
  employer_by_name unread_amount unread_form year_incomplete | R R R R
  transcript_incomplete | S/R S/B S/B -
  unreadable_box rejected_record | B B B B
  manual_underwrite | - - - -
  tax_debt obligation_reported mortgage_verification | R R R R`

const SEVERITY_BY_LETTER = { B: 'blocking', R: 'review', S: 'standard', '-': 'ignore', by: 'by_rule' } as const

function parseSeverity(text: string): SeveritySetting {
  const [heldByIrs, softwareOnly] = text.split('/').map(letter => SEVERITY_BY_LETTER[letter as 'B'])
  return softwareOnly === undefined ? heldByIrs! : { heldByIrs: heldByIrs!, softwareOnly }
}

const CONDITION_ROWS = CONDITIONS_TABLE.trim()
  .split('\n')
  .flatMap(line => {
    const [codes = '', letters = ''] = line.split('|').map(part => part.trim())
    return codes.split(' ').map(code => [code, letters.split(' ').map(parseSeverity)] as const)
  })

const getValue = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], value)

describe('the presets', () => {
  it('are those of the specification', () => {
    expect(PRESET_IDS).toEqual(IDS)
    expect(DEFAULT_PRESET).toBe('fannie-2026-08')
  })

  it.each(Object.entries(SETTINGS_TABLE))('have the %s of the specification', (path, values) => {
    const presetValues = Object.values(PRESETS).map(preset => getValue(preset, path))
    expect(presetValues.map(value => (path.startsWith('historyYears') ? (value ?? 1) : value))).toEqual(values)
  })

  it('have every setting and no history of another category', () => {
    expect([...new Set(Object.keys(SETTINGS_TABLE).map(path => path.split('.')[0]))].sort()).toEqual(
      [...SETTING_NAMES].sort(),
    )
    const categories = Object.values(PRESETS).flatMap(({ historyYears }) => Object.keys(historyYears))
    for (const category of categories) expect(SETTINGS_TABLE).toHaveProperty([`historyYears.${category}`])
  })

  it('have the conditions of the specification, in its order', () => {
    expect(CONDITION_ROWS.map(([code]) => code)).toEqual(CONDITION_CODES)
    const columns = [0, 0, 0, 0, 0, 1, 3, 2]
    for (const [i, id] of PRESET_IDS.entries()) {
      const expected = Object.fromEntries(CONDITION_ROWS.map(([code, severities]) => [code, severities[columns[i]!]]))
      if (id === 'fha-4000.1' || id === 'usda') expected['manual_underwrite'] = 'review'
      expect(PRESETS[id].conditions, id).toEqual(expected)
    }
  })

  it('have the name of their key, and are frozen', () => {
    for (const [id, preset] of Object.entries(PRESETS)) {
      expect(preset.name).toBe(id)
      expect(Object.isFrozen(preset.conditions.transcript_incomplete)).toBe(true)
      expect(Object.isFrozen(preset.citations[0]?.about)).toBe(true)
      expect(Object.isFrozen(preset.historyYears)).toBe(true)
    }
  })

  it('have short names for people', () => {
    const names = { fannie: 'fannie-2026-08', freddie: 'freddie-2026-06', fha: 'fha-4000.1', va: 'va', usda: 'usda' }
    for (const [name, id] of Object.entries(names)) expect(findPreset(name)?.name).toBe(id)
    expect([findPreset('fannie-2024'), findPreset('toString'), isPresetName('constructor')]).toEqual([
      undefined,
      undefined,
      false,
    ])
  })

  it('satisfy the table and the schema', () => {
    for (const preset of Object.values(PRESETS)) {
      expect(listProblems(preset, POLICY_TABLE)).toEqual([])
      expect(POLICY_SCHEMA.parse(preset)).toEqual(preset)
      expect(parsePolicy(structuredClone(preset))).toEqual(preset)
    }
  })
})

describe('citations', () => {
  const subjects = [...SETTING_NAMES, ...CONDITION_CODES, ...STREAM_CATEGORIES]

  it('cover every setting, condition and stream of every preset, with how they were read', () => {
    expect(CITATION_SUBJECTS).toEqual(subjects)
    for (const preset of Object.values(PRESETS))
      for (const subject of subjects)
        expect(formatCitation(preset, subject), `${preset.name} ${subject}`).toMatch(
          /^.+ \((?:.*, )?(?:read|second-hand|defined by this library)\)$/,
        )
  })

  it('name a subject once per citation, and nothing else', () => {
    for (const { citations } of Object.values(PRESETS))
      for (const { about } of citations) {
        expect(new Set(about).size).toBe(about.length)
        for (const subject of about) expect(subjects).toContain(subject)
      }
  })

  it('follow the cautions of the specification', () => {
    expect(formatCitation(PRESETS['fannie-2026-08'], 'wages')).toBe(
      'Fannie Mae Selling Guide B3-3.3-01, B3-3.3-02 (2026-08-05, read)',
    )
    for (const id of IDS.filter(name => name !== 'freddie-2026-06'))
      expect(formatCitation(findPreset(id)!, 'stableBand')).toBe('taxtally (2026-11, defined by this library)')
    for (const { reading } of PRESETS['freddie-2026-06'].citations) expect(reading).not.toBe('read')
    for (const { reading } of PRESETS['fha-4000.1'].citations) expect(reading).not.toBe('read')
    expect(formatCitation(PRESETS['freddie-2026-06'], 'stableBand')).toContain('second-hand')
    expect(PRESETS['fha-4000.1'].ruleVersion).toContain('Update 18, mandatory since 2026-11-10, was not read')
  })
})

describe("a caller's policy", () => {
  it('has the defaults of latest-year', () => {
    const { name: _, title: __, ruleVersion: ___, citations: ____, ...settings } = PRESETS['latest-year']
    expect(parsePolicy({})).toEqual({
      ...settings,
      name: 'custom',
      title: 'Custom policy',
      ruleVersion: 'not stated',
      citations: [],
    })
    expect(formatCitation(parsePolicy({}), 'wages')).toBe('no citation')
  })

  it('may change one severity, in either spelling of the keys', () => {
    const policy = parsePolicy({ conditions: { declining: 'blocking', copies_disagree: UNLESS_HELD } })
    expect(policy.conditions).toEqual({
      ...PRESETS['latest-year'].conditions,
      declining: 'blocking',
      copies_disagree: UNLESS_HELD,
    })
    const fileInput = {
      gross_up: 0.25,
      conditions: { copiesDisagree: { held_by_irs: 'review', software_only: 'blocking' } },
    }
    const outcome = readPolicy(fileInput)
    expect(outcome.value?.grossUp).toBe(0.25)
    expect(outcome.value?.conditions.copies_disagree).toEqual(UNLESS_HELD)
    expect(listProblems(fileInput, toFileSetting(POLICY_TABLE))).toEqual([])
  })

  test.each([
    [{ decliningBlocksAbove: 'never' }, "ratio_unreadable $['decliningBlocksAbove']"],
    [{ decliningBlocksAbove: 1.5 }, "ratio_unreadable $['decliningBlocksAbove']"],
    [{ conditions: { history: 'fatal' } }, "object_unreadable $['conditions']['history']"],
    [
      { conditions: { history: { heldByIrs: 'x', softwareOnly: 'review' } } },
      "enum_unreadable $['conditions']['history']['heldByIrs']",
    ],
    [{ onDecline: 'latest' }, "field_unknown $['onDecline']"],
    [{ name: 'fannie' }, "text_unreadable $['name']"],
    ['fannie-2024', 'enum_unreadable $'],
  ])('is rejected: %j', (input, issue) => {
    expect(readPolicy(input).issues.map(({ code, path }) => `${code} ${path}`)).toEqual([issue])
    expect(() => parsePolicy(input as 'va')).toThrow(RangeError)
  })
})

const UNLESS_HELD = { heldByIrs: 'review', softwareOnly: 'blocking' } as const

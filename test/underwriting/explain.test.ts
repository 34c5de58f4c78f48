import { describe, expect, it } from 'vitest'
import { compareUnderPolicies } from '../../src/underwriting/compare-policies.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { expandFigure, explainFigure, isFigureName } from '../../src/underwriting/traces/explain.js'
import { listFigureValues } from '../../src/underwriting/traces/traces.js'
import { resultOfDossier } from '../support/run.js'
import { makeDocument, makeDossier, makeW2s, underwrite } from './dossiers.js'

const DOCUMENTS = [
  ...makeW2s({ A: [null, 90000, 100000] }),
  makeDocument(2024, 'form_ssa_1099', 'S', { pensions_and_annuities: 24000 }),
]

describe('explanations', () => {
  it('show the tree of a figure down to its boxes', () => {
    // (90,000 + 100,000) / 24
    expect(explainFigure(underwrite(DOCUMENTS), 'wages')).toMatch(
      /wages\.qualifying_monthly = 7916\.67 [\s\S]*\n +wages\.computed_monthly = 7916\.67 [\s\S]*\n +wages\.latest_amount = 100000\.00 [\s\S]*2024 r2024-1234\/form_w2\/0\/0 [\s\S]*\n +wages\.prior_amount = 90000\.00 [\s\S]*2023 r2023-1234\/form_w2\/0\/0 /,
    )
  })

  it('show the total and the indicators if no figure is named', () => {
    // 7,916.67 + 2,000.00 + 75.00; 100,000 / 124,000
    const text = explainFigure(underwrite(DOCUMENTS)) ?? ''
    expect(text).toContain('total.qualifying_monthly = 9991.67')
    expect(text).toMatch(/\nIndicators:\n[\s\S]* payer_concentration = 0\.806452/)
  })

  it('exist for every figure and column, and for nothing else', () => {
    const result = underwrite(DOCUMENTS)
    const names = [...listFigureValues(result).keys()]
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      expect([name, isFigureName(name), expandFigure(result, name)?.trace.figure]).toEqual([name, true, name])
    }
    expect(explainFigure(result, 'interest')).toBe(null)
    expect(isFigureName('luck')).toBe(false)
  })
})

describe('a comparison of two policies', () => {
  const result = resultOfDossier(makeDossier(DOCUMENTS))

  it('lists exactly the figures that differ, and the settings that alone explain them', () => {
    const [a, b] = [PRESETS['fannie-2026-08'], PRESETS['fha-4000.1']]
    const differences = compareUnderPolicies(result, a, b, null, null)
    const [first, second] = [a, b].map(policy => listFigureValues(underwrite(DOCUMENTS, policy)))
    const changed = [...first!].flatMap(([figure, value]) => (second!.get(figure) === value ? [] : [figure]))
    expect(differences.map(({ figure }) => figure).sort()).toEqual(changed.sort())
    const grossUp = differences.find(({ figure }) => figure === 'social_security.gross_up')
    // 2,000 x 0.15 x 0.25 and x 0.15
    expect([grossUp?.a?.value, grossUp?.b?.value, grossUp?.settings]).toEqual([7500, 4500, ['grossUp']])
  })

  it('names conditions, and is empty for equal policies', () => {
    const preset = PRESETS['fannie-2026-08']
    expect(compareUnderPolicies(result, preset, preset, null, null)).toEqual([])
    const conditions = { ...preset.conditions, current_pay: 'blocking' as const }
    const [wages] = compareUnderPolicies(result, preset, { ...preset, name: 'own', conditions }, null, null)
    expect([wages?.figure, wages?.settings]).toEqual(['wages.qualifying_monthly', ['conditions.current_pay']])
  })
})

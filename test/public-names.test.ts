import { expect, it } from 'vitest'
import * as schemas from '../src/api/schemas.js'
import * as core from '../src/index.js'

it('the core does not need zod, because its schemas have their own entry', () => {
  expect(Object.keys(schemas).sort()).toEqual([
    'KNOWN_FACTS_SCHEMA',
    'POLICY_SCHEMA',
    'STATED_INCOME_SCHEMA',
    'readKnownFacts',
    'readPolicy',
    'readStatedIncome',
    'wireSchemas',
  ])
})

it('the core exports exactly the public names', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "CONDITIONS",
      "DEFAULT_PRESET",
      "DOUBTS",
      "Decimal",
      "EMPTY_SUMMARY",
      "FLAGS",
      "FORMS",
      "INCOME_CATEGORIES",
      "INDICATORS",
      "ISSUES",
      "MORTGAGE_FLAGS",
      "NormalizedDossier",
      "PRESETS",
      "PRESET_IDS",
      "PRESET_NAMES",
      "RETURN_LINES",
      "STREAM_CATEGORIES",
      "TIE_OUT_FINDINGS",
      "VERSION",
      "WITHHOLDING_KINDS",
      "analysisOf",
      "analyze",
      "analyzeAll",
      "comparePolicies",
      "compareReturn",
      "describeFlag",
      "explain",
      "explainText",
      "factsOf",
      "field",
      "findLimits",
      "form",
      "gapsOf",
      "isPresetName",
      "issuesOf",
      "mergeSummaries",
      "normalizeDossier",
      "normalizeDossiers",
      "normalizeRecord",
      "normalizeTaxpayer",
      "qualifyingIncome",
      "readDossier",
      "readRecord",
      "readTaxpayer",
      "resolveDocuments",
      "returnLines",
      "runChecks",
      "submission",
      "summarizeEmployment",
      "summarizeIncome",
      "summarizeLiabilities",
      "summarizeWithholding",
      "summarizeYearTotals",
      "summarizeYears",
      "summaryOf",
      "tablesOf",
    ]
  `)
})

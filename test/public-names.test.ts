import { expect, it } from 'vitest'
import * as schemas from '../src/api/schemas.js'
import * as core from '../src/index.js'

it('the core does not need zod, because its schemas have their own entry', () => {
  expect(Object.keys(schemas).sort()).toEqual([
    'KNOWN_FACTS_SCHEMA',
    'POLICY_SCHEMA',
    'STATED_SCHEMA',
    'readKnownFacts',
    'readPolicy',
    'readStated',
    'wireSchemas',
  ])
})

it('the core exports exactly the public names', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "DEFAULT_POLICY",
      "DOUBTS",
      "Decimal",
      "EMPTY_SUMMARY",
      "FLAGS",
      "FORMS",
      "INCOME_CATEGORIES",
      "INDICATORS",
      "ISSUES",
      "MORTGAGE_FLAGS",
      "NEEDS",
      "NormalizedDossier",
      "POLICIES",
      "POLICY_NAMES",
      "RETURN_LINES",
      "TIE_OUT_FINDINGS",
      "VERSION",
      "WITHHOLDING_KINDS",
      "analysisOf",
      "analyze",
      "analyzeAll",
      "comparePolicies",
      "compareReturn",
      "explain",
      "explainText",
      "factsOf",
      "field",
      "findLimits",
      "flagText",
      "form",
      "gapText",
      "gapsOf",
      "isPolicyName",
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
      "summarizeYears",
      "summaryOf",
      "tablesOf",
    ]
  `)
})

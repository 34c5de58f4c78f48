import { expect, it } from 'vitest'
import * as core from '../src/index.js'

it('lists the public names one by one', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "Decimal",
      "EMPTY_SUMMARY",
      "FORMS",
      "INCOME_CATEGORIES",
      "ISSUES",
      "RETURN_LINES",
      "VERSION",
      "WITHHOLDING_KINDS",
      "analysisOf",
      "analyze",
      "analyzeAll",
      "compareReturn",
      "factsOf",
      "gapsOf",
      "issuesOf",
      "mergeSummaries",
      "normalizeDossier",
      "normalizeDossiers",
      "normalizeRecord",
      "normalizeTaxpayer",
      "readDossier",
      "readRecord",
      "readTaxpayer",
      "resolveDocuments",
      "returnLines",
      "summarizeEmployment",
      "summarizeIncome",
      "summarizeLiabilities",
      "summarizeWithholding",
      "summarizeYears",
      "summaryOf",
      "tablesOf",
      "wireSchemas",
    ]
  `)
})

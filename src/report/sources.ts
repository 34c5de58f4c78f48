import {
  type Citation,
  type CitationSubject,
  CONDITION_CODES,
  STREAM_CATEGORIES,
  type StreamCategory,
} from '../underwriting/policies/policy.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { bulletList, type Html, html } from './html.js'
import { SECONDARY_SOURCE, upperFirst, wordsOfCitation } from './labels.js'

/** The rules of a policy that a report cites. */
interface PolicySources {
  readonly title: string
  readonly ruleVersion: string
  readonly citations: readonly { source: string; section: string; date: string; reading: string; text: string }[]
}

/** Lists the citations of each policy that are about the streams and conditions of the report, or about any income. */
export const listSources = (results: readonly PolicyResult[]): PolicySources[] =>
  results.map(result => ({
    title: result.policy.title,
    ruleVersion: wordsOfCitation(result.policy.ruleVersion),
    citations: listRelevantCitations(result).map(({ source, section, date, reading, text }) => ({
      source,
      section: section ?? '',
      date: date === null ? '' : wordsOfCitation(date),
      reading: READING_WORDS[reading],
      text,
    })),
  }))

/** Says where the rules were read. */
export const describeReadings = (sources: readonly PolicySources[]): string =>
  sources.some(({ citations }) => citations.some(({ reading }) => reading === SECONDARY_SOURCE))
    ? `“${upperFirst(SECONDARY_SOURCE)}” means that the rule was read in a publication that quotes it, not in the guide itself.`
    : 'Every rule of a guide was read in the guide itself.'

export const renderSources = (results: readonly PolicyResult[]): Html[] => [
  ...listSources(results).map(
    ({ title, ruleVersion, citations }) =>
      html`<h3>${title}, ${ruleVersion}</h3>${bulletList(
        citations.map(
          ({ source, section, date, reading, text }) =>
            html`<b>${source}${section !== '' && ` ${section}`}</b>${date !== '' && ` (${date})`}${reading !== '' && `, ${reading}`}: ${text}`,
        ),
      )}`,
  ),
  html`<p class="note">${describeReadings(listSources(results))}</p>`,
]

function listRelevantCitations({ policy, streams, listConditions }: PolicyResult): readonly Citation[] {
  const categories = new Set(streams.map(({ category }) => category))
  const codes = new Set<CitationSubject>(listConditions().map(({ condition }) => condition))
  // Undefined for a setting that is about any income.
  const appliesTo = (subject: CitationSubject): boolean | undefined =>
    CONDITION_SUBJECTS.has(subject)
      ? codes.has(subject)
      : SUBJECT_CATEGORIES.get(subject)?.some(category => categories.has(category))
  return policy.citations.filter(({ about }) => {
    const answers = about.map(appliesTo).filter(answer => answer !== undefined)
    return answers.length === 0 || answers.includes(true)
  })
}

const CONDITION_SUBJECTS: ReadonlySet<CitationSubject> = new Set(CONDITION_CODES)

const BUSINESS_CATEGORIES = ['self_employment', 'partnership', 's_corporation', 'officer_compensation'] as const

/** The categories that a formula or a setting is about. A setting that is absent here is about any income. */
const SUBJECT_CATEGORIES = new Map<CitationSubject, readonly StreamCategory[]>([
  ...STREAM_CATEGORIES.map(category => [category, [category]] as const),
  ['secondJobYears', ['wages']],
  ['currentPay', ['wages', 'officer_compensation']],
  ['capitalLosses', ['capital_gains']],
  ['businessLosses', BUSINESS_CATEGORIES],
  ['selfEmployedOwnership', BUSINESS_CATEGORIES],
  ['selfEmployedExpenses', ['self_employment']],
  ['grossUp', ['social_security', 'retirement', 'tax_exempt_interest', 'sick_pay', 'other_income']],
  ['changedIra', ['retirement']],
  ['decliningUnemployment', ['unemployment']],
])

const READING_WORDS = {
  read: '',
  'second-hand': SECONDARY_SOURCE,
  library: 'the choice of taxtally, not of an agency',
} as const

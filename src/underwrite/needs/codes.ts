import { addTo, NO_ITEMS } from '../../core/lists.js'
import type { Flag } from '../flag.js'
import type { StreamName } from '../subject.js'

/** What can be missing, and what is asked for. */
export const NEEDS = {
  award_letter: 'The letter of award, or another proof of how long the income goes on.',
  business_return_1065: "The partnership's own return, Form 1065, with all its schedules.",
  business_return_1120s: "The S corporation's own return, Form 1120-S, with all its schedules.",
  complete_transcript:
    "The authority's wage and income transcript of the year, pulled on or after 1 August of the next.",
  cost_basis: 'The cost of what was sold: without it no gain is known.',
  installment_agreement: 'The agreement with the authority about the balance, with its monthly payment.',
  k1_distributions: 'Proof of what was paid out: a Schedule K-1 shows a share of earnings, not cash.',
  refused_record: 'What was refused when it was read, whole and again from its source.',
  schedule_c: 'Schedule C: these are gross receipts, and only it shows what is left after expenses.',
  schedule_e: 'Schedule E: it shows what is left after expenses, and how long the income has been there.',
  transcript_match: "A document that a complete transcript lacks: the issuer's own confirmation of it.",
  unread_form: 'A form, or a box of one, that could not be read: the document itself.',
  verification_of_employment: 'Word of the employer whether, and since when, it employs the borrower.',
  verification_of_mortgage: 'Word of the lender whether this is one loan, handed on, or another.',
} as const

/** What is missing. */
export type NeedCode = keyof typeof NEEDS

/** Which facts of a stream stand behind a need. */
export type Share = 'all' | 'allocated' | 'owned' | 'unmatched' | 'unconfirmed' | 'without_basis'

/** What a flag of a row asks for. Missing: without `of`, for rows of every stream. */
export interface NeedRule {
  readonly flag: Flag
  readonly need: NeedCode
  readonly share: Share
  readonly of?: StreamName
}

const NEED_RULES: readonly NeedRule[] = [
  { flag: 'needs_schedule_c', need: 'schedule_c', share: 'all' },
  { flag: 'needs_schedule_e', need: 'schedule_e', share: 'all' },
  { flag: 'access_to_income_not_shown', need: 'k1_distributions', share: 'allocated' },
  { flag: 'business_return_required', need: 'business_return_1065', share: 'owned', of: 'partnership' },
  { flag: 'business_return_required', need: 'business_return_1120s', share: 'owned', of: 's_corporation' },
  { flag: 'continuance_unknown', need: 'award_letter', share: 'all' },
  { flag: 'basis_unknown', need: 'cost_basis', share: 'without_basis' },
  { flag: 'not_on_transcript', need: 'transcript_match', share: 'unmatched' },
  { flag: 'transcript_incomplete', need: 'complete_transcript', share: 'unconfirmed' },
]

const BY_FLAG = new Map<Flag, NeedRule[]>()
for (const rule of NEED_RULES) addTo(BY_FLAG, rule.flag, rule)

/** What a flag asks for: nothing, or what could not be read, where it is not in the table above. */
export const rulesOfFlag = (flag: Flag): readonly NeedRule[] => BY_FLAG.get(flag) ?? NO_ITEMS

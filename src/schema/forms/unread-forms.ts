import { normalizeKey } from '../../core/text.js'

/** A form that the library does not read. */
interface UnreadForm {
  readonly number: string
  /** What the form usually reports. */
  readonly content: string
  /** True if that may be income. An array of the form then makes its year incomplete. */
  readonly mayBeIncome: boolean
  /** True if the form shows a debt or an event that a lender asks about. */
  readonly isObligation: boolean
}

/**
 * Forms without a table. `income` means that the amounts may be income. `obligation` means that the form shows a debt,
 * or an event such as a foreclosure. Source: the official instructions for each form (2024; 1098-VLI and 1099-DA: 2025),
 * and Railroad Retirement Board, Form TXL-1099 (2024).
 */
const UNREAD_FORMS: readonly (readonly [numbers: string, content: string, ...marks: ('income' | 'obligation')[]])[] = [
  ['1094 1094-A 1094-B 1094-C 1095 1095-A 1095-B 1095-C', 'health coverage'],
  ['1098-C', 'a donated vehicle'],
  ['1098-E', 'student loan interest', 'obligation'],
  ['1098-F', 'fines and penalties that were paid'],
  ['1098-VLI', 'vehicle loan interest', 'obligation'],
  ['1099-A', 'property that a lender acquired, or that was abandoned', 'income', 'obligation'],
  ['1099-C', 'canceled debt', 'income', 'obligation'],
  ['1099-DA', 'sales of digital assets', 'income'],
  ['1099-K', 'payments by card and through online marketplaces', 'income'],
  ['1099-LTC', 'long-term care benefits'],
  ['1099-OID', 'original issue discount, which is interest', 'income'],
  ['1099-PATR', 'distributions of cooperatives', 'income'],
  ['1099-Q', 'payments from education programs'],
  ['1099-SA', 'distributions from health savings accounts'],
  ['3921', 'shares from incentive stock options'],
  ['3922', 'shares from an employee stock purchase plan'],
  ['5498-ESA', 'contributions to an education savings account'],
  ['5498-SA', 'contributions to a health savings account'],
  ['8300', 'cash payments over $10,000'],
  ['RRB-1099', 'railroad benefits that are taxed like Social Security', 'income'],
  ['RRB-1099-R', 'railroad pensions', 'income'],
]

const UNREAD_FORMS_BY_KEY: ReadonlyMap<string, UnreadForm> = new Map(
  UNREAD_FORMS.flatMap(([numbers, content, ...marks]) =>
    numbers.split(' ').map(number => {
      const form = {
        number,
        content,
        mayBeIncome: marks.includes('income'),
        isObligation: marks.includes('obligation'),
      }
      return [normalizeKey(`form_${number}`), form] as const
    }),
  ),
)

/** Finds the form that a key names. Null if it is not listed. The case and the separators of the key do not matter. */
export const findUnreadForm = (key: string): UnreadForm | null =>
  key.length < 40 ? (UNREAD_FORMS_BY_KEY.get(normalizeKey(key)) ?? null) : null

/** Explains what a form usually reports. */
export function describeUnreadForm({ number, content, mayBeIncome, isObligation }: UnreadForm): string {
  const meaning = `This is Form ${number}. It usually reports ${content}. That ${mayBeIncome ? 'may be' : 'is not'} income.`
  return isObligation ? `${meaning} A lender may ask about it.` : meaning
}

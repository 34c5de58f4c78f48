import { lastFour } from '../core/identifier.js'
import { type Issue, placed } from '../core/issue.js'
import { IssueList, issuesOf, Noted } from '../core/issue-list.js'
import type { Pause } from '../core/limits.js'
import { addAll } from '../core/lists.js'
import { placeText, printPath, type Site, step } from '../core/path.js'
import { INCOME_CATEGORIES, WITHHOLDING_KINDS } from '../model/role.js'
import { tinOf } from '../normalize/privacy.js'
import { type SourceDocument, siteOf, type UnreadableEntry } from '../normalize/source.js'
import {
  missingYears,
  type SourceDossier,
  strangeYears,
  unparsedRecords,
} from '../normalize/source-dossier.js'
import { type Resolution, resolveRecords } from '../resolve/resolve.js'
import { type Employment, employmentOf, historyOf, historyRowsOf } from './employment.js'
import { type Ledger, ledgerOf } from './facts.js'
import { Losses } from './gaps.js'
import { balancesOf, type Liabilities, liabilitiesOf } from './liabilities.js'
import { type LineSum, lineSums } from './return-lines.js'
import {
  type IncomeSum,
  incomeSums,
  UNKNOWN_SUM,
  type WithholdingSum,
  withholdingSums,
  withUnknownRows,
} from './sums.js'
import { type YearSum, yearSums } from './years.js'

/** Returns true if a set of years contains the year, or null for an unknown year. */
export const isMissing = (missing: ReadonlySet<number | null>, year: number): boolean =>
  missing.has(null) || missing.has(year)

/**
 * All figures computed from one taxpayer's records. Amounts are in cents and ratios are in millionths. Figures that only some
 * tables need are computed when they are first read.
 */
export class TaxpayerResult {
  readonly resolution: Resolution
  readonly ledger: Ledger
  /**
   * Income by year and category. A category has a row if it has a counted fact, or if a box or an entry of it is unreadable.
   */
  readonly income: readonly IncomeSum[]
  /** Withheld tax by year and kind, with the same rule for rows. */
  readonly withholding: readonly WithholdingSum[]
  readonly liabilities: Liabilities
  /** The pending issues of the input and of these figures. `issues` builds their texts. */
  readonly noted: readonly Noted[]
  /** The years with a rejected record or form object. Null means that the year is unknown. */
  readonly missing: ReadonlySet<number | null>
  /** The years with forms of unknown kinds, which may contain any kind of income. Null means that the year is unknown. */
  readonly strange: ReadonlySet<number | null>
  /** The rejected entries of form arrays, and the rejected form arrays. */
  readonly lostEntries: readonly UnreadableEntry[]
  readonly #losses: Losses
  #issues: readonly Issue[] | null = null
  #years: readonly YearSum[] | null = null
  #employment: readonly Employment[] | null = null
  #lines: readonly LineSum[] | null = null

  constructor(
    readonly dossier: SourceDossier,
    pause: Pause,
  ) {
    pause()
    this.resolution = resolveRecords(dossier.records, tinOf(dossier.taxpayer))
    pause()
    const lostEntries: UnreadableEntry[] = []
    for (const { unreadableEntries } of dossier.records) addAll(lostEntries, unreadableEntries)
    this.lostEntries = lostEntries
    this.missing = missingYears(dossier)
    this.strange = strangeYears(dossier)
    this.ledger = ledgerOf(this.resolution.documents, this.lostEntries)
    pause()
    this.#losses = new Losses(this.resolution.documents, this.ledger.gaps, this.#hasUnusableInput)
    this.income = this.#whole(incomeSums(this.ledger, this.#losses))
    this.withholding = this.#whole(withholdingSums(this.ledger, this.#losses))
    this.liabilities = liabilitiesOf(dossier.taxpayer)
    this.noted = [...dossier.noted, ...doubts(dossier, this.resolution, this.ledger, this.liabilities)]
  }

  get issues(): readonly Issue[] {
    this.#issues ??= issuesOf(this.noted)
    return this.#issues
  }

  /**
   * The rows of `income`, and for each year with unusable input a row with a null amount for every other category, because that
   * input may contain any category.
   */
  get incomeWithUnknownRows(): readonly IncomeSum[] {
    return withUnknownRows(
      this.income,
      INCOME_CATEGORIES,
      this.#yearsWithUnusableInput(),
      (year, category) => ({ year, category, taxable: null, ...UNKNOWN_SUM }),
    )
  }

  /** The same for `withholding`. */
  get withholdingWithUnknownRows(): readonly WithholdingSum[] {
    return withUnknownRows(
      this.withholding,
      WITHHOLDING_KINDS,
      this.#yearsWithUnusableInput(),
      (year, kind) => ({ year, kind, ...UNKNOWN_SUM }),
    )
  }

  /**
   * Returns the years with a rejected or unparsed record, a rejected form object or an unknown form. Input without a year is
   * left out.
   */
  #yearsWithUnusableInput(): number[] {
    const years = new Set([...this.missing, ...this.strange])
    return [...years].filter(year => year !== null)
  }

  get years(): readonly YearSum[] {
    this.#years ??= this.#whole(
      yearSums({
        documents: this.resolution.documents,
        yearsWithUnusableInput: [
          ...this.#yearsWithUnusableInput(),
          ...this.lostEntries.flatMap(({ year }) => year ?? []),
        ],
        ledger: this.ledger,
        income: this.income,
        withholding: this.withholding,
        losses: this.#losses,
      }),
    )
    return this.#years
  }

  get employment(): readonly Employment[] {
    this.#employment ??= employmentOf(
      this.resolution.documents,
      historyOf(this.dossier),
      year =>
        this.#isRefused(year) ||
        this.lostEntries.some(
          unreadable => unreadable.form.uses?.employment !== undefined && unreadable.year === year,
        ),
    )
    return this.#employment
  }

  get lines(): readonly LineSum[] {
    this.#lines ??= this.#whole(lineSums(this.resolution.documents, this.lostEntries, this.#hasUnusableInput))
    return this.#lines
  }

  readonly #isRefused = (year: number): boolean => isMissing(this.missing, year)

  /** Returns true if unusable input of the year may contain any amount: a rejected or unparsed record, or an unknown form. */
  readonly #hasUnusableInput = (year: number): boolean =>
    this.#isRefused(year) || isMissing(this.strange, year)

  #whole<R extends { readonly year: number; readonly complete: boolean }>(rows: readonly R[]): readonly R[] {
    if (this.missing.size === 0 && this.strange.size === 0) return rows
    return rows.map(row => (this.#hasUnusableInput(row.year) ? { ...row, complete: false } : row))
  }
}

/** Computes one taxpayer's figures from the records that were read. */
export const resultOf = (dossier: SourceDossier, pause: Pause = () => {}): TaxpayerResult =>
  new TaxpayerResult(dossier, pause)

function doubts(
  dossier: SourceDossier,
  resolution: Resolution,
  ledger: Ledger,
  liabilities: Liabilities,
): Noted[] {
  const list = new IssueList(dossier.maxSimilar)
  const about = (code: Issue['code'], document: SourceDocument, more?: string): void => {
    const { id: recordId, origin } = document.record
    list.add(new Noted(code, siteOf(document), { recordId, origin, ...(more === undefined ? {} : { more }) }))
  }
  for (const { at, id: recordId, origin } of unparsedRecords(dossier))
    list.add(new Noted('record_not_parsed', at, { recordId, origin }))
  for (const { code, document } of ledger.notes) about(code, document)
  for (const { code, document, by } of resolution.warnings)
    about(
      code,
      document,
      by === null ? undefined : `Decided by ${printPath(placed(by.record.origin, siteOf(by)))}.`,
    )
  const { noted } = list
  if (liabilities.withoutLien !== null && liabilities.withoutLien < 0) {
    noted.push(
      new Noted(
        'lien_exceeds_total',
        step(step(dossier.taxpayerAt, 'analysis'), 'liabilities_with_lien_filed'),
        { origin: dossier.origin },
      ),
    )
  }
  const { taxpayer, taxpayerAt, origin } = dossier
  const tin = tinOf(taxpayer)
  const own = resolution.taxpayerLast4
  if (tin !== null && own !== null && lastFour(tin) !== own)
    noted.push(new Noted('taxpayer_tin_differs', step(step(taxpayerAt, 'analysis'), 'tin'), { origin }))
  for (const [keys, rows] of [
    [['analysis', 'employment_history'], historyRowsOf(taxpayer)],
    [
      ['details', 'balance_summary', 'tax_years'],
      (balancesOf(taxpayer) ?? []).filter(({ amount }) => amount),
    ],
  ] as const) {
    if (!rows.some(({ year, lost }) => year === null && lost?.includes('year') !== true)) continue
    const at = keys.reduce<Site | null>(step, taxpayerAt)
    noted.push(new Noted('year_unknown', at, { origin, more: 'A row of this list has no year.' }))
  }
  return noted
}

/** Formats the place of a document, as a row names the document that decided its status. */
export const placeOf = ({ record, plan, formIndex, entryIndex }: SourceDocument): string =>
  placeText(record.id, plan.key, formIndex, entryIndex)

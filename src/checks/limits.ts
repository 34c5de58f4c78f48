import type { Rate } from './tolerance.js'

/**
 * The legal limits of one tax year. Amounts are in cents and rates in hundred-thousandths. A limit is null if the year
 * has none, or if no official source states it.
 */
export interface YearLimits {
  /** The tax year that the limits apply to. */
  readonly year: number
  /** The Social Security wage base: the maximum wages that the tax applies to. */
  readonly oasdiBase: number
  /** The employee's Social Security tax rate. */
  readonly oasdiRate: Rate
  /** The employee's Medicare tax rate. */
  readonly medicareRate: Rate
  /** The rate of Additional Medicare Tax. */
  readonly additionalMedicareRate: Rate
  /** The wages above which an employer withholds Additional Medicare Tax. */
  readonly additionalMedicareThreshold: number
  /** The limit for elective deferrals. */
  readonly electiveDeferral: number
  /** The catch-up amount from age 50 on. */
  readonly catchUp50: number
  /** The catch-up amount from age 60 to 63. Null before 2025. */
  readonly catchUp60To63: number | null
  /** The limit for deferrals to a SIMPLE plan. */
  readonly simpleDeferral: number
  /** The catch-up amount for a SIMPLE plan from age 50 on. */
  readonly simpleCatchUp: number
  /** The limit for contributions to IRAs. */
  readonly iraLimit: number
  /** The catch-up amount for IRAs from age 50 on. */
  readonly iraCatchUp: number
  /** The rate of backup withholding. */
  readonly backupWithholdingRate: Rate
  /** The reporting threshold of Form W-2G for bingo and slots. */
  readonly w2gBingoSlots: number
  /** The reporting threshold for keno. */
  readonly w2gKeno: number
  /** The reporting threshold for poker tournaments. */
  readonly w2gPoker: number
  /** The reporting threshold for other wagers. */
  readonly w2gOther: number
}

const CENTS_PER_DOLLAR = 100
const RATE_UNIT = 1

/** The columns of `LIMIT_ROWS` in order, each with its unit and source. Rates are in hundred-thousandths. */
// biome-ignore format: a table is read by its columns
const LIMIT_COLUMNS: readonly (readonly [name: keyof YearLimits, unit: number])[] = [
  ['year', 1],
  ['oasdiBase', CENTS_PER_DOLLAR], // Social Security Administration, Contribution and Benefit Base, by year
  ['oasdiRate', RATE_UNIT], // IRC 3101(a); 4.2% for 2011 and 2012: Public Law 111-312 sec. 601, Public Law 112-96 sec. 1001
  ['medicareRate', RATE_UNIT], // IRC 3101(b)(1)
  ['additionalMedicareRate', RATE_UNIT], // IRC 3101(b)(2), for wages received after 2012
  ['additionalMedicareThreshold', CENTS_PER_DOLLAR], // IRC 3102(f)(1): the employer withholds above 200,000, whatever the filing status
  ['electiveDeferral', CENTS_PER_DOLLAR], // IRC 402(g)(1); the IRS notice on cost-of-living limits of each year (Notice 2024-80 for 2025)
  ['catchUp50', CENTS_PER_DOLLAR], // IRC 414(v)(2)(B)(i); the same notices
  ['catchUp60To63', CENTS_PER_DOLLAR], // IRC 414(v)(2)(E), from 2025 (SECURE 2.0 Act sec. 109); the same notices
  ['simpleDeferral', CENTS_PER_DOLLAR], // IRC 408(p)(2)(E); the same notices
  ['simpleCatchUp', CENTS_PER_DOLLAR], // IRC 414(v)(2)(B)(ii); the same notices
  ['iraLimit', CENTS_PER_DOLLAR], // IRC 219(b)(5)(A); the same notices
  ['iraCatchUp', CENTS_PER_DOLLAR], // IRC 219(b)(5)(B), indexed from 2024 (SECURE 2.0 Act sec. 108); the same notices
  ['backupWithholdingRate', RATE_UNIT], // IRC 3406(a)(1): the fourth lowest rate of IRC 1(c), 28% to 2017, 24% from 2018
  ['w2gBingoSlots', CENTS_PER_DOLLAR], // Instructions for Forms W-2G and 5754, each year; one threshold for all from 2026
  ['w2gKeno', CENTS_PER_DOLLAR], // the same
  ['w2gPoker', CENTS_PER_DOLLAR], // the same
  ['w2gOther', CENTS_PER_DOLLAR], // the same
]

// biome-ignore format: a table is read by its columns
const LIMIT_ROWS: readonly (readonly (number | null)[])[] = [
  [2010, 106_800, 6200, 1450,   0,       0, 16_500, 5_500,   null, 11_500, 2_500, 5_000, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2011, 106_800, 4200, 1450,   0,       0, 16_500, 5_500,   null, 11_500, 2_500, 5_000, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2012, 110_100, 4200, 1450,   0,       0, 17_000, 5_500,   null, 11_500, 2_500, 5_000, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2013, 113_700, 6200, 1450, 900, 200_000, 17_500, 5_500,   null, 12_000, 2_500, 5_500, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2014, 117_000, 6200, 1450, 900, 200_000, 17_500, 5_500,   null, 12_000, 2_500, 5_500, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2015, 118_500, 6200, 1450, 900, 200_000, 18_000, 6_000,   null, 12_500, 3_000, 5_500, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2016, 118_500, 6200, 1450, 900, 200_000, 18_000, 6_000,   null, 12_500, 3_000, 5_500, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2017, 127_200, 6200, 1450, 900, 200_000, 18_000, 6_000,   null, 12_500, 3_000, 5_500, 1_000, 28_000, 1_200, 1_500, 5_000,   600],
  [2018, 128_400, 6200, 1450, 900, 200_000, 18_500, 6_000,   null, 12_500, 3_000, 5_500, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2019, 132_900, 6200, 1450, 900, 200_000, 19_000, 6_000,   null, 13_000, 3_000, 6_000, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2020, 137_700, 6200, 1450, 900, 200_000, 19_500, 6_500,   null, 13_500, 3_000, 6_000, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2021, 142_800, 6200, 1450, 900, 200_000, 19_500, 6_500,   null, 13_500, 3_000, 6_000, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2022, 147_000, 6200, 1450, 900, 200_000, 20_500, 6_500,   null, 14_000, 3_000, 6_000, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2023, 160_200, 6200, 1450, 900, 200_000, 22_500, 7_500,   null, 15_500, 3_500, 6_500, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2024, 168_600, 6200, 1450, 900, 200_000, 23_000, 7_500,   null, 16_000, 3_500, 7_000, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2025, 176_100, 6200, 1450, 900, 200_000, 23_500, 7_500, 11_250, 16_500, 3_500, 7_000, 1_000, 24_000, 1_200, 1_500, 5_000,   600],
  [2026, 184_500, 6200, 1450, 900, 200_000, 24_500, 8_000, 11_250, 17_000, 4_000, 7_500, 1_100, 24_000, 2_000, 2_000, 2_000, 2_000],
]

/** The limits of every known year, 2010 to 2026. */
export const LIMITS: readonly YearLimits[] = LIMIT_ROWS.map(
  row =>
    Object.fromEntries(
      LIMIT_COLUMNS.map(([name, unit], i) => [name, row[i] === null ? null : (row[i] as number) * unit]),
    ) as unknown as YearLimits,
)

const limitsByYear = new Map(LIMITS.map(limits => [limits.year, limits]))

/** Returns the limits of a tax year. Null if they are unknown, never the limits of another year. */
export const findLimits = (year: number): YearLimits | null => limitsByYear.get(year) ?? null

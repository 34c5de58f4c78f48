import type { Rate } from './amount.js'

/**
 * What the law sets for one tax year. Units: cents, and hundred-thousandths for rates.
 * Missing: null where the year has no such limit, or none that an official source settles.
 */
export interface YearLimits {
  /** The tax year. */
  readonly year: number
  /** The most wages that Social Security tax is on. */
  readonly oasdiBase: number
  /** The employee's rate of Social Security tax. */
  readonly oasdiRate: Rate
  /** The employee's rate of Medicare tax. */
  readonly medicareRate: Rate
  /** The rate of Additional Medicare Tax. */
  readonly additionalMedicareRate: Rate
  /** The wages above which an employer withholds it. */
  readonly additionalMedicareThreshold: number
  /** The most elective deferrals. */
  readonly electiveDeferral: number
  /** What is added from age 50 on. */
  readonly catchUp50: number
  /** What is added from age 60 to 63. Missing: null before 2025. */
  readonly catchUp60To63: number | null
  /** The most deferrals to a SIMPLE plan. */
  readonly simpleDeferral: number
  /** What is added to them from age 50 on. */
  readonly simpleCatchUp: number
  /** The most contributions to IRAs. */
  readonly iraLimit: number
  /** What is added to them from age 50 on. */
  readonly iraCatchUp: number
  /** The rate of backup withholding. */
  readonly backupWithholdingRate: Rate
  /** The least winnings of bingo and slots on Form W-2G. */
  readonly w2gBingoSlots: number
  /** Of keno, the same. */
  readonly w2gKeno: number
  /** Of poker tournaments, the same. Missing: null where not settled. */
  readonly w2gPoker: number | null
  /** Of others, the same. */
  readonly w2gOther: number
}

// Whole dollars, and hundred-thousandths for rates. Sources of the columns, in their order:
//  year
//  oasdiBase                    Social Security Administration, Contribution and Benefit Base, by year
//  oasdiRate                    IRC 3101(a); 4.2% for 2011 and 2012: Public Law 111-312 sec. 601, Public Law 112-96 sec. 1001
//  medicareRate                 IRC 3101(b)(1)
//  additionalMedicareRate       IRC 3101(b)(2), for wages received after 2012
//  additionalMedicareThreshold  IRC 3102(f)(1): the employer withholds above 200,000, whatever the filing status
//  electiveDeferral             IRC 402(g)(1); the IRS notice on cost-of-living limits of each year (Notice 2024-80 for 2025)
//  catchUp50                    IRC 414(v)(2)(B)(i); the same notices
//  catchUp60To63                IRC 414(v)(2)(E), from 2025 (SECURE 2.0 Act sec. 109); the same notices
//  simpleDeferral               IRC 408(p)(2)(E); the same notices
//  simpleCatchUp                IRC 414(v)(2)(B)(ii); the same notices
//  iraLimit                     IRC 219(b)(5)(A); the same notices
//  iraCatchUp                   IRC 219(b)(5)(B), indexed from 2024 (SECURE 2.0 Act sec. 108); the same notices
//  backupWithholdingRate        IRC 3406(a)(1): the fourth lowest rate of IRC 1(c), 28% to 2017, 24% from 2018
//  w2gBingoSlots                Instructions for Forms W-2G and 5754, each year; one threshold for all from 2026
//  w2gKeno                      the same
//  w2gPoker                     the same; for 2026 not settled here
//  w2gOther                     the same
type Row = readonly [
  year: number,
  oasdiBase: number,
  oasdiRate: Rate,
  medicareRate: Rate,
  additionalMedicareRate: Rate,
  additionalMedicareThreshold: number,
  electiveDeferral: number,
  catchUp50: number,
  catchUp60To63: number | null,
  simpleDeferral: number,
  simpleCatchUp: number,
  iraLimit: number,
  iraCatchUp: number,
  backupWithholdingRate: Rate,
  w2gBingoSlots: number,
  w2gKeno: number,
  w2gPoker: number | null,
  w2gOther: number,
]

// biome-ignore format: a table is read by its columns
const ROWS: readonly Row[] = [
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
  [2026, 184_500, 6200, 1450, 900, 200_000, 24_500, 8_000, 11_250, 17_000, 4_000, 7_500, 1_100, 24_000, 2_000, 2_000,  null, 2_000],
]

const dollars = (amount: number): number => amount * 100
const maybeDollars = (amount: number | null): number | null => (amount === null ? null : amount * 100)

/** The limits of every known year, 2010 to 2026. */
export const LIMITS: readonly YearLimits[] = ROWS.map(row => ({
  year: row[0],
  oasdiBase: dollars(row[1]),
  oasdiRate: row[2],
  medicareRate: row[3],
  additionalMedicareRate: row[4],
  additionalMedicareThreshold: dollars(row[5]),
  electiveDeferral: dollars(row[6]),
  catchUp50: dollars(row[7]),
  catchUp60To63: maybeDollars(row[8]),
  simpleDeferral: dollars(row[9]),
  simpleCatchUp: dollars(row[10]),
  iraLimit: dollars(row[11]),
  iraCatchUp: dollars(row[12]),
  backupWithholdingRate: row[13],
  w2gBingoSlots: dollars(row[14]),
  w2gKeno: dollars(row[15]),
  w2gPoker: maybeDollars(row[16]),
  w2gOther: dollars(row[17]),
}))

const byYear = new Map(LIMITS.map(limits => [limits.year, limits]))

/** The limits of a tax year. Missing: null for a year that the table does not have; never those of another year. */
export const limitsOf = (year: number): YearLimits | null => byYear.get(year) ?? null

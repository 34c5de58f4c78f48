import { type Cents, readCents } from '../core/money.js'
import type { StreamName } from './subject.js'

/** What the taxpayer arranged with the authority about a balance. */
export const PLAN_STATES = ['unknown', 'none', 'applied', 'approved_current'] as const

/**
 * What only the caller knows of a taxpayer. Shape: one object of `--facts-of`, where files spell the keys in snake_case.
 * Units: dollars (number or text), months, shares from 0 to 1. Missing: every key but `taxpayerId`.
 */
export interface KnownFacts {
  /** The taxpayer whose facts these are, as `taxpayerId` of its dossier has it: they count for no other. */
  readonly taxpayerId: string
  /** Debt payments of a month. */
  readonly monthlyObligations?: number | string | undefined
  /** The last four digits of the numbers of the persons whose documents these are. */
  readonly recipients?: readonly string[] | undefined
  /** For how many months each stream will continue. */
  readonly continuance?: Readonly<Partial<Record<StreamName, number>>> | undefined
  /** The installment agreement about a balance due, and its payment of a month. */
  readonly plan?:
    | {
        /** How far the taxpayer came with it. */
        readonly state: (typeof PLAN_STATES)[number]
        /** The payment of a month. US dollars. */
        readonly monthlyPayment?: number | string | undefined
      }
    | undefined
  /** The nontaxable share of each stream. */
  readonly nontaxableShare?: Readonly<Partial<Record<StreamName, number>>> | undefined
  /** The year to work for; the option `asOfYear` stands before it. */
  readonly asOfYear?: number | undefined
}

/** The exact cents of an amount that the caller gave; null where it is none. */
export const centsOfStated = (amount: number | string): Cents | null => readCents(amount)[0]

/** The same where one may be given. */
export const centsIfStated = (amount: number | string | undefined): Cents | null =>
  amount === undefined ? null : centsOfStated(amount)

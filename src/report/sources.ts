import type { Underwriting } from '../underwrite/underwrite.js'
import { type Html, html } from './html.js'
import { list } from './layout.js'

/** Where the rules of each policy were read. */
export const sources = (unders: readonly Underwriting[]): Html[] =>
  unders.map(
    ({ policy }) =>
      html`<h3>${policy.name}, ${policy.ruleVersion}</h3>${list(
        policy.citations.map(
          ({ source, date, secondHand, text }) =>
            html`<b>${source}</b>${date !== null && ` (${date})`}${secondHand === true && ', second-hand'}: ${text}`,
        ),
      )}`,
  )

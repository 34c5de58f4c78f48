import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A color scheme and a width to test a page with, and axe-core's rules that are tested so. */
export interface Audit {
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly rules: axe.RunOptions
}

/**
 * Enough to see every rule at each width and in each color scheme. Contrast is the only rule that depends on colors, and takes
 * as long as all others together.
 */
export const AUDITS: readonly Audit[] = [
  { scheme: 'light', width: 1280, rules: {} },
  { scheme: 'light', width: 320, rules: { rules: { 'color-contrast': { enabled: false } } } },
  { scheme: 'dark', width: 320, rules: { runOnly: { type: 'rule', values: ['color-contrast'] } } },
]

/**
 * What axe-core finds wrong with a page, a line for each rule, with the first element that breaks it. A debugger's evaluation
 * is not held by the page's policy, and asks nothing of anyone.
 */
export async function findViolations(page: Page, rules: axe.RunOptions = {}): Promise<string[]> {
  // Elements that pass are not collected, which takes half of the time.
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] })
  const { violations } = (await page.evaluate(
    `${axe.source};axe.run(document, ${options})`,
  )) as axe.AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

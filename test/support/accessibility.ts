import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A color scheme, a width, and the rules of axe-core that are tested with them. */
export interface Audit {
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly rules: axe.RunOptions
}

/**
 * These audits test every rule at each width and in each color scheme. Contrast is the only rule that depends on colors, and
 * takes as long as all others together.
 */
export const AUDITS: readonly Audit[] = [
  { scheme: 'light', width: 1280, rules: {} },
  { scheme: 'light', width: 320, rules: { rules: { 'color-contrast': { enabled: false } } } },
  { scheme: 'dark', width: 320, rules: { runOnly: { type: 'rule', values: ['color-contrast'] } } },
]

/**
 * Lists the violations that axe-core finds on a page: one line for each rule, with the first element that violates it. The
 * page's content security policy does not restrict code of a debugger, and this code makes no requests.
 */
export async function findViolations(page: Page, rules: axe.RunOptions = {}): Promise<string[]> {
  // Elements without violations are not collected, because that would double the time.
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] })
  const { violations } = (await page.evaluate(`${axe.source};axe.run(document, ${options})`)) as axe.AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

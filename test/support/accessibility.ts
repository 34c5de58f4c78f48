import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A color scheme, a page width in pixels, and the axe-core rules to test with them. */
export interface Audit {
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly rules: axe.RunOptions
}

/**
 * The audits of a page. Together they test every rule at each width, and contrast in each color scheme. Contrast is the
 * only rule that depends on colors, and takes as long as all others together.
 */
export const AUDITS: readonly Audit[] = [
  { scheme: 'light', width: 1280, rules: {} },
  { scheme: 'light', width: 320, rules: { rules: { 'color-contrast': { enabled: false } } } },
  { scheme: 'dark', width: 320, rules: { runOnly: { type: 'rule', values: ['color-contrast'] } } },
]

/**
 * Lists the violations that axe-core finds on a page: one line per rule, with the first element that violates it.
 * axe-core runs through the debugger, so the page's content security policy does not block it. It makes no requests.
 */
export async function findViolations(page: Page, rules: axe.RunOptions = {}): Promise<string[]> {
  // Do not collect elements without violations, because that would double the run time.
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] })
  const { violations } = (await page.evaluate(`${axe.source};axe.run(document, ${options})`)) as axe.AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

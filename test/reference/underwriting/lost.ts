import { CATEGORIES_OF_1042S } from '../facts.js'
import { FORMS } from '../forms.js'
import { isObject, readMoney, readText, readYear } from '../values.js'
import type { Desk, Paper } from './papers.js'
import type { Rules } from './policies.js'

/** Categories that a kind of form can feed. */
function categoriesOf(form: string): string[] {
  return FORMS[form]!.money.flatMap(([, , , role, sum]) =>
    role === 'income.by_income_code'
      ? CATEGORIES_OF_1042S
      : role.startsWith('income.') && sum !== 'part' && sum !== 'none'
        ? [role.slice('income.'.length)]
        : [],
  )
}

/** The categories of a counted document whose amount could not be read. */
export function lostCategories(paper: Paper, rules: Pick<Rules, 'wageBasis'>): string[] {
  if (!paper.counted || paper.year === null) return []
  const lost = paper.reading.unreadRoles
    .filter(role => role.startsWith('income.'))
    .map(role => role.slice('income.'.length))
  const isBox5Lost =
    paper.entry.form === 'form_w2' &&
    rules.wageBasis !== 'box1' &&
    readMoney(paper.entry.raw['medicare_wages_tips']) === 'lost'
  if (isBox5Lost) lost.push('wages')
  if (paper.entry.doubtful) lost.push(...categoriesOf(paper.entry.form))
  return lost
}

/** Years of which what was refused may have held a category; null stands for any year. */
export function refusedYears(desk: Desk, category: string): Set<number | null> {
  const years = new Set<number | null>(desk.read.missing)
  for (const { form, year } of desk.read.lost) if (categoriesOf(form).includes(category)) years.add(year)
  for (const record of Array.isArray(desk.raw['records']) ? desk.raw['records'] : []) {
    const isRefused = !isObject(record) || readText(record['id']) === null || !Array.isArray(record['forms'])
    if (isRefused) years.add(isObject(record) ? readYear(record['tax_year']) : null)
  }
  return years
}

/** Years with a form of an unknown kind, which may hold any income. */
export const strangeYears = (desk: Desk): ReadonlySet<number | null> => desk.read.strange

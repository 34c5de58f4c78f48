import { divideShare } from './averaging.js'
import type { StreamIncome } from './qualifying-income.js'
import { inputOfFact, leftOut, type Trace } from './trace.js'
import { workStream } from './work-stream.js'

/** The jobs, or the entities, that a row is the sum of; a row that is one stream has none. */
export function partTraces({ row, work, years }: StreamIncome, name: string): Trace[] {
  const { rule } = work
  if (years.parts.length < 2) return []
  return years.parts.map((part, i): Trace => {
    const { latest, prior, flags } = part
    const { worked } = workStream(part, work)
    const kept = [...latest.kept, ...prior.kept].map(inputOfFact)
    const isOver = flags.includes('employer_ended')
    const words = flags.filter(flag => flag !== 'incomplete')
    return {
      figure: `${name}.${rule.per}_${i + 1}`,
      value: divideShare(worked.amount, rule.kept),
      unit: 'money',
      rule: words.length === 0 ? worked.rule : `${worked.rule} (${words.join(', ')})`,
      citation: row.citations,
      parts: [],
      inputs: isOver ? [] : kept,
      excluded: [
        ...(isOver ? kept.map(each => leftOut(each, 'employer_ended')) : []),
        ...latest.excluded,
        ...prior.excluded,
      ],
    }
  })
}

// A CommonJS file with types. Up to TypeScript 5.7, only `import()` loads an ES module in such a file.
import type { Analysis, Outcome } from 'taxtally' with { 'resolution-mode': 'import' }

export async function analyzeNothing(): Promise<Outcome<Analysis>> {
  const { analyze } = await import('taxtally')
  return analyze({ records: [] })
}

import { analyzeFiles, convert } from 'taxtally/node'

// Parquet needs the optional peer dependency hyparquet-writer.
export default async ({ path }) => {
  const results = []
  for await (const { value } of analyzeFiles([path])) results.push(value.income.length)
  for (const format of ['csv', 'arrow', 'parquet']) {
    try {
      const { rows } = await convert([path], { out: `out-${crypto.randomUUID()}`, formats: [format] })
      results.push(rows)
    } catch ({ name, message }) {
      results.push(`${name}: ${message}`)
    }
  }
  return results
}

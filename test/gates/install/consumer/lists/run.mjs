/** Runs programs, each with its name, and returns a line for each: the name and the result. */
export async function runPrograms(programs, input) {
  const lines = []
  for (const [name, program] of programs) lines.push(`${name} ${JSON.stringify(await program(input))}`)
  return lines
}

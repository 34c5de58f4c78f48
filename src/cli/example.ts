import type { Call } from './options.js'
import { UsageError } from './usage-error.js'
import { writeOut } from './write.js'

const employee = { ssn: 'XXX-XX-1234', name: 'ROBIN EXAMPLE', address: '1 Elm Street, Springfield, OH 45501' }
const employer = { ein: '12-3456789', name: 'Acme Corp', address: '2 Oak Avenue, Springfield, OH 45501' }
const bank = { fin: '98-7654321', name: 'Example Bank', address: '3 Main Street, Springfield, OH 45501' }

const record = (year: number, wages: number, interest: number) => ({
  id: `example-${year}`,
  tax_year: String(year),
  provider_id: 'irs',
  date: `${year + 1}-06-01T12:00:00.000Z`,
  forms: [
    {
      year: String(year),
      form_w2: [
        {
          employer,
          employee,
          wages_tips_other_compensation: wages,
          federal_income_tax_withheld: wages / 10,
          social_security_wages: wages,
          social_security_tax_withheld: wages * 0.062,
          medicare_wages_tips: wages,
          medicare_tax_withheld: wages * 0.0145,
        },
      ],
      form_1099_int: [
        {
          payer: bank,
          recipient: { id: employee.ssn, name: employee.name, address: employee.address },
          interest_income: interest,
        },
      ],
    },
  ],
})

/** A taxpayer with two years of wages and interest: what every command that reads inputs takes. */
export const EXAMPLE = {
  taxpayer: { id: 'tp-example', name: 'Robin Example', provider_id: 'irs', status: 'COMPLETED' },
  records: [record(2023, 60_000, 120.5), record(2024, 63_000, 131.25)],
}

/** `taxtally example`: a small dossier to try the other commands with. */
export async function exampleCommand(call: Call): Promise<number> {
  if (call.inputs.length > 0) throw new UsageError('example takes nothing.')
  await writeOut(`${JSON.stringify(EXAMPLE, null, 2)}\n`)
  return 0
}

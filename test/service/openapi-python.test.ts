import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { requireFor } from '../support/requirements.mjs'
import { listen } from './sandbox-world.js'

const python = requireFor('a Python client that is built from schemas/openapi.json', 'jsonschema')

/** Runs the Python program against a new sandbox. `prepare` changes the sandbox first. */
async function runClient(prepare: (sandbox: Awaited<ReturnType<typeof listen>>['sandbox']) => void = () => {}) {
  const { sandbox, url } = await listen()
  prepare(sandbox)
  const { id, secret } = sandbox.client
  const args = ['test/service/openapi-client.py', 'schemas/openapi.json', url, id, secret]
  return promisify(execFile)(String(python), args).then(
    ({ stdout }) => ({ out: stdout, err: '' }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ out: stdout, err: stderr }),
  )
}

test.skipIf(python === undefined)(
  'a Python client that is built from the description uses every operation',
  async () => {
    expect(await runClient()).toEqual({
      err: '',
      out: [
        'unknown code 400',
        // The three years of docs/service.md, and the W-2 that the amendment of 2023 replaces.
        `status COMPLETED records 6 wages ${(131700.93 + 119831.3 + 133017.73 + 133145.89).toFixed(2)}`,
        'refresh completed',
        'upload irs',
        'form without a name 400',
        'unknown document 404',
        'clear success 0',
        'disconnect success 401',
        'operations not called 0 of 14',
        'events taxpayer.disconnected, taxpayer.records_synced, taxpayer.status_changed',
        '',
      ].join('\n'),
    })
  },
)

test.skipIf(python === undefined).each([
  ['/introspect', 'taxpayer_id', "17 is not of type 'string'"],
  ['/tax-payer', 'details', "'details'"],
  ['/records', 'forms', "'a list' is not of type 'array'"],
])('the client refuses %s if %s has another type than the description', async (path, field, message) => {
  const { err } = await runClient(sandbox => sandbox.inject({ kind: 'wrong_type', path, field }))
  expect(err).toContain('jsonschema.exceptions.ValidationError')
  expect(err).toContain(message)
})

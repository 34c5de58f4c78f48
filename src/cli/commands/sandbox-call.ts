import { isLoopback } from '../../service/contract/http.js'
import { newSecret } from '../../service/sandbox/clients.js'
import {
  DEFAULT_CLIENT_ID,
  DEFAULT_PEOPLE_COUNT,
  DEFAULT_PORT,
  DEFAULT_REDIRECT_URI,
  DEFAULT_SEED,
  SANDBOX_OPTIONS,
} from '../options/option-table.js'
import { type OptionTexts, parseOptions, readOption, splitWords, UsageError } from '../options/parse-arguments.js'

/** What a call of `taxtally sandbox` asks for. */
export type SandboxCall = ReturnType<typeof readSandboxCall>

const readCount = <Name extends string>(values: OptionTexts<Name>, name: Name) =>
  readOption(values, name, 'a whole number, at most 99999', text => (/^[0-9]{1,5}$/.test(text) ? Number(text) : null))

/** Reads the arguments of a call. Throws UsageError. Its message contains no value. */
export function readSandboxCall(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parseOptions(args, SANDBOX_OPTIONS)
  const port = readCount(values, 'port') ?? DEFAULT_PORT
  if (port > 65_535) throw new UsageError('--port takes a port number.')
  // `--data a b` names two files, so positional arguments are also files.
  const files = values.data === undefined ? positionals : [...values.data, ...positionals]
  if (values.data === undefined && files.length > 0) throw new UsageError('sandbox takes its files after --data.')
  const { webhook, 'client-secret': clientSecret, 'webhook-secret': webhookSecret } = values
  for (const name of ['duplicates', 'reorder', 'test-events'] as const)
    if (values[name] !== undefined && webhook === undefined) throw new UsageError(`--${name} needs --webhook.`)
  const [host = '', ...hostNames] = splitWords(values.host ?? '127.0.0.1')
  const isPublic = !isLoopback(host) && host !== '::1'
  const { TAXTALLY_CONTROL_TOKEN: controlToken } = environment
  return {
    port,
    host,
    hostNames,
    isPublic,
    /** The token that requests for the controls need. Undefined if they need none. */
    controlToken: controlToken || (isPublic ? newSecret('ct') : undefined),
    allowPrivateWebhooks: !isPublic || values['allow-private-webhooks'] === true,
    people: {
      files: values.data === undefined ? undefined : files,
      count: readCount(values, 'people') ?? (values.data === undefined ? DEFAULT_PEOPLE_COUNT : 0),
      seed: readCount(values, 'seed') ?? DEFAULT_SEED,
      hasQuirks: values.quirks === true,
    },
    client: {
      id: values['client-id'] ?? DEFAULT_CLIENT_ID,
      ...(clientSecret === undefined ? {} : { secret: clientSecret }),
      redirectUris: values.redirect ?? [DEFAULT_REDIRECT_URI],
    },
    webhook,
    webhookSecret,
    delivery: { duplicates: readCount(values, 'duplicates') ?? 0, reorder: values.reorder === true },
    hasTestEvents: values['test-events'] === true,
    statePath: values.state,
    isStrict: values['strict-version'] === true,
    quiet: values.quiet === true,
    json: values.json === true,
  }
}

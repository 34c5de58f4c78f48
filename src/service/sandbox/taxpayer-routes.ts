import type { Hono } from 'hono'
import { KNOWN_PROVIDERS, providerName } from '../resources/provider.js'
import type { RefreshJob, RefreshStatus } from '../resources/refresh.js'
import type { Taxpayer } from '../resources/taxpayer.js'
import { newId } from './clients.js'
import { requireConnection } from './credentials.js'
import { signFileAddress } from './form-8821-files.js'
import { finishRefresh } from './parsing.js'
import { notFound, SUCCESS } from './requests.js'
import type { Connection, Job, JsonObject, State } from './state.js'

/** The records as they can be read now: none before the pull, and without forms until they are parsed. */
const readableRecords = ({ records, parsed }: Connection): readonly JsonObject[] =>
  parsed ? (records ?? []) : (records ?? []).map(record => ({ ...record, forms: [] }))

/** The taxpayer object. The analysis is left out until records were parsed, and after they were cleared. */
function describeTaxpayer(state: State, connection: Connection, origin: string): Taxpayer {
  const { taxpayer, providerId, status, form8821 } = connection
  const { analysis, form8821: _, metadata, ...known } = taxpayer.person.taxpayer as Partial<Taxpayer>
  return {
    ...known,
    id: taxpayer.id,
    name: taxpayer.name,
    provider_id: providerId,
    created_at: taxpayer.createdAt,
    status,
    metadata: { ...(typeof metadata === 'object' ? metadata : {}), ...taxpayer.metadata },
    ...(connection.parsed && analysis !== undefined ? { analysis } : {}),
    ...(form8821 === null ? {} : { form8821: signFileAddress(state, origin, form8821.id) }),
  }
}

/** The operations on a taxpayer's data: providers, taxpayer, refresh, clearing, records. */
export function taxpayerRoutes(routes: Hono, state: State): void {
  const describeJob = ({ taxpayer }: Connection, job: Job): RefreshJob => ({
    jobId: job.id,
    taxpayerId: taxpayer.id,
    name: taxpayer.name,
  })
  const requireOwn = (connection: Connection, id: string) => {
    if (connection.taxpayer.id !== id) throw notFound('The access token is for another taxpayer.')
    return connection
  }

  routes.get('/providers', context => {
    requireConnection(state, context)
    return context.json(KNOWN_PROVIDERS.map(id => ({ id, name: providerName(id) })))
  })

  routes.get('/tax-payer', context => {
    const connection = requireConnection(state, context)
    return context.json(describeTaxpayer(state, connection, new URL(context.req.url).origin))
  })

  routes.post('/tax-payer/clear-records', context => {
    const { taxpayer } = requireConnection(state, context)
    for (const connection of taxpayer.connections.values()) {
      connection.records = null
      connection.parsed = false
      for (const job of connection.jobs.values()) {
        if (job.status !== 'processing') continue
        job.cancel()
        job.status = 'failed'
      }
    }
    return context.json(SUCCESS)
  })

  routes.post('/tax-payer/:id/refresh', context => {
    const connection = requireOwn(requireConnection(state, context), context.req.param('id'))
    const running = [...connection.jobs.values()].find(job => job.status === 'processing')
    if (running !== undefined) return context.json(describeJob(connection, running))
    const job: Job = { id: newId(), status: 'processing', cancel: () => {} }
    connection.jobs.set(job.id, job)
    job.cancel = state.clock.after(state.delays.refresh, () => finishRefresh(state, connection, job))
    return context.json(describeJob(connection, job))
  })

  routes.get('/tax-payer/:taxpayerId/refresh/:jobId', context => {
    const connection = requireOwn(requireConnection(state, context), context.req.param('taxpayerId'))
    const job = connection.jobs.get(context.req.param('jobId'))
    if (job === undefined) throw notFound('There is no job of this id.')
    return context.json({ status: job.status, ...describeJob(connection, job) } satisfies RefreshStatus)
  })

  routes.get('/records', context => context.json(readableRecords(requireConnection(state, context))))

  routes.get('/records/:id', context => {
    const records = readableRecords(requireConnection(state, context))
    const record = records.find(each => each['id'] === context.req.param('id'))
    if (record === undefined) throw notFound('There is no record of this id.')
    return context.json(record)
  })
}

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../../src/index.js'
import { createSandbox, type Listening, type Sandbox, type SandboxEvent } from '../../src/service/sandbox/index.js'
import { verifyWebhook } from '../../src/service/webhooks/index.js'
import { findViolations } from '../support/accessibility.js'
import { measureWidth, useBrowser } from '../support/browser.js'
import { requireFor } from '../support/requirements.mjs'
import { expectAccepted } from '../support/run.js'
import { serve, startWebhookEndpoint } from '../support/serve.js'
import { makeClient, PEOPLE } from './sandbox-world.js'

const BROWSER = requireFor('the sandbox with a browser', 'chromium')

/** The application under test: a page that embeds the widget, and a redirect address. */
interface Application {
  readonly close: () => void
  readonly origin: string
  readonly redirects: URL[]
  frameUrl: string
}

async function startApplication(): Promise<Application> {
  const application = { redirects: [] as URL[], frameUrl: '' }
  const { url: origin, close } = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/callback') {
      application.redirects.push(url)
      response.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>')
    } else {
      const script = `addEventListener('message', event => {
        document.querySelector('#said').textContent = JSON.stringify({ origin: event.origin, ...event.data })
      })`
      response
        .setHeader('content-type', 'text/html')
        .end(`<iframe src="${application.frameUrl}"></iframe><p id="said"></p><script>${script}</script>`)
    }
  })
  return Object.assign(application, { close, origin })
}

describe.skipIf(BROWSER === undefined)('a taxpayer with a browser', () => {
  const { open } = useBrowser()
  let application: Application
  let sandbox: Sandbox
  let service: Listening

  beforeAll(async () => {
    application = await startApplication()
    sandbox = createSandbox({
      dossiers: PEOPLE,
      client: { redirectUris: [`${application.origin}/callback`] },
      delays: { parsing: 50 },
    })
    service = await sandbox.listen()
  })

  afterAll(async () => {
    await service?.close()
    application?.close()
  })

  test('clicks through the redirect flow, and the application verifies a webhook, collects records and adds them up', async () => {
    const hook = await startWebhookEndpoint()
    const { secret } = sandbox.registerWebhook({ url: hook.url })
    const redirectUri = `${application.origin}/callback`
    const page = await open(
      `${service.url}/connect?client_id=${sandbox.client.id}&redirect_uri=${encodeURIComponent(redirectUri)}`,
    )
    await page.selectOption('#provider', 'service-sandbox')
    await page.selectOption('#person', { index: 0 })
    await page.click('#continue')
    await page.click('#consent')
    await page.click('#connect')
    await page.waitForSelector('text=Thank you')
    const code = application.redirects[0]?.searchParams.get('code') ?? ''

    const client = makeClient(sandbox, service.url)
    const { access_token: token, taxpayer_id } = await client.exchangeCode({ code, redirectUri }, { async: true })
    const dossier = await client.collect(token, { wait: true })
    expect(dossier.records).toEqual(PEOPLE[0]?.records)

    await expect.poll(() => hook.came.some(({ body }) => body.includes('COMPLETED'))).toBe(true)
    for (const { signature, body } of hook.came)
      expect((await verifyWebhook(body, { 'service-signature': signature }, secret)).ok).toBe(true)
    const completed = hook.came.map(({ body }) => JSON.parse(body) as SandboxEvent)
    expect(completed.find(({ data }) => data['status'] === 'COMPLETED')?.data['taxpayer_id']).toBe(taxpayer_id)

    const listIncome = (value: unknown) => {
      const { income } = expectAccepted(analyze(value)).value
      return income.map(row => ({ ...row, taxpayerId: null, amount: String(row.amount) }))
    }
    expect(listIncome(dossier).length).toBeGreaterThan(3)
    expect(listIncome(dossier)).toEqual(listIncome(structuredClone(PEOPLE[0])))
  })

  test('clicks through the embedded flow, and the page receives the code in a message', async () => {
    application.frameUrl = `${service.url}/connect?client_id=${sandbox.client.id}&origin=${encodeURIComponent(application.origin)}&state=s-9`
    const page = await open(application.origin)
    const widget = page.frameLocator('iframe')
    for (const button of ['#continue', '#consent', '#connect']) await widget.locator(button).click()
    await widget.locator('#ending').waitFor()
    const message = JSON.parse((await page.locator('#said').textContent()) ?? '')
    expect(message).toMatchObject({ origin: service.url, source: 'service-connect', event: 'succeeded', state: 's-9' })
    expect((await makeClient(sandbox, service.url).exchangeCode({ code: message.code })).provider_id).toBe('turbotax')
  })

  test('closes the widget, and the page receives the event', async () => {
    const page = await open(application.origin)
    await page.frameLocator('iframe').locator('#close').click()
    await expect.poll(async () => page.locator('#said').textContent()).toContain('"event":"closed"')
    expect(sandbox.events.at(-1)?.event).toBe('widget.closed')
  })

  test('cannot use the widget in a page of another origin', async () => {
    application.frameUrl = `${service.url}/connect?client_id=${sandbox.client.id}&origin=https%3A%2F%2Fother.invalid`
    const page = await open(application.origin)
    await page.waitForTimeout(300)
    expect(await page.frameLocator('iframe').locator('#continue').count()).toBe(0)
  })

  /** Lists the violations that axe finds on the page, plus an entry if it is wider than the window. */
  const findings = async (page: Page) => {
    const isTooWide = (await measureWidth(page)) > 320
    return [...(await findViolations(page)), ...(isTooWide ? ['too wide'] : [])]
  }

  test('can use every page at 320 pixels, and axe finds no violation', async () => {
    const page = await open(service.url, { width: 320, height: 640 })
    const violations: Record<string, readonly string[]> = {}
    violations['landing'] = await findings(page)
    await page.click('a:has-text("Open the connect page")')
    for (const button of ['#continue', '#consent', '#connect']) {
      await page.waitForSelector(button)
      violations[button] = await findings(page)
      await page.click(button)
    }
    await page.waitForSelector('text=Thank you')
    const origin = encodeURIComponent(application.origin)
    for (const outcome of ['connected', 'provider_timeout', 'authorization_rejected']) {
      await page.goto(`${service.url}/connect?client_id=${sandbox.client.id}&origin=${origin}`)
      for (const button of ['#continue', '#consent']) await page.click(button)
      await page.selectOption('#outcome', outcome)
      await page.click('#connect')
      await page.waitForSelector('#ending')
      violations[outcome] = await findings(page)
    }
    await page.goto(`${service.url}/connect?client_id=nobody`)
    violations['refused'] = await findings(page)
    expect(violations).toEqual(Object.fromEntries(Object.keys(violations).map(key => [key, []])))
    expect(Object.keys(violations)).toHaveLength(8)
  })

  test('uses a client link', async () => {
    const client = makeClient(sandbox, service.url)
    const { url } = await client.createClientLink({ metadata: { loan: 'B-2' } })
    const page = await open(url)
    await page.selectOption('#person', { index: 1 })
    for (const button of ['#continue', '#consent', '#connect']) await page.click(button)
    await page.waitForSelector('#ending')
    const taxpayerId = String(sandbox.events.findLast(({ data }) => 'taxpayer_id' in data)?.data['taxpayer_id'])
    const { access_token: token, metadata } = await client.retrieveToken(taxpayerId)
    expect(metadata).toEqual({ loan: 'B-2' })
    expect((await client.waitForCompletion(token)).status).toBe('COMPLETED')
    expect((await page.goto(url))?.status()).toBe(410)
  })
})

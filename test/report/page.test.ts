import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { html } from '../../src/report/html.js'
import { report } from '../../src/report/index.js'
import { STYLE } from '../../src/report/page.js'
import { NAUGHTY } from '../support/naughty.js'
import { textOfMarkup } from './page-tables.js'
import { analyzeSingle, SHIPPED } from './shipped.js'

const makeHostile = (text: string) => {
  const w2 = {
    wages_tips_other_compensation: 50_000,
    employer: { name: `employer ${text}`, address: text, ein: '00-1234567' },
    employee: { name: `person ${text}`, address: `street ${text}`, ssn: '900-12-3456' },
  }
  const record = { id: `record ${text}`, provider_id: 'irs', data: {}, tax_year: 2024, forms: [{ form_w2: [w2] }] }
  return { taxpayer: { id: `tp ${text}` }, records: [record] }
}

describe('text from the data', () => {
  test('is escaped in elements and attributes, and can be read back', () => {
    for (const text of NAUGHTY) {
      const markup = html`<p title="${text}">${text}</p>`.text
      expect(markup.match(/[<>]/g)?.length, text).toBe(4)
      expect(markup.match(/"/g)?.length).toBe(2)
      const expectedText = text.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, '\ufffd')
      expect(textOfMarkup(markup)).toBe(expectedText.trim())
    }
  })

  test('has the same characters on the page, except those that HTML gives a meaning or cannot contain', () => {
    const entities = new Map(
      [...'&<>"\''].map((character, i) => [character, ['&amp;', '&lt;', '&gt;', '&quot;', '&#39;'][i]]),
    )
    for (let codePoint = 0; codePoint <= 0x1_0fff; codePoint++) {
      const character = String.fromCodePoint(codePoint)
      const isForbidden = /^(?![\t\n\r])[\p{Cc}\p{Cs}]$/u.test(character)
      const expected = isForbidden ? '\ufffd' : (entities.get(character) ?? character)
      expect(html`a${`b${character}c`}d`.text, codePoint.toString(16)).toBe(`ab${expected}cd`)
    }
  })

  test('is escaped unless an html template produced it', () => {
    const forged = { text: '<b>' } as unknown as string
    expect(() => html`${forged}`).toThrow()
    expect(html`${[html`<i>`, null, undefined, false, 0, '<']}`.text).toBe('<i>0&lt;')
  })

  test('adds no element and no attribute to a page, even if names, addresses and ids are hostile', () => {
    const plainPage = report(analyzeSingle(makeHostile('plain'), { identifiers: 'full' }))
    const readStructure = (page: string): string[] =>
      // A hash of the content security policy can look like an attribute.
      [
        ...page
          .replace(/&#39;sha256-[^&]*&#39;/g, '')
          .matchAll(/<(\/?[a-z0-9!]+)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*\/?>/g),
      ].map(([, name, attributes = '']) =>
        [name, ...[...attributes.matchAll(/([a-zA-Z-]+)="[^"]*"/g)].map(([, attribute]) => attribute)].join(' '),
      )
    const wanted = readStructure(plainPage)
    expect(wanted.length).toBeGreaterThan(200)
    for (const text of NAUGHTY) {
      const page = report(analyzeSingle(makeHostile(text), { identifiers: 'full' }))
      // The page has the same kinds of elements and attributes as with plain text. Their number may differ, because the
      // page omits a text that means "not answered".
      const pageShape = readStructure(page)
      expect(new Set(pageShape)).toEqual(new Set(wanted))
      expect(/<img|<script>alert/i.test(page)).toBe(false)
    }
  })
})

describe('personal data on a page', () => {
  const personalTexts = ['person plain', 'street plain', '900-12-3456', '900123456']

  test('is limited to the last four digits without full identifiers', () => {
    for (const identifiers of ['last4', 'pseudonym'] as const) {
      const page = report(
        analyzeSingle(makeHostile('plain'), { identifiers, pseudonymKey: new Uint8Array(32).fill(7) }),
      )
      for (const text of personalTexts) expect(page).not.toContain(text)
      expect(page).toContain('3456')
      expect(page).toContain('employer plain')
    }
  })

  test('includes the name and address under the title with full identifiers', () => {
    const page = report(analyzeSingle(makeHostile('plain'), { identifiers: 'full' }))
    expect(page).toContain('<p><bdi>person plain</bdi>, <bdi>street plain</bdi></p>')
  })
})

describe('a page', () => {
  const pages = SHIPPED.map(({ raw, underwrite }) => report(analyzeSingle(raw, underwrite)))

  test('loads nothing, and its content security policy allows only its own style and script', () => {
    for (const page of pages) {
      expect(page).not.toMatch(/\b(?:src|srcset|action|data|poster)=|url\(|@import|https?:/i)
      const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
      const hashText = (text: string): string =>
        `&#39;sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}&#39;`
      const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style)
      expect(styles).toEqual([STYLE])
      const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []
      expect(policy.split(/; (?!&#39;sha256)/)).toEqual([
        'default-src &#39;none&#39;',
        `style-src ${styles.map(hashText).join(' ')}`,
        `script-src ${hashText(script)}`,
        'base-uri &#39;none&#39;',
        'form-action &#39;none&#39;',
      ])
      expect(page).not.toMatch(/ style="| on[a-z]+="/)
    }
  })

  test('is smaller than 150 kB for a shipped borrower, under one policy and two', () => {
    for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThan(150_000)
    for (const { raw, underwrite } of SHIPPED) {
      const two = report(analyzeSingle(raw, underwrite), { policy: ['fannie-2026-08', 'conservative'] })
      expect(Buffer.byteLength(two)).toBeLessThan(150_000)
    }
  })

  test('has the same bytes each time it is generated', () => {
    SHIPPED.forEach(({ raw, underwrite }, i) => {
      expect(report(analyzeSingle(raw, underwrite))).toBe(pages[i])
    })
  })

  test('shows that there is no income if a borrower has no data', () => {
    const page = report(analyzeSingle({ taxpayer: { id: 'nobody' }, records: [] }))
    expect(page).toContain('0 records; 0 documents')
    expect(page).toContain('No income found')
  })
})

describe('report', () => {
  const { raw, underwrite } = SHIPPED[0] as (typeof SHIPPED)[number]
  const analysis = analyzeSingle(raw, underwrite)

  test('accepts an analysis that the library returned, but not a copy of it or an unknown policy', () => {
    for (const wrong of [{ ...analysis }, {}, null, 'text', raw])
      expect(() => report(wrong as typeof analysis)).toThrow(TypeError)
    expect(() => report(analysis, { policy: ['none' as 'conservative'] })).toThrow(RangeError)
  })

  test('describes which setting changes which figure under two policies, with both values', () => {
    const page = textOfMarkup(report(analysis, { policy: ['fannie-2026-08', 'latest-year'] }))
    // Averaging alone changes wages from (84,140.35 + 42,615.77 + 32,630.10) / 24 = 159,386.22 / 24 = 6,641.09
    // to 84,140.35 / 12 = 7,011.70.
    expect(page).toContain('Differences between Latest year and Fannie Mae')
    expect(page).toContain(
      'How two years are averaged (average under Fannie Mae, latest under Latest year) changes wages; interest; dividends; total.',
    )
    expect(page).toContain('6,641.09')
    expect(page).toContain('7,011.70')
    // One year of IRA withdrawals: 6,000 / 12 = 500.00 blocks under one policy only.
    expect(page).toContain('Condition: receipt history (blocking under Fannie Mae, review under Latest year)')
  })

  test('does not change the policy of the analysis', () => {
    report(analysis, { policy: ['latest-year'] })
    expect(analysis.underwriting.policy.name).toBe('fannie-2026-08')
  })
})

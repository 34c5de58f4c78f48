import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLoanFile } from '../../src/api/mismo.js'
import type { StatedIncome } from '../../src/index.js'
import { expectAccepted, type Raw } from '../support/run.js'
import { compareStated, printRows } from './stated.js'

const locateFixture = (name: string): URL => new URL(`../../fixtures/loan-files/${name}`, import.meta.url)
const XML = readFileSync(locateFixture('application.xml'), 'utf8')
const taxpayerId = 'tp-application-marlow'

const readStatedIncome = (file: string | Uint8Array): StatedIncome =>
  expectAccepted(readLoanFile(file, { taxpayerId })).value

/** Returns the issue codes of a rejected file, or none if it is read. */
function listIssueCodes(file: string | Uint8Array, maxBytes?: number): string[] {
  const outcome = readLoanFile(file, { taxpayerId, maxBytes })
  return outcome.status === 'rejected' ? outcome.issues.map(({ code }) => code) : []
}

const STATED: StatedIncome = {
  taxpayerId,
  borrowers: [
    {
      last4: '1234',
      employers: [
        // 9,000 of base pay and 500 of bonus
        { name: 'Quill Data', monthly: '9500.00', start: '2019-05-01' },
        { name: 'Marlow Design', monthly: '1500.00', selfEmployed: true, ownership: 0.25 },
      ],
      income: [{ category: 'other', monthly: '300.00' }],
    },
    {
      last4: '9999',
      employers: [
        // No relationship names it: the only current employer
        { name: 'Elm City Schools', monthly: '5100.00' },
        { name: 'Far Away Academy', monthly: '3900.00', end: '2022-06-30', former: true },
      ],
      income: [{ category: 'social_security', monthly: '1800.00' }],
    },
  ],
  mortgages: [{ lender: 'Elm Loan Servicing', monthly: '1450.00', balance: '236000.00' }],
}

describe('a loan file of MISMO 3.4', () => {
  it('provides borrowers, employers, income and mortgages, and no other data is kept', () => {
    const statedIncome = readStatedIncome(XML)
    expect(statedIncome).toEqual(STATED)
    for (const secret of ['90055', 'Alex', '1980', 'Private', '000111', 'Somebody', 'Not This', '2000', '8888'])
      expect(JSON.stringify(statedIncome)).not.toContain(secret)
  })

  it.each([
    ['as bytes', Buffer.from(XML)],
    ['with a byte order mark', Buffer.from(`\uFEFF${XML}`)],
    ['as UTF-16', Buffer.from(`\uFEFF${XML.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['in Latin 1', Buffer.from(XML.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['without a namespace', XML.replace(/ xmlns="[^"]*"/, '')],
    ['of another version', XML.replace('/2009/', '/2019/')],
    ['with prefixes', XML.replace('xmlns=', 'xmlns:m=').replace(/<(\/?)([A-Za-z_]+)(?=[\s/>])/g, '<$1m:$2')],
    ['with another prefix of links', XML.replaceAll('xlink:', 'l:').replace('xmlns:xlink', 'xmlns:l')],
    [
      'with links the other way',
      XML.replace(/xlink:from="([^"]+)" xlink:to="([^"]+)"/g, 'xlink:to="#$1" xlink:from="#$2"'),
    ],
    ['with comments and CDATA', XML.replace('<FullName>Quill Data<', '<FullName><!-- x --><![CDATA[Quill Data]]><')],
  ])('gives the same result %s', (_, file) => {
    expect(readStatedIncome(file)).toEqual(STATED)
  })

  it.each(['constructor', '__proto__', 'toString'])('takes a word that every object inherits as any other: %s', key => {
    const withTypes = (text: string): string =>
      XML.replaceAll(/<(IncomeType|OwnershipInterestType)>[^<]*/g, `<$1>${text}`)
        // Without the employment, an item of income is put into a category by its type.
        .replaceAll(/<IncomeIsFromEmploymentIndicator>|<EmploymentIncomeIndicator>true/g, match =>
          match.replace('true', 'false'),
        )
    expect(readStatedIncome(withTypes(key))).toEqual(readStatedIncome(withTypes('Unlisted')))
  })

  it('is compared with the documents (expected values computed by hand)', () => {
    const raw = JSON.parse(readFileSync(locateFixture('dossier.json'), 'utf8')) as Raw
    const knownFacts = { taxpayerId, borrowers: [{ id: 'self' }, { id: '9999' }] }
    const rows = compareStated(raw, readStatedIncome(XML), { knownFacts })
    expect(printRows(rows)).toEqual([
      'self | category | other | 300.00 | - | - | - | stated_only',
      // 2,400 / 12
      'self | employer | CORNER CAFE | - | 200.00 | - | - | documented_only',
      // 18,220 of receipts under another name
      'self | employer | Marlow Design | 1500.00 | - | - | - | not_computable',
      // (96,000 + 102,000) / 24; 1,250 / 8,250
      'self | employer | Quill Data | 9500.00 | 8250.00 | 1250.00 | 0.151515 | stated_higher',
      // 4,100 + 4,300 of two lenders, 8,400 / 12: one loan; 236,000 is within 5 % of 240,000
      'self | mortgage | Elm Loan Servicing | 1450.00 | 700.00 | - | - | agrees',
      // 2,400 / 12
      'self | mortgage | LAKE CREDIT UNION | - | 200.00 | - | - | documented_only',
      // 24,000 / 12; 200 / 2,000 less
      '9999 | category | social_security | 1800.00 | 2000.00 | -200.00 | -0.100000 | stated_lower',
      // (60,000 + 62,400) / 24 = 5,100
      '9999 | employer | Elm City Schools | 5100.00 | 5100.00 | 0.00 | 0.000000 | agrees',
      '9999 | employer | Far Away Academy | 3900.00 | - | - | - | stated_only',
    ])
  })

  it('reads interest and dividends as one amount', () => {
    const statedIncome = readStatedIncome(XML.replace('ChildSupport', 'DividendsInterest'))
    expect(statedIncome.borrowers[0]?.income).toEqual([
      { category: 'interest', monthly: '300.00', also: ['dividends', 'tax_exempt_interest'] },
    ])
  })

  it('reads a property with a lien as a mortgage and its rent as income', () => {
    const alone = XML.replace(/<LIABILITIES>[\s\S]*<\/LIABILITIES>/, '').replace(
      '<OwnedPropertyLienUPBAmount>',
      '<OwnedPropertyRentalIncomeNetAmount>-120.50</OwnedPropertyRentalIncomeNetAmount><OwnedPropertyLienUPBAmount>',
    )
    const { mortgages, borrowers } = readStatedIncome(alone)
    expect(mortgages).toEqual([{ balance: '236000.00' }])
    expect(borrowers[0]?.income).toContainEqual({ category: 'rental', monthly: '-120.50' })
  })
})

describe('a hostile loan file is refused with an issue code that reveals none of its data', () => {
  const doctype = (inside: string): string => XML.replace('<MESSAGE', `<!DOCTYPE MESSAGE ${inside}><MESSAGE`)
  const bomb = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
  it.each([
    ['an entity bomb', doctype(`[<!ENTITY e0 "S3CRET">${bomb}]`).replace('Quill Data', '&e10;'), 'xml_doctype'],
    [
      'an external entity',
      doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]').replace('Quill Data', '&x;'),
      'xml_doctype',
    ],
    ['an external document type', doctype('SYSTEM "http://127.0.0.1/S3CRET.dtd"'), 'xml_doctype'],
    ['an unknown entity', XML.replace('Quill Data', '&S3CRET;'), 'xml_malformed'],
    ['an entity of HTML', XML.replace('Quill Data', '&nbsp;'), 'xml_malformed'],
    ['a truncated text', XML.slice(0, 3000), 'xml_malformed'],
    ['tags that cross', XML.replace('</ASSETS>', '</LIABILITIES>'), 'xml_malformed'],
    ['two roots', `${XML}<MESSAGE/>`, 'xml_malformed'],
    ['an unbound prefix', XML.replace('<PARTIES>', '<x:S3CRET/><PARTIES>'), 'xml_malformed'],
    ['text that is not XML', 'S3CRET', 'xml_malformed'],
    ['nothing', '', 'loan_file_unknown'],
    ['another root', '<S3CRET/>', 'loan_file_unknown'],
    ['another namespace', XML.replace('http://www.mismo.org', 'http://www.other.org'), 'loan_file_unknown'],
    ['no borrower', '<MESSAGE><DEAL_SETS/></MESSAGE>', 'loan_file_unknown'],
    ['two deals', XML.replace('</DEAL></DEALS>', '</DEAL><DEAL/></DEALS>'), 'loan_file_unknown'],
    ['an unreadable amount', XML.replace('9000.00', 'S3CRET'), 'money_unreadable'],
    ['a date that does not exist', XML.replace('2022-06-30', '2022-06-31'), 'date_unreadable'],
    ['deep nesting', XML.replace('<PARTIES>', `${'<A>'.repeat(70)}${'</A>'.repeat(70)}<PARTIES>`), 'nesting_too_deep'],
    ['a long text', XML.replace('Quill Data', 'S3CRET'.repeat(20_000)), 'limit_reached'],
    ['bytes that are not UTF-8', Buffer.from([...Buffer.from(XML.slice(0, 60)), 0xc3, 0x28]), 'xml_malformed'],
    ['an unknown encoding', Buffer.from(XML.replace('UTF-8', 'S3CRET')), 'xml_malformed'],
  ])('%s', (_, file, code) => {
    const outcome = readLoanFile(file, { taxpayerId })
    expect(listIssueCodes(file)).toEqual([code])
    expect(JSON.stringify(outcome)).not.toContain('S3CRET')
  })

  it('refuses 51 MB but reads a million elements within the limit', () => {
    expect(listIssueCodes(Buffer.alloc(51_000_000, 32))).toEqual(['limit_reached'])
    expect(listIssueCodes(XML, 100)).toEqual(['limit_reached'])
    const many = XML.replace('<PARTIES>', `${'<A/>'.repeat(1_000_000)}<PARTIES>`)
    expect(readStatedIncome(many)).toEqual(STATED)
  }, 30_000)

  it('refuses an element with more than 1,000 attributes before it is complete', () => {
    const listAttributes = (count: number): string => Array.from({ length: count }, (_, i) => `a${i}="" `).join('')
    const start = process.cpuUsage()
    expect(listIssueCodes(`<MESSAGE ${listAttributes(500_000)}`)).toEqual(['limit_reached'])
    // The parser compares each attribute with all earlier ones, which takes more than a minute for all of them.
    expect(process.cpuUsage(start).user).toBeLessThan(10_000_000)
    expect(readStatedIncome(XML.replace('<DEALS', `<DEALS ${listAttributes(1000)}`))).toEqual(STATED)
    expect(listIssueCodes(XML.replace('<DEALS', `<DEALS ${listAttributes(1001)}`))).toEqual(['limit_reached'])
  })

  it('twice as many links take about twice as many look-ups', () => {
    const countLookUps = (count: number): number => {
      const list = (create: (i: number) => string): string =>
        Array.from({ length: count }, (_, i) => create(i)).join('')
      const employers = list(
        i => `<EMPLOYER xlink:label="E${i}"><EmploymentStatusType>Current</EmploymentStatusType></EMPLOYER>`,
      )
      const income = list(
        i =>
          `<CURRENT_INCOME_ITEM xlink:label="I${i}"><CurrentIncomeMonthlyTotalAmount>${i}</CurrentIncomeMonthlyTotalAmount></CURRENT_INCOME_ITEM>`,
      )
      const links = list(i => `<RELATIONSHIP xlink:from="I${i}" xlink:to="E${count - 1 - i}"/>`)
      const file = `<MESSAGE xmlns:xlink="http://www.w3.org/1999/xlink"><PARTY><BORROWER/>${employers}${income}</PARTY>${links}</MESSAGE>`
      const { get, has } = { get: Map.prototype.get, has: Set.prototype.has }
      let lookUps = 0
      Map.prototype.get = function (key: unknown): unknown {
        lookUps++
        return get.call(this, key)
      }
      Set.prototype.has = function (key: unknown): boolean {
        lookUps++
        return has.call(this, key)
      }
      try {
        const [borrower] = readStatedIncome(file).borrowers
        expect(borrower?.employers?.map(({ monthly }) => Number(monthly))).toEqual(
          Array.from({ length: count }, (_, i) => count - 1 - i),
        )
      } finally {
        Map.prototype.get = get
        Set.prototype.has = has
      }
      return lookUps
    }
    expect(countLookUps(400) / countLookUps(200)).toBeLessThan(2.2)
  })
})

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { type CommandResult, convert, fixture, newFolder, taxtally, writeInput } from './command.js'

const record = {
  id: 'r-1',
  taxpayer_id: 'tp-1',
  tax_year: '2024',
  provider_id: 'irs',
  forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: 1000 }] }],
}
const error = { code: 'provider_timeout', message: 'secret-of-the-service' }
const lines = (...values: unknown[]): string => values.map(value => `${JSON.stringify(value)}\n`).join('')

/** Files without records, each with the expected description and advice. */
const WRONG_FILES: readonly (readonly [name: string, content: string | Buffer, what: RegExp, advice: RegExp])[] = [
  ['people.csv', 'name,ssn\nRobin,900-12-3456\n', /looks like CSV/, /convert the table to JSON/],
  ['people.ndjson', 'name,ssn,wages\nRobin,900-12-3456,1\n', /looks like CSV/, /convert the table to JSON/],
  [
    'form.pdf',
    Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n', 'latin1'),
    /looks like a PDF/,
    /collect the records/,
  ],
  ['all.zip', Buffer.from('PK\u0003\u0004\u0014\0\0\0records.json', 'latin1'), /looks like a ZIP archive/, /Unpack/],
  ['page.json', '<!DOCTYPE html>\n<html><body>Log in</body></html>\n', /looks like a web page/, /download them again/],
  ['loan.xml', '<?xml version="1.0"?>\n<MESSAGE/>\n', /looks like XML/, /--stated/],
  ['prose.txt', 'Dear Robin Example,\nplease find attached\n', /is not JSON\. Line 1, column 1:/, /troubleshooting/],
  ['letter.txt', 'Dear Robin Example,\nplease, find, attached\n', /is not JSON\. Line 1, column 1:/, /troubleshooting/],
  [
    'old.xls',
    Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'latin1'),
    /looks like an old Excel or Word file/,
    /convert it to JSON first/,
  ],
  [
    'cut.json',
    JSON.stringify(record).slice(0, 60),
    /is not JSON\. Line 1, column \d+: the text ends/,
    /troubleshooting/,
  ],
  [
    'cut.ndjson',
    `${JSON.stringify(record).slice(0, 60)}\n${JSON.stringify(record).slice(0, 50)}\n`,
    /is not JSON\. Line 1, column \d+:/,
    /troubleshooting/,
  ],
  ['error.json', JSON.stringify(error), /looks like an error response/, /Collect the records again/],
  ['tp-9.json', JSON.stringify({ id: 'req-1', ...error }), /looks like an error response/, /Collect the records again/],
  [
    'errors.ndjson',
    lines(error, error, { taxpayer_id: 'tp-7', ...error }),
    /Its first line looks like an error response/,
    /Collect/,
  ],
  ['errors.json', JSON.stringify([error, error]), /Its first element looks like an error response/, /Collect/],
  [
    'dossier.json',
    JSON.stringify({ taxpayer: error, records: error }),
    /a dossier that contains an error response/,
    /Collect/,
  ],
  [
    'event.json',
    lines({ event: 'widget.opened', id: 'ev_1', data: {}, created_at: '2024-01-01T00:00:00Z' }),
    /an event/,
    /Collect/,
  ],
  ['numbers.json', '[1, 2, 3]', /first element (?:looks like|is) a number/, /taxtally reads records/],
  ['text.json', '"900-12-3456"', /looks like a string/, /taxtally reads records/],
  ['null.json', 'null', /looks like the value null/, /Collect/],
  ['object.json', '{}', /looks like an empty object/, /Collect/],
  ['other.json', '{"rows": 5}', /an object without a key of a record/, /taxtally reads records/],
  [
    'envelope.json',
    JSON.stringify({ data: [record], next: null }),
    /contains the records/,
    /under \/data\. Add --records-at \/data \(`recordsAt`\)\./,
  ],
  [
    'deep.json',
    JSON.stringify({ response: { items: [record] } }),
    /contains the records/,
    /--records-at \/response\/items /,
  ],
  [
    'named.json',
    JSON.stringify({ 'Robin Example': [record] }),
    /contains the records/,
    /inside it\. Add --records-at with the JSON pointer to the records \(`recordsAt`\)\./,
  ],
  [
    'array.ndjson',
    lines([{ data: [record] }], [{ data: [record] }]),
    /Its first line looks like an array whose first element is an object that contains the records/,
    /inside it\.$/m,
  ],
  [
    'envelopes.json',
    JSON.stringify([{ data: record }]),
    /Its first element looks like/,
    /under \/data of each element/,
  ],
]

/** Every command that reads inputs, with its arguments after the input. */
const listCommands = (out: string): readonly (readonly string[])[] => [
  ['convert', '--out', out],
  ['convert', '--out', out, '--jobs', '2'],
  ['convert', '--out', out, '--parts', '1KB'],
  ['merge', '--out', join(out, 'all.ndjson')],
  ['report', '--out', out],
  ['summarize'],
  ['summarize', '--json'],
  ['validate'],
  ['normalize'],
  ['explain'],
  ['tables'],
]

/** The files that are tested with every command. Other files are tested only with `convert` and `validate`. */
const FILES_FOR_ALL_COMMANDS = ['people.csv', 'error.json', 'envelope.json', 'numbers.json']
const selectCommands = (name: string, out: string): readonly (readonly string[])[] =>
  FILES_FOR_ALL_COMMANDS.includes(name) ? listCommands(out) : listSomeCommands(out)
const listSomeCommands = (out: string): readonly (readonly string[])[] =>
  listCommands(out).filter((_, i) => i === 0 || i === 7)

const readStderrLines = ({ stderr }: CommandResult): string[] => stderr.trimEnd().split('\n')

describe('an input without records is described in one sentence, and nothing is written', () => {
  test.each(WRONG_FILES)('%s', (name, content, what, advice) => {
    const path = writeInput(content, name)
    const sentences = new Set<string>()
    const out = join(newFolder(), 'out')
    for (const [command = '', ...options] of selectCommands(name, out)) {
      const ran = taxtally([command, path, ...options])
      expect([ran.code, readStderrLines(ran).length, existsSync(out)], `${command} ${ran.stderr}`).toEqual([
        3,
        1,
        false,
      ])
      expect(ran.stderr).toMatch(what)
      expect(ran.stderr).toMatch(advice)
      expect(ran.stderr).toContain(`taxtally: ${path} `)
      // `tables` prints rows of issues while it runs, and `validate` always lists issues.
      if (!['validate', 'tables'].includes(command)) expect(ran.stdout).toBe('')
      expect((ran.stdout + ran.stderr.replaceAll(path, '')).replaceAll(name, '')).not.toMatch(
        /900|Robin|secret-of|tp-9|req-1/,
      )
      // `tables` parses every line as a separate value, so its sentence may differ.
      if (command !== 'tables') sentences.add(ran.stderr)
    }
    expect([...sentences]).toHaveLength(1)
  })

  test('from standard input, and from a gzip', () => {
    const ran = taxtally(['summarize', '-'], JSON.stringify(error))
    expect([ran.code, ran.stdout]).toEqual([3, ''])
    expect(ran.stderr).toMatch(/^taxtally: Standard input looks like an error response\. .*\n$/)
    const zipped = taxtally(['summarize', writeInput(gzipSync(JSON.stringify(error)), 'a.json.gz')])
    expect(zipped.stderr).toMatch(/a\.json\.gz looks like an error response/)
  })

  test('also with --quiet, --taxpayer-id, --taxpayer and --strict', () => {
    const path = writeInput(JSON.stringify(error), 'tp-9.json')
    for (const options of [['--quiet'], ['--taxpayer-id', 'tp-1'], ['--taxpayer', 'tp-9'], ['--strict']]) {
      const ran = taxtally(['summarize', path, ...options])
      expect([ran.code, ran.stdout, readStderrLines(ran).length]).toEqual([3, '', 1])
    }
  })

  test('an older result does not change', () => {
    const out = newFolder()
    expect(taxtally(['convert', fixture('borrower.ndjson'), '--out', out, '--quiet']).code).toBe(0)
    const before = readdirSync(out).map(name => [name, readFileSync(join(out, name), 'utf8')])
    expect(taxtally(['convert', writeInput(JSON.stringify(error), 'error.json'), '--out', out]).code).toBe(3)
    expect(readdirSync(out).map(name => [name, readFileSync(join(out, name), 'utf8')])).toEqual(before)
  })

  test('validate also lists the issues', () => {
    const ran = taxtally(['validate', writeInput(JSON.stringify(error), 'error.json'), '--json'])
    const [issue, ...otherIssues] = ran.stdout.trimEnd().split('\n')
    expect(otherIssues).toEqual([])
    expect(JSON.parse(String(issue))).toMatchObject({ code: 'value_unrecognized', path: '$', taxpayer_id: null })
  })

  test('--records-at: a missing pointer and an error response under the pointer are both reported', () => {
    const path = writeInput(JSON.stringify({ data: [record], next: null }), 'envelope.json')
    const missing = taxtally(['summarize', path, '--records-at', '/items'])
    expect([missing.code, readStderrLines(missing).length]).toEqual([3, 1])
    expect(missing.stderr).toMatch(/has nothing at the pointer of --records-at \(recordsAt\)/)
    const error401 = taxtally([
      'summarize',
      writeInput(JSON.stringify({ data: error }), 'e.json'),
      '--records-at',
      '/data',
    ])
    expect([error401.code, readStderrLines(error401).length]).toEqual([3, 1])
    expect(error401.stderr).toContain('looks like an error response')
    expect(taxtally(['summarize', path, '--records-at', '/data']).code).toBe(0)
  })

  test('the pointer to the records starts at the top of the file', () => {
    const path = writeInput(JSON.stringify({ data: { items: [record] } }), 'envelope.json')
    const ran = taxtally(['summarize', path, '--records-at', '/data'])
    expect([ran.code, readStderrLines(ran).length]).toEqual([3, 1])
    expect(ran.stderr).toContain('under /data/items. Add --records-at /data/items ')
    expect(taxtally(['summarize', path, '--records-at', '/data/items']).code).toBe(0)
  })

  test.each([[['--parts', '20KB']], [['--jobs', '2']]])('%j: the first line is described', options => {
    const path = writeInput(lines(null, 'x'.repeat(25_000), 5), 'wrong.ndjson')
    const ran = taxtally(['convert', path, '--out', join(newFolder(), 'out'), ...options])
    expect(ran.stderr).toContain('Its first line looks like the value null.')
  })

  test('--from fdx: an error response is reported as not FDX', () => {
    const ran = taxtally(['summarize', writeInput(JSON.stringify(error), 'e.json'), '--from', 'fdx'])
    expect([ran.code, readStderrLines(ran).length]).toEqual([3, 1])
    expect(ran.stderr).toContain('without --from fdx')
  })

  test('twenty of many unusable inputs are named, and the others are counted', () => {
    const folder = newFolder()
    const paths = Array.from({ length: 30 }, (_, i) => join(folder, `${i}.json`))
    for (const path of paths) writeFileSync(path, 'null')
    const ran = taxtally(['summarize', ...paths])
    expect([ran.code, readStderrLines(ran).length]).toEqual([3, 21])
    expect(readStderrLines(ran).at(-1)).toBe('taxtally: 10 more inputs do not contain records.')
  })
})

describe('an unusable input among valid ones is named, and the valid ones are used', () => {
  test.each(WRONG_FILES.filter(([name]) => FILES_FOR_ALL_COMMANDS.includes(name)))('%s', (name, content, what) => {
    const paths = [writeInput(JSON.stringify(record), 'good.json'), writeInput(content, name)]
    const outputs = new Set<string>()
    for (const [inputs, jobs] of [
      [paths, '1'],
      [paths.toReversed(), '2'],
    ] as const) {
      const { out, readRows, ...ran } = convert([...inputs, '--jobs', jobs])
      expect([ran.code, readStderrLines(ran)[0]], ran.stderr).toEqual([3, expect.stringMatching(what)])
      expect(readStderrLines(ran)[0]).toContain(paths[1])
      expect(readRows('taxpayers').map(row => row['taxpayer_id'])).toEqual(['tp-1'])
      expect(readRows('income').map(row => row['complete'])).toEqual(['true'])
      expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8')).not.toBe('')
      outputs.add(readFileSync(join(out, 'issues.csv'), 'utf8').split('\n').sort().join('\n'))
    }
    expect(outputs.size).toBe(1)
    for (const [command = '', ...options] of selectCommands(name, newFolder()).slice(3)) {
      const ran = taxtally([command, ...paths, ...options])
      expect([ran.code, readStderrLines(ran)[0]], `${command} ${ran.stderr}`).toEqual([3, expect.stringMatching(what)])
    }
  })

  test('files with the same name in two folders are distinguished', () => {
    const folder = newFolder()
    const paths = ['a', 'b'].map(name => join(folder, name, 'records.json'))
    for (const [i, path] of paths.entries()) {
      mkdirSync(join(path, '..'))
      writeFileSync(path, JSON.stringify(i === 0 ? record : error))
    }
    const ran = taxtally(['summarize', ...paths])
    expect([ran.code, readStderrLines(ran)[0]]).toEqual([3, expect.stringContaining(`${paths[1]} looks like an error`)])
  })
})

describe('NDJSON in which some lines are error responses', () => {
  const text = lines(record, error, { taxpayer_id: 'tp-2', ...error }, { ...record, taxpayer_id: 'tp-3' })

  test.each(['1', '2'])('the error responses are rejected and kept, with --jobs %s', jobs => {
    const { out, readRows, ...ran } = convert(['-', '--jobs', jobs], text)
    expect([ran.code, readStderrLines(ran)[0]]).toEqual([
      4,
      expect.stringMatching(/^taxtally: 2 taxpayers; issues: 2 errors/),
    ])
    expect(readRows('taxpayers').map(row => row['taxpayer_id'])).toEqual(['tp-1', 'tp-3'])
    const issues = readFileSync(join(out, 'issues.csv'), 'utf8').trimEnd().split('\n').slice(1)
    expect(issues).toEqual([
      expect.stringMatching(/^'-,2,,,\$,value_unrecognized,error,.*error response/),
      expect.stringMatching(/^'-,3,tp-2,,\$,value_unrecognized,error,.*error response/),
    ])
    expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8')).toBe(text.split('\n').slice(1, 3).join('\n') + '\n')
  })

  test('an error response among the records of its taxpayer makes the taxpayer incomplete', () => {
    const { code, readRows } = convert(['-'], lines(record, { taxpayer_id: 'tp-1', ...error }))
    expect(code).toBe(4)
    // The error response may hold income of any category and year.
    const rows = readRows('income')
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(row => row['complete'] !== 'false')).toEqual([])
  })

  test('merge keeps an error response with its taxpayer, so that the taxpayer stays incomplete', () => {
    const merged = join(newFolder(), 'all.ndjson')
    const text = lines(record, { ...record, taxpayer_id: 'tp-2' }, { taxpayer_id: 'tp-1', ...error })
    expect(taxtally(['merge', '-', '--out', merged], text).code).toBe(0)
    const { code, readRows } = convert([merged])
    expect(code).toBe(4)
    const states = new Set(readRows('income').map(row => `${row['taxpayer_id']} ${row['complete']}`))
    expect([...states]).toEqual(['tp-1 false', 'tp-2 true'])
  })

  test('a taxpayer with an error response in an earlier line is still read', () => {
    const later = lines({ taxpayer_id: 'tp-2', ...error }, record, { ...record, taxpayer_id: 'tp-2' })
    for (const jobs of ['1', '2']) {
      const { code, readRows } = convert(['-', '--jobs', jobs], later)
      expect(code).toBe(4)
      expect(readRows('taxpayers').map(row => row['taxpayer_id'])).toEqual(['tp-1', 'tp-2'])
    }
  })
})

describe('an input without any value', () => {
  const EMPTY_INPUTS: readonly (readonly [string, string])[] = [
    ['no byte', ''],
    ['white space', '\n \n'],
    ['a byte order mark', '\ufeff'],
    ['an empty array', '[]'],
  ]

  test.each(EMPTY_INPUTS)('%s is reported', (_, content) => {
    const path = writeInput(content, 'day.ndjson')
    const out = join(newFolder(), 'out')
    for (const [command = '', ...options] of content === '' ? listCommands(out) : listCommands(out).slice(0, 1)) {
      const ran = taxtally([command, path, ...options])
      if (command === 'tables') {
        // `tables` accepts an empty input and writes nothing.
        expect([ran.code, ran.stdout, readStderrLines(ran)[0]]).toEqual([
          0,
          '',
          `taxtally: ${path} is empty: it contains no record and no taxpayer.`,
        ])
        continue
      }
      expect([ran.code, ran.stdout, existsSync(out)], command).toEqual([3, '', false])
      expect(readStderrLines(ran)).toEqual([
        `taxtally: ${path} is empty: it contains no record and no taxpayer.`,
        'taxtally: If empty inputs are expected, add --allow-empty (`allowEmpty`).',
      ])
    }
  })

  test.each(EMPTY_INPUTS)(
    '%s is not an error with --allow-empty, and outputs without rows are written',
    (kind, content) => {
      const path = writeInput(content, 'day.ndjson')
      const commands = kind === 'no byte' ? listCommands(newFolder()) : listSomeCommands(newFolder())
      for (const [command = '', ...options] of commands) {
        const ran = taxtally([command, path, ...options, '--allow-empty'])
        expect([ran.code, readStderrLines(ran)[0]], command).toEqual([
          0,
          `taxtally: ${path} is empty: it contains no record and no taxpayer.`,
        ])
      }
      const { code, stderr, out, readRows } = convert([path, '--allow-empty', '--quiet'])
      expect([code, stderr, readRows('income')]).toEqual([0, '', []])
      expect(existsSync(join(out, 'manifest.json'))).toBe(true)
    },
  )

  test('an empty input among others is reported, and is not an error', () => {
    const paths = [writeInput('', 'empty.json'), fixture('borrower.ndjson')]
    const ran = taxtally(['convert', ...paths, '--out', newFolder()])
    expect([ran.code, readStderrLines(ran)[0]]).toEqual([
      0,
      `taxtally: ${paths[0]} is empty: it contains no record and no taxpayer.`,
    ])
  })

  it('does not prevent the message about an unusable input', () => {
    const ran = taxtally(['summarize', writeInput('', 'empty.json'), writeInput(JSON.stringify(error), 'error.json')])
    expect([ran.code, readStderrLines(ran).length]).toEqual([3, 2])
  })
})

test('sandbox does not suggest --allow-empty, which it does not have', () => {
  const path = writeInput('', 'people.ndjson')
  const result = taxtally(['sandbox', '--data', path, '--port', '0'])
  expect([result.code, result.stdout, readStderrLines(result)]).toEqual([
    3,
    '',
    [
      `taxtally: ${path} is empty: it contains no record and no taxpayer.`,
      'taxtally: The files of --data contain no people.',
    ],
  ])
})

describe('--allow-empty with inputs that have no record', () => {
  test('writes the outputs with the issues, and the exit code says that values were rejected', () => {
    const { out, readRows, ...ran } = convert(['-', '--allow-empty'], lines(error, error))
    expect([ran.code, readStderrLines(ran)[0]]).toEqual([4, expect.stringContaining('looks like an error response')])
    expect(readRows('taxpayers')).toEqual([])
    expect(readFileSync(join(out, 'rejected.ndjson'), 'utf8')).toBe(lines(error, error))
    expect(convert(['-', '--allow-empty'], 'a,b\n1,2\n').code).toBe(3)
  })
})

test('values that may be records are read, and the exit code is 4 if they are rejected', () => {
  for (const [value, code] of [
    [{ id: 'r', taxpayer_id: 't', forms: 5 }, 4],
    [{ taxpayer: { id: 't' }, records: [] }, 0],
    [{ taxpayer: { id: 't' }, records: error }, 4],
    [{ id: 't' }, 0],
    [{ records: [] }, 4],
  ] as const) {
    const ran = convert(['-'], JSON.stringify(value))
    expect([value, ran.code]).toEqual([value, code])
    expect(existsSync(join(ran.out, 'manifest.json'))).toBe(true)
  }
})

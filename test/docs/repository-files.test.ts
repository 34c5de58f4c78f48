import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { RETURN_LINES, VERSION } from '../../src/index.js'

const require = createRequire(import.meta.url)
/** The YAML parser that knip depends on. */
const { parse } = createRequire(require.resolve('knip'))('yaml') as { parse: (text: string) => unknown }

const parseYaml = <T>(path: string): T => parse(readFileSync(path, 'utf8')) as T
const parseJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

interface Package {
  readonly version: string
  readonly license: string
  readonly repository: { readonly url: string }
  readonly scripts: Readonly<Record<string, string>>
}
const manifest = parseJson<Package>('package.json')
const ADDRESS = manifest.repository.url.replace(/^git\+|\.git$/g, '')

const TEMPLATES = '.github/ISSUE_TEMPLATE'

interface IssueForm {
  readonly name: string
  readonly description: string
  readonly body: readonly {
    readonly type: string
    readonly id?: string
    readonly attributes: { readonly label?: string; readonly value?: string; readonly description?: string }
  }[]
}

test('the version is the same in every file that contains it', () => {
  const lock = parseJson<{ version: string; packages: Record<string, { version: string }> }>('package-lock.json')
  const citation = parseYaml<Record<string, unknown>>('CITATION.cff')
  const { version } = manifest
  expect([VERSION, lock.version, lock.packages['']?.version]).toEqual([version, version, version])
  expect(citation).toMatchObject({ version, license: manifest.license, 'repository-code': ADDRESS })
  expect(/^## (\d+\.\d+\.\d+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]).toBe(version)
})

test.each(['bug', 'feature', 'wrong-figure'])('the issue form %s is complete and asks for no real data', name => {
  const form = parseYaml<IssueForm>(`${TEMPLATES}/${name}.yml`)
  expect([typeof form.name, typeof form.description]).toEqual(['string', 'string'])
  const fields = form.body.filter(({ type }) => type !== 'markdown')
  for (const { type, attributes } of fields) {
    expect(type).toMatch(/^(?:input|textarea|checkboxes|dropdown)$/)
    expect(attributes.label).toBeTypeOf('string')
  }
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
  expect(JSON.stringify(form)).toContain('Never attach data of a taxpayer')
})

test('the other files for GitHub are valid and lead to this repository', () => {
  expect(readdirSync(TEMPLATES)).toEqual(['bug.yml', 'config.yml', 'feature.yml', 'wrong-figure.yml'])
  const { contact_links } = parseYaml<{ contact_links: { url: string }[] }>(`${TEMPLATES}/config.yml`)
  for (const { url } of contact_links) expect(url.startsWith(`${ADDRESS}/`), url).toBe(true)
  const { updates } = parseYaml<{ updates: Record<string, unknown>[] }>('.github/dependabot.yml')
  expect(updates.map(update => update['package-ecosystem'])).toEqual(['npm', 'github-actions'])
  for (const update of updates)
    expect(update).toMatchObject({ directory: '/', schedule: { interval: 'weekly' }, groups: expect.anything() })
  for (const name of readdirSync('.github/workflows'))
    expect(parseYaml(`.github/workflows/${name}`)).toHaveProperty('jobs')
  const checklist = readFileSync('.github/pull_request_template.md', 'utf8')
  for (const [, script = ''] of checklist.matchAll(/`npm (?:run )?([\w:-]+)`/g))
    expect(manifest.scripts).toHaveProperty([script])
})

const siteWorkflow = readFileSync('.github/workflows/site.yml', 'utf8')

test('the workflow of the site pins each action to a commit, and runs only scripts that package.json has', () => {
  const uses = [...siteWorkflow.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action)
  expect(uses.length).toBe(4)
  for (const action of uses) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  for (const [, script = ''] of siteWorkflow.matchAll(/npm run ([\w:-]+)/g))
    expect(manifest.scripts).toHaveProperty([script])
  expect(siteWorkflow).toContain('path: site\n')
})

test('only the deploy job of the workflow may write, and only to Pages', () => {
  const [before = '', deploy = ''] = siteWorkflow.split('\n  deploy:')
  expect(before).not.toMatch(/: write/)
  expect(before).toMatch(/^permissions:\n {2}contents: read\n/m)
  expect(deploy.match(/[\w-]+: write/g)).toEqual(['pages: write', 'id-token: write'])
})

const DECISIONS = 'docs/decisions'
const decisions = readdirSync(DECISIONS)
  .filter(name => name !== 'README.md')
  .sort()

test('the index lists every decision by its title, in order', () => {
  const listed = [...readFileSync(`${DECISIONS}/README.md`, 'utf8').matchAll(/^(\d+)\. \[([^\]]+)\]\(([^)]+)\)$/gm)]
  const titles = decisions.map(name => /^# (\d+)\. (.+)$/m.exec(readFileSync(`${DECISIONS}/${name}`, 'utf8')))
  expect(listed.map(([, number, title, name]) => [number, title, name])).toEqual(
    titles.map((title, i) => [title?.[1], title?.[2], decisions[i]]),
  )
})

test.each(decisions)('%s states the decision, its reason and its drawbacks in half a page', name => {
  const text = readFileSync(`${DECISIONS}/${name}`, 'utf8')
  expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(['Decision', 'Why', 'Drawbacks'])
  expect(text.split(/\s+/).length).toBeLessThan(350)
})

/** The pictures that `npm run screenshots` creates, with the pages that show them. People review their contents. */
const PICTURES = [
  ['report', 'README.md', './docs/images'],
  ['playground', 'docs/playground.md', './images'],
  ['explain', 'docs/concepts.md', './images'],
] as const

test.each(PICTURES)('docs/images/%s.png is small, and %s shows and describes it', (name, page, folder) => {
  const bytes = readFileSync(`docs/images/${name}.png`)
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000)
  expect(bytes.length).toBeLessThan(150_000)
  const image = new RegExp(`<img src="${folder}/${name}\\.png"[^>]* alt="([^"]*)"`).exec(readFileSync(page, 'utf8'))
  expect(image?.[1]?.length, `${page} shows docs/images/${name}.png with a text alternative`).toBeGreaterThan(30)
})

test('the page about the lines of Form 1040 lists each line once and in order', () => {
  const rows = readFileSync('docs/return-lines.md', 'utf8').matchAll(/^\| ((?:S1-)?[0-9][^|]*) \|/gm)
  expect([...rows].flatMap(([, names = '']) => names.split(', '))).toEqual([...RETURN_LINES])
})

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { VERSION } from '../../src/index.js'

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

/** The blocks that are deliberately not run: the page, the first line, and why. A test keeps the list short. */
export const NOT_RUN: readonly (readonly [page: string, firstLine: string, why: string])[] = [
  [
    'docs/service.md',
    'export TAXTALLY_CLIENT_ID=... TAXTALLY_CLIENT_SECRET=...',
    'it needs a service and credentials; test/cli/collect runs the command',
  ],
  ['README.md', 'npm ci && npm run demo', 'the script of continuous integration runs both lines'],
]

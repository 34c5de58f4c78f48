/** The blocks that are not run, with the page, the first line and the reason. A test limits the number of blocks. */
export const NOT_RUN: readonly (readonly [page: string, firstLine: string, why: string])[] = [
  [
    'docs/service.md',
    'export TAXTALLY_CLIENT_ID=... TAXTALLY_CLIENT_SECRET=...',
    'it needs a service and credentials; test/cli/collect runs the command',
  ],
  ['README.md', 'npm ci && npm run demo', 'the script of continuous integration runs both lines'],
  [
    'docs/examples/dask/README.md',
    'python3 taxtally_dask.py pulls tables',
    'test/examples/dask.test.ts runs the script',
  ],
  [
    'docs/examples/dask/README.md',
    'python3 taxtally_dask.py /shared/pulls /shared/tables --scheduler scheduler.internal:8786',
    'there is no such host; test/examples/dask.test.ts starts a cluster of its own',
  ],
]

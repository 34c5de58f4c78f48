// Makes npm believe that it runs elsewhere: `node --require pretend.cjs npm-cli.js ci`, with PRETEND=win32-x64. Paths
// stay this machine's, since what is asked is which packages are taken.
require('node:path')
const [platform, arch] = process.env.PRETEND.split('-')
Object.defineProperty(process, 'platform', { value: platform })
Object.defineProperty(process, 'arch', { value: arch })

// Makes npm believe that it runs on another platform: `node --require pretend.cjs npm-cli.js ci`, with PRETEND=win32-x64.
// Paths remain those of this machine because the test only checks which packages are installed.
require('node:path')
const [platform, arch] = process.env.PRETEND.split('-')
Object.defineProperty(process, 'platform', { value: platform })
Object.defineProperty(process, 'arch', { value: arch })

import fc from 'fast-check'

// Files of tests share a process: the seed of one is not that of the next.
fc.resetConfigureGlobal()

import fc from 'fast-check'

// Test files share a process, so reset the seed that a previous file may have set.
fc.resetConfigureGlobal()

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * True for a URL's host name that is this machine whoever looks it up; names below `localhost` go to a name server on
 * some systems. Source: interface, Authentication rule 4.
 */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname)

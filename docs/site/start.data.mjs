// VitePress calls this loader when it builds the site and inserts the result into the start page.
import { startPage } from './start.mjs'

export default { load: startPage }

// VitePress puts the content of the start page into it when it builds the site.
import { startPage } from './start.mjs'

export default { load: startPage }

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML. */
export const escapeText = text => String(text).replace(/[&<>"]/g, character => ENTITIES[character])

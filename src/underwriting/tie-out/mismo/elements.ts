// The one importer of sax: a small streaming parser, which expands no entities but those of XML itself.
import sax from 'sax'

/** Why an XML text was not read to its end. */
export type XmlStop = 'xml_malformed' | 'xml_doctype' | 'nesting_too_deep' | 'loan_file_unknown' | 'limit_reached'

/** Ends the reading of a text. Its message is its code: what the parser says quotes the text. */
export class XmlStopped extends Error {
  override readonly name = 'XmlStopped'
  constructor(readonly code: XmlStop) {
    super(code)
  }
}

/** What is told of a text while it is read. Names are without prefixes; elements of other namespaces are left out whole. */
export interface ElementVisitor {
  /** An element begins; its path ends with its own name. */
  open(path: readonly string[], attributeOf: (name: string) => string | null): void
  /** An element ends, with its text where `wants` asked for it. */
  close(path: readonly string[], text: string): void
  /** True for an element whose text is asked for. */
  wants(name: string): boolean
}

const MAX_DEPTH = 64

/** So long a text is no amount, date, code or name. */
const MAX_TEXT = 10_000

/** Entities of HTML are none of XML; the types of the parser do not know the option. */
const OPTIONS = { xmlns: true, position: false, strictEntities: true } as sax.SAXOptions

const XLINK = 'http://www.w3.org/1999/xlink'

/** Reads an XML text whose root has a name and a namespace. Throws XmlStopped. */
export function visitElements(
  text: string,
  isRoot: (name: string, namespace: string) => boolean,
  visitor: ElementVisitor,
): void {
  const path: string[] = []
  let namespace = ''
  let skipped = 0
  let hasRoot = false
  let held: string | null = null
  const stop = (code: XmlStop): never => {
    throw new XmlStopped(code)
  }
  const parser = sax.parser(true, OPTIONS)
  parser.onerror = () => stop('xml_malformed')
  parser.ondoctype = () => stop('xml_doctype')
  parser.onopentag = tag => {
    const { local, uri, attributes } = tag as sax.QualifiedTag
    if (path.length + skipped >= MAX_DEPTH) stop('nesting_too_deep')
    if (path.length === 0) {
      if (hasRoot) stop('xml_malformed')
      hasRoot = true
      if (!isRoot(local, uri)) stop('loan_file_unknown')
      namespace = uri
    }
    if (skipped > 0 || uri !== namespace) {
      skipped++
      return
    }
    path.push(local)
    held = visitor.wants(local) ? '' : null
    visitor.open(path, name => {
      for (const each of Object.values(attributes)) if (each.local === name && each.uri === XLINK) return each.value
      return null
    })
  }
  const add = (more: string): void => {
    if (held === null || skipped > 0) return
    held += more
    if (held.length > MAX_TEXT) stop('limit_reached')
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = () => {
    if (skipped > 0) {
      skipped--
      return
    }
    visitor.close(path, held?.trim() ?? '')
    held = null
    path.pop()
  }
  parser.write(text).close()
  if (path.length > 0) stop('xml_malformed')
}

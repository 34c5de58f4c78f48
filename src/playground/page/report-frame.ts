import type { Made } from '../protocol.js'
import { byId } from './dom.js'

/** A longer report would hold up the page while it is laid out: it is opened alone, or saved. Unit: bytes. */
const MAX_SHOWN = 1 << 20

/**
 * The report in the page, in a frame without scripts that is as high as what it holds: links open their figures in it. With
 * a script it would have to be of no origin, and a link within would lead nowhere.
 */
export class ReportFrame {
  readonly #frame = byId<HTMLIFrameElement>('frame')
  readonly #observer = new ResizeObserver(() => this.#fit())
  #url = ''

  constructor() {
    this.#frame.addEventListener('load', () => {
      this.#observer.disconnect()
      const root = this.#frame.contentDocument?.documentElement
      if (root) this.#observer.observe(root)
      // In a page that is opened as a file, every frame is a stranger.
      this.#frame.classList.toggle('stranger', root === undefined)
    })
  }

  /** Shows the report of a borrower of a name. */
  show({ blob, file }: Made, name: string): void {
    this.#frame.title = `Report of ${name}`
    URL.revokeObjectURL(this.#url)
    this.#url = URL.createObjectURL(blob)
    const isLong = blob.size > MAX_SHOWN
    this.#frame.hidden = isLong
    byId('long').hidden = !isLong
    if (!isLong) this.#frame.src = this.#url
    byId<HTMLAnchorElement>('open').href = this.#url
    const save = byId<HTMLAnchorElement>('save')
    save.href = this.#url
    save.download = file
  }

  #fit(): void {
    const height = this.#frame.contentDocument?.documentElement.offsetHeight ?? 0
    this.#frame.style.height = `${height + 2}px`
  }
}

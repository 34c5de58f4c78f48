// Draws Mermaid flowcharts as SVG when the site is built, so that the pages need no script for them. GitHub draws the
// same text. Only boxes and arrows are supported, for example:
//
//   flowchart TD
//     record["Record"] -->|"each entry"| document["Document"]
import { Graph, layout } from '@dagrejs/dagre'
import { curveBasis, line } from 'd3-shape'
import { escapeText } from '../escape-text.mjs'

const HEADER = /^flowchart (TD|LR)$/
const NODE = String.raw`(\w+)(?:\["?([^"\]]+)"?\])?`
const LINE = new RegExp(String.raw`^${NODE}(?: -->(?:\|"?([^"|]+)"?\|)? ${NODE})?$`)

/** Sizes in pixels. The width of a character is that of a wide one, so that labels fit in every font. */
const CHARACTER_WIDTH = 8
const LINE_HEIGHT = 18
const PADDING = 12

const splitLabel = label => label.split(/<br ?\/?>/)

/** Returns a label with the size of a box around it. */
function measure(label) {
  const lines = splitLabel(label)
  const width = Math.max(...lines.map(line => line.length)) * CHARACTER_WIDTH
  return { label, width: width + 2 * PADDING, height: lines.length * LINE_HEIGHT + PADDING }
}

/** Returns the graph of a flowchart, or null if the text uses anything else than boxes and arrows. */
function parseFlowchart(code) {
  const [header = '', ...lines] = code.split('\n').flatMap(line => line.trim() || [])
  const [, direction] = HEADER.exec(header) ?? []
  const matches = lines.map(line => LINE.exec(line))
  if (direction === undefined || matches.includes(null)) return null
  const graph = new Graph()
  graph.setGraph({ rankdir: direction === 'TD' ? 'TB' : 'LR', nodesep: 24, ranksep: 28, marginx: 1, marginy: 1 })
  const addNode = (id, label) => {
    if (label !== undefined || !graph.hasNode(id)) graph.setNode(id, measure(label ?? id))
  }
  for (const [, from, fromLabel, edgeLabel, to, toLabel] of matches) {
    addNode(from, fromLabel)
    if (to === undefined) continue
    addNode(to, toLabel)
    const box = edgeLabel === undefined ? {} : measure(edgeLabel)
    graph.setEdge(from, to, { ...box, labelpos: 'c' })
  }
  return graph
}

const drawCurve = line(
  ({ x }) => x,
  ({ y }) => y,
).curve(curveBasis)

/** Draws the lines of a label, centered at a point. */
function drawLabel(label, x, y) {
  const lines = splitLabel(label)
  const top = y - ((lines.length - 1) * LINE_HEIGHT) / 2
  const spans = lines.map((line, i) => `<tspan x="${x}" y="${top + i * LINE_HEIGHT}">${escapeText(line)}</tspan>`)
  return `<text>${spans.join('')}</text>`
}

const drawBox = ({ label, x, y, width, height }) =>
  `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="4"/>${drawLabel(label, x, y)}`

/**
 * Returns the HTML of a flowchart, or null if the text uses anything else than boxes and arrows. `index` makes the id
 * of the arrowhead unique on the page. The style sheet of the theme has the colors.
 */
export function drawFlowchart(code, index) {
  const graph = parseFlowchart(code)
  if (graph === null) return null
  layout(graph)
  const arrow = `arrow-${index}`
  const edges = graph.edges().map(id => graph.edge(id))
  const paths = edges.map(({ points }) => `<path class="arrow" d="${drawCurve(points)}" marker-end="url(#${arrow})"/>`)
  const labels = edges.filter(({ label }) => label !== undefined).map(edge => `<g class="label">${drawBox(edge)}</g>`)
  const boxes = graph.nodes().map(id => drawBox(graph.node(id)))
  const { width, height } = graph.graph()
  const marker = `<marker id="${arrow}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8Z"/></marker>`
  return `<figure class="diagram"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${marker}</defs>${paths.join('')}${labels.join('')}${boxes.join('')}</svg></figure>\n`
}

// Pictures of pages made small: the few colours that pages have stand in a palette, shades of one at the edges of letters as one.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function* chunksOf(png) {
  for (let at = SIGNATURE.length; at < png.length; ) {
    const size = png.readUInt32BE(at)
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + size)]
    at += size + 12
  }
}

function chunk(name, data) {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(name, 4, 'latin1')
  data.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}

const paeth = (a, b, c) => {
  const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return toA <= toB && toA <= toC ? a : toB <= toC ? b : c
}

/** The bytes of the points of a picture, line after line, without the filters that PNG puts over them. */
function pointsOf(raw, width, height, depth) {
  const stride = width * depth
  const points = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const left = x < depth ? 0 : points[y * stride + x - depth]
      const up = y === 0 ? 0 : points[(y - 1) * stride + x]
      const corner = x < depth || y === 0 ? 0 : points[(y - 1) * stride + x - depth]
      const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      points[y * stride + x] = raw[y * (stride + 1) + 1 + x] + added
    }
  }
  return points
}

/** Steps between the shades that are told apart: as few shades are joined as a palette asks for. */
const STEPS = [1, 4, 8, 16, 32]

/** The colours of a picture, of each shade the one that most points have, and the place of each point's among them. */
function palette(colours, step) {
  const shadeOf = colour => [16, 8, 0].map(by => Math.round(((colour >> by) & 255) / step)).join()
  const counts = new Map()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const places = new Map()
  const listed = []
  for (const [colour] of [...counts].sort(([, a], [, b]) => b - a)) {
    const shade = shadeOf(colour)
    if (!places.has(shade)) places.set(shade, listed.push(colour) - 1)
    counts.set(colour, places.get(shade))
  }
  return { listed, placeOf: counts }
}

/** A picture with a palette. */
export function smaller(png) {
  const chunks = [...chunksOf(png)]
  const header = Buffer.from(chunks[0][1])
  const [width, height, depth] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3]
  const raw = inflateSync(Buffer.concat(chunks.filter(([name]) => name === 'IDAT').map(([, data]) => data)))
  const points = pointsOf(raw, width, height, depth)
  const colours = Array.from({ length: width * height }, (_, at) => points.readUIntBE(at * depth, 3))
  for (const step of STEPS) {
    const { listed, placeOf } = palette(colours, step)
    if (listed.length > 256) continue
    const table = Buffer.alloc(listed.length * 3)
    for (const [place, colour] of listed.entries()) table.writeUIntBE(colour, place * 3, 3)
    const lines = Buffer.alloc((width + 1) * height)
    for (const [at, colour] of colours.entries()) lines[at + Math.floor(at / width) + 1] = placeOf.get(colour)
    header[9] = 3
    const data = deflateSync(lines, { level: 9 })
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', table),
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  return png
}

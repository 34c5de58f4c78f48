// What older engines without Node's modules lack and the library uses: put in only where it is not there.
const put = (object, name, value) => {
  if (object[name] === undefined) Object.defineProperty(object, name, { value, writable: true, configurable: true })
}
put(Object, 'hasOwn', (object, key) => Object.prototype.hasOwnProperty.call(object, key))
put(Array.prototype, 'at', function (index) {
  return this[index < 0 ? this.length + index : index]
})
put(Array.prototype, 'toSorted', function (compare) {
  return [...this].sort(compare)
})
put(Array.prototype, 'toReversed', function () {
  return [...this].reverse()
})
put(globalThis, 'performance', { now: () => Date.now() })
put(
  globalThis,
  'TextEncoder',
  class {
    encode(text) {
      const wellFormed = text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
      return Uint8Array.from(unescape(encodeURIComponent(wellFormed)), each => each.charCodeAt(0))
    }
  },
)

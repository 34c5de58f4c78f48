// The search of the site. Its index is a script that is taken when somebody begins to search.
import MiniSearch from 'minisearch'
import { INDEX, searchOptions } from '../search-options.mjs'

const SHOWN = 12
const root = document.documentElement.dataset.root
const form = document.querySelector('form[role=search]')
const input = form.querySelector('input')
const said = form.querySelector('#site-found')
const list = form.querySelector('ol')

let index
const loaded = () => {
  index ??= new Promise(resolve => {
    globalThis.searchIndex = text => resolve(MiniSearch.loadJSON(text, INDEX))
    const script = document.createElement('script')
    script.src = `${root}/search-index.js`
    document.head.append(script)
  })
  return index
}

const element = (name, text, within = []) => {
  const made = document.createElement(name)
  made.append(...(text === '' ? [] : [text]), ...within)
  return made
}

function shown({ title, within, excerpt, url }) {
  const link = element('a', '', [element('b', title), element('span', within), element('small', excerpt)])
  link.href = `${root}/${url}`
  return element('li', '', [link])
}

const clear = () => {
  said.textContent = ''
  list.replaceChildren()
}

async function search() {
  const query = input.value
  if (query.trim() === '') return clear()
  const found = (await loaded()).search(query, searchOptions(query))
  // Another letter came meanwhile.
  if (query !== input.value) return
  list.replaceChildren(...found.slice(0, SHOWN).map(shown))
  said.textContent =
    found.length === 0
      ? 'Nothing found'
      : found.length > SHOWN
        ? `The first ${SHOWN} of ${found.length}`
        : `${found.length} found`
}

const move = (by, from) => {
  const stops = [input, ...list.querySelectorAll('a')]
  stops[Math.min(Math.max(stops.indexOf(from) + by, 0), stops.length - 1)].focus()
}

form.hidden = false
input.addEventListener('focus', loaded)
input.addEventListener('input', search)
form.addEventListener('submit', event => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
form.addEventListener('keydown', event => {
  if (event.key === 'Escape') {
    input.value = ''
    clear()
    input.focus()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    move(event.key === 'ArrowDown' ? 1 : -1, document.activeElement)
  }
})
// A result on the same page leads to its part, and the list is in the way.
list.addEventListener('click', event => {
  if (event.target.closest('a')) clear()
})
addEventListener('click', event => {
  if (!form.contains(event.target)) clear()
})

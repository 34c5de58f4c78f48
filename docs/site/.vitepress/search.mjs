// The search finds sections, as VitePress does, and also named rows of tables.

/** The HTML of a page for the search index: each row that has an anchor becomes a section of its own. */
export function renderForSearch(source, env, md) {
  const html = md.render(source, env)
  return html.replace(/<tr id="([^"]+)">\s*<td>(.*?)<\/td>(.*?)<\/tr>/gs, (_, anchor, name, cells) => {
    const text = cells.replaceAll(/<\/td>\s*<td[^>]*>/g, ' · ')
    return `<h6 id="${anchor}">${name} <a class="header-anchor" href="#${anchor}">#</a></h6>${text}`
  })
}

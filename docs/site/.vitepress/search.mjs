// Extends the search, which normally finds only sections, to named table rows.

/** Returns a page's HTML for the search index. Each row that has an anchor becomes a separate section. */
export function renderForSearch(source, env, md) {
  const html = md.render(source, env)
  return html.replace(/<tr id="([^"]+)">\s*<td>(.*?)<\/td>(.*?)<\/tr>/gs, (_, anchor, name, cells) => {
    const text = cells.replaceAll(/<\/td>\s*<td[^>]*>/g, ' · ')
    return `<h6 id="${anchor}">${name} <a class="header-anchor" href="#${anchor}">#</a></h6>${text}`
  })
}

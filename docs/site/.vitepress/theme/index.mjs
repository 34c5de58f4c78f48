import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'

/** A result must contain every word. The last word may be incomplete, and long words may be misspelled. */
const searchOptions = {
  combineWith: 'AND',
  prefix: (_, index, terms) => index === terms.length - 1,
  fuzzy: term => (term.length > 5 ? 0.15 : false),
  boost: { title: 5, titles: 0.5, text: 1 },
  // People read these pages in order or search them for a specific name, and rarely want them for an ordinary word.
  boostDocument: id => (/\/(?:changelog|contributing|bench|fixtures|conformance|decisions|api)\b/.test(id) ? 0.3 : 1),
}

export default {
  extends: DefaultTheme,
  // VitePress would evaluate functions in the configuration from text, which the content security policy forbids.
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options.miniSearch = { searchOptions }
  },
}

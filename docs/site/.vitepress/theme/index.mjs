import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'

/** Every word must occur; the last one may be unfinished and a long one misspelled. */
const searchOptions = {
  combineWith: 'AND',
  prefix: (_, index, terms) => index === terms.length - 1,
  fuzzy: term => (term.length > 5 ? 0.15 : false),
  boost: { title: 5, titles: 0.5, text: 1 },
  // People read these pages in order or look for one name in them; they seldom want them for an ordinary word.
  boostDocument: id => (/\/(?:changelog|contributing|bench|fixtures|conformance|decisions|api)\b/.test(id) ? 0.3 : 1),
}

export default {
  extends: DefaultTheme,
  // Functions in the configuration would be evaluated from text, which the content security policy forbids.
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options.miniSearch = { searchOptions }
  },
}

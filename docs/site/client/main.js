import './search.js'
import './current.js'

import { analyze } from 'taxtally'
import { report } from 'taxtally/report'

export default ({ borrower }) => report(analyze(borrower).value)

import { readLoanFile } from 'taxtally/mismo'

export default ({ loanFile }) => readLoanFile(loanFile, { taxpayerId: 'tp-1' }).value

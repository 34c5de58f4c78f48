import { analyze } from 'taxtally'

export default ({ borrower }) =>
  analyze(borrower).value.income.map(({ taxYear, category, amount }) => [taxYear, category, amount?.toFixed(2)])

import { toCsv } from 'taxtally/csv'

export default ({ table }) => toCsv(table)

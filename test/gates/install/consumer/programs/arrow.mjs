import { toArrow } from 'taxtally/arrow'

export default ({ table }) => [...toArrow(table)]

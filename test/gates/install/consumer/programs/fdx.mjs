import { fromFdx } from 'taxtally/fdx'

export default () => fromFdx({ forms: [{ taxW2: { taxYear: 2024, wages: 61234.1 } }] }).records

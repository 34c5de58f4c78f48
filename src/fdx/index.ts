// The folder `fdx` converts records from and to the tax types of the Financial Data Exchange (FDX).

/** Reads and writes tax forms of the Financial Data Exchange (FDX) API. */
export type { FdxForm, FdxLocation, FdxParty } from '../schema/fdx.js'

export { type FdxRecords, type FromFdxOptions, fromFdx, type KeptValue } from './from-fdx.js'
export { type FdxStatement, type ToFdxOptions, toFdx, type UnwrittenValue } from './to-fdx.js'
export type { FdxVersion } from './write-field.js'

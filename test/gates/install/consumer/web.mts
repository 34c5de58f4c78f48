// Uses the package as a web page does, with browser types and without Node types.
import { type Analysis, analyze, type Outcome } from 'taxtally'
import { toArrow } from 'taxtally/arrow'
import { type ServiceClient, ServiceError } from 'taxtally/client'
import { toCsv } from 'taxtally/csv'
import { verifyWebhook } from 'taxtally/webhooks'

export const outcome: Outcome<Analysis> = analyze({ records: [] })
export const writers = [toArrow, toCsv, verifyWebhook]
export const isOurs = (error: unknown): boolean => error instanceof ServiceError
export type Client = ServiceClient

/** A service that was written from the API document alone and has no controls. */
export interface IndependentService {
  readonly url: string
  /** Authorizes as a taxpayer on the hosted page would. */
  authorize(): { readonly code: string; readonly taxpayerId: string }
  close(): Promise<void>
}

/** Starts the service for one application. */
export function startIndependentService(options: {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhook?: { readonly url: string; readonly secret: string }
}): Promise<IndependentService>

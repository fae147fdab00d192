import type { Variant } from '#variants/schema.ts'

/** The regional variant, and what the server lets everybody do. */
export interface Region {
  readonly variant: Variant
  /** The server shows its accounts and lets simulated bidders join. */
  readonly demo: boolean
  /** Everybody may log in as any account: a server for development. */
  readonly testAccounts: boolean
}

/**
 * The region that the server wrote into the page, checked by itself; null where the page comes from another server, as
 * in development.
 */
export function givenRegion(page: Pick<Document, 'getElementById'>): Region | null {
  const text = page.getElementById('region')?.textContent ?? ''
  if (!text.startsWith('{')) return null
  const { variant, demo, testAccounts } = JSON.parse(text) as Region
  return { variant, demo, testAccounts }
}

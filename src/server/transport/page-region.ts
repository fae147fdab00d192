/** What the page says of the region before the hall's code runs. */
export interface PageRegion {
  readonly variant: { readonly title: { readonly zh: string; readonly en: string } }
}

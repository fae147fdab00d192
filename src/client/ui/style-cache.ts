import createCache, { type EmotionCache } from '@emotion/cache'

/**
 * Properties whose names some browsers know with a prefix only. Their rules are made by Emotion, which adds it; so are
 * those of other selectors than a class, such as animations.
 */
const prefixed =
  /user-select|mask|appearance|backdrop-filter|print-color-adjust|text-size-adjust|box-decoration/

/**
 * Emotion's cache of styles. Where the browser nests rules by itself, a class's rule goes into the page as it is:
 * taking it apart takes a phone a quarter of a second of its first screen, in the tasks that put elements into the page.
 */
export function createStyleCache(nonce: string | undefined): EmotionCache {
  const cache = createCache({ key: 'kb', ...(nonce ? { nonce } : {}) })
  if (!nestsRules()) return cache
  const { insert } = cache
  cache.insert = (selector, serialized, sheet, shouldCache) => {
    if (!selector.startsWith('.') || prefixed.test(serialized.styles))
      return insert(selector, serialized, sheet, shouldCache)
    sheet.insert(`${selector}{${serialized.styles}}`)
    if (shouldCache) cache.inserted[serialized.name] = true
  }
  return cache
}

/** Those that know this interface follow the final specification, by which a rule's order is that of its text. */
function nestsRules(): boolean {
  return 'CSSNestedDeclarations' in globalThis
}

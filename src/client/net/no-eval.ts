/*
 * Imported before zod. It would try `new Function`, which the page's security policy forbids: the browser reports the
 * attempt, and parses the whole script again to say where it was. That takes a phone a sixth of a second.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

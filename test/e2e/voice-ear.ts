import type { Page } from 'playwright'

/** What a page's sound did: one clip of the sprite began, came to its end, or was stopped. */
export interface Heard {
  readonly what: 'play' | 'end' | 'stop'
  readonly clip: string
  /** Milliseconds by the page's own clock. */
  readonly at: number
}

interface Listened {
  heard: Heard[]
}

/** The parts of howler that it puts into the page for everybody. */
interface HowlerPage {
  Howler?: { _howls: HowlLike[] }
}

interface HowlLike {
  on(what: string, listener: (id: number) => void): void
  _soundById(id: number): { _sprite: string } | null
}

/** Listens from now on to everything that howler plays in this page; again after each reload. */
export async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: Heard[] = []
    Object.assign(window, { heard } satisfies Listened)
    // howler forgets what a sound was as soon as it has ended.
    const clips = new Map<number, string>()
    const attend = (howl: HowlLike) => {
      for (const what of ['play', 'end', 'stop'] as const) {
        howl.on(what, (id) => {
          if (what === 'play') clips.set(id, howl._soundById(id)?._sprite ?? '')
          heard.push({ what, clip: clips.get(id) ?? '', at: performance.now() })
        })
      }
    }
    let howler: HowlerPage['Howler']
    Object.defineProperty(window, 'Howler', {
      configurable: true,
      get: () => howler,
      set(made: Required<HowlerPage>['Howler']) {
        howler = made
        made._howls.push = (...howls) => {
          howls.forEach(attend)
          return Array.prototype.push.apply(made._howls, howls)
        }
      },
    })
  })
}

export function heardIn(page: Page): Promise<readonly Heard[]> {
  return page.evaluate(() => (window as unknown as Listened).heard)
}

/** The live regions of the page as a screen reader finds them in the accessibility tree: kind and words. */
export async function liveRegions(page: Page): Promise<readonly { live: string; words: string }[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const wordsOf = (id: string): string => {
    const node = byId.get(id)
    if (!node) return ''
    if (node.role?.value === 'StaticText') return String(node.name?.value ?? '')
    return (node.childIds ?? []).map(wordsOf).join('')
  }
  return nodes.flatMap((node) => {
    const live = node.properties?.find(({ name }) => name === 'live')?.value.value
    if (node.ignored || !['status', 'alert'].includes(String(node.role?.value))) return []
    return [{ live: String(live), words: wordsOf(node.nodeId) }]
  })
}

import type { Page } from 'playwright'

/** One clip of the sprite began, ended or was stopped. */
export interface RecordedSound {
  readonly what: 'play' | 'end' | 'stop'
  readonly clip: string
  /** Milliseconds by the page's own clock. */
  readonly at: number
}

interface RecordingPage {
  sounds: RecordedSound[]
}

/** The parts of howler that it puts into the page for everybody. */
interface HowlerPage {
  Howler?: { _howls: HowlLike[] }
}

interface HowlLike {
  on(what: string, listener: (id: number) => void): void
  _soundById(id: number): { _sprite: string } | null
}

/** Records from now on every sound that howler plays in this page; call it again after a reload. */
export async function recordSounds(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sounds: RecordedSound[] = []
    Object.assign(window, { sounds } satisfies RecordingPage)
    // howler forgets what a sound was as soon as it has ended.
    const clips = new Map<number, string>()
    const record = (howl: HowlLike) => {
      for (const what of ['play', 'end', 'stop'] as const) {
        howl.on(what, (id) => {
          if (what === 'play') clips.set(id, howl._soundById(id)?._sprite ?? '')
          sounds.push({ what, clip: clips.get(id) ?? '', at: performance.now() })
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
          howls.forEach(record)
          return Array.prototype.push.apply(made._howls, howls)
        }
      },
    })
  })
}

export function recordedSounds(page: Page): Promise<readonly RecordedSound[]> {
  return page.evaluate(() => (window as unknown as RecordingPage).sounds)
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

import { plainMessage } from '#protocol/messages/catalogue.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { PlatformClient } from './client.ts'
import { type LotAct, platformTexts } from './texts.ts'

type Act = (platform: PlatformClient, guid: string, reason: string) => Promise<void>

/** What the platform does with a lot: its own pause, and the decision about a failure that was declared in the hall. */
const acts: Readonly<Record<LotAct, Act>> = {
  pause: (platform, guid, reason) => platform.changeLotStatus(guid, 'paused', reason),
  open: (platform, guid) => platform.changeLotStatus(guid, 'open'),
  approve: (platform, guid, reason) => platform.decideFailure(guid, true, reason),
  refuse: (platform, guid, reason) => platform.decideFailure(guid, false, reason),
}

export const lotActs = Object.keys(acts) as readonly LotAct[]

/** What came of an act, in words for the platform's page. */
export type Notice = Readonly<Record<Language, string>>

/** Does one of them; the hall gets the reason in the page's language. */
export async function actOnLot(
  platform: PlatformClient,
  guid: string,
  name: string | null,
  language: Language,
): Promise<Notice> {
  const act = lotActs.find((one) => one === name)
  if (!act) return { 'zh-CN': platformTexts['zh-CN'].unknownAct, en: platformTexts.en.unknownAct }
  const reason = act === 'open' ? '' : platformTexts[language].reason[act]
  const refused = await acts[act](platform, guid, reason).then(
    () => null,
    (error: unknown) => error,
  )
  const said = (words: Language, colon: string) =>
    platformTexts[words].act[act] +
    colon +
    (refused === null ? platformTexts[words].done : problemText(words, refused))
  return { 'zh-CN': said('zh-CN', '：'), en: said('en', ': ') }
}

/** The hall's message by its code, or as the hall sent it where that needs more. */
function problemText(language: Language, error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  return plainMessage(language, cause?.code ?? null) ?? cause?.message ?? String(error)
}

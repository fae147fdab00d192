import type { PlatformClient } from './client.ts'

type Act = (platform: PlatformClient, guid: string) => Promise<void>

/** What the platform does with a lot: its own pause, and the decision about a failure that was declared in the hall. */
export const lotActs: Readonly<Record<string, { readonly label: string; readonly run: Act }>> = {
  pause: {
    label: '暂停',
    run: (platform, guid) => platform.changeLotStatus(guid, 'paused', '交易平台暂停（模拟）'),
  },
  open: { label: '恢复', run: (platform, guid) => platform.changeLotStatus(guid, 'open') },
  approve: {
    label: '批准流标',
    run: (platform, guid) => platform.decideFailure(guid, true, '同意流标（模拟）'),
  },
  refuse: {
    label: '驳回流标',
    run: (platform, guid) => platform.decideFailure(guid, false, '理由不充分，继续开标（模拟）'),
  },
}

/** Does one of them; answers with what came of it, in words for the platform's page. */
export async function actOnLot(platform: PlatformClient, guid: string, name: string | null): Promise<string> {
  const act = lotActs[name ?? '']
  if (!act) return '没有此操作'
  try {
    await act.run(platform, guid)
    return `${act.label}：成功`
  } catch (error) {
    const { cause } = error as { cause?: { message?: string } }
    return `${act.label}：${cause?.message ?? String(error)}`
  }
}

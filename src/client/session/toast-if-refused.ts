import type { Send } from '#client/store/session-provider.tsx'
import { failureText } from '#client/ui/failure-text.ts'
import { toast } from '#client/ui/Toast.tsx'

interface Reporting {
  /** Refusals on entering a step are warnings, all others errors (SHL-13). */
  readonly tone?: 'warning' | 'error'
  /** Precedes the text of a failure without a message of its own, for example 下达解密指令失败！ */
  readonly failed?: string
}

/** Waits for a command; true once it is committed. A refusal is shown as a toast and returns false. */
export async function toastIfRefused(
  sent: ReturnType<Send>,
  { tone = 'error', failed = '' }: Reporting = {},
): Promise<boolean> {
  const result = await sent
  if (!result.ok) toast[tone](failureText(failed, result.error), result.error.code)
  return result.ok
}

import type { Send } from '#client/store/session-provider.tsx'
import { failureText } from '#client/ui/failure-text.ts'
import { toast } from '#client/ui/Toast.tsx'

interface Reporting {
  /** Checks on the way to a step are warnings, everything else is an error (SHL-13). */
  readonly tone?: 'warning' | 'error'
  /** Said first of a failure that has no words of its own, e.g. 下达解密指令失败！ */
  readonly failed?: string
}

/** Waits for a command; true once it stands in the log. A refusal is shown as a toast and yields false. */
export async function toastIfRefused(
  sent: ReturnType<Send>,
  { tone = 'error', failed = '' }: Reporting = {},
): Promise<boolean> {
  const result = await sent
  if (!result.ok) toast[tone](failureText(failed, result.error), result.error.code)
  return result.ok
}

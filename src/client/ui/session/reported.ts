import type { Send } from '#client/store/session-provider.tsx'
import { toast } from '../Toast.tsx'

/**
 * Waits for a command; true once it stands in the log. A refusal is shown as a toast and yields false: checks on
 * the way to a step as warnings, everything else as errors (S0 §8).
 */
export async function reported(
  sent: ReturnType<Send>,
  tone: 'warning' | 'error' = 'error',
): Promise<boolean> {
  const result = await sent
  if (!result.ok) toast[tone](result.error.message, result.error.code)
  return result.ok
}

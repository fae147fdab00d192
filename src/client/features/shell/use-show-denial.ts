import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import type { Denial } from './step-rules.ts'

/** Shows why a step cannot be opened, in the rule's words (SHL-13); nothing without a reason. */
export function useShowDenial(): (denial: Denial | null) => void {
  const { t } = useTranslation('shell')
  const say = useMessage()
  return useCallback(
    (denial) => {
      if (denial?.by === 'waiting') toast.info(t(denial.text))
      if (denial?.by === 'rule') toast.warning(say(denial.rejection), denial.rejection.code)
    },
    [t, say],
  )
}

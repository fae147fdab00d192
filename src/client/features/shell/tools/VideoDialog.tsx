import { Button, Spinner, Text } from '@chakra-ui/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { OutwardIcon, WarningIcon } from '#client/ui/icons.tsx'
import { useAnswer } from '#client/ui/use-answer.ts'

/** Video supervision (SHL-10): a link with its host; browsers would block a window opened without a click. */
export function VideoDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const { value, failure, again } = useAnswer(
    useCallback((signal: AbortSignal) => api('GetVideoLinkUrl', { session, signal }), [session]),
  )
  return (
    <Dialog open onClose={onClose} title={t('tool_video')} size="md">
      {!value && !failure && <Spinner aria-label={t('common:loading')} role="status" />}
      {failure && <ErrorState title={failure.message} code={failure.code} onRetry={again} />}
      {value && !value.url && (
        <Text role="alert" display="flex" alignItems="center" gap="2">
          <WarningIcon color="fg.warning" />
          {value.ResultMessage}
        </Text>
      )}
      {value?.url && (
        <>
          <Text mb="3">{t('videoWhere', { host: new URL(value.url).host })}</Text>
          <Button asChild>
            <a href={value.url} target="_blank" rel="noopener noreferrer">
              {t('videoOpen')}
              <OutwardIcon />
            </a>
          </Button>
        </>
      )}
    </Dialog>
  )
}

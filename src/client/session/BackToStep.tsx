import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSessionId } from '#client/store/session-provider.tsx'

/** The way from a screen that is no step to the step that the section is in. */
export function BackToStep() {
  const { t } = useTranslation('shell')
  return (
    <Button asChild variant="outline">
      <Link to={`/bid/${useSessionId()}`}>{t('backToStep')}</Link>
    </Button>
  )
}

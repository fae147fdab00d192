import { Button } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ArrowIcon } from '#client/ui/icons.tsx'

/** Leads back to the list of sections, at the left of a header. */
export function BackToHall() {
  const { t } = useTranslation()
  return (
    <Button asChild variant="ghost" size="sm" ms="-3.5">
      <Link to="/hall">
        <ArrowIcon transform="rotate(180deg)" />
        {t('toHall')}
      </Link>
    </Button>
  )
}

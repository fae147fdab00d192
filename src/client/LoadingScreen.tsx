import { Center, Spinner, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How long a screen takes to load before the wait is explained. */
const slowMs = 3000

/** Shown until a screen's files are there; a long wait is explained. */
export function LoadingScreen() {
  const { t } = useTranslation()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Center minH="50dvh" role="status" aria-label={t('loading')} flexDirection="column" gap="4" px="4">
      <Spinner size="lg" />
      {slow && (
        <Text color="fg.muted" textAlign="center">
          {t('loadingSlowly')}
        </Text>
      )}
    </Center>
  )
}

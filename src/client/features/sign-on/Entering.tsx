import { Center, Spinner, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'

/** The link from the trading platform is being followed. */
export function Entering() {
  const { t } = useTranslation('sign-on')
  return (
    <Center flexDirection="column" gap="4" role="status">
      <Spinner size="lg" />
      <Text textStyle="lg">{t('entering')}</Text>
    </Center>
  )
}

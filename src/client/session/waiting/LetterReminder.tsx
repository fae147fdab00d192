import { Button, Flex, Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { showLetter } from '#client/session/letter-dialog.ts'
import { useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { WarningIcon } from '#client/ui/icons.tsx'
import { haltOf } from '#domain/session/lot.ts'
import { permissions } from '#domain/session/permissions.ts'

/** Reminds a bidder who has neither signed nor declined the commitment letter (PRE-13), and opens it. */
export function LetterReminder({ bidderCode }: { bidderCode: string }) {
  const { t } = useTranslation('waiting')
  const { commitmentLetter } = useVariant().rules
  const isDue = useSession(({ state }) => {
    const { signature = null, declinedAt = null } = state.letters[bidderCode] ?? {}
    const isTimely = permissions.SignCommitmentLetter.statuses.includes(state.status)
    return isTimely && haltOf(state.lot) === null && signature === null && declinedAt === null
  })
  if (!commitmentLetter || !isDue) return null
  return (
    <Flex mt="2" columnGap="3" rowGap="1" align="center" wrap="wrap" textStyle="sm">
      <Flex align="center" gap="2">
        <WarningIcon flexShrink={0} color="fg.warning" />
        <Text>{t('letterDue')}</Text>
      </Flex>
      <Button size="sm" variant="outline" onClick={() => showLetter(true)}>
        {t('letterOpen')}
      </Button>
    </Flex>
  )
}

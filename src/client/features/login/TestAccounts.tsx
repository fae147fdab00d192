import { Box, Button, Flex, Heading, Input, Text } from '@chakra-ui/react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Notice } from '#client/ui/Notice.tsx'
import { wrapsAtMarks } from '#client/ui/wraps-at-marks.ts'

interface TestAccountsProps {
  readonly onUse: (userCode: string) => Promise<unknown>
  readonly busy: boolean
}

/** Development servers only: login by account code alone (ACC-10). */
export function TestAccounts({ onUse, busy }: TestAccountsProps) {
  const { t } = useTranslation('login')
  const { register, handleSubmit, watch } = useForm({ defaultValues: { code: '' } })
  const missing = watch('code').trim() === ''
  const submit = handleSubmit(async ({ code }) => {
    if (!missing) await onUse(code)
  })
  return (
    <Box
      as="section"
      mt={{ base: '6', md: '0' }}
      borderTopWidth={{ base: '1px', md: '0' }}
      pt={{ base: '4', md: '0' }}
      aria-labelledby="test-accounts"
    >
      <Heading as="h3" size="sm" id="test-accounts" mb="2">
        {t('testTitle')}
      </Heading>
      <Notice tone="warning">
        <Text {...wrapsAtMarks}>{t('testWarning')}</Text>
      </Notice>
      <form onSubmit={submit} noValidate>
        <Flex gap="2" mt="3">
          <Input
            aria-label={t('testCode')}
            placeholder={t('testCode')}
            autoComplete="off"
            maxLength={100}
            {...register('code')}
          />
          <Button type="submit" variant="outline" disabled={busy || missing}>
            {t('testSubmit')}
          </Button>
        </Flex>
      </form>
    </Box>
  )
}

import { Box, Button, Flex, Heading, Link, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { DownloadIcon } from '#client/ui/icons.tsx'
import type { Role } from '#domain/actor.ts'
import { roleOf } from '#protocol/user-type.ts'
import type { Credentials } from './AccountForm.tsx'

type DemoAccount = CallAnswer<'getDemoAccounts'>[number]

interface DemoAccountsProps {
  readonly shows: (role: Role) => boolean
  readonly onUse: (credentials: Credentials) => Promise<void>
  readonly busy: boolean
}

/** The demo's accounts: one click logs in; bidders get their certificate here. */
export function DemoAccounts({ shows, onUse, busy }: DemoAccountsProps) {
  const { t } = useTranslation('login')
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([])
  useEffect(() => {
    const gone = new AbortController()
    void api('getDemoAccounts', { signal: gone.signal }).then((answer) => {
      if (answer.ok && !gone.signal.aborted) setAccounts(answer.value)
    })
    return () => gone.abort()
  }, [])
  const shown = accounts.filter(({ userType }) => {
    const role = roleOf(userType)
    return role !== null && shows(role)
  })
  const certificates = shown.flatMap(({ certificate }) => certificate?.password ?? [])
  if (shown.length === 0) return null
  return (
    <Box mt="6" borderTopWidth="1px" pt="4">
      <Heading as="h3" size="sm">
        {t('demoTitle')}
      </Heading>
      <Text color="fg.muted" mb="2">
        {t('demoHint', { passwords: shared(shown.map(({ password }) => password)) })}
      </Text>
      <Box as="ul" listStyleType="none" maxH="64" overflowY="auto" display="grid" gap="2" tabIndex={0}>
        {shown.map((account) => (
          <Box as="li" key={account.userCode}>
            <DemoAccountRow account={account} onUse={onUse} busy={busy} />
          </Box>
        ))}
      </Box>
      {certificates.length > 0 && (
        <Text mt="2" textStyle="sm" color="fg.muted">
          {t('demoCertificatePassword', { password: shared(certificates) })}
        </Text>
      )}
    </Box>
  )
}

/** A demo's passwords are mostly one: each is named once. */
function shared(passwords: readonly string[]): string {
  return [...new Set(passwords)].join(' / ')
}

interface DemoAccountRowProps extends Pick<DemoAccountsProps, 'onUse' | 'busy'> {
  readonly account: DemoAccount
}

function DemoAccountRow({ account, onUse, busy }: DemoAccountRowProps) {
  const { t } = useTranslation('login')
  const { userCode, password, ShowName, certificate } = account
  return (
    <Flex gap="2" align="center">
      <Button
        variant="outline"
        flex="1"
        minW="0"
        h="auto"
        minH="10"
        py="1.5"
        justifyContent="space-between"
        whiteSpace="normal"
        textAlign="start"
        disabled={busy}
        onClick={() => onUse({ account: userCode, password })}
        aria-label={t('demoUse', { name: ShowName })}
      >
        <span>{ShowName}</span>
        <Text as="span" textStyle="xs" color="fg.muted" fontWeight="normal" whiteSpace="nowrap">
          {userCode}
        </Text>
      </Button>
      {certificate && (
        <Button asChild variant="ghost" size="sm">
          <Link
            href={certificate.url}
            download={`${userCode}.p12`}
            aria-label={t('demoCertificate', { name: ShowName })}
          >
            <DownloadIcon />
            {t('demoCertificateShort')}
          </Link>
        </Button>
      )}
    </Flex>
  )
}

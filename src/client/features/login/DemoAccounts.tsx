import { Box, Button, chakra, Flex, Heading, Link, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { DownloadIcon } from '#client/ui/icons.tsx'
import type { PersonRole } from '#variants/common-schema.ts'

type DemoAccount = CallAnswer<'getDemoAccounts'>[number]

interface DemoAccountsProps {
  readonly role: PersonRole
  readonly onUse: (userCode: string) => Promise<unknown>
  readonly busy: boolean
}

/** The demo's accounts of this role, each with a button that logs in. */
export function DemoAccounts({ role, onUse, busy }: DemoAccountsProps) {
  const { t } = useTranslation('login')
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    void api('getDemoAccounts', { signal: leaving.signal }).then((answer) => {
      if (answer.ok && !leaving.signal.aborted) setAccounts(answer.value)
    })
    return () => leaving.abort()
  }, [])
  const shown = accounts.filter((account) => account.role === role)
  if (shown.length === 0) return null
  const certificates = shown.flatMap(({ certificate }) => certificate?.password ?? [])
  return (
    <Box as="section" borderWidth="1px" rounded="md" p="3" mb="4" aria-labelledby="demo-accounts">
      <Heading as="h3" size="sm" id="demo-accounts">
        {t('demoTitle')}
      </Heading>
      <Box color="fg.muted" textStyle="sm" mt="1" mb="2">
        <Text>{t('demoHint')}</Text>
        <Password label={t('demoPassword')} passwords={shown.map(({ password }) => password)} />
        {certificates.length > 0 && (
          <Password label={t('demoCertificatePassword')} passwords={certificates} />
        )}
      </Box>
      <Box as="ul" listStyleType="none" display="grid" gap="1">
        {shown.map((account) => (
          <Box as="li" key={account.userCode}>
            <DemoAccountRow account={account} onUse={onUse} busy={busy} />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** Demo accounts mostly share one password: each distinct one is listed once, on a line of its own so that it is copied whole. */
function Password({ label, passwords }: { label: string; passwords: readonly string[] }) {
  return (
    <Text>
      {label}
      <chakra.span color="fg" whiteSpace="nowrap" userSelect="all">
        {[...new Set(passwords)].join(' / ')}
      </chakra.span>
    </Text>
  )
}

interface DemoAccountRowProps extends Pick<DemoAccountsProps, 'onUse' | 'busy'> {
  readonly account: DemoAccount
}

function DemoAccountRow({ account, onUse, busy }: DemoAccountRowProps) {
  const { t } = useTranslation('login')
  const { userCode, ShowName, certificate } = account
  return (
    <Flex gap="1" align="center">
      <Button
        variant="outline"
        size="sm"
        flex="1"
        minW="0"
        h="auto"
        minH={{ base: '11', md: '9' }}
        py="1"
        justifyContent="space-between"
        whiteSpace="normal"
        textAlign="start"
        disabled={busy}
        onClick={() => void onUse(userCode)}
        aria-label={t('demoUse', { name: `${ShowName} ${userCode}` })}
      >
        <span>{ShowName}</span>
        <Text as="span" textStyle="xs" color="fg.muted" fontWeight="normal" whiteSpace="nowrap">
          {userCode}
        </Text>
      </Button>
      {certificate && (
        <Button asChild variant="ghost" size="sm" px="2">
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

import { Box, Button, Flex, Heading, Input, Link, Text } from '@chakra-ui/react'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { Notice } from '#client/ui/session/Notice.tsx'
import type { PersonRole } from '#variants/common-schema.ts'

type DemoAccount = CallAnswer<'getDemoAccounts'>[number]

interface TestAccountsProps {
  readonly role: PersonRole
  readonly onUse: (userCode: string) => Promise<unknown>
  readonly busy: boolean
}

/** On a server for development: anybody logs in by a code alone, and the demo's accounts by one click (A4). */
export function TestAccounts({ role, onUse, busy }: TestAccountsProps) {
  const { t } = useTranslation('login')
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([])
  useEffect(() => {
    const gone = new AbortController()
    void api('getDemoAccounts', { signal: gone.signal }).then((answer) => {
      if (answer.ok && !gone.signal.aborted) setAccounts(answer.value)
    })
    return () => gone.abort()
  }, [])
  const shown = accounts.filter((account) => account.role === role)
  const certificates = shown.flatMap(({ certificate }) => certificate?.password ?? [])
  return (
    <Box as="section" mt="6" borderTopWidth="1px" pt="4" aria-labelledby="test-accounts">
      <Heading as="h3" size="sm" id="test-accounts" mb="2">
        {t('testTitle')}
      </Heading>
      <Notice tone="warning">{t('testWarning')}</Notice>
      <TestCode onUse={onUse} busy={busy} />
      {shown.length > 0 && (
        <>
          <Text color="fg.muted" textStyle="sm" mt="3" mb="2">
            {t('demoHint', { passwords: shared(shown.map(({ password }) => password)) })}
          </Text>
          <Box as="ul" listStyleType="none" maxH="64" overflowY="auto" display="grid" gap="2" tabIndex={0}>
            {shown.map((account) => (
              <Box as="li" key={account.userCode}>
                <DemoAccountRow account={account} onUse={onUse} busy={busy} />
              </Box>
            ))}
          </Box>
        </>
      )}
      {certificates.length > 0 && (
        <Text mt="2" textStyle="sm" color="fg.muted">
          {t('demoCertificatePassword', { password: shared(certificates) })}
        </Text>
      )}
    </Box>
  )
}

function TestCode({ onUse, busy }: Pick<TestAccountsProps, 'onUse' | 'busy'>) {
  const { t } = useTranslation('login')
  const [code, setCode] = useState('')
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() !== '') await onUse(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Flex gap="2" mt="3">
        <Input
          aria-label={t('testCode')}
          placeholder={t('testCode')}
          autoComplete="off"
          maxLength={100}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" variant="outline" disabled={busy || code.trim() === ''}>
          {t('testSubmit')}
        </Button>
      </Flex>
    </form>
  )
}

/** A demo's passwords are mostly one: each is named once. */
function shared(passwords: readonly string[]): string {
  return [...new Set(passwords)].join(' / ')
}

interface DemoAccountRowProps extends Pick<TestAccountsProps, 'onUse' | 'busy'> {
  readonly account: DemoAccount
}

function DemoAccountRow({ account, onUse, busy }: DemoAccountRowProps) {
  const { t } = useTranslation('login')
  const { userCode, ShowName, certificate } = account
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
        onClick={() => void onUse(userCode)}
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

import { Button, Flex, Heading, Input, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertificateForm, useOwnCertificate } from '#client/certificates/CertificateForm.tsx'
import { useSend, useServerNow, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Field } from '#client/ui/Field.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { failureFormProblem } from '#domain/halting/commands.ts'
import { failureHash, failureSuggestions, isFailureSigned } from '#domain/halting/failure.ts'
import { recorderLength } from '#domain/halting/text-lengths.ts'
import { characterCount } from '#lib/character-count.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { HaltingConfirm } from './HaltingConfirm.tsx'
import { HaltingFields } from './HaltingFields.tsx'
import { signFailure } from './sign-failure.ts'
import { useHaltingForm } from './use-halting-form.ts'

/** Declares the failure of the lot, signed by the agency where the region asks for it (HLT-4 to HLT-6). */
export function FailureDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('halting')
  const rules = rulesOf(useVariant())
  const session = useSessionId()
  const send = useSend()
  const state = useSession((snapshot) => snapshot.state)
  const isSigned = isFailureSigned(state, rules)
  const certificate = useOwnCertificate(state.tender?.agencyCode ?? '')
  const [unsigned, setUnsigned] = useState(false)
  const form = useHaltingForm('failure', (typed) => failureFormProblem(typed, rules, isSigned))

  async function order() {
    setUnsigned(isSigned && !certificate)
    if (!form.check() || (isSigned && !certificate)) return null
    const jws =
      isSigned && certificate
        ? await signFailure(certificate.helper, session, failureHash(state, form.form))
        : undefined
    if (jws === null) {
      toast.error(t('steps:certificate.signFailed'))
      return null
    }
    return send('DeclareFailure', { ...form.form, ...(jws ? { jws } : {}) })
  }

  return (
    <HaltingConfirm act="failure" onClose={onClose} onOrder={order} onDone={form.clear}>
      <Text mb="3">{t('body.failure')}</Text>
      <HaltingFields form={form} reasonLabel={t('reason.failure')} maximum={rules.failureReasonLength}>
        <Suggestions onChoose={(text) => form.change('reason', text)} />
      </HaltingFields>
      {isSigned && (
        <AgencySignature
          form={form}
          unitCode={state.tender?.agencyCode ?? ''}
          missing={unsigned && !certificate}
        />
      )}
    </HaltingConfirm>
  )
}

/** The reasons that are true now. */
function Suggestions({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const { t } = useTranslation('halting')
  const rules = rulesOf(useVariant())
  const state = useSession((snapshot) => snapshot.state)
  const now = useServerNow(60_000)
  const found = failureSuggestions(state, rules, now)
  if (found.length === 0) return null
  return (
    <Flex role="group" aria-label={t('suggestions')} gap="2" wrap="wrap">
      {found.map(({ text, minimum, count }) => {
        const words = t(`suggestion.${text}`, { minimum, count })
        return (
          <Button
            key={text}
            size="sm"
            variant="outline"
            h="auto"
            minH={{ base: '11', md: '9' }}
            py="1"
            whiteSpace="normal"
            textAlign="start"
            onClick={() => onChoose(words)}
          >
            {words}
          </Button>
        )
      })}
    </Flex>
  )
}

interface AgencySignatureProps {
  readonly form: ReturnType<typeof useHaltingForm>
  readonly unitCode: string
  readonly missing: boolean
}

/** Who signs for the agency, and its certificate. */
function AgencySignature({ form, unitCode, missing }: AgencySignatureProps) {
  const { t } = useTranslation('halting')
  const say = useMessage()
  const { error, ...agent } = form.field('agent')
  return (
    <Stack as="section" aria-label={t('signing')} gap="3" mt="5">
      <Heading as="h3" size="sm">
        {t('signing')}
      </Heading>
      <Text textStyle="sm">{t('signingHelp')}</Text>
      <Field
        label={t('agent')}
        limit={t('length', { count: characterCount(form.form.agent), maximum: recorderLength })}
        error={error}
        required
      >
        <Input autoComplete="off" {...agent} />
      </Field>
      <CertificateForm unitCode={unitCode} mismatch={t('mismatch')} />
      {missing && (
        <Text role="alert" color="fg.error">
          {say({ code: 'failure-signature-missing' })}
        </Text>
      )}
    </Stack>
  )
}

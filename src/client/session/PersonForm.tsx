import { Heading, Input, SimpleGrid, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ActButton } from '#client/ui/ActButton.tsx'
import { Field } from '#client/ui/Field.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useMessage } from '#client/ui/use-message.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { identityCardLength } from '#domain/preparation/identity-card.ts'
import {
  isRequiredPerson,
  type Person,
  type PersonNames,
  people,
  personIdProblem,
  personNameLength,
  personNameProblem,
  type TypedIds,
} from '#domain/preparation/person-info.ts'

interface PersonFormProps {
  readonly sessionId: string
  readonly names: PersonNames | null
  /** The saved identity numbers as they are shown; null until they are known. */
  readonly masked: PersonNames | null
  /** The one who entered, whom the records name where the field is empty; proposed before the people are entered. */
  readonly supervisor: string | null
  /** The name proposed for the opener: of the one who is logged in. */
  readonly opener: string
  /** A saved identity number that is not typed anew is left out: it stays. */
  readonly onSubmit: (names: PersonNames, ids: TypedIds) => Promise<boolean>
}

/** Opener, announcer, recorder and supervisor with their identity numbers (PRE-5, PRE-6). */
export function PersonForm({ sessionId, names, masked, supervisor, opener, onSubmit }: PersonFormProps) {
  const { t } = useTranslation('steps')
  const say = useMessage()
  const known = { opener, announcer: '', recorder: '', supervisor: supervisor ?? '' }
  const { draft, change, clear } = useDraft(`persons.${sessionId}`, draftOf(names ?? known))
  const schema = useMemo(() => createSchema(say, names), [say, names])
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: eachPerson((person) => ({
      name: draft[`${person}.name`] ?? '',
      id: draft[`${person}.id`] ?? '',
    })),
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, formState, reset } = form

  const submit = handleSubmit(async (typed) => {
    const typedNames = eachPerson((person) => typed[person].name)
    const ids = people.flatMap((person) => {
      const { name, id } = typed[person]
      return id === '' && staysSaved(names, person, name) ? [] : [[person, id]]
    })
    // Before the entry arrives and the form begins anew with what is saved: a number is not shown again.
    clear()
    const recorded = await onSubmit(typedNames, Object.fromEntries(ids))
    // A change stores all that was typed.
    if (!recorded) return change('opener.name', typedNames.opener)
    reset(eachPerson((person) => ({ name: typedNames[person], id: '' })))
  })
  const limitOf = (person: Person) => {
    if (isRequiredPerson(person)) return undefined
    if (person !== 'supervisor') return t('persons.optional')
    return supervisor === null ? t('persons.ifNobody') : t('persons.ifEmpty', { supervisor })
  }
  const registered = (name: `${Person}.name` | `${Person}.id`) =>
    register(name, { onChange: (event) => change(name, event.target.value) })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
          {people.map((person) => (
            <PersonGroup key={person} label={t(`persons.${person}`)}>
              <Field
                label={t('persons.name')}
                limit={limitOf(person)}
                error={formState.errors[person]?.name?.message}
                required={isRequiredPerson(person)}
              >
                {/* A longer name is reported, not cut off. */}
                <Input
                  maxLength={personNameLength + 10}
                  autoComplete="off"
                  {...registered(`${person}.name`)}
                />
              </Field>
              <Field
                label={t('persons.id')}
                limit={
                  masked?.[person] ? t('persons.idSaved', { masked: masked[person] }) : t('persons.idHint')
                }
                error={formState.errors[person]?.id?.message}
                required={isRequiredPerson(person) && !names?.[person]}
              >
                <Input
                  maxLength={identityCardLength}
                  autoComplete="off"
                  placeholder={masked?.[person]}
                  {...registered(`${person}.id`)}
                />
              </Field>
            </PersonGroup>
          ))}
        </SimpleGrid>
        {/* Once it is saved, what follows stands out. */}
        <ActButton
          type="submit"
          variant={names ? 'outline' : 'solid'}
          alignSelf="flex-start"
          loading={formState.isSubmitting}
        >
          {t('persons.submit')}
        </ActButton>
      </Stack>
    </form>
  )
}

function PersonGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack as="fieldset" role="group" aria-label={label} gap="2" borderWidth="1px" rounded="md" p="3">
      <Heading as="h3" size="sm">
        {label}
      </Heading>
      <SimpleGrid columns={{ base: 1, '2xl': 2 }} gap="3">
        {children}
      </SimpleGrid>
    </Stack>
  )
}

const nameCodes = { missing: 'person-name-missing', 'too-long': 'worker-name-too-long' } as const
const idCodes = { missing: 'person-id-missing', invalid: 'person-id-invalid' } as const

/** Whether the saved identity number stays if none is typed: its name is the same. */
function staysSaved(names: PersonNames | null, person: Person, name: string): boolean {
  return names !== null && names[person] !== '' && names[person] === name
}

function createSchema(say: ReturnType<typeof useMessage>, names: PersonNames | null) {
  const text = (problemOf: (typed: string) => string | null) =>
    z
      .string()
      .trim()
      .superRefine((typed, context) => {
        const message = problemOf(typed)
        if (message) context.addIssue({ code: 'custom', message })
      })
  return z.object(
    eachPerson((person) =>
      z
        .object({
          name: text((typed) => {
            const problem = personNameProblem(person, typed)
            return problem && say({ code: nameCodes[problem], params: { maximum: personNameLength } })
          }),
          id: z.string().trim(),
        })
        .superRefine(({ name, id }, context) => {
          if (id === '' && staysSaved(names, person, name)) return
          const problem = personIdProblem(person, id)
          if (!problem) return
          context.addIssue({ code: 'custom', path: ['id'], message: say({ code: idCodes[problem] }) })
        }),
    ),
  )
}

/** The fields by the keys under which drafts are stored; saved identity numbers are not shown again (SES-15). */
function draftOf(names: PersonNames): Record<string, string> {
  const pairs = people.flatMap((person) => [
    [`${person}.name`, names[person]],
    [`${person}.id`, ''],
  ])
  return Object.fromEntries(pairs)
}

function eachPerson<T>(partOf: (person: Person) => T): Record<Person, T> {
  return {
    opener: partOf('opener'),
    announcer: partOf('announcer'),
    recorder: partOf('recorder'),
    supervisor: partOf('supervisor'),
  }
}

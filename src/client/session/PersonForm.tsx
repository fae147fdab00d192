import { Button, Heading, Input, SimpleGrid, Stack } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Field } from '#client/ui/Field.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
import { useTranslatedErrors } from '#client/ui/use-translated-errors.ts'
import { identityCardLength } from '#domain/preparation/identity-card.ts'
import {
  isRequiredPerson,
  type Person,
  type PersonIds,
  type PersonNames,
  people,
  personIdProblem,
  personNameLength,
  personNameProblem,
} from '#domain/preparation/person-info.ts'

interface PersonFormProps {
  readonly sessionId: string
  readonly names: PersonNames | null
  readonly ids: PersonIds | null
  /** The name proposed for the supervisor: of the one who entered. */
  readonly supervisor: string | null
  /** The name proposed for the opener: of the one who is logged in. */
  readonly opener: string
  readonly onSubmit: (names: PersonNames, ids: PersonIds) => Promise<boolean>
}

/** Opener, announcer, recorder and supervisor with their identity numbers (PRE-5, PRE-6). */
export function PersonForm({ sessionId, names, ids, supervisor, opener, onSubmit }: PersonFormProps) {
  const { t } = useTranslation('steps')
  const known = { opener, announcer: '', recorder: '', supervisor: supervisor ?? '' }
  const { draft, change, clear } = useDraft(`persons.${sessionId}`, draftOf(names ?? known, ids))
  const schema = useMemo(() => createSchema(t), [t])
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: eachPerson((person) => ({
      name: draft[`${person}.name`] ?? '',
      id: draft[`${person}.id`] ?? '',
    })),
  })
  useTranslatedErrors(form)
  const { register, handleSubmit, formState } = form

  const submit = handleSubmit(async (typed) => {
    const recorded = await onSubmit(
      eachPerson((person) => typed[person].name),
      eachPerson((person) => typed[person].id),
    )
    if (recorded) clear()
  })
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
                limit={isRequiredPerson(person) ? undefined : t('persons.optional')}
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
                limit={t('persons.idHint')}
                error={formState.errors[person]?.id?.message}
                required={isRequiredPerson(person)}
              >
                <Input maxLength={identityCardLength} autoComplete="off" {...registered(`${person}.id`)} />
              </Field>
            </PersonGroup>
          ))}
        </SimpleGrid>
        <Button type="submit" alignSelf="flex-start" loading={formState.isSubmitting}>
          {t('persons.submit')}
        </Button>
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

const nameTexts = { missing: 'nameMissing', 'too-long': 'nameLong' } as const
const idTexts = { missing: 'idMissing', invalid: 'idInvalid' } as const

function createSchema(t: TFunction<'steps'>) {
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
      z.object({
        name: text((typed) => {
          const problem = personNameProblem(person, typed)
          return problem && t(`persons.${nameTexts[problem]}`, { maximum: personNameLength })
        }),
        id: text((typed) => {
          const problem = personIdProblem(person, typed)
          return problem && t(`persons.${idTexts[problem]}`)
        }),
      }),
    ),
  )
}

/** The fields by the keys under which drafts are stored. */
function draftOf(names: PersonNames, ids: PersonIds | null): Record<string, string> {
  const pairs = people.flatMap((person) => [
    [`${person}.name`, names[person]],
    [`${person}.id`, ids?.[person] ?? ''],
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

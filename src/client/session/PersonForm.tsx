import { Button, Heading, Input, SimpleGrid, Stack } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/ui/Field.tsx'
import { useDraft } from '#client/ui/use-draft.ts'
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
  /** A supervisor who entered stands as the recorded one. */
  readonly supervisor: string | null
  /** Who is logged in leads the opening, unless another name is entered. */
  readonly opener: string
  readonly onSubmit: (names: PersonNames, ids: PersonIds) => Promise<boolean>
}

type Part = 'name' | 'id'
const fieldOf = (person: Person, part: Part) => `${person}.${part}`

/** Opener, announcer, recorder and supervisor with their identity numbers (PRE-5, PRE-6). */
export function PersonForm({ sessionId, names, ids, supervisor, opener, onSubmit }: PersonFormProps) {
  const { t } = useTranslation('steps')
  const { draft, change, clear } = useDraft(
    `persons.${sessionId}`,
    startingFrom(names, ids, { supervisor: supervisor ?? '', opener }),
  )
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const typed = { names: collect(draft, 'name'), ids: collect(draft, 'id') }

  function problem(person: Person, part: Part): string | undefined {
    if (!checked.has(fieldOf(person, part))) return undefined
    const found = problemText(person, part, typed)
    return found ? t(`persons.${found}`, { maximum: personNameLength }) : undefined
  }

  function limitOf(person: Person, part: Part): string | undefined {
    if (part === 'id') return t('persons.idHint')
    return isRequiredPerson(person) ? undefined : t('persons.optional')
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(new Set(people.flatMap((person) => [fieldOf(person, 'name'), fieldOf(person, 'id')])))
    if (people.some((person) => problemText(person, 'name', typed) ?? problemText(person, 'id', typed)))
      return
    setBusy(true)
    if (await onSubmit(typed.names, typed.ids)) clear()
    setBusy(false)
  }

  const control = (person: Person, part: Part) => {
    const field = fieldOf(person, part)
    return (
      <Field
        label={part === 'name' ? t('persons.name') : t('persons.id')}
        limit={limitOf(person, part)}
        error={problem(person, part)}
        required={isRequiredPerson(person)}
      >
        <Input
          value={draft[field] ?? ''}
          // A longer name is told, not cut off.
          maxLength={part === 'name' ? personNameLength + 10 : identityCardLength}
          autoComplete="off"
          onChange={(event) => change(field, event.currentTarget.value)}
          onBlur={() => setChecked((now) => new Set(now).add(field))}
        />
      </Field>
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="4">
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
          {people.map((person) => (
            <Stack
              key={person}
              as="fieldset"
              role="group"
              aria-label={t(`persons.${person}`)}
              gap="2"
              borderWidth="1px"
              rounded="md"
              p="3"
            >
              <Heading as="h3" size="sm">
                {t(`persons.${person}`)}
              </Heading>
              <SimpleGrid columns={{ base: 1, '2xl': 2 }} gap="3">
                {control(person, 'name')}
                {control(person, 'id')}
              </SimpleGrid>
            </Stack>
          ))}
        </SimpleGrid>
        <Button type="submit" alignSelf="flex-start" loading={busy}>
          {t('persons.submit')}
        </Button>
      </Stack>
    </form>
  )
}

const nameTexts = { missing: 'nameMissing', 'too-long': 'nameLong' } as const
const idTexts = { missing: 'idMissing', invalid: 'idInvalid' } as const

interface Typed {
  readonly names: PersonNames
  readonly ids: PersonIds
}

/** The text of what is wrong with one field; null when it may be recorded. */
function problemText(person: Person, part: Part, { names, ids }: Typed) {
  if (part === 'name') {
    const problem = personNameProblem(person, names[person])
    return problem && nameTexts[problem]
  }
  const problem = personIdProblem(person, ids[person])
  return problem && idTexts[problem]
}

function collect(draft: Readonly<Record<string, string>>, part: Part): PersonNames {
  const value = (person: Person) => (draft[fieldOf(person, part)] ?? '').trim()
  return {
    opener: value('opener'),
    announcer: value('announcer'),
    recorder: value('recorder'),
    supervisor: value('supervisor'),
  }
}

function startingFrom(names: PersonNames | null, ids: PersonIds | null, known: Partial<PersonNames>) {
  const pairs = people.flatMap((person) => [
    [fieldOf(person, 'name'), names?.[person] ?? known[person] ?? ''],
    [fieldOf(person, 'id'), ids?.[person] ?? ''],
  ])
  return Object.fromEntries(pairs) as Record<string, string>
}

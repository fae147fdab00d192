import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { shipped } from '#variants/load.ts'
import type { Variant } from '#variants/schema.ts'

/**
 * The table of the variants in their README, made from their data. `node --import tsx test/variants/readme-table.ts`
 * writes it; a test fails when it is out of date.
 */

/** A row: its fields by `section.field`, and its text for a variant. */
interface Row {
  readonly label: string
  readonly fields: readonly string[]
  readonly say: (variant: Variant) => string
}

const yes = (value: boolean) => (value ? 'yes' : '–')
const list = (items: readonly string[]) => (items.length === 0 ? '–' : items.join(', '))
const later = (field: keyof Variant['laterSteps']) => `laterSteps.${field}`

export const rows: readonly Row[] = [
  {
    label: 'entry before the opening',
    fields: ['rules.entryLeadMinutes'],
    say: ({ rules }) => (rules.entryLeadMinutes === 0 ? '–' : `${rules.entryLeadMinutes} min`),
  },
  {
    label: 'login: tabs and ways in, the open tab in bold',
    fields: ['login.tabs', 'login.defaultRole'],
    say: ({ login }) =>
      login.tabs
        .map(({ role, modes }) => `${role === login.defaultRole ? `**${role}**` : role}: ${modes.join(', ')}`)
        .join('; '),
  },
  {
    label: 'acts as opener',
    fields: ['userTypes.actAsOpener'],
    say: ({ userTypes }) => list(userTypes.actAsOpener),
  },
  {
    label: 'user types 3, 4, 5',
    fields: ['userTypes.codes'],
    say: ({ userTypes: { codes } }) =>
      list([3, 4, 5].map((code) => Object.entries(codes).find(([, own]) => own === code)?.[0] ?? '–')),
  },
  {
    label: 'EnumUserType by account, certificate, licence',
    fields: ['userTypes.accountLogin', 'userTypes.certificateLogin', 'userTypes.licenceLogin'],
    say: ({ userTypes }) =>
      [userTypes.accountLogin, userTypes.certificateLogin, userTypes.licenceLogin]
        .map((codes) => list([...new Set(Object.values(codes))].sort().map(String)))
        .join(' / '),
  },
  {
    label: 'certificate providers (TBWJ_CA_Type)',
    fields: ['login.certificateProviders'],
    say: ({ login }) => list(login.certificateProviders.map(({ type }) => String(type))),
  },
  {
    label: 'project types, the usual one first',
    fields: ['login.projectTypes', 'login.defaultProjectType'],
    say: ({ login: { projectTypes, defaultProjectType } }) =>
      list(
        [
          defaultProjectType,
          ...projectTypes.map(({ code }) => code).filter((code) => code !== defaultProjectType),
        ].map(String),
      ),
  },
  {
    label: 'sign-on: names of project type and stage; platform’s type 3',
    fields: ['signOn.projectTypeField', 'signOn.stageField', 'signOn.userTypes'],
    say: ({ signOn }) => list([signOn.projectTypeField, signOn.stageField, signOn.userTypes[3] ?? '–']),
  },
  {
    label: 'section list: filters of open sections',
    fields: ['hall.openFilters'],
    say: ({ hall }) => list(hall.openFilters),
  },
  {
    label: 'section list: filters of ended ones',
    fields: ['hall.endedFilters'],
    say: ({ hall }) => list(hall.endedFilters),
  },
  {
    label: 'section list: columns, open / ended',
    fields: ['hall.openColumns', 'hall.endedColumns'],
    say: ({ hall }) => `${list(hall.openColumns)} / ${list(hall.endedColumns)}`,
  },
  {
    label: 'section list: order of industries',
    fields: ['hall.industries'],
    say: ({ hall }) => hall.industries.map(({ code }) => code).join(' '),
  },
  {
    label: 'section list: project kinds (gclx), opening types (pbType)',
    fields: ['hall.projectKinds', 'hall.openingTypes'],
    say: ({ hall }) =>
      [hall.projectKinds, hall.openingTypes]
        .map((codes) => codes.map(({ code }) => code).join(' '))
        .join(' / '),
  },
  {
    label: 'section list: bidder count seen by; masked until the opening',
    fields: ['hall.bidderCountSeenBy', 'hall.maskBidderCount'],
    say: ({ hall }) => `${list(hall.bidderCountSeenBy)}${hall.maskBidderCount ? '; masked' : ''}`,
  },
  {
    label: 'section list: read again every; choice of new projects',
    fields: ['hall.refreshMilliseconds', 'hall.newProjects'],
    say: ({ hall }) =>
      `${hall.refreshMilliseconds === null ? '–' : `${hall.refreshMilliseconds / 1000} s`}; ${yes(hall.newProjects)}`,
  },
  {
    label: 'home page: what opens today',
    fields: ['hall.openingsOnHome'],
    say: ({ hall }) => yes(hall.openingsOnHome),
  },
  {
    label: 'server clock checked without a live connection every',
    fields: ['clockPollMilliseconds'],
    say: (variant) => `${variant.clockPollMilliseconds / 1000} s`,
  },
  {
    label: 'too few bids: notice; step 2 refused',
    fields: ['hall.tooFewBiddersNotice', 'rules.refuseTooFewBidders'],
    say: ({ hall, rules }) => `${yes(hall.tooFewBiddersNotice)}; ${yes(rules.refuseTooFewBidders)}`,
  },
  {
    label: 'messages to the opener from',
    fields: ['rules.messagesFrom'],
    say: ({ rules }) => list(rules.messagesFrom),
  },
  {
    label: 'supervisor kept from',
    fields: ['rules.supervisorHiddenFrom'],
    say: ({ rules }) => list(rules.supervisorHiddenFrom),
  },
  {
    label: 'announced figures become public',
    fields: ['rules.announcementRows'],
    say: ({ rules }) => (rules.announcementRows === 'as-read' ? 'as each bid is read' : 'at once'),
  },
  {
    label: 'bidders’ addresses shown to',
    fields: ['shell.bidderAddressTable'],
    say: ({ shell }) => list(shell.bidderAddressTable),
  },
  {
    label: 'header: video, extraction system, deposits, unit info',
    fields: ['shell.videoLink', 'shell.extractionUrl', 'shell.deposits', 'shell.bidderUnitInfo'],
    say: ({ shell }) =>
      list([
        ...(shell.videoLink ? [`video of the ${shell.videoLink}`] : []),
        ...(shell.extractionUrl ? ['extraction'] : []),
        ...(shell.deposits ? ['deposits'] : []),
        ...(shell.bidderUnitInfo ? ['unit info'] : []),
      ]),
  },
  {
    label: 'tool on the users’ machines, opens',
    fields: ['files.launcher'],
    say: ({ files: { launcher } }) => (launcher ? `${launcher.prefix} ${launcher.suffixes.join(' ')}` : '–'),
  },
  {
    label: 'decryption: least, usual minutes',
    fields: ['rules.minimumDecryptionMinutes', 'rules.defaultDecryptionMinutes'],
    say: ({ rules }) => `${rules.minimumDecryptionMinutes}, ${rules.defaultDecryptionMinutes}`,
  },
  {
    label: 'asked for: people, staff on site, commitment letter, remarks',
    fields: [
      'rules.personInfoRequired',
      'rules.workersRequired',
      'rules.commitmentLetter',
      'rules.remarksRequired',
    ],
    say: ({ rules }) =>
      list([
        ...(rules.personInfoRequired ? ['people'] : []),
        ...(rules.workersRequired ? ['staff on site'] : []),
        ...(rules.commitmentLetter ? ['commitment letter'] : []),
        ...(rules.remarksRequired ? ['remarks'] : []),
      ]),
  },
  {
    label: 'contacts of staff on site, besides fixed lines',
    fields: ['rules.contacts'],
    say: ({ rules: { contacts } }) =>
      list([...contacts.mobilePrefixes, ...(contacts.serviceNumbers ? ['400/800'] : [])]),
  },
  {
    label: 'objections until',
    fields: ['rules.objectionsUntil'],
    say: ({ rules }) => rules.objectionsUntil,
  },
  {
    label: 'overview confirmed by time-out',
    fields: ['rules.autoConfirm'],
    say: ({ rules }) => yes(rules.autoConfirm),
  },
  {
    label: 'objection inquiry',
    fields: [later('objectionInquiry')],
    say: ({ laterSteps: { objectionInquiry: inquiry } }) =>
      `${inquiry.minutes} min, ${inquiry.invitedOnly ? 'invited suppliers only' : 'all'}`,
  },
  {
    label: 'signing by',
    fields: [later('signing')],
    say: ({ laterSteps: { signing } }) => list(signing.modes),
  },
  {
    label: 'statuses of its own',
    fields: [later('extraStatuses')],
    say: ({ laterSteps }) => list(laterSteps.extraStatuses),
  },
  {
    label: 'end: flow status, reason at most, deposit tab, stopping, own tabs',
    fields: [
      later('flowAfterEnd'),
      later('failureReasonLength'),
      later('depositTab'),
      later('stopAllowed'),
      later('customTabs'),
    ],
    say: ({ laterSteps: end }) =>
      list([
        String(end.flowAfterEnd),
        `${end.failureReasonLength} characters`,
        ...(end.depositTab ? ['deposits'] : []),
        ...(end.stopAllowed ? ['stopping'] : []),
        ...end.customTabs.map(({ title }) => title.en),
      ]),
  },
  {
    label: 'announcement: rows at a time, price columns',
    fields: [later('announcementPageSize'), later('priceColumns')],
    say: ({ laterSteps }) =>
      `${laterSteps.announcementPageSize}; ${list(laterSteps.priceColumns.map(({ keys }) => keys.join(' + ')))}`,
  },
  {
    label: 'documents for bidders',
    fields: [later('bidderDocuments')],
    say: ({ laterSteps }) => list(laterSteps.bidderDocuments),
  },
  {
    label: 'reports wait',
    fields: [later('reportTimeoutMilliseconds')],
    say: ({ laterSteps }) => `${laterSteps.reportTimeoutMilliseconds / 1000} s`,
  },
  {
    label: 'further',
    fields: [
      later('basePriceMustBeSaved'),
      later('overviewAfterEvaluation'),
      later('personInfoPerEnvelope'),
      later('failureSignedFor'),
      'rules.personnelFromOtherSections',
      later('tendererEvaluation'),
      later('maskedPhones'),
    ],
    say: ({ rules, laterSteps }) =>
      list([
        ...(laterSteps.basePriceMustBeSaved ? ['base price to be saved'] : []),
        ...(laterSteps.overviewAfterEvaluation ? ['overview after the evaluation'] : []),
        ...(laterSteps.personInfoPerEnvelope ? ['people per envelope'] : []),
        ...(laterSteps.failureSignedFor.length > 0 ? ['failed bid signed by the agency'] : []),
        ...(rules.personnelFromOtherSections ? ['personnel from other sections'] : []),
        ...(laterSteps.tendererEvaluation ? ['evaluation of the tenderer'] : []),
        ...(laterSteps.maskedPhones ? ['masked phones'] : []),
      ]),
  },
]

const start = '<!-- variants: written by test/variants/readme-table.ts -->'
const end = '<!-- /variants -->'

/** The table, one column a variant; what is as in the first is left out. */
function variantsTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['', ...shipped.map(({ name }) => `\`${name}\``)]),
    line(['---', ...shipped.map(() => '---')]),
    ...rows.map(({ label, say }) => {
      const [first = '', ...others] = shipped.map(say)
      return line([label, first, ...others.map((text) => (text === first ? '' : text))])
    }),
  ].join('\n')
}

/** The README of the variants, from the project's folder. */
export const readmePath = 'src/variants/README.md'

/** The README with the table as the data has it now. */
export function withTable(readme: string): string {
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${readmePath} has no place for the table of variants`)
  return `${readme.slice(0, from)}${start}\n${variantsTable()}\n${readme.slice(to)}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(readmePath, withTable(readFileSync(readmePath, 'utf8')))
}

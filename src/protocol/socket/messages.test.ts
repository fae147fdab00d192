import { expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import { type EventType, mayBeHidden } from '#domain/session/event.ts'
import { eventTable } from '#domain/session/event-table.ts'
import { typeShapes } from '#test/protocol/type-shape.ts'
import { wireCommands } from '../wire-command.ts'
import { sectionListChangedSchema } from './changed.ts'
import { down, up, wireVersion } from './messages.ts'
import { watchDown } from './watched.ts'

/** The changes of each wire version, and its hash; a new version adds a line. */
const history = [
  { version: 1, changed: 'sub, cmd, events, ack, nack and hb', hash: null },
  {
    version: 2,
    changed: 'snapshot; hb names the epoch',
    hash: '413272649c1928ccc1964821c70883f38f024f4b1a5b3f1ce130c43454a2fbc1',
  },
  {
    version: 3,
    changed: 'progress; the hash covers the hall’s changed, too',
    hash: '5cb8158912fc1c228d707dd03879cb759b2c83c2e60b71791453cb2df2228672',
  },
  {
    version: 3,
    changed:
      'no message; the hashes cover commands, the payloads of entries and the state of a snapshot, too',
    hash: {
      messages: '5cb8158912fc1c228d707dd03879cb759b2c83c2e60b71791453cb2df2228672',
      commands: 'a7e5604a24bafdc83d530f3921977915a798f48af0d1e84c9939d2102cac14cc',
      entries: 'a3d6f742455931740461e602d19d0c49c5360ce3df1c3dfe11b5a4b091450494',
      state: 'ed105b6ef3822eb8e90ec0fff8340ef546c41a0a10d66ac557a69cf29677840d',
    },
  },
  {
    version: 4,
    changed:
      'the events DecryptionProlonged and DecryptionReopened; the state has the outages that the window was prolonged for',
    hash: {
      messages: '5cb8158912fc1c228d707dd03879cb759b2c83c2e60b71791453cb2df2228672',
      commands: '5bf6148a86b7b9fe7c02a91877e3f4dd806f00907a023014b7c4b6c9f3f566f8',
      entries: '18ad9933973b2e180edb1af81271ef1f9414f8923f377e4485cf2305807e02a8',
      state: 'b454abeb3f04112cac9074c4484d160d2cdcb5b637b20bb8a18f5a4050ccbd92',
    },
  },
  {
    version: 5,
    changed:
      'what steps three and four keep in the state: reading, inquiry, base price, failure, attachments and documents',
    hash: {
      messages: '5cb8158912fc1c228d707dd03879cb759b2c83c2e60b71791453cb2df2228672',
      commands: 'ff138d4d6c561fafaaeb8acafa7117b8c9b31cd625e1d593e38d12789c5de974',
      entries: '5e294e43b4134fa1430bd594097db8fc443d5d89494ba71055adaf018eaa9879',
      state: 'af3ce69c76ce3f6f2564f4440a981fb235509b8716d4fb3fa9942c18a4a96dcc',
    },
  },
  {
    version: 6,
    changed:
      'the events ConfirmationProlonged and SigningProlonged; the state has the outages that these windows were prolonged for; the information for the record; nobody gets identity numbers; people anew for the second envelope; who asked for a phone; items of a bill of quantities; the objection inquiry: its commands and events, and its state in each round; pauses, stops and failures of the opener’s side; the state has every interruption with its reason; who signed for a unit, the opener’s own signature, and the confirmation that was ended early; PostMessage answers bidders and supervisors; the state has their messages',
    hash: {
      messages: '5cb8158912fc1c228d707dd03879cb759b2c83c2e60b71791453cb2df2228672',
      commands: 'f6efaf11081344f7439be6206108ae15879434ac872a3be9a89be9d539cf655e',
      entries: 'e2df57c3fe8699dcf933fcde3e05c567843a7cb289b2f68fb1d991443d94b9cb',
      state: '9d1533d47f5afca51be8b3f29446753efa5a74ed866037c51645b276f0223ad5',
    },
  },
  {
    version: 7,
    changed:
      'ConfirmationStarted and the confirmation’s state have the hash of the table that is confirmed; until bids are closed a bidder gets a preview, an epoch of its own; entries that may be hidden have the private field blind, of which only the commitment is sent; an epoch may be longer and tells of a restored backup; the report of a failure; a snapshot has what only its reader sees in a part of its own; SigningStarted and the signing’s state have the bidders’ statements that the record has; the opener replies to disputed rows: ReplyDispute, DisputeReplied, and the reply in the state and in the statements; the state counts the files that a bidder submitted of each kind; the signatures of overview and record are private fields, and in the state their bidder’s proof; the supervisors’ wall: watched; sub may come with the authorization; the statements have the reason of a confirmation that was ended early, and the confirmation’s state names who did not confirm',
    hash: {
      messages: '914bcfbf4bd77bef11018c1b6ba769e7fee19677d87d2a5532891bd5536174db',
      commands: '24655f04b6b95a8cd869944aec02e70eacf6ce1340e2eef309517db8773db3f3',
      entries: '6ddc29ad19a4bce72b11af71e0d79c64b3a7579ac6595f768df853b39aa139dc',
      state: '3d942a8e231fbef5e2ef174e563f451b07ac47727072aeb9b10b8ab8d27144ca',
    },
  },
] as const

/** The parts of messages that their own schemas leave open. */
const carried = typeShapes({
  SessionState: 'src/domain/session/state.ts',
})

const covered = {
  messages: schemasOf({ ...up, ...down, hallChanged: sectionListChangedSchema, ...watchDown }),
  commands: schemasOf(wireCommands),
  entries: Object.fromEntries(
    Object.entries(eventTable).map(([type, { version, payload, private: secrets }]) => [
      type,
      {
        version,
        ...schemasOf({ payload, ...(secrets ? { private: secrets } : {}) }),
        ...(mayBeHidden(type as EventType) && { blind: true }),
      },
    ]),
  ),
  state: carried.SessionState,
}

// The hashes cover the shapes only: `z.toJSONSchema` leaves out refinements and transforms.
test('[VER-3] the messages and their contents are those of this wire version', () => {
  const hash = Object.fromEntries(
    Object.entries(covered).map(([part, said]) => [part, sha256Hex(canonicalJson(said))]),
  )
  const { changed: _changed, ...pinned } = history.at(-1) ?? {}
  const advice =
    'The wire has changed: raise `wireVersion` in messages.ts unless all that is new is an event or a command, then add ' +
    'a line to the history here that says what has changed.'
  expect({ version: wireVersion, hash }, advice).toEqual(pinned)
})

function schemasOf(schemas: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema)]))
}

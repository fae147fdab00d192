import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const name = 'unredactedState'
const server = fileURLToPath(new URL('../src/server/', import.meta.url))

const polled =
  'asked every few seconds by each bidder without a socket, of whom a view of a thousand costs a millisecond'
const asDecided = 'answers as the decision will, on the same state; says a code and a count'
const own = 'reads what is the caller’s own, or everybody’s, for one answer'

/** Every place in the server that uses the unredacted state, and why. */
const reasons: Readonly<Record<string, string>> = {
  'calls/announcement.ts checkShowPriceCondition': asDecided,
  'calls/contacts.ts recordContacts': 'the trading platform enrolled the bidders itself',
  'calls/deposits.ts recordDeposits': 'the trading platform enrolled the bidders itself',
  'calls/deposit-rows.ts depositStatuses': 'the statuses that the overview shows everybody, as edited',
  'calls/ending.ts getBidOpeningPersonInfo': 'masks the identity numbers, for those whom the table lets ask',
  'calls/ending.ts getOpeningRecord': 'the signatures, which everybody may check',
  'calls/inquiry.ts checkIs3minAfterXiaDaYiYiXunWenZhiLing': asDecided,
  'calls/inquiry.ts checkShiFouXiaDaYiYiXunWenZhiLing': asDecided,
  'calls/inquiry.ts xiaDaYiYiXunWenZhiLingTime': `${polled}; the window is everybody’s`,
  'files/stored-bids.ts removeUnnamed': 'finds the files that no state names any longer',
  'calls/signing.ts getIsSignedKb': `${polled}; the window is everybody’s, the signature the caller’s own`,
  'calls/ending.ts checkKBFinishCondition': asDecided,
  'calls/enter-section.ts enterSection': own,
  'calls/enter-section.ts prepareSection': 'whether the opener may prepare, as the permission table says',
  'calls/section-list.ts hasSubmitted': own,
  'calls/section-info.ts sectionInfo': 'whether the preparation is done, which everybody may know',
  'calls/opening.ts getKBFlowStatus': 'the status is everybody’s',
  'calls/step-status.ts setFlowStatus': 'the status is everybody’s',
  'calls/opening.ts getDbFlowStatus': `${polled}; the stage is everybody’s`,
  'calls/opening.ts getJieMiJieZhiShiJian': `${polled}; the window is everybody’s`,
  'calls/opening.ts checkIntoTBCondition': asDecided,
  'calls/opening.ts checkIntoCBCondition': asDecided,
  'calls/platform.ts getSectionKey': 'whether bids are encrypted stands in the platform’s own tender',
  'calls/receive-backup.ts committedHash':
    'checked as the decision will; the hash is of the caller’s own file',
  'calls/receive-bid.ts sectionFor': 'whether the bidder may submit, checked as the decision will',
  'calls/receive-bid.ts readManifest': 'the caller’s own certificate, and whether bids are encrypted',
  'calls/receive-bid.ts inspect':
    'the envelope of a kind of file stands in the tender, which every bidder reads',
  'calls/receive-tender-file.ts admit': 'checked as the decision will',
  'calls/receive-tender-file.ts inspect': 'passes it on to the answer',
  'calls/receive-tender-file.ts receive': 'the id of the file in place goes to the person who imports it',
  'calls/shell.ts getTbrIpList': 'addresses and serials, for those whom the region lets compare them',
  'calls/submission.ts getSealingInfo': 'makes the view',
  'calls/sign-on.ts getOauth2ByJyxtToken': 'the stage and the number of envelopes are everybody’s',
  'log/memory-log.ts snapshotOf': 'folds it',
  'log/postgres-reader.ts snapshotOf': 'folds it',
  'objections/expired-attachments.ts removeExpired': 'the uploads of all bidders are swept',
  'bid-file-processor/file-opening.ts openAndSettle': 'opens a file with a key that is the server’s alone',
  'bid-file-processor/rereads.ts later': 'finds the files to open',
  'bid-file-processor/outcome-waiters.ts wait':
    'finds the files to open; answers with what became of the caller’s own',
  'watch/wall.ts summarise': 'makes the supervisor’s view',
  'platform/outbox.ts readResult': 'the platform gets what was announced, signed and confirmed',
  'open-services.ts sectionState':
    'read by a command that fetches another section’s site staff, for the same agency',
  'reports/filed-documents.ts file': 'finds the document just filed, which everybody may know of',
  'reports/filed-documents.ts filedMeanwhile': 'finds the document just filed, which everybody may know of',
  'reports/freeze-record.ts createFreezeRecord': 'makes the opener’s view',
  'reports/seal-record.ts sealed': 'finds documents, which everybody may know of',
  'reports/seal-record.ts sealEnvelope': 'makes the opener’s view',
  'session/authority.ts precheck': 'decides',
  'session/authority.ts prepareAndAppend': 'decides',
  'session/authority.ts decideAndAppend': 'says whether bids are closed, which everybody knows',
  'log/previews.ts find': 'says whether bids are closed, which everybody knows',
  'transport/preview-log.ts state': 'names a preview’s state so, which is the bidder’s own',
  'session/read-under-way.ts readUnderWay': 'the step and the windows are everybody’s',
  'session/session-clock.ts prolong': 'the server’s clock decides',
  'session/session-clock.ts schedule': 'the server’s clock decides',
  'session/session-clock.ts withEvidence': 'the server’s clock decides',
  'session/snapshot.ts ownPartFor': 'makes the view',
  'session/snapshot.ts snapshotFor': 'makes the view',
  'transport/open-session.ts openSession': 'makes the view',
  'transport/rest.ts admit': 'whether the caller may ask at all, before anything is made for them',
  'transport/socket-messages.ts subscribe': 'whether the caller may ask at all',
}

test('the unredacted state is used only where there is a reason', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const places = sources.flatMap((file) =>
    usesIn(readFileSync(server + file, 'utf8')).map((use) => `${file.replaceAll('\\', '/')} ${use}`),
  )
  expect([...new Set(places)].sort()).toEqual(Object.keys(reasons).sort())
})

test.each([
  ['function answer(session) { return session.unredactedState }', ['answer']],
  ['const answer = ({ session }) => ok(session?.unredactedState.remarks)', ['answer']],
  ['return { async answer({ session: { unredactedState: state } }) { return ok(state) } }', ['answer']],
  ["return { answer: (context) => context.session['unredactedState'] }", ['answer']],
  ['const { unredactedState } = await log.state(id)', ['(top)']],
  ['interface Section { readonly unredactedState: SessionState; readonly state: SessionState }', []],
  ['function answer(session) { return session.state /* not unredactedState */ }', []],
])('a use is found in any form: %s', (text, places) => {
  expect(usesIn(text)).toEqual(places)
})

/** The functions in which the name occurs, as a name or as text, but not in a type declaration. */
function usesIn(text: string): string[] {
  const found: string[] = []
  if (!text.includes(name)) return found
  function look(node: ts.Node, place: string): void {
    if (ts.isPropertySignature(node)) return
    if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name) found.push(place)
    const within = nameOf(node) ?? place
    ts.forEachChild(node, (child) => look(child, within))
  }
  look(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest), '(top)')
  return found
}

/** A function's name: its own, or that of the variable it is assigned to. */
function nameOf(node: ts.Node): string | null {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return textOf(node.name)
  const isAssigned = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
  const value = isAssigned ? node.initializer : undefined
  return isAssigned && value && ts.isArrowFunction(value) ? textOf(node.name) : null
}

function textOf(name: ts.Node | undefined): string | null {
  return name && ts.isIdentifier(name) ? name.text : null
}

import { Stack } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Disputes } from '#client/session/Disputes.tsx'
import { Announcement } from './features/announcement/Announcement.tsx'
import { BasePricePanel } from './features/base-price/BasePricePanel.tsx'
import { CommitmentButton } from './features/commitment/CommitmentButton.tsx'
import { BeforeDecryption } from './features/decryption/BeforeDecryption.tsx'
import { Decryption } from './features/decryption/Decryption.tsx'
import { RedirectToDecryption } from './features/decryption/RedirectToDecryption.tsx'
import { DrawPanel } from './features/draw/DrawPanel.tsx'
import { RunningDraw } from './features/draw/RunningDraw.tsx'
import { Ending } from './features/ending/Ending.tsx'
import { FileView } from './features/files/FileView.tsx'
import { HaltingDialogs } from './features/halting/HaltingDialogs.tsx'
import { InquiryObjections } from './features/inquiry/InquiryObjections.tsx'
import { InquiryPanel } from './features/inquiry/InquiryPanel.tsx'
import { MessagesButton } from './features/messages/MessagesButton.tsx'
import { ObjectionList } from './features/objections/ObjectionList.tsx'
import { ObjectionsButton } from './features/objections/ObjectionsButton.tsx'
import { Preparation } from './features/preparation/Preparation.tsx'
import { LogAnnouncer } from './features/progress-log/LogAnnouncer.tsx'
import { LogPage } from './features/progress-log/LogPage.tsx'
import { ProgressLog } from './features/progress-log/ProgressLog.tsx'
import { RoomScreen } from './features/shell/room/RoomScreen.tsx'
import { Shell } from './features/shell/Shell.tsx'
import { SiteStaffPanel } from './features/site-staff/SiteStaffPanel.tsx'

/** The shell with the parts that other features add. */
export const shell = (
  <Shell
    headerActions={
      <>
        <ObjectionsButton />
        <MessagesButton />
        <CommitmentButton />
        <RunningDraw />
        <HaltingDialogs />
      </>
    }
    log={<ProgressLog />}
    logAnnouncer={<LogAnnouncer />}
  />
)

/** The view for the room, outside the shell. */
export const roomScreen = <RoomScreen />

/** The screens inside the shell, by the last part of their addresses. */
export const screens = {
  bidready: <Preparation siteStaff={<SiteStaffPanel />} draws={<DrawPanel />} />,
  bidbegin: <BeforeDecryption />,
  declassifiedstatus: <Decryption />,
  // Redirect to the decryption page with their parameters (SHL-6).
  'auto-kb': <RedirectToDecryption />,
  'bid-begin': <RedirectToDecryption />,
  bidcall: (
    <>
      <Announcement inquiry={<InquiryPanel />} />
      <BasePricePanel />
    </>
  ),
  bidend: (
    <Ending
      basePrice={<BasePricePanel />}
      objections={
        <Stack gap="5">
          <ObjectionList />
          <Disputes />
          <InquiryObjections />
        </Stack>
      }
    />
  ),
  progress: <LogPage />,
  'file-view': <FileView />,
} satisfies Record<string, ReactElement>

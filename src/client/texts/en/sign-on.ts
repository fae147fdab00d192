import type { signOn as source } from '../zh-CN/sign-on.ts'

export const signOn: Record<keyof typeof source, string> = {
  title: 'From the trading platform',
  entering: 'Entering the bid-opening hall from the trading platform, please wait…',
  missingToken: 'missing token',
  missingGuid: 'missing bid section guid',
  missingType: 'missing project type parameter',
  missingUserType: 'missing user type parameter',
  missingBidStage: 'missing BidStage',
  malformedGuid: 'the bid section guid is not valid',
  failed: 'login failed',
  stillInMeaning:
    'A link from the platform can be used once, and soon expires. You are still logged in as {{name}}.',
  stillInAction: 'You can go on at once, without logging in again.',
  toSection: 'Go on with this section',
  failedMeaning:
    'You are not logged in to the bid-opening hall. A link from the platform can be used once, and soon expires.',
  failedAction: 'Please go back to the trading platform and enter again, or log in here.',
  notEntered: 'This section cannot be entered now.',
  notEnteredMeaning: 'You are logged in, but cannot enter this section yet.',
  notEnteredAction: 'Please go to the hall; as soon as it is time you can enter from there.',
  toHall: 'To the bid-opening hall',
  toLogin: 'Log in',
  toHome: 'Home',
}

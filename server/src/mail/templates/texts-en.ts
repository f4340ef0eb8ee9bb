import { MILEAGE_MARK_WORDS } from '@seri/contract/lots/mileage.ts';
import { moneyEnglish } from './money-texts.ts';
import { shippingEnglish } from './shipping-texts.ts';
import { type BidWords, type MailTexts, noticeWords } from './texts.ts';

const STATUSES = {
  1: 'Under Review',
  2: 'Bid',
  3: "Don't bid",
  4: 'Cancel',
  5: 'Finished',
  6: 'Win',
  7: 'Won',
};

/** A status alone would read like an order to the client: "Cancel: your bid". */
const SUBJECTS: Record<number, string> = {
  1: 'Bid under review',
  2: 'Bid accepted',
  3: 'Bid declined',
  4: 'Bid canceled',
  5: 'Bid finished',
};

const FINISHED: Record<string, string> = {
  sold_to_other: 'The car was sold to another bidder.',
  other_client: 'The car went to another bidder.',
  unsold: 'The car was not sold.',
  reversed: 'The auction house has canceled the sale: you have not bought this car.',
  manager: 'Your manager has closed this bid.',
};

const FREED = 'Its amount no longer counts against your limit.';

const statusSentence = (status: number, { finishReason }: BidWords): string => {
  if (status === 1) return 'Your bid is under review again. A manager will decide on it before the auction.';
  if (status === 2) return 'Your bid is accepted and goes to the auction.';
  if (status === 3) return `Your manager declined this bid. ${FREED}`;
  if (status === 4) return `Your manager has canceled this bid. ${FREED}`;
  return `${FINISHED[finishReason ?? ''] ?? 'The auction of this car is over.'} ${FREED}`;
};

const carFacts = ({ car, lotNo, house, auction }: BidWords) =>
  [
    ['Car', car],
    ['Lot', `${lotNo}, ${house}`],
    ['Auction', auction],
  ] as const;

const lotsOf = (count: number): string => (count === 1 ? '1 new lot' : `${count} new lots`);

const NOT_ME = "This wasn't me – reset password";
const notYou = 'If it was you, there is nothing to do. If not, reset your password now: that logs out all devices.';

export const english: MailTexts = {
  ...moneyEnglish,
  ...shippingEnglish,
  lang: 'en',
  locale: 'en-GB',
  japanTime: 'Japan time, UTC+9',
  greeting: (name) => `Hello ${name},`,
  device: (browser, system) => {
    if (browser && system) return `${browser} on ${system}`;
    return browser ?? (system ? `a browser on ${system}` : 'an unknown browser');
  },
  orAddress: 'Or open this link:',
  whyAccount: (company) => `You receive this email about your ${company} account. Security emails can't be turned off.`,
  whyAddress: (company) => `You receive this email because this address was entered at ${company}.`,
  whyBids: (company) =>
    `You receive this email because you bid at ${company}. You can turn these emails off in your profile:`,
  whyNotices: (company) =>
    `You get this email from ${company} because you chose it in your notification settings. Change them here:`,
  whySearches: (company) =>
    `You receive this email because you asked ${company} to email you new lots. You can turn this off for each search under Saved searches:`,
  bidStatuses: STATUSES,

  verifyAddress: (company, until) => ({
    subject: `Confirm your email address for ${company}`,
    preheader: 'One more step before you can log in.',
    heading: 'Confirm your email address',
    body: [`Thanks for signing up to ${company}. Confirm your address to log in.`],
    action: 'Confirm the address',
    after: [
      `The link works once, until ${until}.`,
      "Didn't sign up? Then ignore this email: without this step nobody can use the account.",
    ],
  }),
  addressKnown: (company, { forgotPassword }) => ({
    subject: `You already have an account at ${company}`,
    preheader: 'Log in with it, or choose a new password.',
    heading: 'You already have an account',
    body: [
      `Somebody tried to sign up to ${company} with this address, but it already has an account. If it was you, log in with your password.`,
    ],
    action: 'Log in',
    after: [
      { text: 'Forgot your password? Choose a new one:', url: forgotPassword },
      "Wasn't you? Then ignore this email: your account is unchanged, and nobody learned that it exists.",
    ],
  }),
  resetPassword: (company, until) => ({
    subject: `Reset your ${company} password`,
    preheader: 'Here is the link you requested.',
    heading: 'Choose a new password',
    body: ['We received a request to reset the password of this account.'],
    action: 'Choose a new password',
    after: [
      `The link works once, until ${until}. Setting a new password logs out all devices.`,
      "Didn't request it? Then ignore this email: your password stays as it is.",
    ],
  }),
  passwordChanged: (company, at) => ({
    subject: `Your password for ${company} was changed`,
    preheader: `Changed on ${at}.`,
    heading: 'Your password was changed',
    body: [`The password of your account was changed on ${at}.`, notYou],
    action: NOT_ME,
    after: ["Can't log in? Contact your manager."],
  }),
  secondFactor: {
    added: (company, at) => ({
      subject: `Second factor added to your account at ${company}`,
      preheader: `Added on ${at}.`,
      heading: 'A second factor was added',
      body: [`A second factor was added on ${at}. Logging in now asks for it after the password.`, notYou],
      action: NOT_ME,
      after: ['Store the recovery codes where you can find them without your phone.'],
    }),
    removed: (company, at) => ({
      subject: `Second factor removed from your account at ${company}`,
      preheader: `Removed on ${at}.`,
      heading: 'The second factor was removed',
      body: [`The second factor was removed on ${at}. Logging in now takes only the password.`, notYou],
      action: NOT_ME,
      after: ['You can add a second factor again in your profile.'],
    }),
    recovery_code_used: (company, at) => ({
      subject: `Recovery code used to log in at ${company}`,
      preheader: `Used on ${at}.`,
      heading: 'A recovery code was used',
      body: [`Somebody logged in with one of your recovery codes on ${at}. That code no longer works.`, notYou],
      action: NOT_ME,
      after: ['Running out of codes? Create new ones in your profile.'],
    }),
    passkey_added: (company, at) => ({
      subject: `Passkey added to your account at ${company}`,
      preheader: `Added on ${at}.`,
      heading: 'A passkey was added',
      body: [`A passkey was added on ${at}. The device it is stored on can log in without your password.`, notYou],
      action: NOT_ME,
      after: ['You can see and remove your passkeys in your profile.'],
    }),
    passkey_removed: (company, at) => ({
      subject: `Passkey removed from your account at ${company}`,
      preheader: `Removed on ${at}.`,
      heading: 'A passkey was removed',
      body: [`A passkey was removed on ${at}. You can no longer log in with it.`, notYou],
      action: NOT_ME,
      after: ['You can add a passkey again in your profile.'],
    }),
  },
  newDevice: (company, { device, address, at }, { profile }) => ({
    subject: `New login at ${company}: ${device}`,
    preheader: `${at}, from ${address}.`,
    heading: 'Login from a new device',
    body: ["Somebody logged in to your account from a device we haven't seen before.", notYou],
    facts: [
      ['Device', device],
      ['From', address],
      ['When', at],
    ],
    action: NOT_ME,
    after: [{ text: 'See where you are logged in, in your profile:', url: profile }],
  }),
  bidStatus: (bid, status) => ({
    subject: `${SUBJECTS[status] ?? 'New bid status'}: ${bid.car}`,
    preheader: statusSentence(status, bid),
    heading: 'Your bid has a new status',
    body: [statusSentence(status, bid)],
    facts: [
      ...carFacts(bid),
      ['Your bid', bid.amount],
      ['Status', STATUSES[status as 1] ?? String(status)],
      ['Changed', bid.at],
    ],
    action: 'Open the lot',
    after: [],
  }),
  bidWon: (bid) => ({
    subject: `You won this car: ${bid.car}`,
    preheader: bid.soldPrice ? `Sold to you for ${bid.soldPrice}.` : 'You won this car.',
    heading: 'You won this car',
    body: [
      "Congratulations – your bid won this car. Once the purchase is booked, you'll find it with all its costs under Purchased Cars, and the amount under Payments.",
    ],
    facts: [
      ...carFacts(bid),
      ['Your bid', bid.amount],
      ...(bid.soldPrice ? [['Sold for', bid.soldPrice] as const] : []),
    ],
    action: 'Open the lot',
    after: [],
  }),
  bidSoldPrice: (bid, soldPrice) => ({
    subject: `Sold for ${soldPrice}: ${bid.car}`,
    preheader: `You bid ${bid.amount}.`,
    heading: 'Sold price of the car',
    body: ["Your manager has entered the sold price of the car you bid on. If you won, you'll get a separate email."],
    facts: [...carFacts(bid), ['Your bid', bid.amount], ['Sold for', soldPrice]],
    action: 'Open the lot',
    after: [],
  }),
  lotWithdrawn: (bid) => ({
    subject: `Withdrawn from the auction: ${bid.car}`,
    preheader: 'Your bid is canceled and you have nothing to pay.',
    heading: 'The car was withdrawn',
    body: [`The auction house has withdrawn this car, so your bid is canceled and you have nothing to pay. ${FREED}`],
    facts: [...carFacts(bid), ['Your bid', bid.amount]],
    action: 'Open the lot',
    after: [],
  }),
  bidNotForwarded: (bid) => ({
    subject: `Not forwarded to the auction: ${bid.car}`,
    preheader: 'The deadline for forwarding it has passed.',
    heading: 'Your bid was not forwarded',
    body: [
      'The deadline for forwarding bids on this car has passed, and your bid was not forwarded. An amount forwarded earlier remains valid.',
      'Your manager can still call the auction: write to them if the car matters to you.',
    ],
    facts: [...carFacts(bid), ['Your bid', bid.amount]],
    action: 'Open the lot',
    after: [],
  }),
  negotiationOffer: (bid, offer) => ({
    subject: `The seller asks ${offer}: ${bid.car}`,
    preheader: 'Accept or decline on the lot page before another buyer does.',
    heading: 'The seller has made an offer',
    body: [
      `This car was not sold at the auction. Your bid was the closest, and the seller would accept ${offer}.`,
      'Accept or decline on the lot page. Accepting is binding. Until the auction house reports the result, your bid stays as it is.',
    ],
    facts: [...carFacts(bid), ['Your bid', bid.amount], ['Seller asks', offer]],
    action: 'Answer the offer',
    after: [],
  }),
  chatMessage: (bid) => ({
    subject: `New message about ${bid.car}`,
    preheader: 'Read and answer it on the lot page.',
    heading: 'You have a new message',
    body: ['There is a new message about your bid on this car. Read and answer it on the lot page.'],
    facts: [...carFacts(bid), ['Your bid', bid.amount]],
    action: 'Read the message',
    after: [],
  }),
  newLots: ({ lots, searches }) => ({
    subject:
      searches.length === 1 ? `${lotsOf(lots)}: ${searches[0]}` : `${lotsOf(lots)} in ${searches.length} searches`,
    preheader: searches.join(', '),
    heading: lotsOf(lots),
    body: ['New lots from your saved searches since the last email. We list each car only once.'],
    action: 'Open the search',
    after: [],
  }),
  notices: (items) => noticeWords(items, { several: (count) => `${count} notifications`, action: 'Open' }),
  foundLot: ({ mileage, mileageMark, condition, startPrice, soldPrice, lotNo, house, auction, ...more }) =>
    [
      mileage && `${mileage} km`,
      mileageMark && MILEAGE_MARK_WORDS.en[mileageMark],
      condition && `grade ${condition}`,
      startPrice && `start ${startPrice}`,
      soldPrice && `sold for ${soldPrice}`,
      more.startsBelowRange && 'start price below the usual range',
      more.door && doorText(more.door),
      more.isForbidden && 'may not be imported at your destination',
      `lot ${lotNo}, ${house}`,
      auction,
    ]
      .filter(Boolean)
      .join(' · '),
  moreLots: (count) => `And ${count} more:`,
};

function doorText({ least, most }: { least: string; most: string | null }): string {
  if (most === null) return `at your door from ${least}`;
  return most === '' ? `at your door ${least}` : `at your door ${least} – ${most}`;
}
